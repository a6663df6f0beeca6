// What the topic APIs know of MQTT: a message that has found its topic, and the session it came through.
import type { AckTarget, Handled, Remark } from "../../core/acknowledgement.ts";
import type { TrafficObserver } from "../../core/traffic-observer.ts";
import type { EpochMillis } from "../../lib/clock.ts";

export type Qos = 0 | 1;

export interface PublishHooks {
  /** Runs when the client has acknowledged the message; for QoS 0 as soon as it is written, which may be at once. */
  readonly acked?: (() => void) | undefined;
  /** Runs once, when the platform holds the message no longer: its bytes have left, or the connection is gone. */
  readonly released?: (() => void) | undefined;
  /** Asked when the turn of a message comes that had to wait for the client: false drops it. */
  readonly isDue?: () => boolean;
}

/** What a topic API may do with the MQTT session of its client. */
export interface MqttSession extends AckTarget {
  /** 3 and 4 are MQTT 3.1 and 3.1.1. */
  readonly protocol: 3 | 4 | 5;
  readonly isOpen: boolean;
  /** The QoS granted to this literal filter, or undefined where the client has not subscribed to it. */
  subscribedQos(filter: string): Qos | undefined;
  /**
   * Queues one PUBLISH to the client. Acknowledgements that are settled leave before it. False when it would exceed the
   * client's Maximum Packet Size; it is then not sent. On a session that has closed it is lost, as any downlink the client
   * has not acknowledged.
   */
  publish(topic: string, payload: string | Uint8Array, qos: Qos, hooks?: PublishHooks): boolean;
  /**
   * Resolves when every message that came before the one being handled is settled, so that what came earlier is visible;
   * called outside a handler, when every message so far is. Also resolves when the session closes.
   */
  settled(): Promise<void>;
  /** "provisioning-topic", "provisioned" and "shutdown" first send pending acknowledgements; the others do not wait. */
  close(reason: SessionCloseReason): void;
  /** Tells the sender, and the observer, something about the message of the slot, which is not settled yet. */
  remark(slot: number, remark: Remark): void;
  /** Shows the observer a PUBLISH that cannot be sent, with the reason. */
  unsent(topic: string, payload: string, reason: string): void;
  /** The observer gets each PUBLISH from now on; undefined ends it. */
  observe(observer: TrafficObserver | undefined): void;
}

export type SessionCloseReason =
  "taken-over" | "administrative" | "shutdown" | "provisioning-topic" | "provisioned" | "fault";

/** One PUBLISH. `Client` is what the API made of the CONNECT; MQTT itself never looks inside. */
export interface RoutedMessage<Client> {
  readonly client: Client;
  readonly session: MqttSession;
  readonly topic: string;
  /** The integer in the place of `{id}` in the route's topic, -1 where it has none. */
  readonly id: number;
  /** The same for `{part}`. */
  readonly part: number;
  readonly payload: Buffer;
  readonly receivedAt: EpochMillis;
  /** What `session.settle` is to be called with; a handler whose promise resolves or rejects is settled by the session. */
  readonly slot: number;
}

/** `topic` may end with the segment `{id}`, or hold `{id}` and end with `{part}`; each matches a decimal int32 ≥ 0. */
export interface Route<Client> {
  readonly topic: string;
  handle(message: RoutedMessage<Client>): Handled;
}
