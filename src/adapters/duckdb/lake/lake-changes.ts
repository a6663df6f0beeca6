// The changes in the log of a cluster, other than points. Each says what is to be done, and every node and keeper that meets it
// does the same, as all of them then have the same points.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { FrameKind } from "../log/frame.ts";
import type { LoggedChange } from "../point-engine.ts";

export const LakeFrameKind = { ...FrameKind, retention: 5, latestRetention: 6, outlived: 7 } as const;

/** Deletes points of these series from `startTs` until `endTs`; those with their own time to live stay. */
export interface RetentionChange {
  readonly kind: typeof LakeFrameKind.retention;
  readonly series: readonly SeriesNumber[];
  /** For each series. */
  readonly startTs: readonly number[];
  readonly endTs: readonly number[];
}

/**
 * Drops the latest points of these series that are older than `before`; what takes their place is the newest point whose own
 * time to live ends after `now`.
 */
export interface LatestRetentionChange {
  readonly kind: typeof LakeFrameKind.latestRetention;
  readonly series: readonly SeriesNumber[];
  /** For each series. */
  readonly before: readonly number[];
  readonly now: number;
}

/** Deletes points whose own time to live has ended at `now`: the `max` that ended first. */
export interface OutlivedChange {
  readonly kind: typeof LakeFrameKind.outlived;
  readonly now: number;
  readonly max: number;
}

export type Erasure = RetentionChange | LatestRetentionChange | OutlivedChange;
export type LakeChange = LoggedChange | Erasure;
