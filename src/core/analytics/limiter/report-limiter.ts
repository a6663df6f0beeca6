// How many reports run at the same time, and how many wait for their turn. It knows nothing of reports: a caller asks for a
// slot, gets it at once, later or never, and gives it back. Source: analytics contract 5.
import type { Clock, EpochMillis, Timer } from "../../../lib/clock.ts";
import { type Release, Slots } from "../../../lib/slots.ts";
import { SECOND_MILLIS } from "../../../lib/units.ts";
import type { DomainError } from "../../errors.ts";
import type { TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";

export interface LimiterOptions {
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

export interface LimiterCounts {
  readonly running: number;
  readonly waiting: number;
  /** Slots that have been taken. */
  readonly admitted: number;
  /** Callers who were refused because too many ran and waited. */
  readonly limitReached: number;
  /** Callers who were refused because they had waited too long. */
  readonly queueTimeout: number;
  /** Callers who went away while waiting. */
  readonly callersGone: number;
  /** Slots whose work was stopped because it took too long. */
  readonly timedOut: number;
  /** Milliseconds that callers have waited for their slots, all together. */
  readonly waitedMillis: number;
  /** Milliseconds that slots have been held, all together. */
  readonly heldMillis: number;
  /** Rows of the reports that have been given. */
  readonly rows: number;
}

/** `LIMIT_REACHED` or `QUEUE_TIMEOUT`, of kind `rate-limited`, with how full the limiter was at that moment. */
export class Refusal extends AnalyticsError {
  readonly running: number;
  readonly waiting: number;

  constructor(code: "LIMIT_REACHED" | "QUEUE_TIMEOUT", message: string, limiter: ReportLimiter) {
    super(code, message, [], { retryAfterSeconds: limiter.retryAfterSeconds });
    this.running = limiter.counts.running;
    this.waiting = limiter.counts.waiting;
  }
}

/** `Retry-After` is computed from the mean of so many last durations. */
const DURATIONS_KEPT = 100;

export class ReportLimiter {
  readonly options: LimiterOptions;
  readonly #clock: Clock;
  readonly #slots: Slots<TenantId>;
  /** Those that run or wait. */
  readonly #reports = new Set<ReportSlot>();
  readonly #durations: number[] = [];
  readonly #counts = {
    ...{ admitted: 0, limitReached: 0, queueTimeout: 0, callersGone: 0, timedOut: 0 },
    ...{ waitedMillis: 0, heldMillis: 0, rows: 0 },
  };
  #isStopping = false;
  #whenIdle: (() => void)[] = [];

  constructor(options: LimiterOptions, clock: Clock) {
    this.options = options;
    this.#clock = clock;
    const { poolSize, queueCapacity } = options;
    this.#slots = new Slots({ max: poolSize, waitingMax: queueCapacity, refusal: () => this.#limitReached() });
  }

  get counts(): LimiterCounts {
    return { ...this.#counts, running: this.#slots.running, waiting: this.#slots.waiting };
  }

  /** Seconds after which a caller who is refused now should come again: 1 to 60. */
  get retryAfterSeconds(): number {
    const meanMillis = this.#durations.reduce((sum, each) => sum + each, 0) / Math.max(1, this.#durations.length);
    const expected = ((this.#slots.waiting + 1) * meanMillis) / this.options.poolSize;
    return Math.min(60, Math.max(1, Math.ceil(expected / SECOND_MILLIS)));
  }

  /**
   * A slot for one report of the tenant. Whether it is given at once, later, or refused is decided before this returns.
   * Rejects with `LIMIT_REACHED` or `QUEUE_TIMEOUT` (both a `Refusal`), with `unavailable` when the limiter stops, and with
   * the reason of `caller` when that is aborted: the place is free at once then.
   */
  async take(tenant: TenantId, caller: AbortSignal): Promise<Slot> {
    if (caller.aborted) throw asError(caller.reason);
    if (this.#isStopping) throw stoppingError();
    const slot = new ReportSlot(tenant, this.#clock, caller);
    this.#reports.add(slot);
    const since = this.#clock.now();
    const expiry = this.#expiry(slot);
    try {
      const release = await this.#slots.take({ key: tenant, signal: slot.signal });
      this.#counts.admitted++;
      this.#counts.waitedMillis += this.#clock.now() - since;
      slot.start(this.options.timeoutMillis, {
        timedOut: () => {
          this.#counts.timedOut++;
        },
        released: (heldMillis) => {
          this.#counts.heldMillis += heldMillis;
          if (this.#durations.push(heldMillis) > DURATIONS_KEPT) this.#durations.shift();
          this.#left(slot, release);
        },
      });
      return slot;
    } catch (error) {
      slot.leave();
      this.#left(slot, () => undefined);
      if (error === EXPIRED) throw this.#waitedTooLong();
      if (slot.isCallerGone) this.#counts.callersGone++;
      throw error;
    } finally {
      expiry?.cancel();
    }
  }

  gave(rows: number): void {
    this.#counts.rows += rows;
  }

  /** Refuses those of the tenant that wait, and stops those that run. */
  end(tenant: TenantId, reason: DomainError): void {
    for (const slot of this.#reports) if (slot.tenant === tenant) slot.end(reason);
  }

  /** Refuses all that wait or come from now on. */
  close(): void {
    this.#isStopping = true;
    for (const slot of this.#reports) if (!slot.isRunning) slot.end(stoppingError());
  }

  /** Closes, lets running work end for a while, then stops it. Resolves when every slot has been given back. */
  async stop(): Promise<void> {
    this.close();
    if (this.#reports.size === 0) return;
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    const deadline = this.#clock.after(this.options.stopMillis, () => {
      for (const slot of this.#reports) slot.end(stoppingError());
    });
    await idle;
    deadline.cancel();
  }

  #expiry(slot: ReportSlot): Timer | undefined {
    const { queueWaitMillis } = this.options;
    if (queueWaitMillis === null) return undefined;
    return this.#clock.after(queueWaitMillis, () => {
      slot.end(EXPIRED);
    });
  }

  #left(slot: ReportSlot, release: Release): void {
    this.#reports.delete(slot);
    release();
    if (this.#reports.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #limitReached(): Refusal {
    this.#counts.limitReached++;
    const { poolSize, queueCapacity } = this.options;
    const message = `${String(poolSize)} reports run and ${String(queueCapacity)} wait, which is all there may be`;
    return new Refusal("LIMIT_REACHED", message, this);
  }

  #waitedTooLong(): Refusal {
    this.#counts.queueTimeout++;
    const message = `the report waited ${String(this.options.queueWaitMillis)} ms for its turn`;
    return new Refusal("QUEUE_TIMEOUT", message, this);
  }
}

/** Ends a wait; what the caller gets is made when the place in the queue is free again. */
const EXPIRED = new Error("waited too long");

interface SlotEvents {
  readonly timedOut: () => void;
  readonly released: (heldMillis: number) => void;
}

class ReportSlot implements Slot {
  readonly tenant: TenantId;
  readonly #clock: Clock;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  /** Undefined while it waits, and once it has been released. */
  #events: SlotEvents | undefined;
  #startedAt: EpochMillis;
  #timer: Timer | undefined;
  #isDone = false;

  constructor(tenant: TenantId, clock: Clock, caller: AbortSignal) {
    this.tenant = tenant;
    this.#clock = clock;
    this.#caller = caller;
    this.#startedAt = clock.now();
    caller.addEventListener("abort", this.#callerGone, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isCallerGone(): boolean {
    return this.#caller.aborted;
  }

  get isRunning(): boolean {
    return this.#events !== undefined;
  }

  start(timeoutMillis: number, events: SlotEvents): void {
    this.#startedAt = this.#clock.now();
    this.#events = events;
    this.limitTo(timeoutMillis);
  }

  limitTo(timeoutMillis: number): void {
    if (this.#isDone || !this.isRunning || this.signal.aborted) return;
    this.#timer?.cancel();
    const left = timeoutMillis - (this.#clock.now() - this.#startedAt);
    this.#timer = this.#clock.after(Math.max(0, left), () => {
      if (this.signal.aborted) return;
      this.#events?.timedOut();
      this.end(new AnalyticsError("REPORT_TIMEOUT", `the report was not done within ${String(timeoutMillis)} ms`));
    });
  }

  done(): void {
    this.#isDone = true;
    this.#timer?.cancel();
  }

  /** Ends its wait, or stops its work; a slot that runs stays taken until its holder has ended. */
  end(reason: Error): void {
    this.#controller.abort(reason);
  }

  leave(): void {
    this.#timer?.cancel();
    this.#caller.removeEventListener("abort", this.#callerGone);
  }

  release(): void {
    const events = this.#events;
    this.#events = undefined;
    this.leave();
    events?.released(this.#clock.now() - this.#startedAt);
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
