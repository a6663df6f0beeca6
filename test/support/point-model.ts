// What a telemetry store holds, in the plainest way, for comparing.
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import type { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import type { TelemetryStore } from "../../src/core/telemetry/telemetry-store.ts";
import { valueFromColumns, type DeleteQuery, type Point } from "../../src/core/telemetry/telemetry.ts";
import { millis } from "../../src/lib/clock.ts";

const EVERYTHING = { startTs: -9e15, endTs: 9e15, limit: 1_000_000, order: "ASC" } as const;

export class PointModel {
  readonly #points = new Map<number, Map<number, Point>>();
  readonly #latest = new Map<number, Point>();

  write(batch: PointBatch): void {
    for (let row = 0; row < batch.count; row++) {
      const series = batch.series[row] ?? 0;
      const ts = batch.ts[row] ?? 0;
      const text = batch.textRows.indexOf(row);
      const value = valueFromColumns(batch.kind[row] ?? 0, batch.num[row] ?? 0, batch.texts[text] ?? null);
      const point = { ts: millis(ts), value };
      const points = this.#points.get(series) ?? new Map<number, Point>();
      this.#points.set(series, points.set(ts, point));
      if (ts >= (this.#latest.get(series)?.ts ?? -Infinity)) this.#latest.set(series, point);
    }
  }

  delete(series: readonly SeriesNumber[], { window, deleteLatest, rewriteLatest }: DeleteQuery): void {
    const isInside = (ts: number): boolean => window === undefined || (ts >= window.startTs && ts < window.endTs);
    for (const number of series) {
      const points = this.#points.get(number);
      for (const ts of points?.keys() ?? []) if (isInside(ts)) points?.delete(ts);
      const latest = this.#latest.get(number);
      if (!deleteLatest || latest === undefined || !isInside(latest.ts)) continue;
      const before = this.range(number).filter(({ ts }) => window !== undefined && ts < window.startTs);
      const newest = before.at(-1);
      if (rewriteLatest && newest !== undefined) this.#latest.set(number, newest);
      else this.#latest.delete(number);
    }
  }

  range(series: number): readonly Point[] {
    return [...(this.#points.get(series)?.values() ?? [])].sort((one, other) => one.ts - other.ts);
  }

  /** Everything, as `readAll` gives it. */
  all(series: readonly number[]): readonly unknown[] {
    return series.map((number) => ({ number, points: this.range(number), latest: this.#latest.get(number) }));
  }
}

export async function readAll(store: TelemetryStore, series: readonly number[]): Promise<readonly unknown[]> {
  const latest = await store.latest(series.map((number) => number as SeriesNumber));
  return await Promise.all(
    series.map(async (number, index) => ({
      number,
      points: await store.range(number as SeriesNumber, EVERYTHING),
      latest: latest[index],
    })),
  );
}
