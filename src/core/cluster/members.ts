// The nodes of a cluster that are there now: each says so twice a second, and one that has been silent for three times as long is
// gone. Whoever stood still, or was cut off, cannot tell who is gone, and first listens again.
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { NodeId } from "../ids.ts";
import type { Peers } from "./peers.ts";

export interface MembersDeps {
  readonly peers: Peers;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface MembersOptions {
  readonly heartbeatMillis: number;
  /** A node that is silent for so long is gone. */
  readonly goneMillis: number;
}

export interface MemberListener {
  /** What this node says with its next heartbeat. */
  account(): unknown;
  heard(node: NodeId, account: unknown): void;
  gone(node: NodeId): void;
  /** This node has stood still, or was cut off, for so long that the others took it for gone. */
  returned(): void;
}

interface Heartbeat {
  readonly account: unknown;
  /** Its last one. */
  readonly isGoodbye?: boolean;
}

export class Members {
  readonly #deps: MembersDeps;
  readonly #options: MembersOptions;
  readonly #listener: MemberListener;
  readonly #heardAt = new Map<NodeId, EpochMillis>();
  /** When this node has last heard itself. */
  #selfHeardAt: EpochMillis;
  #lookedAt: EpochMillis;
  #isAway = false;
  #timer: Timer | undefined;
  #subscriptions: Subscription[] = [];

  constructor(deps: MembersDeps, options: MembersOptions, listener: MemberListener) {
    this.#deps = deps;
    this.#options = options;
    this.#listener = listener;
    this.#selfHeardAt = this.#lookedAt = deps.clock.now();
  }

  start(): void {
    const { peers, clock } = this.#deps;
    this.#selfHeardAt = this.#lookedAt = clock.now();
    this.#subscriptions = [
      peers.subscribe("heartbeat", (content, from) => this.#heard(from, content as Heartbeat)),
      peers.handle("heartbeat", () => Promise.resolve(null)),
    ];
    this.#timer = clock.every(this.#options.heartbeatMillis, () => this.#beat());
    this.#beat();
  }

  /** The others learn of it at once. May be called twice. */
  stop(): void {
    if (this.#timer === undefined) return;
    this.#timer.cancel();
    this.#timer = undefined;
    for (const subscription of this.#subscriptions.splice(0)) subscription.cancel();
    this.#say({ account: this.#listener.account(), isGoodbye: true });
  }

  /** The other nodes that are there. */
  get others(): readonly NodeId[] {
    return [...this.#heardAt.keys()];
  }

  /** One of the nodes that are there: all that see the same nodes choose the same. */
  get isFirst(): boolean {
    return this.others.every((node) => this.#deps.peers.nodeId < node);
  }

  #beat(): void {
    this.#say({ account: this.#listener.account() });
    const { peers, clock } = this.#deps;
    peers.request(peers.nodeId, "heartbeat", null).then(
      () => (this.#selfHeardAt = clock.now()),
      () => undefined,
    );
    this.#look();
  }

  #say(heartbeat: Heartbeat): void {
    this.#deps.peers.broadcast("heartbeat", heartbeat);
  }

  #heard(node: NodeId, { account, isGoodbye = false }: Heartbeat): void {
    if (isGoodbye) {
      if (this.#leave(node)) this.#deps.log.info("another node has stopped", { node });
      return;
    }
    const isNew = !this.#heardAt.has(node);
    this.#heardAt.set(node, this.#deps.clock.now());
    if (isNew) {
      this.#deps.log.info("another node is there", { node });
      // It has just come, or come back, and should know at once who is there.
      this.#say({ account: this.#listener.account() });
    }
    this.#listener.heard(node, account);
  }

  #look(): void {
    const { goneMillis } = this.#options;
    const now = this.#deps.clock.now();
    const wasAway = this.#isAway;
    const stoodStill = now - this.#lookedAt >= goneMillis;
    this.#isAway = stoodStill || now - this.#selfHeardAt >= goneMillis;
    this.#lookedAt = now;
    if (wasAway && !this.#isAway) this.#listener.returned();
    for (const [node, heardAt] of [...this.#heardAt])
      if (this.#isAway || wasAway) this.#heardAt.set(node, now);
      else if (now - heardAt >= goneMillis && this.#leave(node)) this.#deps.log.warn("another node is gone", { node });
  }

  /** Whether it was there. */
  #leave(node: NodeId): boolean {
    const wasThere = this.#heardAt.delete(node);
    if (wasThere) this.#listener.gone(node);
    return wasThere;
  }
}
