// The table of a grouped report over one span of time: every measure computed on its own samples, joined on the group key,
// gaps filled, calculated fields added. Totals, rankings and comparisons are tables of the same kind with another key or
// span. Source: analytics contract 3.1 no. 6 to 10, 3.4.
import type { Aggregation, Field, FieldId } from "../view/table-view.ts";
import { isOfSamples } from "../view/source-rules.ts";
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { compareCells } from "./cell-order.ts";
import { declaredCells } from "./declared-cells.ts";
import { aggregateDimensions } from "./dimension-measures.ts";
import { fillStrands } from "./fill-strands.ts";
import { computeFormulas } from "./group-formulas.ts";
import { GroupRows, strandsOf } from "./group-rows.ts";
import { addBuckets, addEmptyGroups, type Building, isGapFilled, joinMeasures, type OwnCells } from "./join-rows.ts";
import { deviceColumn, groupsOf, type Keying, sortedKeyFields } from "./keying.ts";
import type { Cell } from "./report-engine.ts";
import type { ReportRun, Span } from "./report-run.ts";
import { type TimeAxis, timeAxis } from "./time-axis.ts";

export interface GroupedTable {
  readonly length: number;
  readonly keying: Keying;
  readonly axis: TimeAxis;
  readonly rows: GroupRows;
  /** Of every field; those that are no part of the key are missing. */
  readonly columns: Map<FieldId, readonly Cell[]>;
  /** Rows whose cell was made up, by field. */
  readonly filled: ReadonlyMap<FieldId, ReadonlySet<number>>;
  /** Rows in the implied order: time fields, dimensions, device. */
  readonly order: readonly number[];
}

export async function groupedTable(run: ReportRun, span: Span, keying: Keying): Promise<GroupedTable> {
  const keyed = sortedKeyFields(keying.fields);
  const bucketed = new Set(keyed.buckets.map(({ id }) => id));
  const axis = timeAxis(span.buckets.filter(({ field }) => bucketed.has(field)));
  const groups = groupsOf(run, keying, keyed.ofDevice);
  const rows = new GroupRows(axis.count, keyed.carried.length, run.tableRowsMax, run.memory);
  const table = { run, span, keying, keyed, axis, groups, rows };
  const measures = await joinMeasures(table);
  await addEmptyGroups(table);
  if (isGapFilled(table)) await addBuckets(table);
  const { columns, filled } = await finishColumns(table, measures);
  const order = await impliedOrder(table, columns);
  await computeFormulas(run, span, {
    length: rows.length,
    columns,
    // Only calculated fields ask for them.
    partitions: run.formulas.order.length === 0 ? [] : await partitionsOf(table, order),
    bucketAt: (row) => bucketAt(table, rows.keys[row]?.bucket ?? 0),
  });
  return { length: rows.length, keying, axis, rows, columns, filled, order };
}

/** The whole bucket of the first bucket field. */
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
  const { run, span, keying, rows } = table;
  const columns = new Map<FieldId, readonly Cell[]>();
  const filled = new Map<FieldId, ReadonlySet<number>>();
  for (const field of keying.fields) columns.set(field.id, declaredCells(field, keyColumn(table, field), span.notes));
  const strands = isGapFilled(table) ? await strandsOf(rows) : null;
  for (const field of run.view.fields) {
    if (field.kind !== "measure" || field.aggregation === null) continue;
    await nextTurn();
    if (!isOfSamples(field.source)) {
      columns.set(field.id, declaredCells(field, dimensionColumn(table, field, field.aggregation), span.notes));
      continue;
    }
    const own = declaredOwn(field, measures.get(field.id) ?? [], rows.length, span);
    const counts = COUNTING.has(field.aggregation.fn);
    if (strands === null)
      columns.set(
        field.id,
        own.map((cell) => (cell === undefined ? (counts ? 0 : null) : cell)),
      );
    else {
      const result = await fillStrands(own, strands, rows.keys, field.fill ?? run.view.gaps, table.axis, counts);
      columns.set(field.id, result.cells);
      if (result.filled.size > 0) filled.set(field.id, result.filled);
    }
  }
  return { columns, filled };
}

/** As long as there are rows, with cells of other types than declared as missing. */
function declaredOwn(field: Field, own: OwnCells, length: number, span: Span): OwnCells {
  const cells = Array.from({ length }, (_, row) => own[row]);
  if (field.dataType === "auto") return cells;
  const checked = declaredCells(
    field,
    cells.map((cell) => cell ?? null),
    span.notes,
  );
  return cells.map((cell, row) => (cell === undefined ? undefined : (checked[row] ?? null)));
}

function keyColumn({ axis, groups, keyed, rows }: Building, field: Field): readonly Cell[] {
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
  const carried = keyed.carried.findIndex((each) => each.field === field);
  return rows.carriedCells[carried] ?? [];
}

/** Over the distinct devices of the row's group, the same in all of its buckets. */
function dimensionColumn({ run, groups, rows }: Building, field: Field, aggregation: Aggregation): readonly Cell[] {
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
  { keying, rows }: Building,
  columns: ReadonlyMap<FieldId, readonly Cell[]>,
): Promise<readonly number[]> {
  const keys = inImpliedOrder(keying.fields).map(({ id }) => columns.get(id) ?? []);
  return sortedInTurns(rows.length, (left, right) => {
    for (const column of keys) {
      const order = compareCells(column[left] ?? null, column[right] ?? null, "asc", "last");
      if (order !== 0) return order;
    }
    // Groups are numbered in the order of device ids.
    return (rows.keys[left]?.group ?? 0) - (rows.keys[right]?.group ?? 0);
  });
}

/** Time fields, then dimensions, each in the order of the view. */
export function inImpliedOrder(fields: readonly Field[]): readonly Field[] {
  return [...fields.filter(({ kind }) => kind === "time"), ...fields.filter(({ kind }) => kind === "dimension")];
}

/** Rows brought into their order between two turns of others: a few milliseconds of work. */
const ROWS_OF_TURN = 10_000;

/** One for each key without the bucket, by bucket; without buckets, all rows in their order. */
async function partitionsOf(
  { axis, rows }: Building,
  order: readonly number[],
): Promise<readonly (readonly number[])[]> {
  if (axis.edges === null) return [order];
  const turns = new Turns(ROWS_OF_TURN);
  const partitions: (readonly number[])[] = [];
  for (const members of await strandsOf(rows)) {
    if (turns.isDue(members.length)) await nextTurn();
    partitions.push(
      [...members].sort((left, right) => (rows.keys[left]?.bucket ?? 0) - (rows.keys[right]?.bucket ?? 0)),
    );
  }
  return partitions;
}
