// The state of a gateway before its first value is stored: whether it is connected, and the outcome of its messages.
import type { LiveState } from "../../api/live.ts";
import type { TrafficMessage } from "../../api/live-traffic.ts";
import { words } from "../../words/words.ts";

export interface Waiting {
  readonly state: "absent" | "connected" | "refused";
  readonly live: LiveState;
  /** Why the newest message was refused; null if it was not. */
  readonly refusal: string | null;
  /** The topic of the newest message that was stored, for example one with attributes. */
  readonly other: string | null;
}

/** `messages` has the newest first. */
export function waitingFor(isOnline: boolean, live: LiveState, messages: readonly TrafficMessage[]): Waiting {
  const newest = messages.find(({ direction, verdict }) => direction === "up" && verdict !== "waiting");
  const isRefused = newest?.verdict === "refused" || newest?.verdict === "partly";
  return {
    state: isRefused ? "refused" : isOnline || newest !== undefined ? "connected" : "absent",
    live,
    refusal: isRefused ? (newest.reason ?? words.start.waiting.noReason) : null,
    other: newest?.verdict === "stored" ? newest.topic : null,
  };
}

/** Whether a message has been stored that may contain the first value. */
export function mayHaveValues(messages: readonly TrafficMessage[]): boolean {
  return messages.some(
    ({ direction, verdict }) => direction === "up" && (verdict === "stored" || verdict === "partly"),
  );
}
