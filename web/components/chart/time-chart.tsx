// Values over time, zoomed and moved with mouse, wheel, touch and keys. It reports the resulting window, and the page
// reads the values of that window.
import { Box, useComputedColorScheme } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { Chart } from "./chart.tsx";
import { timeDrawing } from "./time-chart-option.ts";
import type { TimePicture, TimeWindow } from "./time-series.ts";

export type TimeMove = "earlier" | "later" | "closer" | "wider" | "back";

interface TimeChartProps {
  readonly picture: TimePicture;
  /** Identifies the choice of the window; a window that follows the present keeps the same choice. */
  readonly windowChoice: string;
  /** The interval of averages, 0 for raw points; longer silences break a line. */
  readonly intervalMillis: number;
  /** The values belong to the previous window until those of this one have arrived. */
  readonly isPreliminary: boolean;
  readonly plotHeight?: number;
  readonly summary: string;
  /** Whether the window was chosen, by zooming or otherwise, so that there is a way back. */
  readonly isChosen: boolean;
  readonly onWindow: (window: TimeWindow) => void;
  /** A key was pressed. */
  readonly onMove: (move: TimeMove) => void;
  readonly onPointer: (ts: number | null) => void;
}

/** The picture when a drag began. */
interface Held {
  readonly picture: TimePicture;
  readonly windowChoice: string;
}

/** A window that the page does not adopt is reset after this time. */
const RELEASE_MILLIS = 600;
/** A drag that pauses this long has reached its window. */
const PAUSE_MILLIS = 200;
const MOVES: Readonly<Record<string, TimeMove>> = {
  ArrowLeft: "earlier",
  ArrowRight: "later",
  "+": "closer",
  "=": "closer",
  "-": "wider",
  "0": "back",
};

export function TimeChart(props: TimeChartProps): ReactNode {
  const {
    picture,
    windowChoice,
    intervalMillis,
    isPreliminary,
    plotHeight = 300,
    summary,
    isChosen,
    onWindow,
    onMove,
    onPointer,
  } = props;
  const isDark = useComputedColorScheme("light") === "dark";
  const [held, setHeld] = useState<Held | null>(null);
  // During a drag, arriving values must not move the picture back.
  const shown = held?.windowChoice === windowChoice ? held.picture : picture;
  const { option, height } = useMemo(
    () => timeDrawing(shown, { isDark, plotHeight, intervalMillis }),
    [shown, isDark, plotHeight, intervalMillis],
  );
  const detail = useMemo(() => drawnDetail(shown), [shown]);
  const release = useDebouncedCallback(() => setHeld(null), RELEASE_MILLIS);
  const settle = useDebouncedCallback((startTs: number, endTs: number) => {
    onWindow({ startTs: Math.round(startTs), endTs: Math.round(endTs) });
    release();
  }, PAUSE_MILLIS);
  const onZoom = useCallback(
    (startTs: number, endTs: number) => {
      setHeld((present) => (present?.windowChoice === windowChoice ? present : { picture, windowChoice }));
      settle(startTs, endTs);
    },
    [picture, windowChoice, settle],
  );
  const pressed = (event: KeyboardEvent): void => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onMove(move);
  };
  return (
    <Box
      role="group"
      aria-label={words.charts.timeKeys}
      tabIndex={0}
      onKeyDown={pressed}
      // A press in the chart begins a drag, which takes the focus that it would give.
      onMouseDown={(event) => event.currentTarget.focus({ preventScroll: true })}
      style={{ touchAction: "pan-y", borderRadius: "var(--mantine-radius-md)" }}
    >
      <Chart
        option={option}
        height={height}
        summary={summary}
        onZoom={onZoom}
        onBack={isChosen ? () => onMove("back") : null}
        onPointer={onPointer}
        isGoingOn
        drawn={isPreliminary ? undefined : detail}
      />
    </Box>
  );
}

function drawnDetail({ series, states }: TimePicture) {
  const ends = [
    ...series.map(({ points }) => points.at(-1)?.[0] ?? -Infinity),
    ...states.map(({ spans }) => spans.at(-1)?.startTs ?? -Infinity),
  ];
  const newestTs = Math.max(...ends);
  return {
    points:
      series.reduce((sum, { points }) => sum + points.length, 0) +
      states.reduce((sum, { spans }) => sum + spans.length, 0),
    newestTs: Number.isFinite(newestTs) ? newestTs : null,
  };
}
