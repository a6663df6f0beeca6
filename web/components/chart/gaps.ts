// Splits lines at gaps: nothing is known about a stretch that is much longer than the usual distance between points.

/** A stretch this many times the usual distance is a gap. */
const GAP_FACTOR = 6;
/**
 * A gap must be that long both by the usual distance of the whole line and by that of this many neighbours on each side:
 * a device may send more often than before.
 */
const NEIGHBOURS = 5;

/** The stretches between gaps; `intervalMillis` is the interval of averages, 0 for raw points. */
export function runsOf<Point extends readonly [ts: number, ...rest: unknown[]]>(
  points: readonly Point[],
  intervalMillis: number,
): readonly (readonly Point[])[] {
  const distances = points.slice(1).map(([ts], index) => ts - (points[index]?.[0] ?? ts));
  const usual = Math.max(middleOf(distances), intervalMillis);
  const isGap = (place: number): boolean => {
    const distance = distances[place] ?? 0;
    if (distance <= GAP_FACTOR * usual) return false;
    const before = middleOf(distances.slice(Math.max(0, place - NEIGHBOURS), place));
    const after = middleOf(distances.slice(place + 1, place + 1 + NEIGHBOURS));
    return distance > GAP_FACTOR * Math.max(before, after);
  };
  const runs: Point[][] = [];
  for (const [place, point] of points.entries()) {
    const run = runs.at(-1);
    if (run === undefined || isGap(place - 1)) runs.push([point]);
    else run.push(point);
  }
  return runs;
}

/** Points at the same time are ignored. */
function middleOf(distances: readonly number[]): number {
  const apart = distances.filter((distance) => distance > 0).sort((a, b) => a - b);
  return apart[Math.floor(apart.length / 2)] ?? 0;
}
