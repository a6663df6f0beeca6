// Divides the thread that all sessions share between tenants. A tenant whose messages have used up their turn waits
// until the event loop has gone around, so that others are served in between. If others have been active within the
// last second, it also waits for a time proportional to the time it used. Work that takes longer than a turn is done in
// steps, one in each turn.
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
 * A turn longer than this contains messages made to be slow. Its rest, and that after a step of long work, is
 * `LONG_REST` times the time used, which leaves the tenant a fifth of the thread.
 */
const LONG_TURN_MILLIS = 5;
const LONG_REST = 4;

interface Turn {
  millis: number;
  isOver: boolean;
  /** A step of long work was part of it, while others were active. */
  hadStep: boolean;
  readonly waiting: Set<TurnWaiter>;
  readonly longWork: LongWork[];
}

interface LongWork {
  readonly step: () => boolean;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
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
    this.#turnOf(key).waiting.add(waiter);
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
        reject(asError(error));
      }
      this.took(key, since);
    };
    if (this.isOver(key)) this.wait(key, { proceed });
    else proceed();
    return promise;
  }

  /**
   * Runs `step` until it returns false, from the next turn of `key` on. While others are active, a step is the last thing
   * of its turn. Of several long works of one key, one runs to its end before the next one begins, so that only one is
   * half done.
   */
  runSteps(key: TurnKey, step: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const { longWork, waiting } = this.#turnOf(key);
    const done = (): void => {
      resolve(undefined);
    };
    longWork.push({ step, done, failed: reject });
    if (longWork.length === 1) waiting.add(this.#stepper(key));
    return promise;
  }

  #stepper(key: TurnKey): TurnWaiter {
    const stepper = {
      proceed: () => {
        const { longWork, waiting } = this.#turnOf(key);
        const [first] = longWork;
        if (first !== undefined && !this.#step(key, first)) longWork.shift();
        if (longWork.length > 0) waiting.add(stepper);
      },
    };
    return stepper;
  }

  /** Returns whether there are further steps. */
  #step(key: TurnKey, { step, done, failed }: LongWork): boolean {
    const since = this.#clock.now();
    let goesOn = false;
    try {
      goesOn = step();
      if (!goesOn) done();
    } catch (error) {
      failed(asError(error));
    }
    this.took(key, since);
    if (key !== undefined && this.#contention.hasOthersThan(key, this.#clock.now())) {
      const turn = this.#turnOf(key);
      turn.isOver = true;
      turn.hadStep = true;
    }
    return goesOn;
  }

  /** Records that messages of `key` used the thread from `since` until now, in the resolution of the clock. */
  took(key: TurnKey, since: EpochMillis): void {
    if (key === undefined) return;
    const now = this.#clock.now();
    this.#contention.noteUse(key, now);
    if (now <= since) return;
    const turn = this.#turnOf(key);
    turn.millis += now - since;
    turn.isOver ||= turn.millis >= (this.#contention.hasOthersThan(key, now) ? TURN_MILLIS : TURN_ALONE_MILLIS);
  }

  #turnOf(key: TurnKey): Turn {
    const known = this.#turns.get(key);
    if (known !== undefined) return known;
    const turn = { millis: 0, isOver: false, hadStep: false, waiting: new Set<TurnWaiter>(), longWork: [] };
    void this.#giveTurns(key, turn);
    return turn;
  }

  async #giveTurns(key: TurnKey, turn: Turn): Promise<void> {
    this.#turns.set(key, turn);
    for (;;) {
      await nextTurn();
      if (turn.isOver) await this.#rest(key, turn);
      else if (turn.waiting.size === 0) break;
      turn.millis = 0;
      turn.isOver = false;
      turn.hadStep = false;
      for (const waiter of turn.waiting) {
        turn.waiting.delete(waiter);
        waiter.proceed();
        if (this.isOver(key)) break;
      }
    }
    this.#turns.delete(key);
  }

  #rest(key: TurnKey, { millis, hadStep }: Turn): Promise<void> | undefined {
    if (millis === 0 || !this.#contention.hasOthersThan(key, this.#clock.now())) return undefined;
    const restMillis = millis * (hadStep || millis > LONG_TURN_MILLIS ? LONG_REST : REST);
    return new Promise((resolve) => this.#clock.after(restMillis, resolve));
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
