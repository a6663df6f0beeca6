// A time in a readable form, in the viewer's time zone, with the exact instant on hover.
import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useNow } from "./use-now.ts";
import { exactTime, region } from "../words/format.ts";
import { words } from "../words/words.ts";

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const RELATIVE = new Intl.RelativeTimeFormat(region.dateLocale, { numeric: "auto" });
const TICK_MILLIS = 10_000;
/** Older times are shown as dates. */
const RELATIVE_MILLIS_MAX = 7 * 86_400_000;

/** `relative` shows "3 minutes ago" and keeps it up to date, and what is long ago as a date; `age` never shows a date. */
export type MomentStyle = "relative" | "exact" | "age";

interface MomentProps {
  /** Milliseconds since 1970; null and 0 mean "never". */
  readonly ts: number | null | undefined;
  readonly never?: string;
  readonly style?: MomentStyle;
}

export function Moment({ ts, never = words.components.moment.never, style = "relative" }: MomentProps): ReactNode {
  const now = useNow(style === "exact" ? null : TICK_MILLIS);
  if (ts === null || ts === undefined || ts === 0)
    return (
      <Text span inherit c="dimmed">
        {never}
      </Text>
    );
  const instant = new Date(ts);
  const isShort = style === "age" || (style === "relative" && Math.abs(ts - now) <= RELATIVE_MILLIS_MAX);
  return (
    <Tooltip label={`${exactTime(ts)} · ${instant.toISOString()}`}>
      <time dateTime={instant.toISOString()} style={isShort ? { whiteSpace: "nowrap" } : { overflowWrap: "normal" }}>
        {isShort ? relativeText(ts - now) : exactTime(ts)}
      </time>
    </Tooltip>
  );
}

function relativeText(distance: number): string {
  const step = STEPS.find(([, millis]) => Math.abs(distance) >= millis);
  if (step === undefined) return words.components.moment.justNow;
  return RELATIVE.format(Math.round(distance / step[1]), step[0]);
}
