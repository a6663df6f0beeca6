// Reports on the telemetry file: each measure has a connection of its own, with the tables that were handed over to it, and
// both end with it. Record: docs/decisions/0029-reports-inside-the-telemetry-engine.md.
import type {
  MeasureQuery,
  MeasureRows,
  RawQuery,
  RawRows,
  ReportEngine,
} from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import { Slots } from "../../../lib/slots.ts";
import type { DuckdbDatabase } from "../duckdb-database.ts";
import type { LatestPoints } from "../latest-points.ts";
import { asReportError } from "./report-errors.ts";
import { computeMeasure } from "./measure.ts";
import { newestInMemory } from "./newest-in-memory.ts";
import { readRawRows } from "./raw-rows.ts";
import { ReportSession } from "./report-session.ts";
import { TimeSketch } from "./time-sketch.ts";
import { estimateSamples } from "./sample-estimate.ts";

export interface ReportEngineSettings {
  /** Queries that run side by side; further ones wait. Each keeps a thread of the runtime's pool busy, which commits need. */
  readonly queriesMax: number;
  /** Samples that functions of neighbouring samples look at in one step. */
  readonly sliceSamples: number;
}

export class DuckdbReportEngine implements ReportEngine {
  readonly #database: DuckdbDatabase;
  readonly #latest: () => LatestPoints;
  readonly #settings: ReportEngineSettings;
  readonly #slots: Slots;
  #sketch: TimeSketch = new TimeSketch();
  /** Whose points the sketch knows: those of one opening of the file. */
  #sketched: LatestPoints | undefined;

  constructor(database: DuckdbDatabase, latest: () => LatestPoints, settings: ReportEngineSettings) {
    this.#database = database;
    this.#latest = latest;
    this.#settings = settings;
    const { pace } = database;
    const { queriesMax } = settings;
    this.#slots = new Slots({ max: () => (pace.isHeavy ? Math.min(pace.queriesMax, queriesMax) : queriesMax) });
  }

  async measure(query: MeasureQuery, signal: AbortSignal): Promise<MeasureRows> {
    signal.throwIfAborted();
    const inMemory = newestInMemory(query, this.#latest());
    if (inMemory !== undefined) return inMemory;
    return await this.#run(signal, (session) =>
      computeMeasure(session, query, this.#latest(), this.#settings.sliceSamples),
    );
  }

  async raw(query: RawQuery, signal: AbortSignal): Promise<RawRows> {
    return await this.#run(signal, (session) => readRawRows(session, query, this.#latest()));
  }

  async estimate(series: readonly SeriesNumber[], window: TimeWindow, signal: AbortSignal): Promise<number> {
    return await this.#run(signal, async (session) => {
      await this.#presentSketch().refresh(session, this.#latest().applied);
      return await estimateSamples(session, series, window);
    });
  }

  mostSamples(window: TimeWindow): number | undefined {
    return this.#presentSketch().mostSamples(window, this.#latest().applied);
  }

  #presentSketch(): TimeSketch {
    const latest = this.#latest();
    if (this.#sketched !== latest) {
      this.#sketched = latest;
      this.#sketch = new TimeSketch();
    }
    return this.#sketch;
  }

  async #run<Result>(signal: AbortSignal, work: (session: ReportSession) => Promise<Result>): Promise<Result> {
    return await this.#slots.run(
      async () => {
        const session = await this.#database.openYieldingSession();
        const interrupt = (): void => {
          session.interrupt();
        };
        signal.addEventListener("abort", interrupt);
        try {
          return await work(new ReportSession(session, signal, this.#settings.sliceSamples));
        } catch (error) {
          signal.throwIfAborted();
          throw asReportError(error, session.hasGivenWay);
        } finally {
          signal.removeEventListener("abort", interrupt);
          await session.close();
        }
      },
      { signal },
    );
  }
}
