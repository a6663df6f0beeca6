// The saved range of a view in words. Source: analytics contract 2.9.
import type { Schema } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";

type SavedRange = Schema<"TimeRange">;

/** Like "last 7 days", "this month", "last 3 weeks" or "a fixed time". */
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
