// Where a line must not go on: a stretch much longer than its points usually lie apart is a time of which nothing is known.

/** So many times the usual distance is a gap. */
const GAP_FACTOR = 6;

/** The stretches between gaps; `intervalMillis` is that of averages, 0 for points as they came. */
export function runsOf<Point extends readonly [ts: number, ...rest: unknown[]]>(
  points: readonly Point[],
  intervalMillis: number,
): readonly (readonly Point[])[] {
  const gap = gapOf(points, intervalMillis);
  const runs: Point[][] = [];
  let before = -Infinity;
  for (const point of points) {
    const run = runs.at(-1);
    if (run === undefined || point[0] - before > gap) runs.push([point]);
    else run.push(point);
    before = point[0];
  }
  return runs;
}

function gapOf(points: readonly (readonly [ts: number, ...rest: unknown[]])[], intervalMillis: number): number {
  const distances = points.slice(1).map(([ts], index) => ts - (points[index]?.[0] ?? ts));
  const usual = distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return GAP_FACTOR * Math.max(usual, intervalMillis);
}
