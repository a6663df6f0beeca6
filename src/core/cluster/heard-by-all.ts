// Messages of open sessions ask no other node. So a call that changes something is answered when all nodes have caught up with it. One that
// has not answered within a second is not waited for: if it stands still, it soon counts as gone.
import { DomainError } from "../errors.ts";
import type { SharedFacts, Subscription } from "../bus/message-bus.ts";
import type { NodeId } from "../ids.ts";
import type { Clock } from "../../lib/clock.ts";
import type { OtherNodes } from "./ask-nodes.ts";

export interface HeardByAllDeps {
  readonly facts: SharedFacts;
  readonly others: OtherNodes;
  readonly clock: Clock;
}

/** Longer than a node that is well takes to catch up. */
const HEAR_MILLIS_MAX = 1_000;

export class HeardByAll {
  readonly #deps: HeardByAllDeps;
  /** Facts of this node that no call waits for any more. */
  #heard = 0;
  #round: Promise<void> | undefined;
  #subscription: Subscription | undefined;

  constructor(deps: HeardByAllDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { facts, others } = this.#deps;
    this.#subscription = others.peers.handle("caught-up", async () => {
      await facts.caughtUp();
      return null;
    });
  }

  /** May be called twice. */
  stop(): void {
    this.#subscription?.cancel();
    this.#subscription = undefined;
  }

  /** Resolves when this node has handled what others were answered before the call. */
  caughtUp(): Promise<void> {
    return this.#deps.facts.caughtUp();
  }

  /** Resolves when the other nodes can read what this one published before the call. */
  published(): Promise<void> {
    return this.#deps.facts.published();
  }

  /** Resolves when the other nodes have handled what this one published before the call. All that wait share one round of questions. */
  async heard(): Promise<void> {
    const last = this.#deps.facts.count;
    while (this.#heard < last) {
      this.#round ??= this.#ask().finally(() => (this.#round = undefined));
      await this.#round;
    }
  }

  async #ask(): Promise<void> {
    const { facts, others, clock } = this.#deps;
    const { count } = facts;
    await facts.published();
    const late = new AbortController();
    const timer = clock.after(HEAR_MILLIS_MAX, () =>
      late.abort(new DomainError("timeout", "it has not caught up in time")),
    );
    await Promise.all(others.nodes().map((node) => this.#askNode(node, late.signal)));
    timer.cancel();
    this.#heard = count;
  }

  /** Does not reject. A node of an older version does not know the question, so that this is no news for the operator. */
  async #askNode(node: NodeId, signal: AbortSignal): Promise<void> {
    const { peers, log } = this.#deps.others;
    try {
      await peers.request(node, "caught-up", null, signal);
    } catch (error) {
      log.debug("another node was not waited for", { node, error });
    }
  }
}
