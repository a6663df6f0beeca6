// States as stretches of time.
import type { StateSpan } from "./time-series.ts";

interface StateChange {
  readonly ts: number;
  /** Null from when on nothing is known. */
  readonly text: string | null;
}

/** Each state holds until the next one, and the last until `untilTs`; oldest first. */
export function spansOf(states: readonly StateChange[], startTs: number, untilTs: number): readonly StateSpan[] {
  const changes = states.filter(({ text }, place) => place === 0 || text !== states[place - 1]?.text);
  return changes.flatMap(({ ts, text }, place) => {
    const endTs = Math.min(changes[place + 1]?.ts ?? Infinity, Math.max(untilTs, ts + 1));
    return text === null || endTs <= startTs ? [] : [{ startTs: Math.max(ts, startTs), endTs, text }];
  });
}
