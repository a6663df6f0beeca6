// Turns computed rows into a report: sorts them, and cuts them to the row and byte limits. Source: analytics contract
// 3.1 no. 13 and 14, 3.10.
import { nextTurn } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { JsonText } from "../../values.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { comparedColumns } from "../view/labels.ts";
import type { ComparedColumn, Field, FieldId, Nulls } from "../view/table-view.ts";
import type { ViewFormulas } from "../view/view-formulas.ts";
import { comparedCell, impliedSort, partLabelsOf, rowOrder, shownCell } from "./cells.ts";
import { tableRowWriter } from "./encode-report.ts";
import { typeOfCell } from "./group-by.ts";
import type { Cell } from "./report-engine.ts";
import type { RunBasis } from "./report-run.ts";
import type { ColumnType, Report, ReportColumn, RunnableView, Truncation } from "./report.ts";

export interface ResultRows {
  readonly length: number;
  /** Columns of all fields, including hidden ones. */
  readonly columns: ReadonlyMap<FieldId, readonly Cell[]>;
  /** The values of compared fields in the earlier period. */
  readonly earlier: ReadonlyMap<FieldId, readonly Cell[]>;
  /** Rows whose cell was filled in, by field. */
  readonly filled: ReadonlyMap<FieldId, ReadonlySet<number>>;
  /** Tie-breakers for rows that are otherwise equal: columns of numbers in order of priority. */
  readonly ties: readonly (readonly number[])[];
}

export interface Cut {
  readonly offset: number;
  readonly rows: number;
  /** Most rows of a complete report, whichever part of it the caller requested. */
  readonly wholeRowsMax: number;
  readonly bytesMax: number;
}

interface Column {
  readonly field: Field;
  readonly compared: ComparedColumn | null;
  readonly shown: ReportColumn;
}

export const NO_ROWS: ResultRows = { length: 0, columns: new Map(), earlier: new Map(), filled: new Map(), ties: [] };

/** Whether the view drops a row because its measures are missing. */
export function droppedTest(
  { fields, nulls: { dropRows } }: RunnableView,
  columns: ResultRows["columns"],
): (row: number) => boolean {
  const measures = fields.filter(({ kind, hidden }) => kind === "measure" && !hidden);
  if (dropRows === "none" || measures.length === 0) return () => false;
  const cells = measures.map(({ id }) => columns.get(id) ?? []);
  const isMissing = (row: number) => (column: readonly Cell[]) => (column[row] ?? null) === null;
  return dropRows === "anyMeasureMissing" ? (row) => cells.some(isMissing(row)) : (row) => cells.every(isMissing(row));
}

/** All rows in the view's sort order. */
function sortedRows(rows: ResultRows, { sort, fields }: RunnableView): Promise<readonly number[]> {
  const compare = rowOrder(rows.columns, [...sort, ...impliedSort(fields)]);
  return sortedInTurns(rows.length, (left, right) => {
    const order = compare(left, right);
    if (order !== 0) return order;
    for (const tie of rows.ties) if (tie[left] !== tie[right]) return (tie[left] ?? 0) - (tie[right] ?? 0);
    return 0;
  });
}

/** Rows processed before yielding to other work: a few milliseconds. */
const ROWS_OF_TURN = 5_000;

/**
 * Sorts and cuts the rows. Throws REPORT_TOO_LARGE for a report over the limits if the view does not accept partial
 * reports.
 */
export async function finishedReport(
  run: Pick<RunBasis, "view" | "formulas">,
  rows: ResultRows,
  cut: Cut,
): Promise<Pick<Report, "columns" | "rows" | "filled"> & { readonly truncated: Truncation | null }> {
  const { view } = run;
  const order = await sortedRows(rows, view);
  const inPage = order.slice(cut.offset, cut.offset + cut.rows);
  let truncated: Truncation | null = order.length > cut.offset + cut.rows ? { reason: "rows", limit: cut.rows } : null;
  const columns = visibleColumns(run, rows, inPage);
  const cells: (readonly Cell[])[] = [];
  for (const row of inPage) {
    if (cells.length % ROWS_OF_TURN === 0) await nextTurn();
    cells.push(columns.map((column) => cellAt(column, rows, row)));
  }
  const shown = columns.map((column) => column.shown);
  const fitting = rowsWithin(shown, cells, view.nulls, cut.bytesMax);
  if (fitting < cells.length) {
    cells.length = fitting;
    truncated = { reason: "bytes", limit: cut.bytesMax };
  }
  if (truncated !== null && view.limit.onExceed === "fail") {
    // A caller may request part of a report, but only of one that could be returned as a whole.
    if (truncated.reason === "bytes") throw tooLarge(truncated);
    if (order.length > cut.wholeRowsMax) throw tooLarge({ reason: "rows", limit: cut.wholeRowsMax });
  }
  return {
    columns: shown,
    rows: cells,
    filled: filledCells(columns, rows, inPage, fitting),
    truncated,
  };
}

/** The visible cells of a row that has only field cells, such as a row of totals. */
export function visibleCells(
  view: RunnableView,
  { types }: ViewFormulas,
  cellOf: (field: Field) => Cell,
): readonly Cell[] {
  return view.fields.flatMap((field) => {
    if (field.hidden) return [];
    const cell = shownCell(field, types.get(field.id) ?? null, cellOf(field));
    return [cell, ...comparedColumns(view.compare, field).map(() => null)];
  });
}

function visibleColumns(
  { view, formulas }: Pick<RunBasis, "view" | "formulas">,
  rows: ResultRows,
  inPage: readonly number[],
): readonly Column[] {
  return view.fields.flatMap((field): readonly Column[] => {
    if (field.hidden) return [];
    const { id, label, unit, kind: role, decimals, format } = field;
    const type = columnType(field, formulas, rows, inPage);
    const shown: ReportColumn = {
      ...{ id, field: id, label, type, unit, role, decimals, format },
      partLabels: partLabelsOf(field),
    };
    const compared = comparedColumns(view.compare, field).map(({ column, label: heading }): Column => {
      const isOfField = column === "value" || column === "delta";
      return {
        field,
        compared: column,
        shown: {
          ...shown,
          id: `${id}.${column}`,
          label: heading,
          type: column === "value" ? type : "number",
          unit: isOfField ? unit : column === "percent" ? "%" : "",
          role: "comparison",
        },
      };
    });
    return [{ field, compared: null, shown }, ...compared];
  });
}

function columnType(field: Field, { types }: ViewFormulas, rows: ResultRows, inPage: readonly number[]): ColumnType {
  if (field.dataType !== "auto") return field.dataType;
  const known = types.get(field.id) ?? null;
  if (known === "time") return known;
  const cells = rows.columns.get(field.id) ?? [];
  const found = new Set<ColumnType>();
  for (const row of inPage) {
    const cell = cells[row] ?? null;
    if (cell !== null) found.add(typeOfCell(cell));
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : found.size === 0 ? (known ?? "any") : "any";
}

function cellAt({ field, compared, shown: { type } }: Column, rows: ResultRows, row: number): Cell {
  const value = rows.columns.get(field.id)?.[row] ?? null;
  if (compared === null) return shownCell(field, type, value);
  const cell = comparedCell(compared, value, rows.earlier.get(field.id)?.[row] ?? null);
  // The field's decimals do not apply to a percentage.
  return compared === "value" || compared === "delta" ? shownCell(field, type, cell) : cell;
}

function filledCells(
  columns: readonly Column[],
  rows: ResultRows,
  inPage: readonly number[],
  length: number,
): readonly (readonly [row: number, column: number])[] {
  const filled: (readonly [number, number])[] = [];
  const sets = columns.map(({ field, compared }) => (compared === null ? rows.filled.get(field.id) : undefined));
  if (sets.every((set) => set === undefined)) return filled;
  for (let place = 0; place < length; place++)
    for (const [column, set] of sets.entries())
      if (set?.has(inPage[place] ?? -1) === true) filled.push([place, column]);
  return filled;
}

function tooLarge({ reason, limit }: Truncation): AnalyticsError {
  const what = reason === "rows" ? `${String(limit)} rows` : `${String(limit)} bytes (REPORT_MAX_BYTES)`;
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The report has more than ${what}, and the view asks to fail rather than to give a part of it.`,
    [],
    { limit: { name: reason === "rows" ? "limit.rows" : "REPORT_MAX_BYTES", value: limit } },
  );
}

/** Most characters of a number or boolean. */
const NUMBER_CHARS = 26;
/** Most bytes of one UTF-16 unit in JSON: `\u0000`. */
const UNIT_BYTES = 6;
/** Quotes, a colon and a comma. */
const SIGN_BYTES = 4;

/** Number of leading rows that fit in `bytesMax`. */
export function rowsWithin(
  columns: readonly ReportColumn[],
  rows: readonly (readonly Cell[])[],
  nulls: Nulls,
  bytesMax: number,
): number {
  if (mostBytes(columns, rows, nulls) <= bytesMax) return rows.length;
  const write = tableRowWriter(columns, nulls);
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += Buffer.byteLength(write(row)) + 1;
    if (bytes > bytesMax) return index;
  }
  return rows.length;
}

function mostBytes(columns: readonly ReportColumn[], rows: readonly (readonly Cell[])[], nulls: Nulls): number {
  const keyBytes = columns.reduce((sum, { label }) => sum + label.length * UNIT_BYTES + SIGN_BYTES, SIGN_BYTES);
  const missingBytes = nulls.text.length * UNIT_BYTES + SIGN_BYTES;
  const numberBytes = columns.map(({ partLabels }) =>
    Math.max(NUMBER_CHARS, ...[...(partLabels?.values() ?? [])].map((label) => label.length * UNIT_BYTES)),
  );
  let bytes = keyBytes * rows.length;
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      if (cell === null) bytes += missingBytes;
      else if (typeof cell === "string") bytes += cell.length * UNIT_BYTES + SIGN_BYTES;
      else if (cell instanceof JsonText) bytes += cell.text.length * UNIT_BYTES + SIGN_BYTES;
      else bytes += numberBytes[index] ?? NUMBER_CHARS;
    }
  return bytes;
}
