// The port to the store of points. It knows series only by number; the series store maps them to owners and keys.
import type { Subscription } from "../bus/message-bus.ts";
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
   * Stores all points of the batch or none, and resolves when they would survive a crash. A point replaces an existing
   * one with the same series and ts; within the batch the later row wins. Rejects with `unavailable`.
   */
  write(batch: PointBatch): Promise<void>;

  /** Resolves when it wants the next batch of a group commit; never rejects. Undefined if it wants each at once. */
  readonly ready?: () => Promise<void>;

  /** The point with the greatest ts of each series, in the order of `series`; undefined where there is none. */
  latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]>;

  /** Those of the given series that have at least one point. */
  withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]>;

  /** The points of one series inside the window, ordered by ts, at most `limit`. */
  range(series: SeriesNumber, query: RangeQuery, signal?: AbortSignal): Promise<readonly Point[]>;

  /** Aggregates one series by bucket, ascending, without empty buckets. Source: REST contract 9.2. */
  aggregate(series: SeriesNumber, query: BucketQuery, signal?: AbortSignal): Promise<readonly Bucket[]>;

  delete(series: readonly SeriesNumber[], query: DeleteQuery): Promise<void>;

  /** The changes of all nodes that share the points; undefined if every change comes through this object. */
  readonly changes?: PointChanges;
}

/** What all nodes of a cluster store, in the order in which it counts. */
export interface PointChanges {
  /** Points that this node has met since its start. */
  readonly points: number;
  /** Passes on what is stored from now on. One listener at a time. */
  follow(listener: PointListener): Subscription;
  /** Resolves when the listener has everything that was acknowledged before the call. Rejects with `unavailable`. */
  reached(): Promise<void>;
}

/** None of its methods waits or throws. */
export interface PointListener {
  /** The batch stays as it is. `isNew` says whether a series never had a point before, and holds during the call. */
  stored(batch: PointBatch, isNew: (series: number) => boolean): void;
  /** A deletion has changed the latest points of these series; `latestOf` holds during the call. */
  deleted(series: readonly number[], latestOf: (series: number) => Point | undefined): void;
  /** This node skips some changes, because the log no longer has them. */
  missed(): void;
}
