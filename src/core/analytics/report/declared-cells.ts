// What the view says of its cells: a declared type that cells do not have makes them missing, and digits to which they are
// rounded once everything else is done. Source: analytics contract 2.4, 3.9.
import { JsonText } from "../../values.ts";
import { roundHalfAway } from "../expressions/rounding.ts";
import type { DataType, Field } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import type { RunNotes } from "./run-notes.ts";

/** The column with cells of another type than the field declares as missing; the run is told of them. */
export function declaredCells(field: Field, cells: readonly Cell[], notes: RunNotes): readonly Cell[] {
  const { dataType } = field;
  if (dataType === "auto") return cells;
  let misfits = 0;
  const checked = cells.map((cell) => {
    if (cell === null || isOfType(cell, dataType)) return cell;
    misfits++;
    return null;
  });
  if (misfits === 0) return cells;
  notes.warn(
    "TYPE_MISMATCH",
    `Column "${field.label}" is declared as ${dataType}; ${String(misfits)} of its values are of another type and are missing.`,
    field.id,
  );
  return checked;
}

function isOfType(cell: Exclude<Cell, null>, type: Exclude<DataType, "auto">): boolean {
  switch (type) {
    case "number":
      return typeof cell === "number" || typeof cell === "bigint";
    case "time":
      return typeof cell === "number";
    case "text":
      return typeof cell === "string";
    case "boolean":
      return typeof cell === "boolean";
    case "json":
      return cell instanceof JsonText;
  }
}

/** `type` of the column: a time is whole milliseconds, whatever it was computed from. */
export function shownCell({ round, decimals }: Field, type: DataType | "any" | null, cell: Cell): Cell {
  if (typeof cell !== "number") return cell;
  const digits = type === "time" ? 0 : round ? decimals : null;
  if (digits === null) return cell;
  const rounded = roundHalfAway(cell, digits);
  // There is one zero.
  return rounded === 0 ? 0 : rounded;
}
