// The last messages of a connection for components. The platform sends them only while the tab is open and not paused.
import { useEffect, useState, useSyncExternalStore } from "react";
import { live } from "../../api/client.ts";
import type { LiveTraffic, TrafficMessage } from "../../api/live-traffic.ts";
import type { LiveState } from "../../api/live.ts";

export interface TrafficFeed {
  /** The newest first. */
  readonly messages: readonly TrafficMessage[];
  /** Messages that the platform left out because there were too many in a second. */
  readonly dropped: number;
  /** False until the platform has accepted the subscription. */
  readonly isReady: boolean;
  /** The reason of a refusal by the platform, or null. */
  readonly problem: string | null;
}

export const MESSAGES_MAX = 200;
const NOTHING: TrafficFeed = { messages: [], dropped: 0, isReady: false, problem: null };

export interface Traffic {
  readonly feed: TrafficFeed;
  readonly state: LiveState;
  readonly clear: () => void;
}

export function useTraffic(deviceId: string, isPaused: boolean): Traffic {
  const [feed, setFeed] = useState(NOTHING);
  const state = useSyncExternalStore(live.subscribeState, () => live.state);
  useEffect(() => {
    if (isPaused) return undefined;
    const stop = live.watchTraffic(
      deviceId,
      (traffic) => setFeed((present) => merged(present, traffic)),
      (problem) => setFeed((present) => ({ ...present, problem })),
    );
    return () => {
      stop();
      setFeed((present) => ({ ...present, isReady: false }));
    };
  }, [deviceId, isPaused]);
  const clear = (): void => setFeed((present) => ({ ...present, messages: [], dropped: 0 }));
  return { feed, state: state === "open" && !feed.isReady ? "connecting" : state, clear };
}

/** A restarted platform numbers messages from the beginning, so the number alone does not identify a message. */
export function messageKey({ id, ts }: TrafficMessage): string {
  return `${String(ts)} ${String(id)}`;
}

/** An update of a message replaces it. */
function merged(present: TrafficFeed, { messages, dropped }: LiveTraffic): TrafficFeed {
  const news = new Map(messages.map((message) => [messageKey(message), message]));
  const kept = present.messages.map((message) => {
    const key = messageKey(message);
    const again = news.get(key);
    news.delete(key);
    return again ?? message;
  });
  const added = [...news.values()].sort((one, other) => other.id - one.id);
  return {
    messages: [...added, ...kept].slice(0, MESSAGES_MAX),
    dropped: present.dropped + dropped,
    isReady: true,
    problem: null,
  };
}
