// What is known about every series without reading the table: its latest point and the greatest ts it ever had. Stored
// as columns indexed by series number, so that a million series take some tens of megabytes.
import type { DuckDBValue } from "@duckdb/node-api";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { valueFromColumns, type Point } from "../../core/telemetry/telemetry.ts";
import { millis } from "../../lib/clock.ts";

/** Kind of a series without a latest point; in a snapshot, such a row holds only the greatest ts. */
export const NO_POINT = 255;

const SERIES_INITIAL = 1024;

/** The latest point of a series. */
export interface LatestPoint {
  readonly ts: number;
  readonly kind: number;
  readonly num: number;
  readonly text: string | null;
}

/** From the columns ts, kind, num and text. */
export function latestPoint([ts, kind, num, text]: readonly DuckDBValue[]): LatestPoint {
  return { ts: Number(ts), kind: Number(kind), num: Number(num), text: typeof text === "string" ? text : null };
}

export class LatestPoints {
  #newest = new Float64Array(SERIES_INITIAL).fill(-Infinity);
  #ts = new Float64Array(SERIES_INITIAL);
  #kind = new Uint8Array(SERIES_INITIAL).fill(NO_POINT);
  #num = new Float64Array(SERIES_INITIAL);
  readonly #text = new Map<number, string>();
  #applied = 0;
  #replaced = 0;
  /** Series that differ from the last snapshot. */
  #isDirty = new Uint8Array(SERIES_INITIAL);
  #dirty: number[] = [];

  get(series: SeriesNumber): Point | undefined {
    const point = this.point(series);
    return point && { ts: millis(point.ts), value: valueFromColumns(point.kind, point.num, point.text) };
  }

  /** The greatest ts ever stored in the series; -Infinity if there is none. */
  newest(series: number): number {
    return this.#newest[series] ?? -Infinity;
  }

  /**
   * Returns the rows that may collide with stored ones because they are not newer than everything in their series. From
   * now on the other rows count as stored: if the batch fails, later points are only checked unnecessarily.
   */
  admit(batch: PointBatch): readonly number[] {
    const late: number[] = [];
    for (let row = 0; row < batch.count; row++) {
      const series = batch.series[row] ?? 0;
      const ts = batch.ts[row] ?? 0;
      if (series >= this.#newest.length) this.#grow(series);
      if (ts > (this.#newest[series] ?? 0)) this.#newest[series] = ts;
      else late.push(row);
    }
    return late;
  }

  /** Applies stored rows, in the order in which they came. */
  apply(batch: PointBatch): void {
    this.#applied += batch.count;
    let nextText = 0;
    const { textRows } = batch;
    for (let row = 0; row < batch.count; row++) {
      const series = batch.series[row] ?? 0;
      const ts = batch.ts[row] ?? 0;
      let text: string | undefined;
      if (nextText < textRows.length && textRows[nextText] === row) text = batch.texts[nextText++];
      if (this.#kind[series] !== NO_POINT && ts < (this.#ts[series] ?? 0)) continue;
      this.#ts[series] = ts;
      this.#kind[series] = batch.kind[row] ?? NO_POINT;
      this.#num[series] = batch.num[row] ?? 0;
      if (text !== undefined) this.#text.set(series, text);
      else if (this.#text.size > 0) this.#text.delete(series);
      this.#markDirty(series);
    }
  }

  /** Restores a point that was stored after the snapshot. The next one will have it, as it begins the next era. */
  restoreStored(series: number, point: LatestPoint): void {
    this.restore(series, point);
    this.#markDirty(series);
  }

  /** Restores a row of the snapshot. */
  restore(series: number, point: LatestPoint): void {
    if (series >= this.#newest.length) this.#grow(series);
    this.#newest[series] = Math.max(point.ts, this.newest(series));
    if (point.kind === NO_POINT) return;
    if ((this.#kind[series] ?? NO_POINT) === NO_POINT || point.ts >= (this.#ts[series] ?? 0)) this.#set(series, point);
  }

  /** The greatest number of a series that ever had a point; 0 if there is none. */
  get seriesMax(): number {
    return Math.max(
      0,
      this.#newest.findLastIndex((ts) => ts !== -Infinity),
    );
  }

  /** Incremented for each series whose latest point a deletion has replaced or removed. */
  get replaced(): number {
    return this.#replaced;
  }

  /** Replaces the latest point of a series, or clears it if `point` is undefined. */
  replace(series: number, point: LatestPoint | undefined): void {
    this.#replaced++;
    if (series >= this.#newest.length) this.#grow(series);
    if (point === undefined) {
      this.#kind[series] = NO_POINT;
      this.#text.delete(series);
    } else this.#set(series, point);
    this.#markDirty(series);
  }

  latestTs(series: number): number | undefined {
    return (this.#kind[series] ?? NO_POINT) === NO_POINT ? undefined : this.#ts[series];
  }

  /** Number of points applied since the file was opened, whether or not they were the newest. */
  get applied(): number {
    return this.#applied;
  }

  /** Series whose rows the next snapshot must replace. */
  get dirty(): readonly number[] {
    return this.#dirty;
  }

  point(series: number): LatestPoint | undefined {
    const kind = this.#kind[series] ?? NO_POINT;
    if (kind === NO_POINT) return undefined;
    return { ts: this.#ts[series] ?? 0, kind, num: this.#num[series] ?? 0, text: this.#text.get(series) ?? null };
  }

  markClean(): void {
    for (const series of this.#dirty) this.#isDirty[series] = 0;
    this.#dirty = [];
  }

  #set(series: number, point: LatestPoint): void {
    this.#ts[series] = point.ts;
    this.#kind[series] = point.kind;
    this.#num[series] = point.num;
    if (point.text === null) this.#text.delete(series);
    else this.#text.set(series, point.text);
  }

  #markDirty(series: number): void {
    if (this.#isDirty[series] === 1) return;
    this.#isDirty[series] = 1;
    this.#dirty.push(series);
  }

  #grow(series: number): void {
    const capacity = Math.max(this.#newest.length * 2, series + 1);
    this.#newest = extend(this.#newest, new Float64Array(capacity).fill(-Infinity));
    this.#ts = extend(this.#ts, new Float64Array(capacity));
    this.#kind = extend(this.#kind, new Uint8Array(capacity).fill(NO_POINT));
    this.#num = extend(this.#num, new Float64Array(capacity));
    this.#isDirty = extend(this.#isDirty, new Uint8Array(capacity));
  }
}

function extend<Column extends Float64Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
