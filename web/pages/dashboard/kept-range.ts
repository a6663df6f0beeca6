// A range that somebody looks at, in the form in which a dashboard or one of its panels saves it.
import { LAST_RANGES, windowText } from "../../components/ranges.ts";
import type { RangeDraft } from "../view-editor/view-draft.ts";
import { savedRangeWords } from "../view/range-words.ts";
import type { RunRange } from "../view/view-address.ts";
import type { Configuration } from "./configuration.ts";
import { rangeOf } from "./dashboard-address.ts";

type SavedRange = Configuration["timeRange"];
/** Without its calendar, which is not part of what a range covers. */
type Span = Readonly<Record<string, unknown>>;

/** `now` in milliseconds: the end of a range with an open end. Its calendar is that of the range in whose place it is kept. */
export function keptRange(
  range: Exclude<RunRange, { kind: "saved" }>,
  now: number,
  former: RangeDraft = {},
): SavedRange {
  const known = LAST_RANGES.find(({ value }) => range.kind === "last" && value === range.text);
  const { timezone, weekStart, fiscalStartMonth } = former;
  const calendar = Object.entries({ timezone, weekStart, fiscalStartMonth }).filter(([, rule]) => rule !== undefined);
  // The platform completes what a range leaves out.
  return { ...(known?.saved ?? rangeOf(range, now)), ...Object.fromEntries(calendar) } as SavedRange;
}

/** Like "last 7 days", or the two times. */
export function keptRangeWords(range: SavedRange): string {
  return "startTs" in range ? windowText(range) : savedRangeWords(range);
}

/** Whether it moves with the clock. */
export function isMoving({ type }: Pick<SavedRange, "type">): boolean {
  return type !== "absolute";
}

/** Whether both cover the same time, in whatever form. */
export function isSameRange(one: SavedRange, other: SavedRange): boolean {
  return spanText(one) === spanText(other);
}

function spanText({ timezone: _zone, weekStart: _week, fiscalStartMonth: _year, ...span }: SavedRange): string {
  const known = LAST_RANGES.find(({ value, saved }) => saved.type === "preset" && isLast(span, value));
  const given = Object.entries(known?.saved ?? span).filter(([name, value]) => value !== USUAL[name]);
  return JSON.stringify(given.toSorted(([first], [second]) => (first < second ? -1 : 1)));
}

/** Of members that may be left out. */
const USUAL: Readonly<Record<string, unknown>> = { align: null, offset: 0, delayMs: 0 };

/** Whether it is that amount of a unit back from the present, such as `24h`. */
function isLast({ type, amount, unit, align = null, offset = 0, delayMs = 0 }: Span, text: string): boolean {
  const isPlain = type === "rolling" && align === null && offset === 0 && delayMs === 0;
  return isPlain && `${String(amount)}${String(unit)}` === text;
}
