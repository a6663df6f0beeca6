// The last hour by minutes, as bars with axes and without a charting library. A text states what can be seen: the maximum
// of a minute, its time, and the sum.
import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { numberFormat, timeFormat } from "../words/format.ts";
import { words } from "../words/words.ts";
import { MINUTE_MILLIS, scaleTopOf, timeTicksOf, valueTicksOf } from "./minute-scale.ts";
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

const WIDTH = 600;
const GAP = 2;
const HEIGHT = 84;
/** A small minute remains visible next to a large one. */
const BAR_HEIGHT_MIN = 2;
/** Between the parts of a bar that is cut off, and the height of the upper one. */
const CUT = { gap: 3, above: 5 };
/** Minutes between two marks of the time axis, and how near to "now" there is room for none; on a phone for fewer. */
const TIME_TICKS = { wide: { every: 15, free: 8 }, narrow: { every: 30, free: 14 } } as const;
const LINE_HEIGHT = 16;
const TICK_FORMAT = numberFormat({ notation: "compact", maximumFractionDigits: 1 });
const TICK = { position: "absolute", lineHeight: `${String(LINE_HEIGHT)}px`, whiteSpace: "nowrap" } as const;
const TIME = timeFormat({ timeStyle: "short" });
const WORDS = words.components.minutes;

export function MinuteBars({ unit, startTs, minutes, height = HEIGHT, color = "tide" }: MinuteBarsProps): ReactNode {
  const most = Math.max(0, ...minutes);
  const top = scaleTopOf(minutes);
  const step = WIDTH / Math.max(1, minutes.length);
  const timeOf = (index: number): string => TIME.format(new Date(startTs + index * MINUTE_MILLIS));
  const heightOf = (count: number): number => (count / top) * (height - 2);
  const ticks = valueTicksOf(top).map((value) => ({ text: TICK_FORMAT.format(value), y: height - heightOf(value) }));
  return (
    <Box>
      <Group justify="space-between" gap="0 12px" mb={LINE_HEIGHT / 2 + 2}>
        <Text size="xs" c="dimmed">
          {WORDS.perMinute(unit)}
        </Text>
        <Text size="xs" c="dimmed">
          {most === 0 ? WORDS.none : most > top ? WORDS.peakCut(most) : WORDS.peak(most)}
        </Text>
      </Group>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <ValueAxis ticks={ticks} height={height} />
        <Box style={{ flex: 1, minWidth: 0 }}>
          <svg
            role="img"
            aria-label={inWords(unit, minutes, timeOf)}
            viewBox={`0 0 ${String(WIDTH)} ${String(height)}`}
            preserveAspectRatio="none"
            style={{ display: "block", width: "100%", height }}
          >
            {ticks.map(({ text, y }) => (
              <line
                key={text}
                x1={0}
                x2={WIDTH}
                y1={y - 0.5}
                y2={y - 0.5}
                stroke="var(--mantine-color-default-border)"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {minutes.map((count, index) => {
              // The current minute is not over yet.
              const isNow = index === minutes.length - 1;
              const isCut = count > top;
              const size = count === 0 ? 0 : Math.max(BAR_HEIGHT_MIN, heightOf(Math.min(count, top)));
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
          <TimeAxis startTs={startTs} minutes={minutes.length} timeOf={timeOf} />
        </Box>
      </Group>
    </Box>
  );
}

interface ValueAxisProps {
  readonly ticks: readonly { readonly text: string; readonly y: number }[];
  readonly height: number;
}

/** The picture is in words for those who do not see it, and so are its axes. */
function ValueAxis({ ticks, height }: ValueAxisProps): ReactNode {
  const longest = Math.max(...ticks.map(({ text }) => text.length));
  return (
    <Text
      component="div"
      size="xs"
      c="dimmed"
      aria-hidden
      style={{ position: "relative", height, width: `${String(longest)}ch` }}
    >
      {ticks.map(({ text, y }) => (
        <span key={text} style={{ ...TICK, right: 0, top: y - LINE_HEIGHT / 2 }}>
          {text}
        </span>
      ))}
    </Text>
  );
}

interface TimeAxisProps {
  readonly startTs: number;
  readonly minutes: number;
  readonly timeOf: (index: number) => string;
}

function TimeAxis({ startTs, minutes, timeOf }: TimeAxisProps): ReactNode {
  const { every, free } = TIME_TICKS[useIsNarrow() ? "narrow" : "wide"];
  const shown = timeTicksOf(startTs, minutes, every).filter((index) => index < minutes - free);
  return (
    <Text component="div" size="xs" c="dimmed" aria-hidden mt={4} style={{ position: "relative", height: LINE_HEIGHT }}>
      {shown.map((index) => (
        <span
          key={startTs + index * MINUTE_MILLIS}
          style={{ ...TICK, left: `${String((index / minutes) * 100)}%`, transform: "translateX(-50%)" }}
        >
          {timeOf(index)}
        </span>
      ))}
      <span style={{ ...TICK, right: 0 }}>{WORDS.now}</span>
    </Text>
  );
}

function inWords(unit: string, minutes: readonly number[], timeOf: (index: number) => string): string {
  const most = Math.max(0, ...minutes);
  if (most === 0) return WORDS.noneInWords(unit);
  const sum = minutes.reduce((total, count) => total + count, 0);
  const when = timeOf(minutes.indexOf(most));
  return WORDS.inWords(sum, unit, most, when);
}
