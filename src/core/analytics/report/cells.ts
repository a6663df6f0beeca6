// Operations on the cells of a report: sorting, type checks, display formatting, comparison with an earlier value, and
// extracting a cell from a stored value. Source: analytics contract 2.4, 2.5, 2.7, 2.10, 3.6, 3.9, 3.10.
import { memberText } from "../../../lib/json-text.ts";
import { parseExactly } from "../../../lib/json.ts";
import { JsonText, type Value } from "../../values.ts";
import { roundHalfAway } from "../expressions/rounding.ts";
import { compareTexts, numberOfText } from "../expressions/text-values.ts";
import { PART_RANGES } from "../time/time-part.ts";
import type { Cast, ComparedColumn, DataType, Field, FieldId, SortEntry } from "../view/table-view.ts";
import { canonicalText } from "./filters.ts";
import type { Cell } from "./report-engine.ts";
import type { RunNotes } from "./report.ts";
import { warning } from "./warning-words.ts";

type Present = Exclude<Cell, null>;

/** Negative, zero or positive if `left` sorts before, equal to, or after `right`. */
export function compareCells(left: Cell, right: Cell, direction: "asc" | "desc", missing: "first" | "last"): number {
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === (missing === "first") ? -1 : 1;
  }
  const order = comparePresent(left, right);
  return direction === "asc" ? order : -order;
}

/** Compares rows by the sort entries in order of priority; 0 if all of these cells are equal. */
export function rowOrder(
  columns: ReadonlyMap<FieldId, readonly Cell[]>,
  entries: readonly SortEntry[],
): (left: number, right: number) => number {
  const keys = entries.map((entry) => ({ ...entry, cells: columns.get(entry.field) ?? [] }));
  return (left, right) => {
    for (const { cells, direction, missing } of keys) {
      const order = compareCells(cells[left] ?? null, cells[right] ?? null, direction, missing);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** The default sort order: time fields, then dimensions, each in the order of the view. */
export function impliedSort(fields: readonly Field[]): readonly SortEntry[] {
  const ofKind = (wanted: Field["kind"]): readonly SortEntry[] =>
    fields.flatMap(({ kind, id }) => (kind === wanted ? [{ field: id, direction: "asc", missing: "last" }] : []));
  return [...ofKind("time"), ...ofKind("dimension")];
}

function comparePresent(left: Present, right: Present): number {
  const [one, other] = [rankOf(left), rankOf(right)];
  if (one !== other) return one - other;
  if (left instanceof JsonText && right instanceof JsonText) return compareTexts(left.text, right.text);
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

function rankOf(cell: Present): number {
  if (cell instanceof JsonText) return 3;
  if (typeof cell === "string") return 2;
  return typeof cell === "boolean" ? 1 : 0;
}

/**
 * Returns the column with cells of a type other than the declared one replaced by null, and adds a warning. Undefined
 * cells stay undefined.
 */
export function declaredCells<Item extends Cell | undefined>(
  field: Field,
  cells: readonly Item[],
  notes: RunNotes,
): readonly (Item | null)[] {
  const { dataType } = field;
  if (dataType === "auto") return cells;
  let misfits = 0;
  const checked = cells.map((cell) => {
    const present: Cell = cell ?? null;
    if (present === null || isOfType(present, dataType)) return cell;
    misfits++;
    return null;
  });
  if (misfits === 0) return cells;
  notes.warn(warning("TYPE_MISMATCH", { column: field.label, type: dataType, count: misfits }), field.id);
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

/** `type` is the type of the column: a time is rounded to whole milliseconds, whatever it was computed from. */
export function shownCell({ round, decimals }: Field, type: DataType | "any" | null, cell: Cell): Cell {
  if (typeof cell !== "number") return cell;
  const digits = type === "time" ? 0 : round ? decimals : null;
  if (digits === null) return cell;
  const rounded = roundHalfAway(cell, digits);
  // Turns -0 into 0.
  return rounded === 0 ? 0 : rounded;
}

/** Null for fields that are not a calendar part, and for those that show the number. */
export function partLabelsOf({ source, format }: Pick<Field, "source" | "format">): ReadonlyMap<number, string> | null {
  if (source.type !== "timePart") return null;
  const labels: unknown = format["labels"];
  if (typeof labels !== "object" || labels === null) return null;
  const first = Array.isArray(labels) ? (PART_RANGES[source.part]?.[0] ?? 0) : 0;
  const found = new Map<number, string>();
  for (const [key, label] of Object.entries(labels)) {
    const number = Number(key) + first;
    if (Number.isInteger(number) && typeof label === "string") found.set(number, label);
  }
  return found.size === 0 ? null : found;
}

/** Null unless both values are numbers; percentage and ratio are null if the earlier value is 0. */
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

/** Null if the JSON has nothing at the path, or if the value cannot be cast. `path`: member names joined by dots. */
export function addressedValue(value: Value, path: string | null, cast: Cast = "auto"): Cell {
  const addressed = path === null ? value : memberAt(value, path.split("."));
  return addressed === null ? null : castTo(addressed, cast);
}

function memberAt(value: Value, path: readonly string[]): Cell {
  if (!(value instanceof JsonText)) return null;
  let { text } = value;
  for (const name of path) {
    // Only object members have names; array elements do not.
    if (!text.startsWith("{")) return null;
    const member = memberText(text, name);
    if (member === undefined) return null;
    text = member;
  }
  if (text.startsWith("{") || text.startsWith("[")) return new JsonText(text);
  const scalar = parseExactly(text);
  switch (typeof scalar) {
    case "string":
    case "number":
    case "bigint":
    case "boolean":
      return scalar;
    default:
      return null;
  }
}

function castTo(value: Value, cast: Cast): Cell {
  switch (cast) {
    case "auto":
      return value;
    case "text":
      return canonicalText(value);
    case "number":
      if (typeof value === "string") return numberOfText(value);
      return value instanceof JsonText ? null : typeof value === "boolean" ? Number(value) : value;
    case "boolean": {
      if (value instanceof JsonText) return null;
      if (typeof value !== "string") return Boolean(value);
      const word = value.toLowerCase();
      return word === "true" ? true : word === "false" ? false : null;
    }
  }
}
