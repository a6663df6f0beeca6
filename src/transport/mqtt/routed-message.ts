// All that the topic APIs know of MQTT: a message matched to its route, and the session it came through.
import type { AckTarget, DEFERRED, Handled, Remark } from "../../core/acknowledgement.ts";
import type { TrafficObserver } from "../../core/traffic-observer.ts";
import type { EpochMillis } from "../../lib/clock.ts";

export type Qos = 0 | 1;

export interface PublishHooks {
  /** Runs when the client has acknowledged the message; at QoS 0 as soon as it is written, which may be immediately. */
  readonly acked?: (() => void) | undefined;
  /** Runs once, when the platform no longer holds the message: its bytes have left, or the connection is gone. */
  readonly released?: (() => void) | undefined;
  /** Asked when a queued message could be sent; false drops it. */
  readonly isDue?: () => boolean;
}

/** What a topic API may do with the MQTT session of its client. */
export interface MqttSession extends AckTarget {
  /** 3 and 4 are MQTT 3.1 and 3.1.1. */
  readonly protocol: 3 | 4 | 5;
  readonly isOpen: boolean;
  /** The QoS granted for this literal filter; undefined if the client has not subscribed to it. */
  subscribedQos(filter: string): Qos | undefined;
  /**
   * Queues one PUBLISH to the client, after the acknowledgements already settled. Returns false, without sending, if it
   * would exceed the client's Maximum Packet Size. On a closed session the message is lost, like any downlink that the
   * client has not acknowledged.
   */
  publish(topic: string, payload: string | Uint8Array, qos: Qos, hooks?: PublishHooks): boolean;
  /**
   * Runs `work` that follows a wait of the handler and may take long, such as writing an answer of megabytes, and counts
   * its time as that of received packets is counted: clients that share the thread take turns.
   */
  inTurn(work: () => void): Promise<void>;
  /**
   * Handles a long message in steps, each in a turn of its own: at each `yield` others have theirs. The result is what the
   * handler returns. Ends without effect as soon as the session has closed.
   */
  inSteps(work: Iterator<void, Handled, void>): Promise<typeof DEFERRED | void>;
  /**
   * Resolves when every message received before the one being handled is settled, so that its effects are visible.
   * Called outside a handler, it waits for every message received so far. Also resolves when the session closes.
   */
  settled(): Promise<void>;
  /**
   * "provisioning-topic", "provisioned" and "shutdown" send pending acknowledgements first; the other reasons close at
   * once.
   */
  close(reason: SessionCloseReason): void;
  /** Sends a note about the message of `ack`, which is not settled yet, to the client and the observer. */
  remark(ack: number, remark: Remark): void;
  /** Reports to the observer a PUBLISH that cannot be sent, and why. */
  unsent(topic: string, payload: string, reason: string): void;
  /** Shows every PUBLISH to the observer from now on; undefined removes the observer. */
  observe(observer: TrafficObserver | undefined): void;
}

export type SessionCloseReason =
  "taken-over" | "administrative" | "shutdown" | "provisioning-topic" | "provisioned" | "fault";

/** One PUBLISH. `Client` is what the API made of the CONNECT; MQTT itself never looks inside. */
export interface RoutedMessage<Client> {
  readonly client: Client;
  readonly session: MqttSession;
  readonly topic: string;
  /** The integer at `{id}` in the route's topic; -1 if the route has none. */
  readonly id: number;
  /** The integer at `{part}`, likewise. */
  readonly part: number;
  readonly payload: Buffer;
  readonly receivedAt: EpochMillis;
  /**
   * What to settle with `session.settle`. The session settles it itself if the handler's promise resolves to
   * anything but `DEFERRED`, or rejects.
   */
  readonly ack: number;
}

/**
 * `topic` may end with the segment `{id}`, or contain `{id}` and end with `{part}`; each matches a decimal int32 ≥ 0.
 */
export interface Route<Client> {
  readonly topic: string;
  handle(message: RoutedMessage<Client>): Handled;
}
