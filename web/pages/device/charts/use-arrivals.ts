// Values that arrive while a chart follows the present, collected for a moment, so that a device that sends a thousand
// times a second is drawn about ten times.
import { useEffect, useState } from "react";
import { live } from "../../../api/client.ts";
import { parseJson } from "../../../api/json.ts";
import type { LivePoint } from "../../../api/live.ts";
import { seriesId } from "./shown-series.ts";

export type Arrivals = ReadonlyMap<string, readonly LivePoint[]>;

const NONE: Arrivals = new Map();
const GATHER_MILLIS = 80;
/** Points kept for one series; older ones will soon be read again. */
const KEPT_MAX = 2_000;

/** Values by series id, oldest first; empty while `isFollowing` is false. */
export function useArrivals(devices: readonly string[], keys: readonly string[], isFollowing: boolean): Arrivals {
  const [gathered, setGathered] = useState({ of: "", arrivals: NONE });
  // The effect depends on the names, not on the arrays that hold them.
  const ids = JSON.stringify(devices);
  const names = JSON.stringify(keys);
  const wanted = `${ids} ${names}`;
  useEffect(() => {
    const watched = textsIn(names);
    if (!isFollowing || watched.length === 0) return undefined;
    let waiting = new Map<string, readonly LivePoint[]>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const show = (): void => {
      timer = null;
      const news = waiting;
      waiting = new Map();
      setGathered((present) => ({
        of: wanted,
        arrivals: merged(present.of === wanted ? present.arrivals : NONE, news),
      }));
    };
    const stops = textsIn(ids).map((deviceId) =>
      live.watchPoints({ entityId: deviceId, keys: watched }, (points) => {
        for (const key of watched) {
          const found = points.get(key);
          if (found === undefined) continue;
          const id = seriesId(deviceId, key);
          waiting.set(id, [...(waiting.get(id) ?? []), ...found.toReversed()]);
          timer ??= setTimeout(show, GATHER_MILLIS);
        }
      }),
    );
    return () => {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [ids, names, wanted, isFollowing]);
  return isFollowing && gathered.of === wanted ? gathered.arrivals : NONE;
}

function textsIn(json: string): readonly string[] {
  const texts = parseJson(json);
  return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
}

function merged(present: Arrivals, news: Arrivals): Arrivals {
  const next = new Map(present);
  for (const [id, points] of news) next.set(id, [...(present.get(id) ?? []), ...points].slice(-KEPT_MAX));
  return next;
}
