// What the nodes of a cluster count against the same limits: each tells the others, once a second, what it has counted since.
// What is lost on the way is not sent again, so that a node that is cut off counts for itself until it hears of the others.
import type { Clock, Timer } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { Count, CountKind, SharedCounts } from "../shared-counts.ts";
import type { Peers } from "./peers.ts";

export interface PeerCountsDeps {
  readonly peers: Peers;
  readonly clock: Clock;
}

export interface PeerCountsOptions {
  /** So often counts are sent. */
  readonly sendMillis: number;
  /** Counts of one kind sent at a time; the others follow the next time. */
  readonly sentMax: number;
  /** Counts of one kind that are kept; beyond it the one used longest ago is forgotten. */
  readonly keptMax: number;
}

/** The counts of one kind, each under the key with the same index. */
interface CountsMessage {
  readonly kind: CountKind;
  readonly keys: readonly string[];
  readonly counts: readonly number[];
}

interface Joined {
  readonly hear: Count;
  readonly gather: () => void;
  /** In the order in which they were first counted. */
  readonly unsent: Map<string, number>;
}

export class PeerCounts implements SharedCounts {
  /** What other nodes have counted, all of it together. */
  readonly counters = { heard: 0 };
  readonly keptMax: number;
  readonly #deps: PeerCountsDeps;
  readonly #options: PeerCountsOptions;
  readonly #kinds = new Map<CountKind, Joined>();
  #timer: Timer | undefined;
  #subscription: Subscription | undefined;

  constructor(deps: PeerCountsDeps, options: PeerCountsOptions) {
    this.#deps = deps;
    this.#options = options;
    this.keptMax = options.keptMax;
  }

  start(): void {
    const { peers, clock } = this.#deps;
    this.#subscription = peers.subscribe("counts", (content) => this.#hear(content as CountsMessage));
    this.#timer = clock.every(this.#options.sendMillis, () => this.#tell());
  }

  stop(): void {
    this.#timer?.cancel();
    this.#subscription?.cancel();
  }

  join(kind: CountKind, hear: Count, gather: () => void = () => undefined): Count {
    const unsent = new Map<string, number>();
    this.#kinds.set(kind, { hear, gather, unsent });
    return (key, count) => {
      remember(unsent, key, (unsent.get(key) ?? 0) + count, this.#options.keptMax);
    };
  }

  #tell(): void {
    for (const [kind, { gather, unsent }] of this.#kinds) {
      gather();
      const sent = [...unsent].slice(0, this.#options.sentMax);
      if (sent.length === 0) continue;
      for (const [key] of sent) unsent.delete(key);
      const message: CountsMessage = { kind, keys: sent.map(([key]) => key), counts: sent.map(([, count]) => count) };
      this.#deps.peers.broadcast("counts", message);
    }
  }

  #hear({ kind, keys, counts }: CountsMessage): void {
    // Undefined for a kind of another version.
    const joined = this.#kinds.get(kind);
    for (const [index, key] of keys.entries()) {
      const count = counts[index] ?? 0;
      joined?.hear(key, count);
      this.counters.heard += Math.max(0, count);
    }
  }
}
