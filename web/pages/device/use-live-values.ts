// Live values of a device for components: values are collected between two frames, so a device that sends a thousand
// times a second is drawn sixty times.
import { useEffect, useState, useSyncExternalStore } from "react";
import { live } from "../../api/client.ts";
import type { LivePoint, LiveState, Watched } from "../../api/live.ts";

export interface LiveKey extends LivePoint {
  /** Number of changes since the page was opened; 0 for initial values. */
  readonly changes: number;
  /** Its numbers since the page was opened, oldest first. */
  readonly trend: readonly TrendPoint[];
}

export interface TrendPoint {
  readonly ts: number;
  readonly value: number;
}

export interface LiveFeed {
  readonly keys: ReadonlyMap<string, LiveKey>;
  /** False until the present values have arrived. */
  readonly isReady: boolean;
  /** The reason of a refusal by the platform, or null. */
  readonly problem: string | null;
}

const TREND_MAX = 40;
const NOTHING: LiveFeed = { keys: new Map(), isReady: false, problem: null };

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribeState, () => live.state);
}

/**
 * For one entity and, for attributes, one scope; a component that switches to another one must get a new key. `keys`
 * must be the same array each time.
 */
export function useLiveValues({ entityId, kind, scope, keys }: Watched): LiveFeed {
  const [feed, setFeed] = useState(NOTHING);
  useEffect(() => {
    let waiting = new Map<string, LivePoint | null>();
    let picture: number | null = null;
    const show = (): void => {
      picture = null;
      const news = waiting;
      waiting = new Map();
      setFeed((present) => merged(present, news));
    };
    const stop = live.watch(
      {
        entityId,
        kind,
        ...(scope === undefined ? {} : { scope }),
        ...(keys === undefined ? {} : { keys }),
      },
      (values, gone) => {
        for (const [key, point] of values) waiting.set(key, point);
        for (const key of gone) waiting.set(key, null);
        picture ??= requestAnimationFrame(show);
      },
      (problem) => setFeed((present) => ({ ...present, problem })),
    );
    return () => {
      stop();
      if (picture !== null) cancelAnimationFrame(picture);
    };
  }, [entityId, kind, scope, keys]);
  return feed;
}

function merged(present: LiveFeed, news: ReadonlyMap<string, LivePoint | null>): LiveFeed {
  const keys = new Map(present.keys);
  for (const [key, point] of news) {
    const before = keys.get(key);
    if (point === null) keys.delete(key);
    else if (before?.ts !== point.ts || before.text !== point.text)
      keys.set(key, {
        ...point,
        changes: before === undefined ? (present.isReady ? 1 : 0) : before.changes + 1,
        trend: extended(before?.trend ?? [], point),
      });
  }
  return { keys, isReady: true, problem: null };
}

function extended(trend: readonly TrendPoint[], { ts, text }: LivePoint): readonly TrendPoint[] {
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? [...trend.slice(-(TREND_MAX - 1)), { ts, value }] : [];
}
