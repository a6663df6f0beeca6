// Calculated fields over finished rows, each after those that it uses, window functions among them.
// Source: analytics contract 2.11, 3.1 no. 10.
import type { Name } from "../expressions/expression.ts";
import type { Evaluate } from "../expressions/compile.ts";
import { columnTurns, computeColumn, type WindowRows } from "../expressions/windows.ts";
import type { Field, FieldId } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";
import { declaredCells } from "./declared-cells.ts";

/** Rows as formulas see them. */
export interface FormulaRows extends WindowRows {
  /** Finished columns by field; those of calculated fields are added. */
  readonly columns: Map<FieldId, readonly Cell[]>;
  /** Where the bucket of a row starts and ends; null without one. */
  bucketAt(row: number): { readonly startMs: number; readonly endMs: number } | null;
}

const DAY = 86_400_000;

export async function computeFormulas(run: ReportRun, span: Span, rows: FormulaRows): Promise<void> {
  const fields = new Map<string, Field>(run.view.fields.map((field) => [field.id, field]));
  const turns = columnTurns();
  for (const id of run.formulas.order) {
    const [field, expression] = [fields.get(id), run.formulas.fields.get(id)?.expression];
    if (field === undefined || expression === null || expression === undefined) continue;
    const bindings = {
      read: (name: Name) => readName(name, span, rows, fields),
      localTime: (ts: number) => run.calendar.zone.toLocal(ts),
    };
    const column = await computeColumn(expression, rows, bindings, turns);
    rows.columns.set(id, declaredCells(field, column, span.notes));
  }
}

function readName(
  name: Name,
  { window }: Span,
  rows: FormulaRows,
  fields: ReadonlyMap<string, Field>,
): Evaluate<number> {
  switch (name.kind) {
    case "field": {
      const field = fields.get(name.field);
      const column = field === undefined ? [] : (rows.columns.get(field.id) ?? []);
      return (row) => column[row] ?? null;
    }
    case "range": {
      const { startTs, endTs } = window;
      const value = name.member === "days" ? (endTs - startTs) / DAY : name.member === "startMs" ? startTs : endTs;
      return () => value;
    }
    case "bucket":
      return (row) => rows.bucketAt(row)?.[name.member] ?? null;
    default:
      throw new Error(`a formula over finished rows names a ${name.kind}`);
  }
}
