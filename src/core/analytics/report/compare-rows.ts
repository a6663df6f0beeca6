// The columns that a comparison adds: the value of the earlier period beside each row, and what has changed since.
// Source: analytics contract 2.10, 3.6.
import type { ComparedColumn, FieldId } from "../view/table-view.ts";
import type { GroupedTable } from "./grouped-table.ts";
import type { Cell } from "./report-engine.ts";
import type { ComparedSpan } from "./spans.ts";

/** The earlier value of a field for each row of `main`. */
export function earlierCells(
  main: GroupedTable,
  earlier: GroupedTable | null,
  compared: ComparedSpan | null,
  field: FieldId,
): readonly Cell[] {
  if (earlier === null || compared === null) return new Array<Cell>(main.length).fill(null);
  const column = earlier.columns.get(field) ?? [];
  const beside = compared.partnersOf(main.axis, earlier.axis);
  return main.rows.keys.map((key) => {
    const bucket = beside[key.bucket] ?? -1;
    const row = bucket < 0 ? undefined : earlier.rows.find({ ...key, bucket });
    return row === undefined ? null : (column[row] ?? null);
  });
}

/** Numbers only; an earlier value of 0 has no percentage and no ratio. */
export function comparedCell(column: ComparedColumn, value: Cell, earlier: Cell): Cell {
  if (column === "value") return earlier;
  const [now, then] = [numberOf(value), numberOf(earlier)];
  return now === null || then === null ? null : changeOf(column, now, then);
}

function changeOf(column: Exclude<ComparedColumn, "value">, value: number, earlier: number): number | null {
  switch (column) {
    case "delta":
      return finite(value - earlier);
    case "percent":
      return earlier === 0 ? null : finite((100 * (value - earlier)) / Math.abs(earlier));
    case "ratio":
      return earlier === 0 ? null : finite(value / earlier);
  }
}

function numberOf(cell: Cell): number | null {
  return typeof cell === "number" || typeof cell === "bigint" ? Number(cell) : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? (value === 0 ? 0 : value) : null;
}
