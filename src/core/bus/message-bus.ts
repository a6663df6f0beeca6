// The port through which parts and nodes tell each other what has happened. Nothing a sender was promised depends on it:
// what must not be lost is stored first.
import type { BusEvent, BusEventKind, EventOf } from "./events.ts";

export interface Subscription {
  cancel(): void;
}

export interface MessageBus {
  /** Events of one publisher reach each subscriber in order. A failing subscriber is logged and hinders nobody else. */
  publish(event: BusEvent): void;
  subscribe<Kind extends BusEventKind>(kind: Kind, handle: (event: EventOf<Kind>) => void): Subscription;
}
