// The port by which parts and nodes learn what has happened. No promise depends on it: data that must not be lost is
// stored first, and commands are calls.
import type { NodeId } from "../ids.ts";
import type { BusEvent, BusEventKind, EventOf, Published } from "./events.ts";

export interface Subscription {
  cancel(): void;
}

export interface MessageBus {
  /**
   * Each subscriber gets the events of one publisher in order. A failing subscriber is logged and does not affect the
   * others.
   */
  publish(event: BusEvent): void;
  /** A subscriber that must read something again returns the promise of it: a node has caught up with an event when that is done. */
  subscribe<Kind extends BusEventKind>(kind: Kind, handle: (event: Published<EventOf<Kind>>) => unknown): Subscription;
  /** Undefined where there are no other nodes. */
  readonly shared?: SharedFacts;
}

/**
 * Read your writes across nodes, which cache what others may change. A node that answers once everything it published is in the stream
 * is seen by every node that catches up before it reads. Neither waits for long: nodes that cannot reach each other go on with what they know.
 */
export interface SharedFacts {
  /** How many facts this node has published for others, ever. */
  readonly publishedCount: number;
  /** Resolves when the other nodes can read what this one published before the call. */
  published(): Promise<void>;
  /** Resolves when this node has handled what others could read before the call. */
  caughtUp(): Promise<void>;
}

/** The bus within one node, to which what other nodes have published is delivered. */
export interface LocalBus extends MessageBus {
  readonly nodeId: NodeId;
  deliver(event: Published<BusEvent>): void;
  /** Resolves when subscribers have done what they had to for the events so far. */
  settled(): Promise<void>;
}

export type EventHandlers = { readonly [Kind in BusEventKind]?: (event: Published<EventOf<Kind>>) => unknown };

/** One subscription to events of several kinds. Cancelling it twice is harmless. */
export function listen(bus: MessageBus, handlers: EventHandlers): Subscription {
  // By the type of `handlers`, its keys are event kinds.
  const subscriptions = (Object.keys(handlers) as BusEventKind[]).map((kind) => listenTo(bus, kind, handlers));
  return {
    cancel() {
      for (const subscription of subscriptions.splice(0)) subscription.cancel();
    },
  };
}

function listenTo<Kind extends BusEventKind>(bus: MessageBus, kind: Kind, handlers: EventHandlers): Subscription {
  const handle: EventHandlers[Kind] = handlers[kind];
  return bus.subscribe(kind, (event) => handle?.(event));
}
