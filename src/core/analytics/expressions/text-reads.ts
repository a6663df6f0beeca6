// Limits what a formula may read of long texts for one value, and counts it, so that the caller knows when to yield to
// other work.
import type { Cell } from "../report/report-engine.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Bindings, Evaluate } from "./compile.ts";
import type { Name } from "./expression.ts";
import { TEXT_RESULT_MAX } from "./functions.ts";

/** Most characters of texts that a formula may read for one value; each use of a name counts. */
const CHARS_OF_A_VALUE_MAX = 2_000_000;
/** Functions accept no longer text; a character is one or two units. */
const UNITS_COUNTED_MAX = 2 * TEXT_RESULT_MAX;

export class TextReads {
  #chars = 0;

  /** The same bindings, which throw `REPORT_TOO_EXPENSIVE` if a formula reads too much for one value. */
  counting<Row>(bindings: Bindings<Row>): Bindings<Row> {
    const read = (name: Name): Evaluate<Row> => {
      const value = bindings.read(name);
      return (row) => this.#counted(value(row));
    };
    return { ...bindings, localTime: (ts) => bindings.localTime(ts), read };
  }

  /** The number of characters read since the last call. Must be called before each value. */
  taken(): number {
    const chars = this.#chars;
    this.#chars = 0;
    return chars;
  }

  #counted(cell: Cell): Cell {
    if (typeof cell !== "string") return cell;
    this.#chars += Math.min(cell.length, UNITS_COUNTED_MAX);
    if (this.#chars <= CHARS_OF_A_VALUE_MAX) return cell;
    const most = String(CHARS_OF_A_VALUE_MAX);
    throw new AnalyticsError(
      "REPORT_TOO_EXPENSIVE",
      `a formula may read ${most} characters for one value, counting each mention of a text; this one reads more: name long texts less often`,
    );
  }
}
