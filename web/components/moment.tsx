// A time in a readable form, in the viewer's time zone, with the exact instant on hover.
import { Text, Tooltip } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useNow } from "./use-now.ts";
import { exactHalves, exactTime, region, withCapital } from "../words/format.ts";
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
  /** Begins with a small letter, as "just now"; alone it is "Just now". */
  readonly isInSentence?: boolean;
}

export function Moment({
  ts,
  never = words.components.moment.never,
  style = "relative",
  isInSentence = false,
}: MomentProps): ReactNode {
  const now = useNow(style === "exact" ? null : TICK_MILLIS);
  const shown = isInSentence ? asItIs : withCapital;
  if (ts === null || ts === undefined || ts === 0)
    return (
      <Text span inherit c="dimmed">
        {shown(never)}
      </Text>
    );
  const instant = new Date(ts);
  const isShort = style === "age" || (style === "relative" && Math.abs(ts - now) <= RELATIVE_MILLIS_MAX);
  return (
    <Tooltip label={`${exactTime(ts)} · ${instant.toISOString()}`}>
      <time dateTime={instant.toISOString()}>
        <Unbroken parts={isShort ? [shown(relativeText(ts - now))] : exactHalves(ts)} />
      </time>
    </Tooltip>
  );
}

/** A line may end between the parts, not within one. */
function Unbroken({ parts }: { readonly parts: readonly string[] }): ReactNode {
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <span style={{ whiteSpace: "nowrap" }}>{part}</span>
    </Fragment>
  ));
}

function asItIs(text: string): string {
  return text;
}

/** Of a time that is so many milliseconds ahead of now, or behind it if negative. */
export function relativeText(distance: number): string {
  const step = STEPS.find(([, millis]) => Math.abs(distance) >= millis);
  if (step === undefined) return words.components.moment.justNow;
  const steps = distance / step[1];
  // What was 90 minutes ago was not two hours ago; what has just been set to end in 30 days ends in 30.
  return RELATIVE.format(distance < 0 ? Math.ceil(steps) : Math.round(steps), step[0]);
}
