// Computes reports on the telemetry file. Each query has its own connection with the tables handed over to it, and all
// queries of a report see the points of one moment. Records: docs/decisions/0029-reports-inside-the-telemetry-engine.md
// and 0121.
import { AnalyticsError, GaveWayError } from "../../../core/analytics/analytics-error.ts";
import type {
  MeasureQuery,
  MeasureRows,
  ReadRequest,
  ReportEngine,
  ReportPoints,
} from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { TimeWindow } from "../../../core/telemetry/telemetry.ts";
import { Slots } from "../../../lib/slots.ts";
import { asDomainError, type DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";
import { computeMeasures } from "./measure.ts";
import { newestInMemory } from "./newest-functions.ts";
import { readRawRows } from "./raw-rows.ts";
import { ReportSession } from "./report-session.ts";
import { ReportSnapshot } from "./report-snapshot.ts";
import { estimateSamples } from "./sample-estimate.ts";
import { sharedMeasures, type SharedMeasures } from "./shared-measures.ts";
import { TimeSketch } from "./time-sketch.ts";

export interface ReportEngineOptions {
  /** Folder for slices that do not stay in memory. */
  readonly scratchFolder: string;
  /**
   * Queries that run at the same time; others wait. Each keeps a thread of the runtime's pool busy, and commits need
   * those.
   */
  readonly queriesMax: number;
  /** Samples that functions of neighbouring samples handle in one step. */
  readonly sliceSamples: number;
  /** Whether points lie sorted by series rather than in the order of time. Default: no. */
  readonly isSorted?: boolean;
}

/** The latest points; another object after the file was opened again. */
export interface LatestSource {
  latest(): LatestPoints;
  /** Resolves when they have everything that was acknowledged before the call. */
  knowsLatest(): Promise<unknown>;
}

/** Identifies the owner and rank of a query among those that wait. */
type Turn = Pick<ReadRequest, "standing" | "order" | "signal">;

export class DuckdbReportEngine implements ReportEngine {
  readonly #database: DuckdbDatabase;
  readonly #source: LatestSource;
  readonly #options: ReportEngineOptions;
  readonly #slots: Slots<string>;
  #sketch: TimeSketch = new TimeSketch();
  /** The latest points to which the sketch belongs; they change with each opening of the file. */
  #sketched: LatestPoints | undefined;

  constructor(database: DuckdbDatabase, source: LatestSource, options: ReportEngineOptions) {
    this.#database = database;
    this.#source = source;
    this.#options = options;
    const { pace } = database;
    const { queriesMax } = options;
    this.#slots = new Slots({ max: () => (pace.isHeavy ? Math.min(pace.queriesMax, queriesMax) : queriesMax) });
  }

  async read<Result>(request: ReadRequest, use: (points: ReportPoints) => Promise<Result>): Promise<Result> {
    await this.#source.knowsLatest();
    const snapshot = this.#snapshot(request.queries);
    try {
      return await use({
        measures: (queries) => this.#measures(snapshot, queries, request),
        raw: (query) => this.#run(snapshot, request, (session) => readRawRows(session, query)),
      });
    } finally {
      await snapshot.close();
    }
  }

  async estimate(series: readonly SeriesNumber[], window: TimeWindow, signal: AbortSignal): Promise<number> {
    const snapshot = this.#snapshot(1);
    // The engine may get further points only after the query has begun.
    const { applied } = this.#source.latest();
    try {
      return await this.#run(snapshot, { standing: "estimates", order: 0, signal }, async (session) => {
        await this.#presentSketch().refresh(session, applied);
        return await estimateSamples(session, series, window);
      });
    } finally {
      await snapshot.close();
    }
  }

  mostSamples(window: TimeWindow): number | undefined {
    return this.#presentSketch().mostSamples(window, this.#source.latest().applied);
  }

  newestTs(series: readonly SeriesNumber[]): number | null {
    const latest = this.#source.latest();
    let newest: number | null = null;
    for (const number of series) {
      const ts = latest.latestTs(number);
      if (ts !== undefined && (newest === null || ts > newest)) newest = ts;
    }
    return newest;
  }

  #presentSketch(): TimeSketch {
    const latest = this.#source.latest();
    if (this.#sketched !== latest) {
      this.#sketched = latest;
      this.#sketch = new TimeSketch();
    }
    return this.#sketch;
  }

  #snapshot(queries: number): ReportSnapshot {
    return new ReportSnapshot(this.#database, { queries, replacedBefore: this.#source.latest().replaced });
  }

  #measures(snapshot: ReportSnapshot, queries: readonly MeasureQuery[], turn: Turn): readonly Promise<MeasureRows>[] {
    const answers = new Map<MeasureQuery, Promise<MeasureRows>>();
    for (const shared of sharedMeasures(queries)) {
      const computed = this.#computed(snapshot, shared, turn);
      for (const query of shared.sources.flat())
        answers.set(
          query,
          computed.then((rows) => rowsOf(rows, query)),
        );
    }
    return queries.map(async (query) => rowsOf(answers, query));
  }

  async #computed(
    snapshot: ReportSnapshot,
    shared: SharedMeasures,
    turn: Turn,
  ): Promise<ReadonlyMap<MeasureQuery, MeasureRows>> {
    turn.signal.throwIfAborted();
    const inMemory = newestInMemory(shared.query, this.#source.latest());
    if (inMemory !== undefined) return new Map([[shared.query, inMemory]]);
    return await this.#run(snapshot, turn, (session) => computeMeasures(session, shared));
  }

  async #run<Result>(
    snapshot: ReportSnapshot,
    { standing, order, signal }: Turn,
    work: (session: ReportSession) => Promise<Result>,
  ): Promise<Result> {
    const { sliceSamples, scratchFolder, isSorted = false } = this.#options;
    const query = async (session: DuckdbSession): Promise<Result> => {
      const options = {
        latest: this.#source.latest(),
        replacedBefore: snapshot.replacedBefore,
        sliceSamples,
        scratchFolder,
        isSorted,
      };
      try {
        return await session.interruptible(() => work(new ReportSession(session, signal, options)), signal);
      } catch (error) {
        signal.throwIfAborted();
        throw asReportError(error, session.hasGivenWay);
      }
    };
    return await this.#slots.run(() => snapshot.query(query), { key: standing, rank: order, signal });
  }
}

function rowsOf<Rows>(answers: ReadonlyMap<MeasureQuery, Rows>, query: MeasureQuery): Rows {
  const rows = answers.get(query);
  if (rows === undefined) throw new Error("a measure has no answer");
  return rows;
}

/** What a read-only statement writes: the engine's spill folder and its files, and report slices. */
const NO_SCRATCH = /failed to create directory|[\\/](duckdb_temp_|report-slice-)/i;

/**
 * Reports yield to telemetry; whether this report or another one was too large cannot be known. If a report exceeds its
 * memory or scratch space, its author can make it smaller. Everything else is a fault.
 */
export function asReportError(error: unknown, hasGivenWay: boolean): DomainError {
  if (hasGivenWay)
    return new GaveWayError(
      "The report was stopped because telemetry needed what reports held: the memory of the engine (TELEMETRY_DUCKDB_MEMORY_MAX_MIB), or points that have been replaced since; try again, or choose a shorter range, fewer devices, fewer groups or shorter formulas.",
      { cause: error },
    );
  if (error instanceof Error && !(error instanceof DomainError) && /^Out of Memory Error/i.test(error.message))
    return new AnalyticsError(
      "REPORT_TOO_LARGE",
      "The report needs more memory or scratch space than the telemetry engine may use (TELEMETRY_DUCKDB_MEMORY_MAX_MIB, REPORT_SPILL_MAX_MIB); choose a shorter range, fewer devices, fewer groups or shorter formulas.",
      [],
      { cause: error },
    );
  if (error instanceof Error && !(error instanceof DomainError) && NO_SCRATCH.test(error.message))
    return new AnalyticsError(
      "ENGINE_UNAVAILABLE",
      'The report needs scratch space, and the folder "scratch" of the data folder (DATA_DIR) cannot be written: its disk may be full. A shorter range, fewer devices, fewer groups or shorter formulas may need none.',
      [],
      { cause: error },
    );
  return asDomainError(error);
}
