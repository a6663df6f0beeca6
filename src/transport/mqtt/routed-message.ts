// What the topic APIs know of MQTT: a message that has found its topic, and the session it came through.
import type { Creditor, Handled } from "../../core/acknowledgement.ts";
import type { EpochMillis } from "../../lib/clock.ts";

export type Qos = 0 | 1;

/** What a topic API may do with the MQTT session of its client. */
export interface MqttSession extends Creditor {
  /** 3 and 4 are MQTT 3.1 and 3.1.1. */
  readonly protocol: 3 | 4 | 5;
  /** The QoS granted to this literal filter, or undefined where the client has not subscribed to it. */
  subscribedQos(filter: string): Qos | undefined;
  /**
   * Queues one PUBLISH to the client. `acked` runs when the client has acknowledged it (at once for QoS 0).
   * False when it would exceed the client's Maximum Packet Size; it is then not sent.
   */
  publish(topic: string, payload: string | Uint8Array, qos: Qos, acked?: () => void): boolean;
  /** Resolves when every slot handed out before this call is settled, so that what came earlier is visible. */
  settled(): Promise<void>;
  close(reason: SessionCloseReason): void;
}

export type SessionCloseReason = "taken-over" | "administrative" | "shutdown" | "provisioning-topic" | "provisioned" | "fault";

/** One PUBLISH. `Client` is what the API made of the CONNECT; MQTT itself never looks inside. */
export interface RoutedMessage<Client> {
  readonly client: Client;
  readonly session: MqttSession;
  readonly topic: string;
  /** The integer in the place of `{id}` in the route's topic, -1 where it has none. */
  readonly id: number;
  readonly payload: Buffer;
  readonly receivedAt: EpochMillis;
  /** What `session.settle` is to be called with; a handler whose promise resolves or rejects is settled by the session. */
  readonly slot: number;
  /** Aborted when the connection is gone. */
  readonly signal: AbortSignal;
}

/** `topic` may hold one `{id}` segment, which matches a decimal int32 ≥ 0. */
export interface Route<Client> {
  readonly topic: string;
  handle(message: RoutedMessage<Client>): Handled;
}
