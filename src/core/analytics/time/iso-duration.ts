// ISO 8601 durations, as `P7D`, `P1M` or `PT6H`: how far back a compared period lies. Source: analytics contract 2.10.
import { AnalyticsError } from "../analytics-error.ts";

/** How far back: first by the calendar, with the wall time kept, then by elapsed time. */
export interface Shift {
  readonly months: number;
  readonly days: number;
  readonly millis: number;
}

const DURATION =
  /^P(?:([0-9]{1,3})Y)?(?:([0-9]{1,4})M)?(?:([0-9]{1,4})W)?(?:([0-9]{1,5})D)?(?:T(?=[0-9])(?:([0-9]{1,6})H)?(?:([0-9]{1,7})M)?(?:([0-9]{1,8})S)?)?$/;

/** Undefined for a text that is no duration above zero in whole units. */
export function readDuration(text: string): Shift | undefined {
  const found = DURATION.exec(text);
  if (found === null) return undefined;
  const part = (index: number): number => Number(found[index] ?? 0);
  const shift = {
    months: part(1) * 12 + part(2),
    days: part(3) * 7 + part(4),
    millis: (part(5) * 3_600 + part(6) * 60 + part(7)) * 1_000,
  };
  return shift.months + shift.days + shift.millis > 0 ? shift : undefined;
}

/** Throws `VIEW_INVALID` for what `readDuration` does not know. */
export function parseDuration(text: string): Shift {
  const shift = readDuration(text);
  if (shift !== undefined) return shift;
  const message = `"${text.slice(0, 100)}" is no duration above zero; write one as "P7D", "P1M" or "PT6H".`;
  throw new AnalyticsError("VIEW_INVALID", message, [{ pointer: "/compare/shift", code: "COMPARE_INVALID", message }]);
}
