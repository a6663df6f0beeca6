// Turns on the thread that all sessions share. Whatever messages of one tenant take of it, others are served in between: when
// its messages have taken a turn, the rest of them wait until the event loop has gone around, and where others have sent
// something lately they wait some time more, in proportion to what was taken.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { Contention } from "../../lib/contention.ts";
import { nextTurn } from "../../lib/next-turn.ts";

/** Who has the same key shares a turn. */
export type TurnKey = string | undefined;

/** Somebody who waits for the next turn. */
export interface TurnWaiter {
  proceed(): void;
}

/** A tenant's turn, while others are there: what ordinary messages of one read take is less. */
const TURN_MILLIS = 3;
/** The same of one that is alone: only calls over HTTP have their turn in between. */
const TURN_ALONE_MILLIS = 20;
/** So many times as long as its turn has taken a tenant waits for the next one while others are there: half of the thread. */
const REST = 1;
/** Only messages that are made to take long take longer; a fifth of the thread is left to them. */
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
  /** Of those that have taken something since the event loop last went around, or wait. */
  readonly #turns = new Map<TurnKey, Turn>();

  /** `contention`: who uses the thread, over whatever protocol. */
  constructor(clock: Clock, contention = new Contention<TurnKey>()) {
    this.#clock = clock;
    this.#contention = contention;
  }

  /** Whether it is over for now. */
  isOver(key: TurnKey): boolean {
    return this.#turns.size > 0 && this.#turns.get(key)?.isOver === true;
  }

  /** Once its next turn has come, `waiter` is told. */
  wait(key: TurnKey, waiter: TurnWaiter): void {
    this.#turns.get(key)?.waiting.add(waiter);
  }

  /** Messages have taken until now, as far as the clock can tell. */
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
