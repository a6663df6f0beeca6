// A clock that tests move by hand. Time stands still between calls of `advance`, which runs every timer that falls due,
// in order, each at its own moment.
import { millis } from "../../src/lib/clock.ts";
import type { Clock, EpochMillis, Timer } from "../../src/lib/clock.ts";

interface PendingTimer {
  readonly order: number;
  readonly action: () => void;
  readonly periodMillis: number | undefined;
  dueAt: number;
}

export const MANUAL_CLOCK_START = millis(1_700_000_000_000);

export class ManualClock implements Clock {
  readonly #timers = new Set<PendingTimer>();
  #now: number;
  #order = 0;

  constructor(start: EpochMillis = MANUAL_CLOCK_START) {
    this.#now = start;
  }

  now(): EpochMillis {
    return millis(this.#now);
  }

  after(delayMillis: number, action: () => void): Timer {
    return this.#add(Math.max(0, delayMillis), action, undefined);
  }

  every(periodMillis: number, action: () => void): Timer {
    if (!(periodMillis > 0)) throw new RangeError(`a period must be above 0 ms, got ${String(periodMillis)}`);
    return this.#add(periodMillis, action, periodMillis);
  }

  /** How many timers are set: a service that has stopped leaves none. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /**
   * Moves time on by `spanMillis` and runs what falls due on the way, timers set by timers included. Synchronous:
   * what a timer has only begun (a store call) goes on when the test awaits it.
   */
  advance(spanMillis: number): void {
    const end = this.#now + spanMillis;
    for (let next = this.#nextDue(end); next !== undefined; next = this.#nextDue(end)) {
      this.#now = Math.max(this.#now, next.dueAt);
      if (next.periodMillis === undefined) this.#timers.delete(next);
      else next.dueAt += next.periodMillis;
      next.action();
    }
    this.#now = end;
  }

  #add(delayMillis: number, action: () => void, periodMillis: number | undefined): Timer {
    const timer: PendingTimer = { order: this.#order++, action, periodMillis, dueAt: this.#now + delayMillis };
    this.#timers.add(timer);
    return {
      cancel: () => {
        this.#timers.delete(timer);
      },
    };
  }

  #nextDue(end: number): PendingTimer | undefined {
    let next: PendingTimer | undefined;
    for (const timer of this.#timers)
      if (
        timer.dueAt <= end &&
        (next === undefined || timer.dueAt < next.dueAt || (timer.dueAt === next.dueAt && timer.order < next.order))
      )
        next = timer;
    return next;
  }
}
