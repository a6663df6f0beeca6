// How reports give way to telemetry that comes at a high rate: they have few threads of the engine then, and none while a batch has
// been waiting for long or a checkpoint runs, which does only what it must. Record: docs/decisions/0036-reports-pause.md.
import type { Clock, Timer } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { EngineTuning } from "./engine-tuning.ts";
import { ReportGate } from "./report-gate.ts";

export interface ReportPaceOptions {
  /** Points stored in a second from which on telemetry counts as heavy. */
  readonly heavyPoints: number;
  /** Threads that all reports have together then. */
  readonly threads: number;
  /** Queries of reports that run side by side then. */
  readonly queriesMax: number;
  /** Reports pause when a batch has been waiting for its commit for so long, ... */
  readonly pauseAfterMillis: number;
  /** ... for no longer than this at a stretch, ... */
  readonly pauseMaxMillis: number;
  /** ... and then go on for at least so long. */
  readonly turnMillis: number;
}

/** How often the wait of a batch is checked. */
const TICK_MILLIS = 5;
/** Seconds below the rate after which telemetry is no longer heavy, so that a short lull changes nothing. */
const CALM_SECONDS = 5;
/** The engine's own number, and what keeps checkpoints short: what is not merged now is merged later. */
const MERGES_MAX = 100;
const HEAVY_MERGES_MAX = 1;

export class ReportPace {
  readonly counters = { pauses: 0, pausedMillis: 0 };
  readonly gate = new ReportGate();
  readonly #options: ReportPaceOptions;
  /** Threads of the engine while telemetry is not heavy. */
  readonly #threadsMax: number;
  readonly #clock: Clock;
  #tuning: EngineTuning | undefined;
  #isHeavy = false;
  #points = 0;
  #calmSeconds = 0;
  #reports = 0;
  #batches = 0;
  /** Since when the batches that are not stored yet have got no further. */
  #batchSince: number | undefined;
  #isCheckpointing = false;
  #pausedSince: number | undefined;
  #turnUntil = 0;
  #seconds: Timer | undefined;
  #ticks: Timer | undefined;

  constructor(options: ReportPaceOptions, threadsMax: number, clock: Clock) {
    this.#options = options;
    this.#threadsMax = threadsMax;
    this.#clock = clock;
  }

  /** From when the file is open for writing. */
  start(tuning: EngineTuning): void {
    this.#tuning = tuning;
    this.#seconds = this.#clock.every(SECOND_MILLIS, () => this.#secondEnds());
  }

  stop(): void {
    this.#seconds?.cancel();
    this.#seconds = undefined;
    this.#tuning = undefined;
    this.#resume();
    this.#isHeavy = false;
    this.#watch();
  }

  /** Whether telemetry comes at a high rate. */
  get isHeavy(): boolean {
    return this.#isHeavy;
  }

  /** Of queries of reports, while telemetry is heavy. */
  get queriesMax(): number {
    return this.#options.queriesMax;
  }

  reportBegins(): void {
    this.#reports++;
    this.#apply();
  }

  reportEnds(): void {
    this.#reports--;
    this.#apply();
  }

  batchBegins(): void {
    if (this.#batches++ === 0) this.#batchSince = this.#clock.now();
  }

  /** With the points that are stored now. */
  batchEnds(points: number): void {
    this.#batches--;
    this.#batchSince = this.#batches > 0 ? this.#clock.now() : undefined;
    this.#points += points;
    if (this.#points >= this.#options.heavyPoints) this.#become(true);
  }

  /** A checkpoint waits until reports have paused: it comes often, is short, and then has the processors to itself. */
  async checkpoint<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isCheckpointing = true;
    if (this.#mayPause()) this.#pause();
    await this.#settle();
    try {
      return await work();
    } finally {
      this.#isCheckpointing = false;
      if (!this.#isWaiting()) this.#resume();
    }
  }

  #secondEnds(): void {
    this.#calmSeconds = this.#points >= this.#options.heavyPoints ? 0 : this.#calmSeconds + 1;
    this.#points = 0;
    if (this.#calmSeconds >= CALM_SECONDS) this.#become(false);
  }

  #become(isHeavy: boolean): void {
    if (this.#isHeavy === isHeavy) return;
    this.#isHeavy = isHeavy;
    this.#calmSeconds = 0;
    if (!isHeavy) this.#resume();
    this.#apply();
  }

  #tick(): void {
    if (this.#pausedSince === undefined) {
      if (this.#isWaiting() && this.#mayPause()) this.#pause();
      return;
    }
    const isOver = this.#clock.now() - this.#pausedSince >= this.#options.pauseMaxMillis;
    if (this.#isWaiting() && !isOver) return;
    this.#resume();
    if (isOver) this.#turnUntil = this.#clock.now() + this.#options.turnMillis;
  }

  #isWaiting(): boolean {
    if (this.#isCheckpointing) return true;
    return this.#batchSince !== undefined && this.#clock.now() - this.#batchSince >= this.#options.pauseAfterMillis;
  }

  #mayPause(): boolean {
    return this.#isHeavy && this.#reports > 0 && this.#clock.now() >= this.#turnUntil;
  }

  #pause(): void {
    if (this.#pausedSince !== undefined) return;
    this.#pausedSince = this.#clock.now();
    this.counters.pauses++;
    this.#apply();
  }

  #resume(): void {
    if (this.#pausedSince === undefined) return;
    this.counters.pausedMillis += this.#clock.now() - this.#pausedSince;
    this.#pausedSince = undefined;
    this.#apply();
  }

  #apply(): void {
    this.#watch();
    void this.#settle();
  }

  /** A thread that waits for an answer of the engine is one of the engine's threads, and does its own work. */
  async #settle(): Promise<void> {
    const isRunning = this.#reports > 0 && this.#pausedSince === undefined;
    const reports = isRunning ? this.#options.threads : 0;
    await this.#tuning?.set(
      this.#isHeavy
        ? { threads: 1 + reports, mergesMax: HEAVY_MERGES_MAX }
        : { threads: this.#threadsMax, mergesMax: MERGES_MAX },
    );
  }

  #watch(): void {
    const isNeeded = this.#isHeavy && this.#reports > 0;
    if (!isNeeded) {
      this.#ticks?.cancel();
      this.#ticks = undefined;
    } else this.#ticks ??= this.#clock.every(TICK_MILLIS, () => this.#tick());
  }
}
