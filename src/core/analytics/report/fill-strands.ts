// Gap filling of one measure over all rows of a table: strand by strand, in the order of buckets. Source: analytics
// contract 3.8.
import { nextTurn } from "../../../lib/next-turn.ts";
import type { GapFill } from "../view/table-view.ts";
import { fillGaps } from "./fill-gaps.ts";
import type { RowKey } from "./group-rows.ts";
import type { Cell } from "./report-engine.ts";
import type { TimeAxis } from "./time-axis.ts";

/** Rows handled between two turns of others. */
const ROWS_OF_TURN = 10_000;

/** `strands`: rows that differ in their bucket only. `own`: undefined where the measure has no row of its own. */
export async function fillStrands(
  own: readonly (Cell | undefined)[],
  strands: readonly (readonly number[])[],
  keys: readonly RowKey[],
  rule: GapFill,
  { edges }: TimeAxis,
  counts: boolean,
): Promise<{ readonly cells: readonly Cell[]; readonly filled: ReadonlySet<number> }> {
  const cells = new Array<Cell>(own.length).fill(null);
  const filled = new Set<number>();
  let rows = 0;
  for (const members of strands) {
    rows += members.length;
    if (rows >= ROWS_OF_TURN) {
      rows = 0;
      await nextTurn();
    }
    const ordered = [...members].sort((left, right) => (keys[left]?.bucket ?? 0) - (keys[right]?.bucket ?? 0));
    const startsAt = ordered.map((row) => edges?.[keys[row]?.bucket ?? 0] ?? 0);
    const result = fillGaps(
      ordered.map((row) => own[row]),
      rule,
      startsAt,
      counts,
    );
    for (const [index, row] of ordered.entries()) cells[row] = result.cells[index] ?? null;
    for (const index of result.filled) {
      const row = ordered[index];
      if (row !== undefined) filled.add(row);
    }
  }
  return { cells, filled };
}
