// Determines the rows of a table and the cells of each sample measure: joins the engine's answers on the group key, and
// adds rows that have no samples. Source: analytics contract 3.4, 3.8.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { BOUND_MAX } from "../time/resolve-range.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Aggregation, Field, FieldId } from "../view/table-view.ts";
import { type GroupRows, type GroupBy, type RowKey, partitionsByBucket, tooManyRows } from "./group-by.ts";
import { type ReportRun, type Span, type TimeAxis, windowOf } from "./report-run.ts";
import { warning } from "./warning-words.ts";
import { locfKey, measureQuery, wallClock } from "./measure-query.ts";
import type { Cell, GroupKeys, MeasureQuery, MeasureRows } from "./report-engine.ts";

/** Cells of one measure by row; undefined if the measure has no row of its own. */
export type OwnCells = (Cell | undefined)[];

/** A table under construction. */
export interface Building {
  readonly run: ReportRun;
  readonly span: Span;
  readonly groupBy: GroupBy;
  readonly axis: TimeAxis;
  readonly rows: GroupRows;
}

// --- Measures of samples ---

export async function joinMeasures(table: Building): Promise<ReadonlyMap<FieldId, OwnCells>> {
  const { run, groupBy } = table;
  const { locf } = groupBy.keyed;
  const measures = sampleMeasures(run.view.fields);
  const cells = new Map<FieldId, OwnCells>();
  if (groupBy.groups.count === 0) return cells;
  if (measures.length === 0 && locf.length === 0) await placeGroups(table);
  // A view without measures shows the distinct values of its telemetry dimensions within the range.
  const asked = measures.length > 0 ? measures : locf.map(({ field }) => field);
  const keys = new SampleKeys(table);
  const answers = await run.measures(asked.map((field) => queryOf(table, field, keys)));
  for (const [index, field] of asked.entries()) {
    const rows = answers[index];
    if (rows !== undefined) cells.set(field.id, await placeRows(table, field, rows));
  }
  return cells;
}

export function sampleMeasures(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ kind, source }) => kind === "measure" && isOfSamples(source));
}

const ALL_TIME: TimeWindow = { startTs: 0, endTs: BOUND_MAX };

const COUNT: Aggregation = { fn: "count" };

function queryOf({ run, span }: Building, field: Field, keys: SampleKeys): MeasureQuery {
  const isMeasure = field.kind === "measure";
  const aggregation = isMeasure ? field.aggregation : COUNT;
  if (aggregation === null) throw new Error(`the measure "${field.id}" has no aggregation`);
  const window = isMeasure ? windowOf(span, field) : span.window;
  return measureQuery(run, field, { aggregation, window, keys: keys.of(aggregation, window) });
}

/** The keys of measures: those of the same window have the same object, which is how the engine knows what it may read together. */
class SampleKeys {
  readonly #table: Building;
  readonly #known = new Map<string, GroupKeys>();

  constructor(table: Building) {
    this.#table = table;
  }

  of({ fn }: Aggregation, window: TimeWindow): GroupKeys {
    const { run, axis, groupBy } = this.#table;
    const { keyed, groups } = groupBy;
    // `current` is the newest sample of all, which may be outside the window, and is the same in all buckets.
    const moments = fn === "current" ? ALL_TIME : window;
    const name = fn === "current" ? fn : `${String(window.startTs)} ${String(window.endTs)}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const keys: GroupKeys = {
      groupOfDevice: groups.groupOfDevice,
      edges: fn === "current" ? null : axis.edges,
      parts: keyed.parts.map(({ source }) => source.part),
      ...wallClock(run, moments),
      locf: keyed.locf.map(({ source }) => locfKey(source, run.devices)),
      missingGroup: run.view.grouping.missingGroup,
    };
    this.#known.set(name, keys);
    return keys;
  }
}

async function placeRows(table: Building, field: Field, found: MeasureRows): Promise<OwnCells> {
  const { run, span, axis, rows } = table;
  if (found.length > run.tableRowsMax) throw tooManyRows(run.tableRowsMax);
  const skipped = field.kind === "measure" ? found.skippedValues : 0;
  if (skipped > 0) span.notes.skippedValues.set(field.id, skipped);
  const cells: OwnCells = [];
  const everyBucket = field.aggregation?.fn === "current" && axis.edges !== null ? openBuckets(table) : null;
  for (let index = 0; index < found.length; index++) {
    if (index % ROWS_OF_TURN === 0) await nextTurn();
    const key = keyAt(found, index);
    const shown = found.locf.length === 0 ? NONE : found.locf.map((dimension) => dimension.cells[index] ?? null);
    const cell = found.cells[index] ?? null;
    if (everyBucket === null) cells[rows.place(key, shown)] = cell;
    else for (let bucket = 0; bucket < everyBucket; bucket++) cells[rows.place({ ...key, bucket }, shown)] = cell;
  }
  if (skipped > 0 && found.length > 0 && cells.every((cell) => cell === undefined || cell === null))
    span.notes.warn(warning("VALUES_SKIPPED", { column: field.label, count: skipped }), field.id);
  return cells;
}

/** Rows processed before yielding to other work: a few milliseconds. */
const ROWS_OF_TURN = 4_000;
const NONE: readonly never[] = [];

function keyAt({ groups, buckets, parts, locf }: MeasureRows, index: number): RowKey {
  return {
    group: groups[index] ?? 0,
    bucket: buckets[index] ?? 0,
    parts: parts.length === 0 ? NONE : parts.map((part) => part[index] ?? -1),
    locf: locf.length === 0 ? NONE : locf.map(({ text }) => text[index] ?? null),
  };
}

/** Number of buckets that have begun; a bucket that starts at or after now is empty. */
function openBuckets({ axis: { edges, count }, span, run }: Building): number {
  if (edges === null) return 1;
  let open = count;
  while (open > 0 && Math.max(edges[open - 1] ?? 0, span.window.startTs) >= run.now) open--;
  return open;
}

// --- Rows that no measure makes ---

/**
 * For views without any telemetry: one row per group and bucket that has begun. Calendar parts come from samples, so
 * views with them get no rows.
 */
async function placeGroups(table: Building): Promise<void> {
  if (table.groupBy.keyed.parts.length > 0) return;
  const turns = new Turns(ROWS_OF_TURN);
  const buckets = openBuckets(table);
  for (let group = 0; group < table.groupBy.groups.count; group++)
    for (let bucket = 0; bucket < buckets; bucket++) {
      if (turns.isDue()) await nextTurn();
      placeEmpty(table, group, bucket);
    }
}

export async function addEmptyGroups(table: Building): Promise<void> {
  const { run, rows } = table;
  const { groups } = table.groupBy;
  if (!run.view.grouping.keepEmptyGroups) return;
  const present = new Set(rows.keys.map(({ group }) => group));
  // Coarser tables, such as totals, do not fill gaps: one row is enough to show the group.
  const buckets = isGapFilled(table) ? openBuckets(table) : 1;
  const turns = new Turns(ROWS_OF_TURN);
  for (let group = 0; group < groups.count; group++) {
    if (present.has(group)) continue;
    for (let bucket = 0; bucket < buckets; bucket++) {
      if (turns.isDue()) await nextTurn();
      placeEmpty(table, group, bucket);
    }
  }
}

function placeEmpty({ groupBy: { keyed }, rows }: Building, group: number, bucket: number): void {
  rows.place(
    { group, bucket, parts: keyed.parts.map(() => -1), locf: keyed.locf.map(() => null) },
    keyed.locf.map(() => null),
  );
}

export function isGapFilled({ groupBy, axis }: Building): boolean {
  return groupBy.fillsGaps && axis.edges !== null;
}

/** Adds every bucket that has begun for each combination of the other keys that has a row. */
export async function addBuckets(table: Building): Promise<void> {
  const { rows } = table;
  const turns = new Turns(ROWS_OF_TURN);
  const buckets = openBuckets(table);
  for (const [first = -1] of await partitionsByBucket(rows)) {
    const key = rows.keys[first];
    if (key === undefined) continue;
    const shown = rows.locfCells.map((column) => column[first] ?? null);
    for (let bucket = 0; bucket < buckets; bucket++) {
      if (turns.isDue()) await nextTurn();
      rows.place({ ...key, bucket }, shown);
    }
  }
}
