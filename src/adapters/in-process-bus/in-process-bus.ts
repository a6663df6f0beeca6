// The message bus of a single-process platform: calls each subscriber directly.
import type { BusEvent, BusEventKind, EventOf, Published } from "../../core/bus/events.ts";
import type { LocalBus, Subscription } from "../../core/bus/message-bus.ts";
import { newId, type NodeId } from "../../core/ids.ts";
import type { Logger } from "../../lib/logger.ts";

type Handler = (event: Published<BusEvent>) => unknown;

export class InProcessBus implements LocalBus {
  readonly #handlers = new Map<BusEventKind, Set<Handler>>();
  /** What subscribers have not done yet. */
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #log: Logger;
  readonly nodeId: NodeId;

  constructor(log: Logger, nodeId: NodeId = newId()) {
    this.#log = log;
    this.nodeId = nodeId;
  }

  publish(event: BusEvent): void {
    this.deliver({ ...event, nodeId: this.nodeId });
  }

  deliver(event: Published<BusEvent>): void {
    const failed = (error: unknown): void => {
      this.#log.error("bus subscriber failed", { kind: event.kind, error });
    };
    for (const handle of this.#handlers.get(event.kind) ?? []) {
      try {
        const work = handle(event);
        if (work instanceof Promise) this.#await(work.catch(failed));
      } catch (error) {
        failed(error);
      }
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #await(work: Promise<unknown>): void {
    const done = work.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  subscribe<Kind extends BusEventKind>(kind: Kind, handle: (event: Published<EventOf<Kind>>) => unknown): Subscription {
    const handler: Handler = (event) => handle(event as Published<EventOf<Kind>>);
    const handlers = this.#handlers.get(kind) ?? new Set();
    this.#handlers.set(kind, handlers.add(handler));
    return {
      cancel: () => {
        handlers.delete(handler);
      },
    };
  }
}
