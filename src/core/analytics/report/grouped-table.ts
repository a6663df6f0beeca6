// The table of a grouped report over one span of time: every measure computed on its own samples, joined on the group key,
// gaps filled, calculated fields added. Totals, rankings and comparisons are tables of the same kind with another key or
// span. Source: analytics contract 3.1 no. 6 to 10, 3.4.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { BOUND_MAX } from "../time/resolve-range.ts";
import type { Aggregation, Field, FieldId } from "../view/table-view.ts";
import { isOfSamples } from "../view/source-rules.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { compareCells } from "./cell-order.ts";
import { declaredCells } from "./declared-cells.ts";
import type { DeviceGroups } from "./device-groups.ts";
import { aggregateFacts } from "./fact-measures.ts";
import { fillStrands } from "./fill-strands.ts";
import { computeFormulas } from "./group-formulas.ts";
import { GroupRows, type RowKey, strandsOf, tooManyRows } from "./group-rows.ts";
import { deviceColumn, groupsOf, type KeyFields, type Keying, sortedKeyFields } from "./keying.ts";
import { carriedKey, measureQuery, offsetsFor } from "./measure-query.ts";
import type { Cell, GroupKeys, MeasureRows } from "./report-engine.ts";
import { formulasOf, type ReportRun, type Span, windowOf } from "./report-run.ts";
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

/** Cells of one measure by row; undefined where the measure has no row of its own. */
export type OwnCells = (Cell | undefined)[];

export async function groupedTable(run: ReportRun, span: Span, keying: Keying): Promise<GroupedTable> {
  const keyed = sortedKeyFields(keying.fields);
  const bucketed = new Set(keyed.buckets.map(({ id }) => id));
  const axis = timeAxis(span.buckets.filter(({ field }) => bucketed.has(field)));
  const groups = groupsOf(run, keying, keyed.ofDevice);
  const rows = new GroupRows(axis.count, keyed.carried.length, run.tableRowsMax);
  const table = { run, span, keying, keyed, axis, groups, rows };
  const measures = await joinMeasures(table);
  addEmptyGroups(table);
  if (isGapFilled(table)) addBuckets(table);
  const { columns, filled } = await finishColumns(table, measures);
  const order = await impliedOrder(table, columns);
  computeFormulas(run, span, {
    length: rows.length,
    columns,
    // Only calculated fields ask for them.
    partitions: run.formulas.order.length === 0 ? [] : partitionsOf(table, order),
    bucketAt: (row) => bucketAt(table, rows.keys[row]?.bucket ?? 0),
  });
  return { length: rows.length, keying, axis, rows, columns, filled, order };
}

interface Building {
  readonly run: ReportRun;
  readonly span: Span;
  readonly keying: Keying;
  readonly keyed: KeyFields;
  readonly axis: TimeAxis;
  readonly groups: DeviceGroups;
  readonly rows: GroupRows;
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

// --- Measures of samples ---

async function joinMeasures(table: Building): Promise<ReadonlyMap<FieldId, OwnCells>> {
  const { run, groups, keyed } = table;
  const measures = sampleMeasures(run.view.fields);
  const cells = new Map<FieldId, OwnCells>();
  if (groups.count === 0) return cells;
  if (measures.length === 0) {
    if (keyed.carried.length > 0) await placeValuesOfKeys(table);
    else placeGroups(table);
    return cells;
  }
  const answers = await Promise.all(measures.map((field) => askFor(table, field)));
  for (const [index, field] of measures.entries()) {
    const rows = answers[index];
    if (rows !== undefined) cells.set(field.id, await placeRows(table, field, rows));
  }
  return cells;
}

export function sampleMeasures(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ kind, source }) => kind === "measure" && isOfSamples(source));
}

const ALL_TIME: TimeWindow = { startTs: 0, endTs: BOUND_MAX };

async function askFor({ run, span, axis, groups, keyed }: Building, field: Field): Promise<MeasureRows> {
  const { aggregation } = field;
  if (aggregation === null) throw new Error(`the measure "${field.id}" has no aggregation`);
  // The newest value of all may lie anywhere, and is the same in all buckets.
  const isCurrent = aggregation.fn === "current";
  const keys = groupKeys(run, isCurrent ? ALL_TIME : span.window, groups, keyed, isCurrent ? null : axis.edges);
  return run.measure(
    measureQuery(field, aggregation, formulasOf(run, field), windowOf(span, field), keys, {
      devices: run.devices,
      filters: run.filters,
      now: run.now,
      rowsMax: run.tableRowsMax,
    }),
  );
}

function groupKeys(
  { devices, calendar, view }: ReportRun,
  window: TimeWindow,
  groups: DeviceGroups,
  keyed: KeyFields,
  edges: readonly number[] | null,
): GroupKeys {
  return {
    groupOfDevice: groups.groupOfDevice,
    edges,
    parts: keyed.parts.map(({ source }) => source.part),
    offsets: offsetsFor(calendar.zone, window),
    weekStart: calendar.weekStart,
    fiscalStartMonth: calendar.fiscalStartMonth,
    carried: keyed.carried.map(({ source }) => carriedKey(source, devices)),
    missingGroup: view.grouping.missingGroup,
  };
}

async function placeRows(table: Building, field: Field, found: MeasureRows): Promise<OwnCells> {
  const { run, span, axis, rows } = table;
  if (found.length > run.tableRowsMax) throw tooManyRows(run.tableRowsMax);
  if (found.skippedValues > 0) span.notes.skippedValues.set(field.id, found.skippedValues);
  const cells: OwnCells = [];
  const everyBucket = field.aggregation?.fn === "current" && axis.edges !== null ? openBuckets(table) : null;
  for (let index = 0; index < found.length; index++) {
    if (index % ROWS_OF_TURN === 0) await nextTurn();
    const key = keyAt(found, index);
    const shown = found.carried.length === 0 ? NONE : found.carried.map((dimension) => dimension.cells[index] ?? null);
    const cell = found.cells[index] ?? null;
    if (everyBucket === null) cells[rows.place(key, shown)] = cell;
    else for (let bucket = 0; bucket < everyBucket; bucket++) cells[rows.place({ ...key, bucket }, shown)] = cell;
  }
  if (found.skippedValues > 0 && found.length > 0 && cells.every((cell) => cell === undefined || cell === null))
    span.notes.warn(
      "VALUES_SKIPPED",
      `Column "${field.label}" counts numbers only, and none of its samples is one (${String(found.skippedValues)} skipped).`,
      field.id,
    );
  return cells;
}

/** Rows handled between two turns of others: a few milliseconds of work. */
const ROWS_OF_TURN = 10_000;
const NONE: readonly never[] = [];

function keyAt({ groups, buckets, parts, carried }: MeasureRows, index: number): RowKey {
  return {
    group: groups[index] ?? 0,
    bucket: buckets[index] ?? 0,
    parts: parts.length === 0 ? NONE : parts.map((part) => part[index] ?? -1),
    carried: carried.length === 0 ? NONE : carried.map(({ text }) => text[index] ?? null),
  };
}

/** Buckets that have begun: what starts at or after now holds nothing yet. */
function openBuckets({ axis: { edges, count }, span, run }: Building): number {
  if (edges === null) return 1;
  let open = count;
  while (open > 0 && Math.max(edges[open - 1] ?? 0, span.window.startTs) >= run.now) open--;
  return open;
}

// --- Rows that no measure makes ---

const COUNT: Aggregation = { fn: "count" };

/** Without measures, the distinct values of telemetry dimensions inside the range. */
async function placeValuesOfKeys({ run, span, axis, groups, keyed, rows }: Building): Promise<void> {
  const keys = groupKeys(run, span.window, groups, keyed, axis.edges);
  const context = { devices: run.devices, filters: run.filters, now: run.now, rowsMax: run.tableRowsMax };
  const answers = await Promise.all(
    keyed.carried.map(({ field }) =>
      run.measure(measureQuery(field, COUNT, formulasOf(run, field), span.window, keys, context)),
    ),
  );
  for (const found of answers) {
    if (found.length > run.tableRowsMax) throw tooManyRows(run.tableRowsMax);
    for (let index = 0; index < found.length; index++) {
      if (index % ROWS_OF_TURN === 0) await nextTurn();
      rows.place(
        keyAt(found, index),
        found.carried.map((dimension) => dimension.cells[index] ?? null),
      );
    }
  }
}

/** Without any telemetry: each group, in each bucket that has begun. Calendar parts are of samples, of which there are none. */
function placeGroups(table: Building): void {
  if (table.keyed.parts.length > 0) return;
  const buckets = openBuckets(table);
  for (let group = 0; group < table.groups.count; group++)
    for (let bucket = 0; bucket < buckets; bucket++) placeEmpty(table, group, bucket);
}

function addEmptyGroups(table: Building): void {
  const { run, groups, rows } = table;
  if (!run.view.grouping.keepEmptyGroups) return;
  const present = new Set(rows.keys.map(({ group }) => group));
  // Coarser tables, as of totals, have no gaps filled: one row tells that the group is there.
  const buckets = isGapFilled(table) ? openBuckets(table) : 1;
  for (let group = 0; group < groups.count; group++)
    if (!present.has(group)) for (let bucket = 0; bucket < buckets; bucket++) placeEmpty(table, group, bucket);
}

function placeEmpty({ keyed, rows }: Building, group: number, bucket: number): void {
  rows.place(
    { group, bucket, parts: keyed.parts.map(() => -1), carried: keyed.carried.map(() => null) },
    keyed.carried.map(() => null),
  );
}

function isGapFilled({ keying, axis }: Building): boolean {
  return keying.fillsGaps && axis.edges !== null;
}

/** Every bucket that has begun, for each combination of the other keys that has a row. */
function addBuckets(table: Building): void {
  const { rows } = table;
  const buckets = openBuckets(table);
  for (const [first = -1] of strandsOf(rows)) {
    const key = rows.keys[first];
    if (key === undefined) continue;
    const shown = rows.carriedCells.map((column) => column[first] ?? null);
    for (let bucket = 0; bucket < buckets; bucket++) rows.place({ ...key, bucket }, shown);
  }
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
  const strands = isGapFilled(table) ? strandsOf(rows) : null;
  for (const field of run.view.fields) {
    if (field.kind !== "measure" || field.aggregation === null) continue;
    await nextTurn();
    if (!isOfSamples(field.source)) {
      columns.set(field.id, declaredCells(field, factColumn(table, field, field.aggregation), span.notes));
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
function factColumn({ run, groups, rows }: Building, field: Field, aggregation: Aggregation): readonly Cell[] {
  const values = deviceColumn(run, field);
  const ofGroup = new Map<number, Cell>();
  return rows.keys.map(({ group }) => {
    const known = ofGroup.get(group);
    if (known !== undefined) return known;
    const members = groups.members[group] ?? [];
    const cell = aggregateFacts(
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

/** One for each key without the bucket, by bucket; without buckets, all rows in their order. */
function partitionsOf({ axis, rows }: Building, order: readonly number[]): readonly (readonly number[])[] {
  if (axis.edges === null) return [order];
  return strandsOf(rows).map((members) =>
    [...members].sort((left, right) => (rows.keys[left]?.bucket ?? 0) - (rows.keys[right]?.bucket ?? 0)),
  );
}
