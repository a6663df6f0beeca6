// Names in place of the numbers of a calendar part, as `format.labels` of a field gives them: a list by the part's first
// number, or an object by number. Source: analytics contract 3.9.
import type { Field, TimePart } from "../view/table-view.ts";

/** What each part counts from. */
const FIRST: Readonly<Record<TimePart, number>> = {
  minuteOfHour: 0,
  hourOfDay: 0,
  dayOfWeek: 1,
  dayOfMonth: 1,
  weekOfMonth: 1,
  weekOfYear: 1,
  monthOfYear: 1,
  quarterOfYear: 1,
  year: 0,
  isWeekend: 0,
};

/** Null for fields that are no calendar part, and for those that show their numbers. */
export function partLabelsOf({ source, format }: Pick<Field, "source" | "format">): ReadonlyMap<number, string> | null {
  if (source.type !== "timePart") return null;
  const labels: unknown = format["labels"];
  if (typeof labels !== "object" || labels === null) return null;
  const first = Array.isArray(labels) ? FIRST[source.part] : 0;
  const found = new Map<number, string>();
  for (const [key, label] of Object.entries(labels)) {
    const number = Number(key) + first;
    if (Number.isInteger(number) && typeof label === "string") found.set(number, label);
  }
  return found.size === 0 ? null : found;
}
