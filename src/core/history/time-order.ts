// Points of a batch in order of time. What is stored in order can be passed over by reads of other times, and a point
// newer than its series goes in without a look at what is there.
import { PointBatch } from "../telemetry/point-batch.ts";

/** The batch itself where it is in order. Points of one time keep their order: the later row wins. */
export function inTimeOrder(batch: PointBatch): PointBatch {
  const { count, ts } = batch;
  if (isAscending(ts, count)) return batch;
  // The sort of arrays, unlike that of typed ones, is quick where long runs are in order already, as in a file that has
  // one device after the other; and it is stable.
  const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => (ts[a] ?? 0) - (ts[b] ?? 0));
  const textOf = new Map(batch.textRows.map((row, index) => [row, batch.texts[index] ?? ""]));
  const sorted = new PointBatch();
  sorted.series = new Int32Array(count);
  sorted.ts = new Float64Array(count);
  sorted.kind = new Uint8Array(count);
  sorted.num = new Float64Array(count);
  for (const row of order) {
    const index = sorted.count++;
    sorted.series[index] = batch.series[row] ?? 0;
    sorted.ts[index] = ts[row] ?? 0;
    sorted.kind[index] = batch.kind[row] ?? 0;
    sorted.num[index] = batch.num[row] ?? 0;
    const text = textOf.size === 0 ? undefined : textOf.get(row);
    if (text !== undefined) sorted.addText(text);
  }
  return sorted;
}

function isAscending(ts: Float64Array, count: number): boolean {
  for (let row = 1; row < count; row++) if ((ts[row] ?? 0) < (ts[row - 1] ?? 0)) return false;
  return true;
}
