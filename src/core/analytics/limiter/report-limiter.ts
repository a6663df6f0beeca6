// Limits how many reports run at the same time, and how many wait. It knows nothing about reports: a caller requests a
// slot, gets it at once, later or never, and releases it. Source: analytics contract 5.
import type { Clock, EpochMillis, Timer } from "../../../lib/clock.ts";
import { type Release, Slots } from "../../../lib/slots.ts";
import { SECOND_MILLIS } from "../../../lib/units.ts";
import type { DomainError } from "../../errors.ts";
import type { TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";

export interface LimiterOptions {
  /** Number of slots. */
  readonly poolSize: number;
  /** Most slots of one tenant; default: all. */
  readonly tenantMax?: number;
  /** Most waiting callers; further ones are refused with `LIMIT_REACHED`. */
  readonly queueCapacity: number;
  /** Longest wait in milliseconds; then `QUEUE_TIMEOUT`. Null for no limit. */
  readonly queueWaitMillis: number | null;
  /**
   * How long a slot may be held unless its holder sets another limit; then its work is stopped with `REPORT_TIMEOUT`.
   */
  readonly timeoutMillis: number;
  /** How long running work may continue when the limiter stops; then it is stopped with `unavailable`. */
  readonly stopMillis: number;
}

/** The right to run. It must always be released; releasing it twice is harmless. */
export interface Slot {
  /**
   * Aborted when the caller goes away, its tenant is deleted, the time limit is reached, or the limiter stops. The
   * reason is the error to answer with.
   */
  readonly signal: AbortSignal;
  /** Replaces the default time limit. Time counts from when the slot was taken. */
  limitTo(timeoutMillis: number): void;
  /** The work is done, so no time limit applies any more; the slot stays taken until the answer has been sent. */
  done(): void;
  release(): void;
}

export interface LimiterCounts {
  readonly running: number;
  readonly waiting: number;
  /** Slots taken. */
  readonly admitted: number;
  /** Callers refused because too many were running and waiting. */
  readonly limitReached: number;
  /** Callers refused because they had waited too long. */
  readonly queueTimeout: number;
  /** Callers that went away while waiting. */
  readonly callersGone: number;
  /** Slots whose work was stopped because it took too long. */
  readonly timedOut: number;
  /** Total time that callers have waited for slots, in milliseconds. */
  readonly waitedMillis: number;
  /** Total time that slots have been held, in milliseconds. */
  readonly heldMillis: number;
  /** Total rows of the reports returned. */
  readonly rows: number;
}

/** `LIMIT_REACHED` or `QUEUE_TIMEOUT`, of kind `rate-limited`, with the limiter's load at that moment. */
export class LimiterRefusal extends AnalyticsError {
  readonly running: number;
  readonly waiting: number;

  constructor(code: "LIMIT_REACHED" | "QUEUE_TIMEOUT", message: string, limiter: ReportLimiter) {
    super(code, message, [], { retryAfterSeconds: limiter.retryAfterSeconds });
    this.running = limiter.counts.running;
    this.waiting = limiter.counts.waiting;
  }
}

/** `Retry-After` is computed from the mean of this many recent durations. */
const DURATIONS_KEPT = 100;

export class ReportLimiter {
  readonly options: LimiterOptions;
  readonly #clock: Clock;
  readonly #slots: Slots<TenantId>;
  /** Reports that are running or waiting. */
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
    const { poolSize, queueCapacity, tenantMax = poolSize } = options;
    this.#slots = new Slots({
      max: poolSize,
      keyMax: tenantMax,
      waitingMax: queueCapacity,
      refusal: () => this.#limitReached(),
    });
  }

  get counts(): LimiterCounts {
    return { ...this.#counts, running: this.#slots.running, waiting: this.#slots.waiting };
  }

  /** Seconds after which a refused caller should retry: 1 to 60. */
  get retryAfterSeconds(): number {
    const meanMillis = this.#durations.reduce((sum, each) => sum + each, 0) / Math.max(1, this.#durations.length);
    const expected = ((this.#slots.waiting + 1) * meanMillis) / this.options.poolSize;
    return Math.min(60, Math.max(1, Math.ceil(expected / SECOND_MILLIS)));
  }

  /**
   * Takes a slot for one report of the tenant. Whether the slot is given now, queued or refused is decided
   * synchronously. Rejects with `LIMIT_REACHED` or `QUEUE_TIMEOUT` (both a `LimiterRefusal`), with `unavailable` when the
   * limiter stops, and with the reason of `caller` when that is aborted, which frees the place at once.
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

  /** Refuses the tenant's waiting callers and stops its running work. */
  end(tenant: TenantId, reason: DomainError): void {
    for (const slot of this.#reports) if (slot.tenant === tenant) slot.end(reason);
  }

  /** Refuses all waiting callers and all new ones. */
  close(): void {
    this.#isStopping = true;
    for (const slot of this.#reports) if (!slot.isRunning) slot.end(stoppingError());
  }

  /**
   * Closes the limiter, lets running work finish for a while, then stops it. Resolves when all slots have been
   * released.
   */
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

  #limitReached(): LimiterRefusal {
    this.#counts.limitReached++;
    const { poolSize, queueCapacity } = this.options;
    const message = `${String(poolSize)} reports run and ${String(queueCapacity)} wait, which is all there may be`;
    return new LimiterRefusal("LIMIT_REACHED", message, this);
  }

  #waitedTooLong(): LimiterRefusal {
    this.#counts.queueTimeout++;
    const message = `the report waited ${String(this.options.queueWaitMillis)} ms for its turn`;
    return new LimiterRefusal("QUEUE_TIMEOUT", message, this);
  }
}

/** Aborts a wait. The caller's error is created once the place in the queue is free again. */
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
  /** Undefined while waiting and after the release. */
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

  /** Ends the wait, or aborts the work; a running slot stays taken until its holder releases it. */
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
