// What is open at the other nodes of a cluster, by whoever shares a limit on it. Each node tells the others once a second all that is
// open at it, so that a lost message, or a node that joins, is made good by the next one, and what a node no longer repeats is over.
// Decision 0193.
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { NodeId } from "../ids.ts";
import type { Peers } from "./peers.ts";

/** Connections of one party, and the subscriptions on them. */
export interface Open {
  readonly sessions: number;
  readonly subscriptions: number;
}

export interface OpenElsewhereDeps {
  readonly peers: Peers;
  /** What is open at this node, by party. */
  readonly own: () => Iterable<readonly [party: string, open: Open]>;
  readonly clock: Clock;
}

export interface OpenElsewhereOptions {
  /** So often it is sent. */
  readonly sendMillis: number;
  /** Parties in one message; more are several. */
  readonly sentMax: number;
}

type Row = readonly [party: string, sessions: number, subscriptions: number];

interface OpenMessage {
  /** From 0. */
  readonly part: number;
  /** There are so many parts. */
  readonly of: number;
  readonly rows: readonly Row[];
}

interface Heard {
  readonly at: EpochMillis;
  readonly parts: readonly ReadonlyMap<string, Open>[];
}

/** A node that has left out so many messages is gone, or this one is cut off. */
const MISSED_MAX = 3;

export class OpenElsewhere {
  readonly #deps: OpenElsewhereDeps;
  readonly #options: OpenElsewhereOptions;
  readonly #heard = new Map<NodeId, Heard>();
  /** Whether the others know of something that is open here. */
  #isTold = false;
  #timer: Timer | undefined;
  #subscription: Subscription | undefined;

  constructor(deps: OpenElsewhereDeps, options: OpenElsewhereOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    const { peers, clock } = this.#deps;
    this.#subscription = peers.subscribe("open", (content, from) => this.#hear(content as OpenMessage, from));
    this.#timer = clock.every(this.#options.sendMillis, () => {
      this.#forgetSilent();
      this.#tell([...this.#deps.own()]);
    });
  }

  /** The others learn at once that nothing is open here any more. May be called twice. */
  stop(): void {
    this.#timer?.cancel();
    this.#subscription?.cancel();
    this.#tell([]);
  }

  /** At all other nodes together, as of the last second. */
  of(party: string): Open {
    let [sessions, subscriptions] = [0, 0];
    for (const { parts } of this.#heard.values())
      for (const part of parts) {
        const open = part.get(party);
        sessions += open?.sessions ?? 0;
        subscriptions += open?.subscriptions ?? 0;
      }
    return { sessions, subscriptions };
  }

  #tell(open: readonly (readonly [party: string, open: Open])[]): void {
    if (open.length === 0 && !this.#isTold) return;
    this.#isTold = open.length > 0;
    const { sentMax } = this.#options;
    const of = Math.max(1, Math.ceil(open.length / sentMax));
    for (let part = 0; part < of; part++) {
      const rows = open
        .slice(part * sentMax, (part + 1) * sentMax)
        .map(([party, { sessions, subscriptions }]): Row => [party, sessions, subscriptions]);
      const message: OpenMessage = { part, of, rows };
      this.#deps.peers.broadcast("open", message);
    }
  }

  #hear({ part, of, rows }: OpenMessage, from: NodeId): void {
    const before = this.#heard.get(from)?.parts ?? [];
    const heard = new Map(rows.map(([party, sessions, subscriptions]) => [party, { sessions, subscriptions }]));
    const parts = Array.from({ length: of }, (_, index) => (index === part ? heard : (before[index] ?? new Map())));
    this.#heard.set(from, { at: this.#deps.clock.now(), parts });
  }

  #forgetSilent(): void {
    const silentSince = this.#deps.clock.now() - MISSED_MAX * this.#options.sendMillis;
    for (const [node, { at }] of this.#heard) if (at <= silentSince) this.#heard.delete(node);
  }
}
