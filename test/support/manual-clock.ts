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
  readonly #queue = new TimerQueue();
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
    for (let next = this.#queue.first; next !== undefined && next.dueAt <= end; next = this.#queue.first) {
      this.#queue.takeFirst();
      // One that was cancelled meanwhile.
      if (!this.#timers.has(next)) continue;
      this.#now = Math.max(this.#now, next.dueAt);
      if (next.periodMillis === undefined) this.#timers.delete(next);
      else {
        next.dueAt += next.periodMillis;
        this.#queue.add(next);
      }
      next.action();
    }
    this.#now = end;
  }

  /**
   * Moves time on by `spanMillis` at once, as on a machine that was asleep: each timer that fell due meanwhile runs once, in order, at the
   * end, and one that repeats goes on from there. For months, in which `advance` runs the timers of a platform millions of times.
   */
  sleep(spanMillis: number): void {
    this.#now += spanMillis;
    const due: PendingTimer[] = [];
    for (let next = this.#queue.first; next !== undefined && next.dueAt <= this.#now; next = this.#queue.first) {
      this.#queue.takeFirst();
      due.push(next);
    }
    for (const timer of due) {
      // One that was cancelled, maybe by one before it.
      if (!this.#timers.has(timer)) continue;
      if (timer.periodMillis === undefined) this.#timers.delete(timer);
      else {
        timer.dueAt = this.#now + timer.periodMillis;
        this.#queue.add(timer);
      }
      timer.action();
    }
    // What these have set for now.
    this.advance(0);
  }

  #add(delayMillis: number, action: () => void, periodMillis: number | undefined): Timer {
    const timer: PendingTimer = { order: this.#order++, action, periodMillis, dueAt: this.#now + delayMillis };
    this.#timers.add(timer);
    this.#queue.add(timer);
    return {
      cancel: () => {
        this.#timers.delete(timer);
      },
    };
  }
}

/** As a binary heap: tests move time by months, in which the timers of a platform fall due millions of times. */
class TimerQueue {
  readonly #heap: PendingTimer[] = [];

  /** The one that is due first; of those that are due at the same time, the one that was set first. */
  get first(): PendingTimer | undefined {
    return this.#heap[0];
  }

  add(timer: PendingTimer): void {
    let at = this.#heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#heap[parent];
      if (other === undefined || !isBefore(timer, other)) break;
      this.#heap[at] = other;
      at = parent;
    }
    this.#heap[at] = timer;
  }

  takeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = this.#heap[2 * at + 1];
      const right = this.#heap[2 * at + 2];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, last)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = last;
  }
}

function isBefore(one: PendingTimer, other: PendingTimer): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order);
}
