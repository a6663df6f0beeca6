// The ports of retention: how long each tenant keeps its points, whose series are whose, and the store that deletes.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import type { TimeWindow } from "./telemetry.ts";

export interface StorageTerm {
  readonly tenantId: TenantId;
  /** Points older than this go; at least 1. */
  readonly days: number;
}

/** Series and the tenants that they belong to, side by side; null for those of system administrators. */
export interface OwnedSeries {
  readonly numbers: readonly SeriesNumber[];
  readonly tenantIds: readonly (TenantId | null)[];
}

export interface RetentionDirectory {
  /** Tenants whose profile says how long points are kept; the others keep them for ever. */
  storageTerms(): Promise<readonly StorageTerm[]>;
  /** Up to `max` series whose number is greater than `after`, ascending. */
  seriesAfter(after: number, max: number): Promise<OwnedSeries>;
}

/** A part of what a run deletes: points dated inside the window. */
export interface RetentionSlice extends TimeWindow {
  /** How many were found. */
  readonly points: number;
}

/**
 * Deletes points that are too old, in steps between which batches are stored. Points saved with a time to live of their own
 * are left to that. Every method may throw `unavailable`.
 */
export interface PointRetentionStore {
  /** Begins a run without terms. */
  begin(): Promise<void>;
  /** Points of these series dated before `before` have to go. */
  add(series: readonly SeriesNumber[], before: EpochMillis): Promise<void>;
  /** Takes latest values of these series that are too old out of sight; how many. */
  dropLatest(): Promise<number>;
  /** What has to go, oldest first, in slices of about `pointsMax`; `from` leaves out what is dated before. */
  slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]>;
  /** Deletes one; how many points there were. */
  deleteSlice(window: TimeWindow): Promise<number>;
  /** Ends the run and frees what it needed. */
  end(): Promise<void>;
  /** Deletes up to `max` points whose own time to live is over; fewer than `max` were all. */
  deleteOutlived(now: EpochMillis, max: number): Promise<number>;
}
