// Divides the thread that all sessions share between tenants. A tenant whose messages have used up their turn waits
// until the event loop has gone around, so that others are served in between. If others have been active within the
// last second, it also waits for a time proportional to the time it used.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { Contention } from "../../lib/contention.ts";
import { nextTurn } from "../../lib/next-turn.ts";

/** Clients with the same key share one turn. Clients without a key are not limited. */
export type TurnKey = string | undefined;

/** Waits for the next turn. */
export interface TurnWaiter {
  proceed(): void;
}

/** Length of a turn while others are active; more than the ordinary messages of one read take. */
const TURN_MILLIS = 3;
/** Length of a turn while no other tenant is active; only HTTP calls are served between two turns. */
const TURN_ALONE_MILLIS = 20;
/**
 * Rest after a turn while others are active, as a multiple of the time used: 1 leaves the tenant half of the thread.
 */
const REST = 1;
/**
 * A turn longer than this contains messages made to be slow. Its rest is `LONG_REST` times the time used, which leaves
 * the tenant a fifth of the thread.
 */
const LONG_TURN_MILLIS = 5;
const LONG_REST = 4;

interface Turn {
  millis: number;
  isOver: boolean;
  readonly waiting: Set<TurnWaiter>;
}

export class ThreadTurns {
  readonly #clock: Clock;
  readonly #contention: Contention<TurnKey>;
  /** The tenants that have used time since the event loop last went around, or that are waiting. */
  readonly #turns = new Map<TurnKey, Turn>();

  /** `contention` records who uses the thread, over any protocol. */
  constructor(clock: Clock, contention = new Contention<TurnKey>()) {
    this.#clock = clock;
    this.#contention = contention;
  }

  /** Whether the current turn of `key` is used up. */
  isOver(key: TurnKey): boolean {
    return this.#turns.size > 0 && this.#turns.get(key)?.isOver === true;
  }

  /** Calls `waiter.proceed` when the next turn of `key` begins. */
  wait(key: TurnKey, waiter: TurnWaiter): void {
    this.#turns.get(key)?.waiting.add(waiter);
  }

  /** Runs `work` in a turn of `key`, at once unless the current one is used up. */
  run(key: TurnKey, work: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const proceed = (): void => {
      const since = this.#clock.now();
      try {
        work();
        resolve(undefined);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
      this.took(key, since);
    };
    if (this.isOver(key)) this.wait(key, { proceed });
    else proceed();
    return promise;
  }

  /** Records that messages of `key` used the thread from `since` until now, in the resolution of the clock. */
  took(key: TurnKey, since: EpochMillis): void {
    if (key === undefined) return;
    const now = this.#clock.now();
    this.#contention.noteUse(key, now);
    if (now <= since) return;
    const known = this.#turns.get(key);
    const turn = known ?? { millis: 0, isOver: false, waiting: new Set() };
    turn.millis += now - since;
    turn.isOver = turn.millis >= (this.#contention.hasOthersThan(key, now) ? TURN_MILLIS : TURN_ALONE_MILLIS);
    if (known === undefined) void this.#giveTurns(key, turn);
  }

  async #giveTurns(key: TurnKey, turn: Turn): Promise<void> {
    this.#turns.set(key, turn);
    for (;;) {
      await nextTurn();
      if (!turn.isOver) break;
      await this.#rest(key, turn.millis);
      turn.millis = 0;
      turn.isOver = false;
      for (const waiter of turn.waiting) {
        turn.waiting.delete(waiter);
        waiter.proceed();
        if (this.isOver(key)) break;
      }
    }
    this.#turns.delete(key);
  }

  #rest(key: TurnKey, millis: number): Promise<void> | undefined {
    if (!this.#contention.hasOthersThan(key, this.#clock.now())) return undefined;
    const restMillis = millis * (millis > LONG_TURN_MILLIS ? LONG_REST : REST);
    return new Promise((resolve) => this.#clock.after(restMillis, resolve));
  }
}
