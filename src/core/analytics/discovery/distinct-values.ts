// The distinct values of a column with how many devices have each: what a form offers for a filter. Values of one canonical
// text are one. Source: analytics contract 3.7, 4.3.
import { FILTER_VALUE_LENGTH_MAX } from "../view/filter-values.ts";
import { foldedText } from "../expressions/text-values.ts";
import { compareCells } from "../report/cells.ts";
import { canonicalText } from "../report/filters.ts";
import type { Cell } from "../report/report-engine.ts";

export interface ValueCount {
  readonly value: Exclude<Cell, null>;
  readonly devices: number;
}

export interface FoundValues {
  /** Numbers by size, then truth values, then texts by code point. */
  readonly values: readonly ValueCount[];
  /** There are more than were wanted. */
  readonly isCut: boolean;
}

/**
 * At most `limit` of the values that contain `text`, without regard to case. Missing is no value here, and neither is a text
 * too long for a filter.
 */
export function distinctValues(cells: Iterable<Cell>, text: string, limit: number): FoundValues {
  const wanted = foldedText(text);
  const counts = new Map<string, { readonly value: Exclude<Cell, null>; devices: number }>();
  for (const cell of cells) {
    if (cell === null) continue;
    const canonical = canonicalText(cell);
    const known = counts.get(canonical);
    if (known !== undefined) known.devices++;
    else if (canonical.length <= FILTER_VALUE_LENGTH_MAX) counts.set(canonical, { value: cell, devices: 1 });
  }
  const found = [...counts]
    .filter(([canonical]) => wanted === "" || foldedText(canonical).includes(wanted))
    .map(([, count]) => count)
    .sort((left, right) => compareCells(left.value, right.value, "asc", "last"));
  return { values: found.slice(0, limit), isCut: found.length > limit };
}
