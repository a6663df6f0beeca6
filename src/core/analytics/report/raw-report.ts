// Raw mode: one row per device and instant, with the device's dimensions repeated in each. The row limit is passed to
// the engine if no later step needs all rows. Source: analytics contract 2.10, 3.4, 3.10.
import { nextTurn } from "../../../lib/next-turn.ts";
import { sortedInTurns } from "../../../lib/sorted-in-turns.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Field, FieldId, SortEntry } from "../view/table-view.ts";
import { partOf } from "../time/time-part.ts";
import { declaredCells, impliedSort, rowOrder } from "./cells.ts";
import { deviceColumn, tooManyRows } from "./group-by.ts";
import { computeFormulas } from "./grouped-table.ts";
import { type RunBasis, type Span, timeAxis } from "./report-run.ts";
import { sampleMeasures } from "./join-rows.ts";
import { conditionsOf, dimensionsOf, wallClock, samplesOf } from "./measure-query.ts";
import type { Cell, RawQuery, RawRows, ReportPoints } from "./report-engine.ts";
import { droppedTest, NO_ROWS, type ResultRows } from "./result-rows.ts";

/** `rowsWanted`: the most rows that the report can show, plus one to detect that there are more. */
export async function rawRows(
  run: RunBasis,
  span: Span,
  rowsWanted: number,
  ask: (query: RawQuery) => ReturnType<ReportPoints["raw"]>,
): Promise<ResultRows> {
  const fields = rawFields(run.view.fields);
  if (fields.length === 0 || run.devices.length === 0) return NO_ROWS;
  const order = engineOrder(run, rowsWanted);
  const found = await ask({
    window: span.window,
    devices: run.devices.length,
    fields: fields.map((field) => ({
      samples: samplesOf(run, field),
      conditions: conditionsOf(run, field),
    })),
    dimensions: { columns: new Map(fields.flatMap((field) => [...dimensionsOf(run, field).columns])) },
    ...wallClock(run, span.window),
    align: run.view.grouping.align,
    toleranceMs: run.view.grouping.toleranceMs,
    ...order,
  });
  if (found.length > run.tableRowsMax) throw tooManyRows(run.tableRowsMax);
  for (const [index, { id }] of fields.entries()) {
    const skipped = found.skippedValues[index] ?? 0;
    if (skipped > 0) span.notes.skippedValues.set(id, skipped);
  }
  return await finishedRows({ run, span, fields, found });
}

/** The engine's answer for these fields. */
interface RawTable {
  readonly run: RunBasis;
  readonly span: Span;
  readonly fields: readonly Field[];
  readonly found: RawRows;
}

/** All telemetry fields, whatever their kind, because raw mode does not group. */
function rawFields(fields: readonly Field[]): readonly Field[] {
  return [
    ...sampleMeasures(fields),
    ...fields.filter(({ kind, source }) => kind === "dimension" && isOfSamples(source)),
  ];
}

async function finishedRows(table: RawTable): Promise<ResultRows> {
  const { run, span, found } = table;
  const columns = new Map<FieldId, readonly Cell[]>();
  for (const field of run.view.fields) {
    await nextTurn();
    const column = rawColumn(table, field);
    if (column !== null) columns.set(field.id, declaredCells(field, column, span.notes));
  }
  const ties = [Array.from(found.devices), Array.from(found.ts)];
  // Only calculated fields need the implied order.
  const partitions = run.formulas.order.length === 0 ? [] : [await impliedOrder(run, columns, found)];
  await computeFormulas(run, span, { length: found.length, columns, partitions, bucketAt: () => null });
  return droppedRows(run, { length: found.length, columns, earlier: new Map(), filled: new Map(), ties });
}

function impliedOrder(
  run: RunBasis,
  columns: ReadonlyMap<FieldId, readonly Cell[]>,
  found: RawRows,
): Promise<readonly number[]> {
  const compare = rowOrder(columns, impliedSort(run.view.fields));
  const { devices, ts } = found;
  return sortedInTurns(
    found.length,
    (left, right) =>
      compare(left, right) || (devices[left] ?? 0) - (devices[right] ?? 0) || (ts[left] ?? 0) - (ts[right] ?? 0),
  );
}

/** Null for fields that are computed from finished rows. */
function rawColumn({ run, span, fields, found }: RawTable, field: Field): readonly Cell[] | null {
  const place = fields.indexOf(field);
  if (place >= 0) return found.cells[place] ?? [];
  const { source } = field;
  switch (source.type) {
    case "timestamp":
      return Array.from(found.ts);
    case "timePart": {
      const { zone } = run.calendar;
      return Array.from(found.ts, (ts) => partOf(source.part, zone.toLocal(ts), run.calendar));
    }
    case "timeBucket":
      return bucketColumn(span, field, found);
    case "expression":
      if (source.stage === "group") return null;
      break;
    default:
      break;
  }
  const ofDevice = deviceColumn(run, field);
  return Array.from(found.devices, (device) => ofDevice[device] ?? null);
}

function bucketColumn({ buckets }: Span, field: Field, found: RawRows): readonly Cell[] {
  const axis = timeAxis(buckets.filter((each) => each.field === field.id));
  const labels = axis.labels.get(field.id) ?? [];
  const edges = axis.edges ?? [];
  return Array.from(found.ts, (ts) => {
    let [low, high] = [0, edges.length - 2];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((edges[middle] ?? 0) <= ts) low = middle;
      else high = middle - 1;
    }
    return labels[low] ?? null;
  });
}

function droppedRows(run: RunBasis, rows: ResultRows): ResultRows {
  const isDropped = droppedTest(run.view, rows.columns);
  const kept = rows.ties[0]?.flatMap((_, row) => (isDropped(row) ? [] : [row])) ?? [];
  if (kept.length === rows.length) return rows;
  const pick = <Item>(items: readonly Item[], missing: Item): readonly Item[] =>
    kept.map((row) => items[row] ?? missing);
  return {
    ...rows,
    length: kept.length,
    columns: new Map([...rows.columns].map(([id, column]) => [id, pick(column, null)])),
    ties: rows.ties.map((tie) => pick(tie, 0)),
  };
}

// --- Orders in which the engine can apply the row limit ---

type EngineOrder = Pick<RawQuery, "order" | "deviceOrder" | "rowsMax">;

/**
 * The engine orders by time, or by the rank of devices and then time. It can apply the limit if the report sorts by the
 * timestamp and then by device dimensions, or by device dimensions alone. For any other order it must return all rows.
 */
function engineOrder(run: RunBasis, rowsWanted: number): EngineOrder {
  const { view, devices } = run;
  const all: EngineOrder = {
    order: "device",
    deviceOrder: Int32Array.from(devices.ids, (_, device) => device),
    rowsMax: run.tableRowsMax + 1,
  };
  const needsAll = view.nulls.dropRows !== "none" || rowsWanted > run.tableRowsMax || run.formulas.order.length > 0;
  if (needsAll) return all;
  const entries = [...view.sort, ...impliedSort(view.fields)];
  const fields = new Map(view.fields.map((field) => [field.id, field]));
  const dimensions: SortEntry[] = [];
  let time: "asc" | "desc" | null = null;
  for (const entry of entries) {
    const field = fields.get(entry.field);
    if (field === undefined) return all;
    if (field.source.type === "timestamp") {
      // Sort entries after the timestamp only order the devices within one instant.
      if (dimensions.length > 0 && time === null) return all;
      time ??= entry.direction;
      continue;
    }
    if (field.kind === "time" || field.kind === "measure" || isOfSamples(field.source) || field.dataType !== "auto")
      return all;
    dimensions.push(entry);
  }
  return {
    order: time === null ? "device" : time === "asc" ? "oldestFirst" : "newestFirst",
    deviceOrder: ranks(run, dimensions, fields),
    rowsMax: rowsWanted,
  };
}

/** The rank of each device when sorted by these dimensions, then by device id. */
function ranks(run: RunBasis, entries: readonly SortEntry[], fields: ReadonlyMap<FieldId, Field>): Int32Array {
  const columns = new Map<FieldId, readonly Cell[]>();
  for (const { field: id } of entries) {
    const field = fields.get(id);
    if (field !== undefined) columns.set(id, deviceColumn(run, field));
  }
  const compare = rowOrder(columns, entries);
  const sorted = Array.from(run.devices.ids, (_, device) => device);
  sorted.sort((left, right) => compare(left, right) || left - right);
  const places = new Int32Array(run.devices.length);
  for (const [place, device] of sorted.entries()) places[device] = place;
  return places;
}
