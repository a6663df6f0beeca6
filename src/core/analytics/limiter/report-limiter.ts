// How many reports run at the same time, and how many wait for their turn. It knows nothing of reports: a caller asks for a
// slot, gets it at once, later or never, and gives it back. Admission is one synchronous step, so that at any moment exactly
// as many are accepted as there are slots and places. Source: analytics contract 5.
import type { Clock, EpochMillis, Timer } from "../../../lib/clock.ts";
import { SECOND_MILLIS } from "../../../lib/units.ts";
import type { DomainError } from "../../errors.ts";
import type { TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { FairQueue } from "./fair-queue.ts";
import { MeanDuration } from "./mean-duration.ts";
import { NO_REFUSALS, Refusal, type RefusalCounts } from "./refusal.ts";

export interface LimiterSettings {
  /** Slots. */
  readonly poolSize: number;
  /** Callers that may wait; one more is refused with `LIMIT_REACHED`. */
  readonly queueCapacity: number;
  /** How long one may wait, in milliseconds; then `QUEUE_TIMEOUT`. Null for any time. */
  readonly queueWaitMillis: number | null;
  /** How long a slot may be held unless its holder says otherwise; then its work is stopped with `REPORT_TIMEOUT`. */
  readonly timeoutMillis: number;
  /** How long holders may go on once the limiter stops; then their work is stopped with `unavailable`. */
  readonly stopMillis: number;
}

/** The right to run. Has to be released, whatever happens; releasing it twice is harmless. */
export interface Slot {
  /**
   * Aborted when the caller or his tenant goes away, the time is over or the limiter stops; the reason is the error to answer
   * with.
   */
  readonly signal: AbortSignal;
  /** Replaces the usual time limit. The time counts from when the slot was taken. */
  limitTo(timeoutMillis: number): void;
  /** The work is done and no time limit applies any more; the slot stays taken until its answer has been handed on. */
  done(): void;
  release(): void;
}

export interface LimiterCounts extends RefusalCounts {
  readonly running: number;
  readonly waiting: number;
  /** Slots that have been taken. */
  readonly admitted: number;
  /** Those whose work was stopped because it took too long. */
  readonly timedOut: number;
  /** Milliseconds that callers have waited for their slots, all together. */
  readonly waitedMillis: number;
  /** Milliseconds that slots have been held, all together. */
  readonly heldMillis: number;
  /** Rows of the reports that have been given. */
  readonly rows: number;
}

interface Waiter {
  readonly since: EpochMillis;
  readonly grant: () => void;
  readonly refuse: (error: DomainError) => void;
}

export class ReportLimiter {
  readonly settings: LimiterSettings;
  readonly #clock: Clock;
  readonly #queue: FairQueue<Waiter>;
  readonly #running = new Set<RunningSlot>();
  readonly #durations = new MeanDuration();
  readonly #counts = { ...NO_REFUSALS, admitted: 0, timedOut: 0, waitedMillis: 0, heldMillis: 0, rows: 0 };
  #isStopping = false;
  #whenIdle: (() => void)[] = [];

  constructor(settings: LimiterSettings, clock: Clock) {
    this.settings = settings;
    this.#clock = clock;
    this.#queue = new FairQueue(settings.queueCapacity);
  }

  get counts(): LimiterCounts {
    return { ...this.#counts, running: this.#running.size, waiting: this.#queue.length };
  }

  /** Seconds after which a caller who is refused now should come again: 1 to 60. */
  get retryAfterSeconds(): number {
    const expected = ((this.#queue.length + 1) * this.#durations.millis) / this.settings.poolSize;
    return Math.min(60, Math.max(1, Math.ceil(expected / SECOND_MILLIS)));
  }

  /**
   * A slot for one report of the tenant. Whether it is given at once, later, or refused is decided before this returns.
   * Rejects with `LIMIT_REACHED` or `QUEUE_TIMEOUT` (both a `Refusal`), with `unavailable` when the limiter stops, and with
   * the reason of `caller` when that is aborted: the place is free at once then.
   */
  take(tenant: TenantId, caller: AbortSignal): Promise<Slot> {
    if (caller.aborted) return Promise.reject(asError(caller.reason));
    if (this.#isStopping) return Promise.reject(stoppingError());
    // Nobody waits while a slot is free.
    if (this.#running.size < this.settings.poolSize) return Promise.resolve(this.#start(tenant, caller));
    return new Promise<Slot>((resolve, reject) => {
      this.#wait(tenant, caller, resolve, reject);
    });
  }

  /** Takes note of what a report had. */
  gave(rows: number): void {
    this.#counts.rows += rows;
  }

  /** Refuses those of the tenant that wait, and stops those that run; whoever comes from now on is somebody new. */
  end(tenant: TenantId, reason: DomainError): void {
    for (const waiter of this.#queue.takeAllOf(tenant)) waiter.refuse(reason);
    for (const slot of this.#running) if (slot.tenant === tenant) slot.end(reason);
  }

  /** Refuses whoever waits or comes from now on. */
  close(): void {
    this.#isStopping = true;
    for (const waiter of this.#queue.takeAll()) waiter.refuse(stoppingError());
  }

  /** Closes, lets running work end for a while, then stops it. Resolves when every slot has been given back. */
  async stop(): Promise<void> {
    this.close();
    if (this.#running.size === 0) return;
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    const deadline = this.#clock.after(this.settings.stopMillis, () => {
      for (const slot of this.#running) slot.end(stoppingError());
    });
    await idle;
    deadline.cancel();
  }

  #wait(tenant: TenantId, caller: AbortSignal, resolve: (slot: Slot) => void, reject: (error: Error) => void): void {
    const { queueWaitMillis } = this.settings;
    let timer: Timer | undefined;
    const leave = (): void => {
      timer?.cancel();
      caller.removeEventListener("abort", gone);
    };
    const waiter: Waiter = {
      since: this.#clock.now(),
      grant: () => {
        leave();
        this.#counts.waitedMillis += this.#clock.now() - waiter.since;
        resolve(this.#start(tenant, caller));
      },
      refuse: (error) => {
        leave();
        reject(error);
      },
    };
    const gone = (): void => {
      if (!this.#queue.remove(tenant, waiter)) return;
      leave();
      this.#counts.callersGone++;
      reject(asError(caller.reason));
    };
    const added = this.#queue.add(tenant, waiter);
    if (added === undefined) {
      reject(this.#limitReached());
      return;
    }
    caller.addEventListener("abort", gone, { once: true });
    if (queueWaitMillis !== null)
      timer = this.#clock.after(queueWaitMillis, () => {
        if (this.#queue.remove(tenant, waiter)) waiter.refuse(this.#waitedTooLong(queueWaitMillis));
      });
    added.evicted?.refuse(this.#limitReached());
  }

  #start(tenant: TenantId, caller: AbortSignal): Slot {
    this.#counts.admitted++;
    const slot = new RunningSlot(tenant, this.#clock, caller, this.settings.timeoutMillis, {
      timedOut: () => {
        this.#counts.timedOut++;
      },
      released: (heldMillis) => {
        this.#running.delete(slot);
        this.#counts.heldMillis += heldMillis;
        this.#durations.add(heldMillis);
        this.#next();
      },
    });
    this.#running.add(slot);
    return slot;
  }

  #next(): void {
    if (this.#running.size < this.settings.poolSize) this.#queue.take()?.grant();
    if (this.#running.size > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #limitReached(): Refusal {
    this.#counts.limitReached++;
    const { poolSize, queueCapacity } = this.settings;
    const message = `${String(poolSize)} reports run and ${String(queueCapacity)} wait, which is all there may be`;
    return this.#refusal("LIMIT_REACHED", message);
  }

  #waitedTooLong(millis: number): Refusal {
    this.#counts.queueTimeout++;
    return this.#refusal("QUEUE_TIMEOUT", `the report waited ${String(millis)} ms for its turn`);
  }

  #refusal(code: "LIMIT_REACHED" | "QUEUE_TIMEOUT", message: string): Refusal {
    return new Refusal(code, message, {
      retryAfterSeconds: this.retryAfterSeconds,
      running: this.#running.size,
      waiting: this.#queue.length,
    });
  }
}

class RunningSlot implements Slot {
  readonly tenant: TenantId;
  readonly #clock: Clock;
  readonly #caller: AbortSignal;
  readonly #tell: { readonly timedOut: () => void; readonly released: (heldMillis: number) => void };
  readonly #takenAt: EpochMillis;
  readonly #controller = new AbortController();
  #timer: Timer | undefined;
  #isDone = false;
  #isReleased = false;

  constructor(
    tenant: TenantId,
    clock: Clock,
    caller: AbortSignal,
    timeoutMillis: number,
    tell: { readonly timedOut: () => void; readonly released: (heldMillis: number) => void },
  ) {
    this.tenant = tenant;
    this.#clock = clock;
    this.#caller = caller;
    this.#tell = tell;
    this.#takenAt = clock.now();
    caller.addEventListener("abort", this.#callerGone, { once: true });
    this.limitTo(timeoutMillis);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  limitTo(timeoutMillis: number): void {
    if (this.#isDone || this.#isReleased || this.signal.aborted) return;
    this.#timer?.cancel();
    const left = timeoutMillis - (this.#clock.now() - this.#takenAt);
    this.#timer = this.#clock.after(Math.max(0, left), () => {
      if (this.signal.aborted) return;
      this.#tell.timedOut();
      this.end(new AnalyticsError("REPORT_TIMEOUT", `the report was not done within ${String(timeoutMillis)} ms`));
    });
  }

  done(): void {
    this.#isDone = true;
    this.#timer?.cancel();
  }

  /** Stops the work; the slot stays taken until its holder has ended. */
  end(reason: Error): void {
    this.#controller.abort(reason);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#timer?.cancel();
    this.#caller.removeEventListener("abort", this.#callerGone);
    this.#tell.released(this.#clock.now() - this.#takenAt);
  }

  readonly #callerGone = (): void => {
    this.end(asError(this.#caller.reason));
  };
}

function stoppingError(): DomainError {
  return new AnalyticsError("ENGINE_UNAVAILABLE", "the platform is stopping");
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("the caller has gone");
}
