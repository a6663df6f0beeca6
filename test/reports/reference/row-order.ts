// The total order of rows. Source: analytics contract 3.10.
import type { Field, SortEntry } from "../../../src/core/analytics/view/table-view.ts";
import type { Cell } from "./reference-input.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./run.ts";
import { compareTexts, compareValues } from "./values.ts";

/** The order that rows have without being sorted: times, dimensions, device. */
export function compareRows(run: Run, left: Row, right: Row): number {
  for (const { id } of impliedFields(run.view.fields)) {
    const order = compareCells(left.cells.get(id) ?? null, right.cells.get(id) ?? null, "asc", "last");
    if (order !== 0) return order;
  }
  return compareTexts(left.place.group.deviceId ?? "", right.place.group.deviceId ?? "");
}

export function impliedFields(fields: readonly Field[]): readonly Field[] {
  return [...fields.filter(({ kind }) => kind === "time"), ...fields.filter(({ kind }) => kind === "dimension")];
}

export function compareSorted(
  entries: readonly SortEntry[],
  left: ReadonlyMap<string, Cell>,
  right: ReadonlyMap<string, Cell>,
): number {
  for (const { field, direction, missing } of entries) {
    const order = compareCells(left.get(field) ?? null, right.get(field) ?? null, direction, missing);
    if (order !== 0) return order;
  }
  return 0;
}

function compareCells(left: Cell, right: Cell, direction: "asc" | "desc", missing: "first" | "last"): number {
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === (missing === "first") ? -1 : 1;
  }
  const order = compareValues(left, right);
  return direction === "asc" ? order : -order;
}
