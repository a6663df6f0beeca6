// The port to wherever points are kept. Series are numbers here; what they mean is the series store's business.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { PointBatch } from "./point-batch.ts";
import type { BucketQuery, DeleteQuery, Point, RangeQuery } from "./telemetry.ts";

/** One non-empty bucket; `index` counts from 0 along the bounds of the query. */
export interface Bucket {
  readonly index: number;
  readonly value: number | bigint | string;
}

export interface TelemetryStore {
  /**
   * Stores every point of the batch or none, and resolves when they would survive a crash. A point with the series and
   * ts of another replaces it; within the batch the later row wins. Rejects with `unavailable`.
   */
  write(batch: PointBatch): Promise<void>;

  /** The point with the greatest ts of each series, in the order asked; undefined where there is none. */
  latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]>;

  /** Those of the series that have a point. */
  withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]>;

  /** Points of one series inside the window, ordered by ts, at most `limit`. */
  range(series: SeriesNumber, query: RangeQuery, signal?: AbortSignal): Promise<readonly Point[]>;

  /** Aggregates one series per bucket, ascending, empty buckets left out. Source: REST contract 9.2. */
  aggregate(series: SeriesNumber, query: BucketQuery, signal?: AbortSignal): Promise<readonly Bucket[]>;

  delete(series: readonly SeriesNumber[], query: DeleteQuery): Promise<void>;
}
