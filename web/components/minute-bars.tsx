// The last hour by minutes, as bars without a charting library. A text states what can be seen: the maximum of a
// minute, its time, and the sum.
import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { timeFormat } from "../words/format.ts";
import { words } from "../words/words.ts";
import { scaleTopOf } from "./minute-scale.ts";
import { useIsNarrow } from "./use-is-narrow.ts";

interface MinuteBarsProps {
  /** What is counted, such as "points". */
  readonly unit: string;
  readonly startTs: number;
  /** The last entry is the current minute. */
  readonly minutes: readonly number[];
  readonly height?: number;
  readonly color?: string;
}

const MINUTE_MILLIS = 60_000;
const WIDTH = 600;
const GAP = 2;
const HEIGHT = 72;
/** A small minute remains visible next to a large one. */
const BAR_HEIGHT_MIN = 2;
/** Between the parts of a bar that is cut off, and the height of the upper one. */
const CUT = { gap: 3, above: 5 };
const UNBROKEN = { whiteSpace: "nowrap" } as const;
const TIME = timeFormat({ timeStyle: "short" });
const WORDS = words.components.minutes;

export function MinuteBars({ unit, startTs, minutes, height = HEIGHT, color = "tide" }: MinuteBarsProps): ReactNode {
  const most = Math.max(0, ...minutes);
  const top = scaleTopOf(minutes);
  const isNarrow = useIsNarrow();
  const step = WIDTH / Math.max(1, minutes.length);
  const timeOf = (index: number): string => TIME.format(new Date(startTs + index * MINUTE_MILLIS));
  const peak = (
    <Text size="xs" c="dimmed" ta="center">
      {most === 0 ? WORDS.none : most > top ? WORDS.peakCut(most, top) : WORDS.peak(most)}
    </Text>
  );
  return (
    <Box>
      <svg
        role="img"
        aria-label={inWords(unit, minutes, timeOf)}
        viewBox={`0 0 ${String(WIDTH)} ${String(height)}`}
        preserveAspectRatio="none"
        style={{ display: "block", width: "100%", height }}
      >
        <line
          x1={0}
          x2={WIDTH}
          y1={height - 0.5}
          y2={height - 0.5}
          stroke="var(--mantine-color-default-border)"
          vectorEffect="non-scaling-stroke"
        />
        {minutes.map((count, index) => {
          // The current minute is not over yet.
          const isNow = index === minutes.length - 1;
          const isCut = count > top;
          const size = count === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, (Math.min(count, top) / top) * (height - 2));
          const bar = { x: index * step, width: Math.max(1, step - GAP) };
          const shown = { ...bar, rx: 1, fill: `var(--mantine-color-${color}-6)`, opacity: isNow ? 0.5 : 1 };
          const below = isCut ? size - CUT.above - CUT.gap : size;
          return (
            <g key={startTs + index * MINUTE_MILLIS}>
              <title>{`${timeOf(index)}: ${(isNow ? WORDS.soFar : WORDS.count)(count, unit)}`}</title>
              {/* What is pointed at reaches to the top above a small bar too. */}
              <rect {...bar} y={0} height={height} fill="transparent" />
              {isCut && <rect {...shown} y={height - size} height={CUT.above} />}
              <rect {...shown} y={height - below} height={below} />
            </g>
          );
        })}
      </svg>
      <Group justify="space-between" mt={4} wrap="nowrap">
        <Text size="xs" c="dimmed" style={UNBROKEN}>
          {timeOf(0)}
        </Text>
        {!isNarrow && peak}
        <Text size="xs" c="dimmed" style={UNBROKEN}>
          {WORDS.now}
        </Text>
      </Group>
      {isNarrow && peak}
    </Box>
  );
}

function inWords(unit: string, minutes: readonly number[], timeOf: (index: number) => string): string {
  const most = Math.max(0, ...minutes);
  if (most === 0) return WORDS.noneInWords(unit);
  const sum = minutes.reduce((total, count) => total + count, 0);
  const when = timeOf(minutes.indexOf(most));
  return WORDS.inWords(sum, unit, most, when);
}
