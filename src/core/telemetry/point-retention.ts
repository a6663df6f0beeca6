// Deletes telemetry beyond its tenant's retention, and points whose own time to live has ended: periodically, in small
// steps that do not block batches for long. Source: REST contract 5 (`defaultStorageTtlDays`) and 9.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { TenantId } from "../ids.ts";
import type { PointRetentionStore, RetentionDirectory, RetentionSlice } from "./retention-ports.ts";
import type { TimeWindow } from "./telemetry.ts";

export interface PointRetentionOptions {
  /** How often expired points are deleted. */
  readonly sweepMillis: number;
  /** How often everything is scanned, for points that had already expired when they arrived. */
  readonly fullSweepMillis: number;
  /** The approximate minimum of points deleted in one transaction; more if that is fast. */
  readonly pointsPerStep: number;
}

export interface PointRetentionCounters {
  /** Points deleted. */
  deleted: number;
  /** Runs that ended early because of an error; the next run continues. */
  failedRuns: number;
}

const FIRST_SWEEP_MILLIS = 60_000;
/** Series read between two pauses. */
const SERIES_PER_READ = 2000;
/** Series of one pass, which takes some tens of megabytes of memory. */
const SERIES_PER_PASS = 1_000_000;
/**
 * After a step the run pauses for this many times the duration of the step, so that ingest gets most of the store's
 * time.
 */
const REST_SHARE = 3;
/**
 * The target duration of a step, for which batches may have to wait; the number of slices deleted together is adapted
 * to it.
 */
const STEP_MILLIS = 50;
const TOGETHER_MAX = 128;
/** Cap of the pause: the duration of a step during which the machine slept is meaningless. */
const REST_MILLIS_MAX = 10_000;

export interface PointRetentionDeps {
  readonly directory: RetentionDirectory;
  readonly store: PointRetentionStore;
  readonly clock: Clock;
  readonly log: Logger;
}

export class PointRetention {
  readonly counters: PointRetentionCounters = { deleted: 0, failedRuns: 0 };
  readonly #directory: RetentionDirectory;
  readonly #store: PointRetentionStore;
  readonly #clock: Clock;
  readonly #options: PointRetentionOptions;
  readonly #log: Logger;
  /** The time up to which the last complete run deleted each tenant's points. */
  #sweptUntil: ReadonlyMap<TenantId, EpochMillis> = new Map();
  #lastFullSweepAt: EpochMillis | undefined;
  readonly #sweeps: Rounds;
  #isStopping = false;
  #wake: (() => void) | undefined;

  constructor({ directory, store, clock, log }: PointRetentionDeps, options: PointRetentionOptions) {
    this.#directory = directory;
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
    this.#log = log;
    this.#sweeps = new Rounds(clock, options.sweepMillis, {
      run: () => this.#sweep(),
      failed: (error) => {
        this.counters.failedRuns++;
        log.warn("old telemetry not deleted", { error });
      },
    });
  }

  start(): void {
    this.#isStopping = false;
    // The first sweep comes early, so that a platform that restarts often also gets to it.
    this.#sweeps.start(Math.min(FIRST_SWEEP_MILLIS, this.#options.sweepMillis));
  }

  /** Waits for the current step. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake?.();
    await this.#sweeps.stop();
  }

  async #sweep(): Promise<void> {
    const before = this.counters.deleted;
    try {
      await this.#deleteOutlived();
      await this.#deleteOld();
    } finally {
      const points = this.counters.deleted - before;
      if (points > 0) this.#log.info("old telemetry deleted", { points });
    }
  }

  async #deleteOutlived(): Promise<void> {
    const { pointsPerStep } = this.#options;
    const now = this.#clock.now();
    while (!this.#isStopping) {
      const { count: deleted } = await this.#step(() => this.#store.deleteOutlived(now, pointsPerStep));
      this.counters.deleted += deleted;
      if (deleted < pointsPerStep) return;
    }
  }

  async #deleteOld(): Promise<void> {
    const now = this.#clock.now();
    const terms = await this.#directory.storageTerms();
    const cutoffs = new Map(terms.map(({ tenantId, days }) => [tenantId, millis(now - days * DAY_MILLIS)]));
    if (cutoffs.size === 0) {
      this.#sweptUntil = cutoffs;
      return;
    }
    const from = this.#firstToLookAt(cutoffs, now);
    for (let after = 0; ;) {
      await this.#store.begin();
      const { last, isLast } = await this.#addTerms(cutoffs, after);
      await this.#step(() => this.#store.dropLatest());
      await this.#deleteSlices(await this.#store.slices(this.#options.pointsPerStep, from));
      await this.#store.end();
      if (this.#isStopping) return;
      if (isLast) break;
      after = last;
    }
    this.#sweptUntil = cutoffs;
    if (from === null) this.#lastFullSweepAt = now;
  }

  /** Deletes several slices at once, as many as possible without blocking batches for long. */
  async #deleteSlices(slices: readonly RetentionSlice[]): Promise<void> {
    let together = 1;
    for (let next = 0; next < slices.length && !this.#isStopping;) {
      const window = spanOf(slices.slice(next, next + together));
      next += together;
      const { count, took } = await this.#step(() => this.#store.deleteSlice(window));
      this.counters.deleted += count;
      if (took > STEP_MILLIS) together = Math.max(1, Math.floor(together / 2));
      else if (took < STEP_MILLIS / 2) together = Math.min(TOGETHER_MAX, together * 2);
    }
  }

  /** The earliest time up to which the last run has deleted, over all tenants; null covers everything. */
  #firstToLookAt(cutoffs: ReadonlyMap<TenantId, EpochMillis>, now: EpochMillis): EpochMillis | null {
    const last = this.#lastFullSweepAt;
    if (last === undefined || now - last >= this.#options.fullSweepMillis) return null;
    let from = Infinity;
    for (const [tenantId, cutoff] of cutoffs) {
      const swept = this.#sweptUntil.get(tenantId);
      if (swept === undefined) return null;
      from = Math.min(from, swept, cutoff);
    }
    return millis(from);
  }

  /** Gives the store the retention terms of one pass; returns its last series, and whether that was the last of all. */
  async #addTerms(
    cutoffs: ReadonlyMap<TenantId | null, EpochMillis>,
    after: number,
  ): Promise<{ readonly last: number; readonly isLast: boolean }> {
    let last = after;
    for (let seen = 0; seen < SERIES_PER_PASS && !this.#isStopping; seen += SERIES_PER_READ) {
      const { numbers, tenantIds } = await this.#directory.seriesAfter(last, SERIES_PER_READ);
      const rows = Array.from(numbers, (number, index) => ({ number, cutoff: cutoffs.get(tenantIds[index] ?? null) }));
      for (const [cutoff, series] of Map.groupBy(rows, (row) => row.cutoff))
        if (cutoff !== undefined)
          await this.#store.add(
            series.map(({ number }) => number),
            cutoff,
          );
      last = numbers.at(-1) ?? last;
      if (numbers.length < SERIES_PER_READ) return { last, isLast: true };
    }
    return { last, isLast: false };
  }

  /** Runs one piece of work and then pauses; `took` is its duration in milliseconds, without the pause. */
  async #step(work: () => Promise<number>): Promise<{ readonly count: number; readonly took: number }> {
    const startedAt = this.#clock.now();
    const count = await work();
    const took = this.#clock.now() - startedAt;
    await this.#rest(took * REST_SHARE);
    return { count, took };
  }

  async #rest(delayMillis: number): Promise<void> {
    if (delayMillis <= 0 || this.#isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = this.#clock.after(Math.min(delayMillis, REST_MILLIS_MAX), resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }
}

/** The time window of slices in ascending order. */
function spanOf(slices: readonly RetentionSlice[]): TimeWindow {
  return { startTs: slices[0]?.startTs ?? 0, endTs: slices.at(-1)?.endTs ?? 0 };
}
