// Observes the traffic of a watched connection. Other connections have no observer and no extra work.
import type { EpochMillis } from "../lib/clock.ts";
import type { Refusal } from "./acknowledgement.ts";

export interface PassingMessage {
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly payload: string | Uint8Array;
  readonly ts: EpochMillis;
}

export interface TrafficObserver {
  /** A message has arrived. `ack` identifies it until it is settled; the buffer of the payload will be reused. */
  received(ack: number, message: PassingMessage): void;
  /** A remark on a message that will be settled later. */
  remarked(ack: number, remark: string): void;
  /** The message is durable or has been refused. Also called for messages that arrived before the observer was set. */
  settled(ack: number, refusal: Refusal | undefined): void;
  /** A message is being sent to the client. Call the result when it has been acknowledged or, at QoS 0, written. */
  sent(topic: string, qos: 0 | 1, payload: string | Uint8Array): () => void;
  /** A message that would go through this connection cannot be sent. */
  unsent(topic: string, payload: string, reason: string): void;
  /** A packet broke a rule of MQTT, which ends the connection; `reason` names the rule. */
  violated(reason: string): void;
  /** The connection has ended. */
  closed(): void;
}
