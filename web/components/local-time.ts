// Times on the viewer's clock, as inputs of times have them: text without a time zone.
import { clockFormat, region } from "../words/format.ts";

export interface Clock {
  /** As 2026-03-29T02:30:00. */
  textOf(ts: number): string;
  /**
   * The instant at which the clock shows this text, with or without seconds: the first of two if the clock is set back, and as much
   * later as the clock skips if it is set forward past it. Null if the text is not a time.
   */
  tsOf(text: string): number | null;
  /** Milliseconds to add to an instant to get what the clock shows. */
  offsetAt(ts: number): number;
}

const SECOND = 1_000;
/** Longer than any offset, and shorter than the time between two changes of one. */
const DAY = 86_400_000;
const TEXT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)$/;

export function clockOf(timeZone: string): Clock {
  const format = clockFormat(timeZone);
  const textOf = (ts: number): string => format.format(ts).replace(" ", "T");
  const offsetAt = (ts: number): number => {
    const whole = Math.floor(ts / SECOND) * SECOND;
    return Date.parse(`${textOf(whole)}Z`) - whole;
  };
  const tsOf = (text: string): number | null => {
    const [, date, time] = TEXT.exec(text) ?? [];
    if (date === undefined || time === undefined) return null;
    const shown = Date.parse(`${date}T${time}Z`);
    if (Number.isNaN(shown)) return null;
    const before = shown - offsetAt(shown - DAY);
    const after = shown - offsetAt(shown + DAY);
    const isShown = (ts: number): boolean => ts + offsetAt(ts) === shown;
    return isShown(after) && !isShown(before) ? after : before;
  };
  return { textOf, tsOf, offsetAt };
}

export const CLOCK = clockOf(region.timeZone);

/** Empty for null. */
export function localText(ts: number | null): string {
  return ts === null ? "" : CLOCK.textOf(ts);
}

/** Null if the text is not a time. */
export function tsOfLocalText(text: string): number | null {
  return CLOCK.tsOf(text);
}
