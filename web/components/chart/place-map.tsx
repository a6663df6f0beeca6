// Points on a map that is moved by mouse, touch and keys, and zoomed by buttons and keys: the wheel scrolls the page.
import { ActionIcon, Box, Stack, Tooltip, useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { Minus, Plus, RotateCcw, type LucideIcon } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import type { MapDrawing } from "./map-drawing.ts";
import type { MapPoint } from "./map-points.ts";
import { tilesUrl } from "./map-tiles.ts";

interface PlaceMapProps {
  /** A new array causes a new drawing. */
  readonly points: readonly MapPoint[];
  readonly summary: string;
}

const { map: mapWords } = words.charts;

export function PlaceMap({ points, summary }: PlaceMapProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<MapDrawing | null>(null);
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const isDark = useComputedColorScheme("light") === "dark";

  useEffect(() => {
    let drawn: MapDrawing | null = null;
    let isGone = false;
    void import("./map-drawing.ts").then((module) => {
      if (isGone || box.current === null || buttons.current === null) return;
      drawn = new module.MapDrawing(box.current, { tilesUrl: tilesUrl(), buttons: buttons.current, isStill });
      setDrawing(drawn);
    });
    return () => {
      isGone = true;
      drawn?.remove();
      setDrawing(null);
    };
  }, [isStill]);

  useEffect(() => drawing?.show(points, isDark), [drawing, points, isDark]);

  const pressed = (event: KeyboardEvent): void => {
    if (event.key === "0" && !event.ctrlKey && !event.metaKey && !event.altKey) drawing?.showAll();
  };
  return (
    <Box role="group" aria-label={summary} pos="relative" h="100%">
      <div
        ref={box}
        role="group"
        aria-label={mapWords.keys}
        tabIndex={0}
        onKeyDown={pressed}
        style={{ height: "100%" }}
      />
      <Stack ref={buttons} gap={4} pos="absolute" top={8} right={8}>
        <Do icon={Plus} label={mapWords.zoomIn} onDo={() => drawing?.zoom(1)} />
        <Do icon={Minus} label={mapWords.zoomOut} onDo={() => drawing?.zoom(-1)} />
        <Do icon={RotateCcw} label={mapWords.showAll} onDo={() => drawing?.showAll()} />
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
