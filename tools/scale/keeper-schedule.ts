// When the keeper folds, merges and copies the latest points, and for how long it takes no frames meanwhile.
import type { Model } from "./dimension.ts";
import { logTrafficOf, ROW_BYTES } from "./log-dimensions.ts";
import { trafficOf } from "./plant.ts";
import { between } from "./unit-costs.ts";

/** Of a file of the history, beyond which files are not merged further (`ARRANGEMENT` in lake-tables.ts). */
export const FILE_BYTES_MAX = 64_000_000;

export interface KeeperSchedule {
  /** From the start of a fold to that of the next one; infinite if it cannot keep up. */
  readonly foldEverySeconds: number;
  readonly foldSeconds: number;
  readonly pointsPerFold: number;
  /** For one file; a fold comes after each. */
  readonly mergeSeconds: number;
  readonly copyEverySeconds: number;
  readonly copySeconds: number;
  /** Part of its time in which it reads the log, and in which it folds. */
  readonly following: number;
  readonly folding: number;
}

export function keeperScheduleOf(model: Model): KeeperSchedule {
  const { plant, config, costs } = model;
  const { pointsPerSecond, series } = trafficOf(plant);
  const { foldSeconds, foldBytes, mergeFolds, latestPoints } = config.cluster.keeper;
  const fixedSeconds = costs.fold.fixedMillis / 1000;
  /** Seconds of folding for each second of points. */
  const busy = (pointsPerSecond * costs.fold.nanosPerPoint) / 1e9;
  // From the start of a fold to that of the next. It brings along all points since the last one began: `fixed + busy * every`.
  const byTime = (foldSeconds + fixedSeconds) / (1 - busy);
  const byBytes = Math.max(foldBytes / (ROW_BYTES * pointsPerSecond), fixedSeconds / (1 - busy));
  const every = busy >= 1 ? Infinity : Math.min(byTime, byBytes);
  const pointsPerFold = pointsPerSecond * every;
  return {
    foldEverySeconds: every,
    foldSeconds: fixedSeconds + busy * every,
    pointsPerFold,
    mergeSeconds:
      (Math.min(mergeFolds * pointsPerFold, FILE_BYTES_MAX / costs.fold.bytesPerPoint) *
        costs.fold.mergeNanosPerPoint) /
      1e9,
    copyEverySeconds: Math.max(latestPoints, 4 * series) / pointsPerSecond,
    copySeconds: (series * costs.latest.copyNanosPerSeries) / 1e9,
    following: followingCores(model),
    folding: busy + (every === Infinity ? 0 : fixedSeconds / every),
  };
}

/** Of one processor, to follow the log: by each node and by the keeper. */
export function followingCores(model: Model): number {
  const { plant, costs } = model;
  const { framesPerSecond, pointsPerFrame } = logTrafficOf(model);
  const micros = between(
    costs.frames.map((frame) => [frame.points, frame.followMicros]),
    pointsPerFrame,
  );
  return (framesPerSecond * micros) / 1e6 + (trafficOf(plant).pointsPerSecond * costs.tail.nanosPerPoint) / 1e9;
}
