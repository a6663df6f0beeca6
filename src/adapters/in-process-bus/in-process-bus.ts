// The message bus of a platform that is one process: a direct call to each subscriber.
import type { BusEvent, BusEventKind, EventOf } from "../../core/bus/events.ts";
import type { MessageBus, Subscription } from "../../core/bus/message-bus.ts";
import type { Logger } from "../../lib/logger.ts";

type Handler = (event: BusEvent) => void;

export class InProcessBus implements MessageBus {
  readonly #handlers = new Map<BusEventKind, Set<Handler>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  publish(event: BusEvent): void {
    for (const handle of this.#handlers.get(event.kind) ?? []) {
      try {
        handle(event);
      } catch (error) {
        this.#log.error("bus subscriber failed", { kind: event.kind, error });
      }
    }
  }

  subscribe<Kind extends BusEventKind>(kind: Kind, handle: (event: EventOf<Kind>) => void): Subscription {
    const handler: Handler = (event) => {
      handle(event as EventOf<Kind>);
    };
    const handlers = this.#handlers.get(kind) ?? new Set();
    this.#handlers.set(kind, handlers.add(handler));
    return {
      cancel: () => {
        handlers.delete(handler);
      },
    };
  }
}
