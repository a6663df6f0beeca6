// Points of a batch in order of time. What is stored in order can be passed over by reads of other times, and a point
// newer than its series goes in without a look at what is there.
import { PointBatch } from "../telemetry/point-batch.ts";
import { ValueKind } from "../telemetry/telemetry.ts";
import type { SeriesNumber } from "../devices/known-device.ts";

/** The batch itself where it is in order. Points of one time keep their order: the later row wins. */
export function inTimeOrder(batch: PointBatch): PointBatch {
  const { count, ts } = batch;
  if (isAscending(ts, count)) return batch;
  const order = new Uint32Array(count);
  for (let row = 0; row < count; row++) order[row] = row;
  order.sort((a, b) => (ts[a] ?? 0) - (ts[b] ?? 0) || a - b);
  const textOf = new Map(batch.textRows.map((row, index) => [row, batch.texts[index] ?? ""]));
  const sorted = new PointBatch();
  for (const row of order) {
    sorted.add((batch.series[row] ?? 0) as SeriesNumber, ts[row] ?? 0, kindOf(batch.kind[row]), batch.num[row] ?? 0);
    const text = textOf.get(row);
    if (text !== undefined) sorted.addText(text);
  }
  return sorted;
}

function isAscending(ts: Float64Array, count: number): boolean {
  for (let row = 1; row < count; row++) if ((ts[row] ?? 0) < (ts[row - 1] ?? 0)) return false;
  return true;
}

const KINDS = Object.values(ValueKind);

function kindOf(kind: number | undefined): ValueKind {
  return KINDS.find((known) => known === kind) ?? ValueKind.NUMBER;
}
