// Rows of one layout: measures joined on their places, dimensions of devices, gaps filled, formulas over rows. What a table does
// with its rows afterwards is in table.ts. Source: analytics contract 3.1 (7 to 10), 3.4, 3.8.
import type { Expression, Name } from "../../../src/core/analytics/expressions/expression.ts";
import type { Aggregation, Field, GapFill } from "../../../src/core/analytics/view/table-view.ts";
import { isOfGroups, isOfSamples } from "../../../src/core/analytics/view/source-rules.ts";
import type { Range } from "./edges.ts";
import { evaluate } from "./formula.ts";
import type { DeviceGroup, Layout, LayoutRequest, Place } from "./layout.ts";
import { deviceCell, intervalAt, layoutOf, makePlace, placeAt, remainingKey, shared } from "./layout.ts";
import { measure } from "./measure.ts";
import { pool, readFor, sum } from "./pooled.ts";
import type { Cell } from "./reference-input.ts";
import { compareRows } from "./row-order.ts";
import type { Run } from "./run.ts";
import { plainSamples, selectedSamples } from "./samples.ts";
import { canonical, finite } from "./values.ts";
import type { Value } from "../../../src/core/values.ts";
import { JsonText } from "../../../src/core/values.ts";

export interface Row {
  readonly place: Place;
  readonly interval: Layout["intervals"][number];
  /** By field id; those of comparisons by id and column. */
  readonly cells: Map<string, Cell>;
  readonly filled: Set<string>;
  /** Telemetry measures that have a row of their own here. */
  readonly own: Set<string>;
}

export interface RowsRequest extends LayoutRequest {
  /** Ranges of fields that have their own. */
  readonly fieldWindow: (field: Field) => Range | null;
  /** Rows that functions over rows see next to those of this layout, where no bucket keeps groups apart. */
  readonly beside: readonly Row[];
  readonly fillsGaps: boolean;
  readonly keepsEmpty: boolean;
}

export interface ComputedRows {
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly skipped: ReadonlyMap<string, number>;
}

const ZERO_WITHOUT_SAMPLES: ReadonlySet<string> = new Set(["count", "countDistinct", "completeness"]);

export function computeRows(run: Run, request: RowsRequest): ComputedRows {
  const layout = layoutOf(run, request);
  const measures = run.view.fields.filter((field) => field.kind === "measure");
  const ofSamples = measures.filter(({ source }) => isOfSamples(source));
  const rows = new Map<string, Row>();
  const skipped = new Map<string, number>();
  const rowAt = (place: Place): Row => {
    const known = rows.get(place.key);
    if (known !== undefined) return known;
    const interval = layout.intervals[place.interval];
    if (interval === undefined) throw new Error("a place has no interval");
    const row: Row = { place, interval, cells: new Map(), filled: new Set(), own: new Set() };
    rows.set(place.key, row);
    return row;
  };
  for (const field of ofSamples) {
    const window = request.fieldWindow(field);
    const found = measure(run, window === null ? layout : layoutWithin(layout, window), field);
    if (found.skipped > 0) skipped.set(field.id, found.skipped);
    for (const { place, cell } of found.rows.values()) {
      const row = rowAt(place);
      row.cells.set(field.id, declared(field, cell));
      row.own.add(field.id);
    }
  }
  if (ofSamples.length === 0) for (const place of placesOfDimensions(run, layout)) rowAt(place);
  if (request.keepsEmpty) keepEmpty(layout, rows, rowAt, run, request.fillsGaps);
  if (request.fillsGaps) for (const place of missingBuckets(run, layout, [...rows.values()])) rowAt(place);
  for (const row of rows.values()) completeRow(run, layout, row, measures);
  const list = [...rows.values()];
  fillGaps(run, list, ofSamples, request.fillsGaps);
  list.sort((left, right) => compareRows(run, left, right));
  const isByBucket = list.some(({ interval }) => interval.buckets.size > 0);
  const seen = isByBucket ? list : [...request.beside, ...list].sort((left, right) => compareRows(run, left, right));
  computeFormulas(run, seen, request.window);
  return { rows: list, layout, skipped };
}

function layoutWithin(layout: Layout, window: Range): Layout {
  return { ...layout, window, intervals: [{ from: window.start, to: window.end, buckets: new Map() }] };
}

// --- Which rows there are ---

/** Without telemetry measures: the groups themselves, or what their telemetry dimensions have been. */
function placesOfDimensions(run: Run, layout: Layout): readonly Place[] {
  const [carried] = layout.carried;
  if (carried === undefined && layout.parts.length > 0) return [];
  return layout.groups.flatMap((group) => {
    if (carried === undefined) return bucketsBeforeNow(run, layout).map((index) => makePlace(group, index, [], []));
    return group.devices.flatMap((device) =>
      selectedSamples(run, carried, device).flatMap(({ ts, value }) => {
        const index = intervalAt(layout, ts);
        const place = index < 0 || value === null ? undefined : placeAt(run, layout, group, device, index, ts);
        return place ?? [];
      }),
    );
  });
}

/** One interval without a bucket; else those that have begun. */
function bucketsBeforeNow(run: Run, { intervals }: Layout): readonly number[] {
  return intervals.flatMap(({ from, buckets }, index) => (buckets.size === 0 || from < run.now ? [index] : []));
}

function keepEmpty(
  layout: Layout,
  rows: ReadonlyMap<string, Row>,
  rowAt: (place: Place) => Row,
  run: Run,
  fillsGaps: boolean,
): void {
  const present = new Set([...rows.values()].map(({ place }) => place.group.key));
  for (const group of layout.groups)
    if (!present.has(group.key))
      for (const index of fillsGaps ? bucketsBeforeNow(run, layout) : [0])
        rowAt(makePlace(group, index, layout.parts.map(nothing), layout.carried.map(nothing)));
}

function nothing(): null {
  return null;
}

function missingBuckets(run: Run, layout: Layout, rows: readonly Row[]): readonly Place[] {
  const present = new Map(rows.map(({ place }) => [remainingKey(place), place]));
  return [...present.values()].flatMap(({ group, parts, carried }) =>
    bucketsBeforeNow(run, layout).map((index) => makePlace(group, index, parts, carried)),
  );
}

// --- Cells ---

/** The cells of dimensions and times. */
function completeRow(run: Run, layout: Layout, row: Row, measures: readonly Field[]): void {
  const { place, interval, cells } = row;
  for (const [id, cell] of place.group.cells) cells.set(id, cell);
  for (const [index, field] of layout.parts.entries()) cells.set(field.id, place.parts[index] ?? null);
  for (const [index, field] of layout.carried.entries())
    cells.set(field.id, carriedCell(run, field, place.group, place.carried[index] ?? null));
  for (const { id, source } of run.view.fields) {
    const bucket = interval.buckets.get(id);
    if (source.type === "timeBucket" && bucket !== undefined)
      cells.set(id, source.labelAt === "start" ? bucket.start : bucket.end);
  }
  for (const field of measures)
    if (!isOfSamples(field.source) && !isOfGroups(field.source))
      cells.set(field.id, declared(field, measureOfDimensions(run, field, place.group)));
}

/** A number only if every value of this text that the group's devices have is one. */
function carriedCell(run: Run, { source }: Field, group: DeviceGroup, cell: Cell): Cell {
  if (cell === null || source.type !== "telemetry") return null;
  const alike = group.devices
    .flatMap((device) => plainSamples(run, source, device))
    .flatMap(({ value }) => (value !== null && canonical(value) === canonical(cell) ? [value] : []));
  return shared(alike);
}

function measureOfDimensions(run: Run, field: Field, group: DeviceGroup): Cell {
  const { aggregation } = field;
  if (aggregation === null) throw new Error(`${field.id} is not aggregated`);
  const known = group.devices
    .map((device) => deviceCell(run, field, device))
    .filter((cell): cell is Value => cell !== null);
  if (aggregation.perSeries !== true) return pool(aggregation, readFor(aggregation, known));
  const each = known
    .map((value) => pool(aggregation, readFor(aggregation, [value])))
    .filter((cell): cell is Value => cell !== null);
  const rule = aggregation.combine ?? "avg";
  if (rule !== "sum" && rule !== "avg" && rule !== "min" && rule !== "max")
    throw new Error(`no rule ${rule} for dimensions`);
  return pool({ fn: rule }, each);
}

/** Missing where a cell is not of the type that its field declares. */
export function declared({ dataType }: Field, cell: Cell): Cell {
  const isNumber = typeof cell === "number" || typeof cell === "bigint";
  switch (dataType) {
    case "auto":
      return cell;
    case "number":
      return isNumber ? cell : null;
    case "time":
      return typeof cell === "number" ? cell : null;
    case "text":
      return typeof cell === "string" ? cell : null;
    case "boolean":
      return typeof cell === "boolean" ? cell : null;
    case "json":
      return cell instanceof JsonText ? cell : null;
  }
}

// --- Gaps ---

function fillGaps(run: Run, rows: readonly Row[], measures: readonly Field[], fills: boolean): void {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(remainingKey(row.place), [...(groups.get(remainingKey(row.place)) ?? []), row]);
  for (const group of groups.values()) {
    group.sort((left, right) => left.place.interval - right.place.interval);
    for (const field of measures) {
      const fill = fills ? (field.fill ?? run.view.gaps) : null;
      const cells = group.map((row, index) => (row.own.has(field.id) ? null : fillCell(field, fill, group, index)));
      for (const [index, row] of group.entries()) {
        const made = cells[index] ?? null;
        if (row.own.has(field.id)) continue;
        row.cells.set(field.id, made?.cell ?? null);
        if (made?.isMarked === true) row.filled.add(field.id);
      }
    }
  }
}

function fillCell(
  field: Field,
  fill: GapFill | null,
  group: readonly Row[],
  index: number,
): { readonly cell: Cell; readonly isMarked: boolean } {
  const empty = emptyCell(field.aggregation);
  const marked = (cell: Cell): { readonly cell: Cell; readonly isMarked: boolean } =>
    cell === null ? { cell: empty, isMarked: false } : { cell, isMarked: true };
  if (fill === null) return { cell: empty, isMarked: false };
  const known = (row: Row | undefined): Cell =>
    row?.own.has(field.id) === true ? (row.cells.get(field.id) ?? null) : null;
  const before = group.findLastIndex((row, other) => other < index && known(row) !== null);
  const after = group.findIndex((row, other) => other > index && known(row) !== null);
  const most = fill.maxBuckets ?? Infinity;
  switch (fill.value) {
    case "missing":
      return { cell: empty, isMarked: false };
    case "zero":
      return empty === 0 ? { cell: 0, isMarked: false } : marked(0);
    case "constant":
      return marked(fill.constant);
    case "previous":
      return marked(before >= 0 && index - before <= most ? known(group[before]) : null);
    case "next":
      return marked(after >= 0 && after - index <= most ? known(group[after]) : null);
    case "linear":
      return marked(
        before >= 0 && after >= 0 && after - before - 1 <= most ? between(group, before, index, after, known) : null,
      );
  }
}

function between(
  group: readonly Row[],
  before: number,
  index: number,
  after: number,
  known: (row: Row | undefined) => Cell,
): Cell {
  const [left, right] = [known(group[before]), known(group[after])];
  if (typeof left !== "number" || typeof right !== "number") return null;
  const startOf = (at: number): number => [...(group[at]?.interval.buckets.values() ?? [])][0]?.start ?? 0;
  const share = (startOf(index) - startOf(before)) / (startOf(after) - startOf(before));
  return finite(left + (right - left) * share);
}

/** What a telemetry measure is where none of its samples are. */
function emptyCell(aggregation: Aggregation | null): Cell {
  return aggregation !== null && ZERO_WITHOUT_SAMPLES.has(aggregation.fn) ? 0 : null;
}

// --- Formulas over rows ---

/** `rows` are in their implied order. */
export function computeFormulas(run: Run, rows: readonly Row[], window: Range): void {
  const partitions = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.interval.buckets.size === 0 ? "" : remainingKey(row.place);
    partitions.set(key, [...(partitions.get(key) ?? []), row]);
  }
  for (const partition of partitions.values())
    partition.sort((left, right) => left.place.interval - right.place.interval);
  for (const id of run.formulas.order) {
    const field = run.view.fields.find((known) => known.id === id);
    const expression = run.formulas.fields.get(id)?.expression ?? null;
    if (field === undefined || expression === null) throw new Error(`${id} has no formula`);
    for (const partition of partitions.values())
      for (const row of partition) row.cells.set(id, declared(field, evaluateRow(expression, row, partition, window)));
  }
}

function evaluateRow(expression: Expression, row: Row, partition: readonly Row[], window: Range): Cell {
  return evaluate(expression, {
    read: (name) => readRow(row, window, name),
    window: (fn, operand, more) => {
      const values = partition.map((other) => evaluateRow(operand, other, partition, window));
      const [count] = more;
      return overRows(fn, values, partition.indexOf(row), count?.kind === "literal" ? Number(count.value) : 1);
    },
  });
}

function readRow({ cells, interval }: Row, window: Range, name: Name): Cell {
  switch (name.kind) {
    case "field":
      return cells.get(name.field) ?? null;
    case "range":
      if (name.member === "days") return (window.end - window.start) / 86_400_000;
      return name.member === "startMs" ? window.start : window.end;
    case "bucket": {
      const [bucket] = interval.buckets.values();
      return (name.member === "startMs" ? bucket?.start : bucket?.end) ?? null;
    }
    default:
      throw new Error(`no ${name.kind} in a formula over rows`);
  }
}

function overRows(fn: string, values: readonly Cell[], index: number, count: number): Cell {
  const numberAt = (at: number): number | null => {
    const value = values[at];
    return typeof value === "number" ? value : null;
  };
  const here = numberAt(index);
  const until = (from: number): number[] =>
    values.flatMap((_, at) => {
      const value = at >= from && at <= index ? numberAt(at) : null;
      return value === null ? [] : [value];
    });
  const all = values.flatMap((value) => (typeof value === "number" ? [value] : []));
  switch (fn) {
    case "previous":
      return values[index - 1] ?? null;
    case "next":
      return values[index + 1] ?? null;
    case "cumulativeSum":
      return until(0).length === 0 ? null : finite(sum(until(0)));
    case "movingAvg": {
      const last = until(index - count + 1);
      return last.length === 0 ? null : finite(sum(last) / last.length);
    }
    case "shareOfTotal":
      return here === null || sum(all) === 0 ? null : finite(here / sum(all));
    case "rank":
      return here === null ? null : all.filter((value) => value > here).length + 1;
    default:
      throw new Error(`no function over rows: ${fn}`);
  }
}
