// How reports yield to telemetry at a high rate: they get few threads of the engine, and none while a batch has waited
// long or a checkpoint runs; such a checkpoint merges as little as possible. Record:
// docs/decisions/0036-reports-pause.md.
import type { Clock, Timer } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { EngineTuning } from "./engine-tuning.ts";
import { ReportGate } from "./report-gate.ts";

export interface ReportPaceOptions {
  /** Points per second from which telemetry counts as heavy. */
  readonly heavyPoints: number;
  /** Threads that all reports share while telemetry is heavy. */
  readonly threads: number;
  /** Queries of reports that run at the same time while telemetry is heavy. */
  readonly queriesMax: number;
  /** Reports pause when a batch has waited this long for its commit, ... */
  readonly pauseAfterMillis: number;
  /** ... for no longer than this at a stretch, ... */
  readonly pauseMaxMillis: number;
  /** ... and then run for at least this long. */
  readonly turnMillis: number;
}

/** How often the wait of a batch is checked. */
const TICK_MILLIS = 5;
/** Seconds below the rate after which telemetry is no longer heavy, so that a short lull changes nothing. */
const CALM_SECONDS = 5;
/**
 * The engine's default. The lower number for heavy telemetry keeps checkpoints short: what is not merged now is merged
 * later.
 */
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
  /**
   * When the oldest waiting batch began or the last batch ended, whichever is later; undefined while no batch waits.
   */
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

  /** Called when the file is open for writing. */
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

  /** Whether telemetry arrives at a high rate. */
  get isHeavy(): boolean {
    return this.#isHeavy;
  }

  /** Queries of reports that may run at the same time while telemetry is heavy. */
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

  /** `points`: the number of points that were stored, 0 after a failure. */
  batchEnds(points: number): void {
    this.#batches--;
    this.#batchSince = this.#batches > 0 ? this.#clock.now() : undefined;
    this.#points += points;
    if (this.#points >= this.#options.heavyPoints) this.#become(true);
  }

  /** Runs a checkpoint after reports have paused: it is taken often, is short, and has the processors to itself. */
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

  /** A thread that waits for an answer counts as one of the engine's threads and works on its own statement. */
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
