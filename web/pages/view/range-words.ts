// Ranges in words: the saved one of a view (source: analytics contract 2.9), and the one that is shown.
import type { Schema } from "../../api/schemas.ts";
import { LAST_RANGES, windowText } from "../../components/ranges.ts";
import { words } from "../../words/words.ts";
import { lastOf, type FilterValue, type RunRange } from "./view-address.ts";
import { withCapital } from "../../words/format.ts";

type SavedRange = Schema<"TimeRange">;

/** Like "last 7 days", "this month", "last 3 weeks" or "a fixed range". */
export function savedRangeWords(range: SavedRange): string {
  switch (range.type) {
    case "preset":
      return words.view.presets[range.preset];
    case "rolling":
      return words.view.rolling(range.amount, range.unit);
    case "expression":
      return words.view.expression(range.from, range.to);
    case "absolute":
      return words.view.fixedRange;
  }
}

/** The range that is shown and, if there are some, the number of the filters that have values. */
export function chosenWords(
  range: RunRange,
  saved: string,
  valuesOfFilters: readonly (readonly FilterValue[])[],
): readonly string[] {
  const active = valuesOfFilters.filter((values) => values.length > 0).length;
  return [chosenRangeWords(range, saved), ...(active === 0 ? [] : [words.view.filters.active(active)])];
}

/** Like "Last 24 hours", or the two times. `saved`: the saved range in words. */
export function chosenRangeWords(range: RunRange, saved: string): string {
  switch (range.kind) {
    case "saved":
      return withCapital(saved);
    case "last":
      return LAST_RANGES.find(({ value }) => value === range.text)?.label ?? lastWords(range.text);
    case "between":
      return range.from === null || range.to === null
        ? words.view.range.custom
        : windowText({ startTs: range.from, endTs: range.to });
  }
}

/** Like "Last 3 weeks", for `3w`. */
export function lastWords(text: string): string {
  const last = lastOf(text);
  return last === null ? text : withCapital(words.view.rolling(last.amount, last.unit));
}
