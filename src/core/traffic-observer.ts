// Sees what goes through a connection that is watched. Other connections have no observer and no work with it.
import type { EpochMillis } from "../lib/clock.ts";
import type { Refusal } from "./acknowledgement.ts";

export interface PassingMessage {
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly payload: string | Uint8Array;
  readonly ts: EpochMillis;
}

export interface TrafficObserver {
  /** A message has come. `slot` names it until it is settled; the payload lies in a buffer that is used again. */
  received(slot: number, message: PassingMessage): void;
  /** Something about a message that will be settled. */
  remarked(slot: number, remark: string): void;
  /** It is durable, or has been refused. Called for messages before the observer, too. */
  settled(slot: number, refusal: Refusal | undefined): void;
  /** A message is on its way to the client. The result is to be called when it has been acknowledged, at QoS 0 when written. */
  sent(topic: string, qos: 0 | 1, payload: string | Uint8Array): () => void;
  /** A message that belongs here cannot be sent. */
  unsent(topic: string, payload: string, reason: string): void;
  /** The connection has ended. */
  closed(): void;
}
