// The table of a grouped report over one span of time: each measure is computed on its own samples, the results are
// joined on the group key, gaps are filled, and calculated fields are added. Totals, rankings and comparisons are
// tables of the same kind with another key or span. Source: analytics contract 2.11, 3.1 no. 6 to 10, 3.4.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import type { Evaluate } from "../expressions/compile.ts";
import type { Name } from "../expressions/expression.ts";
import { columnTurns, computeColumn, type WindowRows } from "../expressions/windows.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Aggregation, Field, FieldId } from "../view/table-view.ts";
import { declaredCells, impliedSort, rowOrder } from "./cells.ts";
import { aggregateDimensions } from "./dimension-measures.ts";
import { fillPartitions } from "./fill-gaps.ts";
import { deviceColumn, GroupRows, type GroupBy, partitionsByBucket } from "./group-by.ts";
import { addBuckets, addEmptyGroups, type Building, isGapFilled, joinMeasures, type OwnCells } from "./join-rows.ts";
import type { Cell } from "./report-engine.ts";
import { type ReportRun, type RunBasis, type Span, timeAxis } from "./report-run.ts";

export interface GroupedTable extends Building {
  readonly length: number;
  /** One column per field; fields that are not part of the key have null cells. */
  readonly columns: Map<FieldId, readonly Cell[]>;
  /** Rows whose cell was filled in, by field. */
  readonly filled: ReadonlyMap<FieldId, ReadonlySet<number>>;
  /** Rows in the implied order: time fields, dimensions, device. */
  readonly order: readonly number[];
}

export async function groupedTable(run: ReportRun, span: Span, groupBy: GroupBy): Promise<GroupedTable> {
  const { keyed } = groupBy;
  const bucketed = new Set(keyed.buckets.map(({ id }) => id));
  const axis = timeAxis(span.buckets.filter(({ field }) => bucketed.has(field)));
  const rows = new GroupRows(run, axis.count, keyed.locf.length);
  const table = { run, span, groupBy, axis, rows };
  const measures = await joinMeasures(table);
  await addEmptyGroups(table);
  if (isGapFilled(table)) await addBuckets(table);
  const { columns, filled } = await finishColumns(table, measures);
  const order = await impliedOrder(table, columns);
  await computeFormulas(run, span, {
    length: rows.length,
    columns,
    // Only calculated fields use partitions.
    partitions: run.formulas.order.length === 0 ? [] : await partitionsOf(table, order),
    bucketAt: (row) => bucketAt(table, rows.keys[row]?.bucket ?? 0),
  });
  return { ...table, length: rows.length, columns, filled, order };
}

/** The full bucket (not cut by the range) of the first bucket field. */
function bucketAt(
  { span, axis }: Building,
  bucket: number,
): { readonly startMs: number; readonly endMs: number } | null {
  const first = span.buckets.find(({ field }) => axis.indexes.has(field));
  const index = first === undefined ? -1 : (axis.indexes.get(first.field)?.[bucket] ?? -1);
  const [startMs, endMs] = [first?.edges[index], first?.edges[index + 1]];
  return startMs === undefined || endMs === undefined ? null : { startMs, endMs };
}

// --- Columns ---

const COUNTING: ReadonlySet<string> = new Set(["count", "countDistinct", "completeness"]);

async function finishColumns(
  table: Building,
  measures: ReadonlyMap<FieldId, OwnCells>,
): Promise<Pick<GroupedTable, "columns" | "filled">> {
  const { run, span, groupBy, axis, rows } = table;
  const columns = new Map<FieldId, readonly Cell[]>();
  const filled = new Map<FieldId, ReadonlySet<number>>();
  for (const field of groupBy.fields) columns.set(field.id, declaredCells(field, keyColumn(table, field), span.notes));
  const partitions = isGapFilled(table) ? await partitionsByBucket(rows) : null;
  for (const field of run.view.fields) {
    if (field.kind !== "measure" || field.aggregation === null) continue;
    await nextTurn();
    if (!isOfSamples(field.source)) {
      columns.set(field.id, declaredCells(field, dimensionColumn(table, field, field.aggregation), span.notes));
      continue;
    }
    const found = measures.get(field.id) ?? [];
    const own = declaredCells(
      field,
      Array.from({ length: rows.length }, (_, row) => found[row]),
      span.notes,
    );
    const rule = { ...(field.fill ?? run.view.gaps), counts: COUNTING.has(field.aggregation.fn) };
    if (partitions === null)
      columns.set(
        field.id,
        own.map((cell) => (cell === undefined ? (rule.counts ? 0 : null) : cell)),
      );
    else {
      const result = await fillPartitions(own, { partitions, keys: rows.keys, axis }, rule);
      columns.set(field.id, result.cells);
      if (result.filled.size > 0) filled.set(field.id, result.filled);
    }
  }
  return { columns, filled };
}

function keyColumn({ axis, groupBy: { groups, keyed }, rows }: Building, field: Field): readonly Cell[] {
  const ofDevice = keyed.ofDevice.indexOf(field);
  if (ofDevice >= 0) {
    const cells = groups.cells[ofDevice] ?? [];
    return rows.keys.map(({ group }) => cells[group] ?? null);
  }
  const labels = axis.labels.get(field.id);
  if (labels !== undefined) return rows.keys.map(({ bucket }) => labels[bucket] ?? null);
  const part = keyed.parts.findIndex((each) => each.field === field);
  if (part >= 0)
    return rows.keys.map(({ parts }) => {
      const value = parts[part] ?? -1;
      return value < 0 ? null : value;
    });
  const locf = keyed.locf.findIndex((each) => each.field === field);
  return rows.locfCells[locf] ?? [];
}

/** Computed over the distinct devices of the row's group, so it is the same in all buckets of the group. */
function dimensionColumn(
  { run, groupBy: { groups }, rows }: Building,
  field: Field,
  aggregation: Aggregation,
): readonly Cell[] {
  const values = deviceColumn(run, field);
  const ofGroup = new Map<number, Cell>();
  return rows.keys.map(({ group }) => {
    const known = ofGroup.get(group);
    if (known !== undefined) return known;
    const members = groups.members[group] ?? [];
    const cell = aggregateDimensions(
      aggregation,
      members.map((device) => values[device] ?? null),
    );
    ofGroup.set(group, cell);
    return cell;
  });
}

// --- Order ---

function impliedOrder(
  { groupBy, rows }: Building,
  columns: ReadonlyMap<FieldId, readonly Cell[]>,
): Promise<readonly number[]> {
  const compare = rowOrder(columns, impliedSort(groupBy.fields));
  // Groups are numbered in the order of device ids.
  const groupAt = (row: number): number => rows.keys[row]?.group ?? 0;
  return sortedInTurns(rows.length, (left, right) => compare(left, right) || groupAt(left) - groupAt(right));
}

/** Rows sorted before yielding to other work: a few milliseconds. */
const ROWS_OF_TURN = 10_000;

/**
 * One list of rows for each key without the bucket, ordered by bucket; without buckets, a single list of all rows in
 * order.
 */
async function partitionsOf(
  { axis, rows }: Building,
  order: readonly number[],
): Promise<readonly (readonly number[])[]> {
  if (axis.edges === null) return [order];
  const turns = new Turns(ROWS_OF_TURN);
  const partitions: (readonly number[])[] = [];
  for (const members of await partitionsByBucket(rows)) {
    if (turns.isDue(members.length)) await nextTurn();
    partitions.push(
      [...members].sort((left, right) => (rows.keys[left]?.bucket ?? 0) - (rows.keys[right]?.bucket ?? 0)),
    );
  }
  return partitions;
}

/** The rows as formulas see them. */
export interface FormulaRows extends WindowRows {
  /** Finished columns by field; columns of calculated fields are added to it. */
  readonly columns: Map<FieldId, readonly Cell[]>;
  /** Start and end of the row's bucket; null if it has none. */
  bucketAt(row: number): { readonly startMs: number; readonly endMs: number } | null;
}

const DAY = 86_400_000;

export async function computeFormulas(run: RunBasis, span: Span, rows: FormulaRows): Promise<void> {
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
