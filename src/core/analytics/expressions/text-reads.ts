// Long texts in formulas: what one value may take is bounded, and how much was read says when others have their turn.
import type { Cell } from "../report/report-engine.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Bindings, Evaluate } from "./compile.ts";
import type { Name } from "./expression.ts";
import { TEXT_RESULT_MAX } from "./functions.ts";

/** Characters of texts that a formula reads for one value; each mention of a name counts. */
const CHARS_OF_A_VALUE_MAX = 2_000_000;
/** Functions take no longer text, whose characters are one or two units each. */
const UNITS_COUNTED_MAX = 2 * TEXT_RESULT_MAX;

export class TextReads {
  #chars = 0;

  /** The same bindings, which throw `REPORT_TOO_EXPENSIVE` where a value reads too much. */
  counting<Row>(bindings: Bindings<Row>): Bindings<Row> {
    const read = (name: Name): Evaluate<Row> => {
      const value = bindings.read(name);
      return (row) => this.#counted(value(row));
    };
    return { ...bindings, localTime: (ts) => bindings.localTime(ts), read };
  }

  /** Characters that were read since this was asked last, which is before each value. */
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
