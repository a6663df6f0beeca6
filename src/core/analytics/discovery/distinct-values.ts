// The distinct values of a column with the number of devices that have each, which a form offers for a filter. Values
// with the same canonical text count as one. Source: analytics contract 3.7, 4.3.
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
  /** Numbers by size, then booleans, then texts by code point. */
  readonly values: readonly ValueCount[];
  /** Whether there are more than `limit`. */
  readonly isCut: boolean;
}

/**
 * At most `limit` of the values that contain `text`, case-insensitive. Missing values and texts too long for a filter
 * are left out.
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
