// Telemetry keys of entities. A series outlives its points, and a key whose points have all been deleted is not listed.
// Most keys have a latest value in the series returned with them, so only the others need a further search.
import { nextTurn } from "../../lib/next-turn.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { StoredPoints } from "./entity-query-store.ts";

/** Series examined per turn of the event loop, and per read of points. */
const SERIES_A_TURN = 5_000;

export interface KeyedSeries {
  readonly some: ReadonlyMap<string, SeriesNumber>;
  readonly of: (key: string) => Promise<readonly SeriesNumber[]>;
}

/** The keys that have a point, sorted by UTF-16 code units. Throws the reason of `signal`. */
export async function keysWithPoints(
  { some, of }: KeyedSeries,
  points: StoredPoints,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const keys = [...some.keys()];
  const latest = await points.latest([...some.values()]);
  const named = new Set(keys.filter((_key, index) => latest[index] !== undefined));
  const keyOf = new Map<SeriesNumber, string>();
  for (const key of keys) {
    if (named.has(key)) continue;
    const series = await of(key);
    if (await hasLatest(series, points, signal)) named.add(key);
    else for (const number of series) keyOf.set(number, key);
  }
  // A latest value can be deleted on its own, so series without one are searched for points.
  const silent = [...keyOf.keys()];
  for (let start = 0; start < silent.length; start += SERIES_A_TURN) {
    signal?.throwIfAborted();
    const part = silent.slice(start, start + SERIES_A_TURN).filter((number) => !named.has(keyOf.get(number) ?? ""));
    for (const number of await points.withPoints(part)) named.add(keyOf.get(number) ?? "");
  }
  return [...named].sort();
}

async function hasLatest(
  series: readonly SeriesNumber[],
  points: StoredPoints,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let start = 0; start < series.length; start += SERIES_A_TURN) {
    if (start > 0) await nextTurn();
    signal?.throwIfAborted();
    const latest = await points.latest(series.slice(start, start + SERIES_A_TURN));
    if (latest.some((point) => point !== undefined)) return true;
  }
  return false;
}
