// A time in a readable form, in the viewer's time zone, with the exact instant on hover.
import { Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useNow } from "./use-now.ts";

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const TICK_MILLIS = 10_000;
/** Older times are shown as dates. */
const RELATIVE_MILLIS_MAX = 7 * 86_400_000;

/** `relative` shows "3 minutes ago" and keeps it up to date. */
export type MomentStyle = "relative" | "exact";

interface MomentProps {
  /** Milliseconds since 1970; null and 0 mean "never". */
  readonly ts: number | null | undefined;
  readonly never?: string;
  readonly style?: MomentStyle;
}

export function Moment({ ts, never = "never", style = "relative" }: MomentProps): ReactNode {
  const now = useNow(style === "relative" ? TICK_MILLIS : null);
  if (ts === null || ts === undefined || ts === 0)
    return (
      <Text span inherit c="dimmed">
        {never}
      </Text>
    );
  const instant = new Date(ts);
  const isShort = style === "relative" && Math.abs(ts - now) <= RELATIVE_MILLIS_MAX;
  return (
    <Tooltip label={`${EXACT.format(instant)} · ${instant.toISOString()}`}>
      <time dateTime={instant.toISOString()} style={isShort ? { whiteSpace: "nowrap" } : undefined}>
        {style === "exact" ? EXACT.format(instant) : relativeText(ts, now)}
      </time>
    </Tooltip>
  );
}

export function exactTime(ts: number): string {
  return EXACT.format(new Date(ts));
}

function relativeText(ts: number, now: number): string {
  const distance = ts - now;
  if (Math.abs(distance) > RELATIVE_MILLIS_MAX) return EXACT.format(new Date(ts));
  const step = STEPS.find(([, millis]) => Math.abs(distance) >= millis);
  return step === undefined ? "just now" : RELATIVE.format(Math.round(distance / step[1]), step[0]);
}
