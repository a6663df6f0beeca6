// Points on a map that is moved by mouse, touch and keys, and zoomed by buttons and keys: the wheel scrolls the page.
import { ActionIcon, Box, Center, Loader, Stack, Tooltip } from "@mantine/core";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { Minus, Plus, RotateCcw, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { Chart } from "./chart.tsx";

interface PlaceMapProps {
  readonly option: EChartsCoreOption;
  readonly height: number | string;
  readonly summary: string;
}

const SEA = "light-dark(#f3f8fa, #1d2326)";
const { map } = words.charts;
const ZOOM = 1.6;
/** Pixels. */
const STEP = 60;
const MOVES: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

export function PlaceMap({ option, height, summary }: PlaceMapProps): ReactNode {
  const [hasOutline, setHasOutline] = useState(false);
  const chart = useRef<EChartsType | null>(null);
  const [start, setStart] = useState(0);
  useEffect(() => {
    let isGone = false;
    void import("./world-map.ts").then(({ registerWorld }) => {
      if (isGone) return;
      registerWorld();
      setHasOutline(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const roam = (change: object): void => {
    chart.current?.dispatchAction({ type: "geoRoam", componentType: "geo", geoIndex: 0, ...change });
  };
  const zoom = (factor: number): void => {
    const [originX, originY] = [(chart.current?.getWidth() ?? 0) / 2, (chart.current?.getHeight() ?? 0) / 2];
    roam({ zoom: factor, originX, originY });
  };
  const reset = (): void => setStart(start + 1);
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const move = MOVES[event.key];
    if (move !== undefined) roam({ dx: move[0], dy: move[1] });
    else if (event.key === "+" || event.key === "=") zoom(ZOOM);
    else if (event.key === "-") zoom(1 / ZOOM);
    else if (event.key === "0") reset();
    else return;
    event.preventDefault();
  };
  if (!hasOutline)
    return (
      <Center h={height}>
        <Loader size="sm" />
      </Center>
    );
  return (
    <Box
      role="group"
      aria-label={map.keys}
      tabIndex={0}
      onKeyDown={pressed}
      pos="relative"
      h={height}
      style={{ touchAction: "pan-y", overflow: "hidden", borderRadius: "var(--mantine-radius-md)", background: SEA }}
    >
      <Chart
        key={start}
        option={option}
        height="100%"
        summary={summary}
        onReady={(drawn) => {
          chart.current = drawn;
        }}
      />
      <Stack gap={4} pos="absolute" top={8} right={8}>
        <Do icon={Plus} label={map.zoomIn} onDo={() => zoom(ZOOM)} />
        <Do icon={Minus} label={map.zoomOut} onDo={() => zoom(1 / ZOOM)} />
        <Do icon={RotateCcw} label={map.showAll} onDo={reset} />
      </Stack>
    </Box>
  );
}

interface DoProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onDo: () => void;
}

function Do({ icon: Icon, label, onDo }: DoProps): ReactNode {
  return (
    <Tooltip label={label} position="left">
      <ActionIcon variant="default" size="lg" aria-label={label} onClick={onDo}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
