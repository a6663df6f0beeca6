// Messages of open sessions ask no other node. So a call that changes something is answered when all nodes have caught up with it. One that
// has not answered within a second is not waited for: if it stands still, it soon counts as gone.
import { DomainError } from "../errors.ts";
import type { SharedFacts, Subscription } from "../bus/message-bus.ts";
import type { Clock } from "../../lib/clock.ts";
import { askNodes, type OtherNodes } from "./ask-nodes.ts";

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

  /**
   * Resolves when all nodes have handled what this one published before the call, or have had a second to. Does not reject. All that wait
   * share one round of questions.
   */
  async heard(): Promise<void> {
    const last = this.#deps.facts.publishedCount;
    while (this.#heard < last) {
      this.#round ??= this.#ask().finally(() => (this.#round = undefined));
      await this.#round;
    }
  }

  async #ask(): Promise<void> {
    const { facts, others, clock } = this.#deps;
    const { publishedCount } = facts;
    await facts.published();
    const late = new AbortController();
    const timer = clock.after(HEAR_MILLIS_MAX, () =>
      late.abort(new DomainError("timeout", "it has not caught up in time")),
    );
    await Promise.all([
      // This node as well: it may still be reading again what has changed.
      facts.caughtUp(),
      // A node of an older version does not know the question, so that this is no news for the operator.
      askNodes(others, "caught-up", null, { signal: late.signal, level: "debug" }),
    ]);
    timer.cancel();
    this.#heard = publishedCount;
  }
}
