// The ports of retention: how long each tenant keeps its points, the tenants of series, and the store that deletes.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import type { TimeWindow } from "./telemetry.ts";

export interface StorageTerm {
  readonly tenantId: TenantId;
  /** Older points are deleted; at least 1. */
  readonly days: number;
}

/** Series and their tenants, in parallel arrays; null for those of system administrators. */
export interface OwnedSeries {
  readonly numbers: readonly SeriesNumber[];
  readonly tenantIds: readonly (TenantId | null)[];
}

export interface RetentionDirectory {
  /** Tenants whose profile sets a retention of points; the others keep them forever. */
  storageTerms(): Promise<readonly StorageTerm[]>;
  /** Up to `max` series with numbers greater than `after`, ascending. */
  seriesAfter(after: number, max: number): Promise<OwnedSeries>;
}

/** A part of the points to delete: those with times inside the window. */
export interface RetentionSlice extends TimeWindow {
  /** The number of points found. */
  readonly points: number;
}

/**
 * Deletes expired points in steps, between which batches are stored. Points saved with an individual time to live are
 * not covered by the retention. Every method may throw `unavailable`.
 */
export interface PointRetentionStore {
  /** Starts a run, without terms. */
  begin(): Promise<void>;
  /** Adds the term that points of these series before `before` are to be deleted. */
  add(series: readonly SeriesNumber[], before: EpochMillis): Promise<void>;
  /** Hides expired latest values of these series; returns how many. */
  dropLatest(): Promise<number>;
  /** The points to delete, oldest first, in slices of about `pointsMax`; points before `from` are left out. */
  slices(pointsMax: number, from: EpochMillis | null): Promise<readonly RetentionSlice[]>;
  /** Deletes one slice; returns how many points it had. */
  deleteSlice(window: TimeWindow): Promise<number>;
  /** Ends the run and frees its resources. */
  end(): Promise<void>;
  /** Deletes up to `max` points whose individual time to live has ended; fewer than `max` means that none are left. */
  deleteOutlived(now: EpochMillis, max: number): Promise<number>;
}
