// Where a line must not go on: a stretch much longer than its points usually lie apart is a time of which nothing is known.

/** So many times the usual distance is a gap. */
const GAP_FACTOR = 6;
/** The usual distance is that of the whole line and of so many neighbours on each side: a device may send more often than before. */
const NEIGHBOURS = 5;

/** The stretches between gaps; `intervalMillis` is that of averages, 0 for points as they came. */
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

/** Of points at one time nothing is learnt. */
function middleOf(distances: readonly number[]): number {
  const apart = distances.filter((distance) => distance > 0).sort((a, b) => a - b);
  return apart[Math.floor(apart.length / 2)] ?? 0;
}
