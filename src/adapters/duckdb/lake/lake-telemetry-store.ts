// Telemetry of a cluster: a change is acknowledged when the log that all nodes share has it. Reads see the lake, which has
// the log up to a position, and what the tail of this node has of it since.
import type { ParquetWriter } from "../../../core/analytics/files/report-file.ts";
import type { ReportEngine } from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { HistoryReader } from "../../../core/history/history.ts";
import type { StoreMark, TelemetryMark, TelemetryMarks } from "../../../core/installation/store-marks.ts";
import { DomainError } from "../../../core/errors.ts";
import type { ChangeLog } from "../../../core/telemetry/change-log.ts";
import type { PointRetentionStore } from "../../../core/telemetry/retention-ports.ts";
import { packPoints } from "../../../core/telemetry/packed-points.ts";
import type { PointBatch } from "../../../core/telemetry/point-batch.ts";
import type { Bucket, PointChanges, TelemetryStore } from "../../../core/telemetry/telemetry-store.ts";
import type { BucketQuery, DeleteQuery, Point, RangeQuery } from "../../../core/telemetry/telemetry.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { DuckdbDatabase, type DatabaseOptions } from "../duckdb-database.ts";
import type { WindowOptions } from "../export-windows.ts";
import { sqlInteger } from "../literals.ts";
import { DuckdbHistoryReader } from "../history-reader.ts";
import { FrameKind } from "../log/frame.ts";
import { readBuckets, readRange, readSeriesWithPoints } from "../point-queries.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { ReportPace } from "../report-pace.ts";
import { DuckdbParquetWriter } from "../report-parquet-writer.ts";
import { DuckdbReportEngine, type ReportEngineOptions } from "../reports/duckdb-report-engine.ts";
import { emptyScratchFolder } from "../scratch-folder.ts";
import { losesLatest } from "../point-deletion.ts";
import { openLakeEngine, type LakePlace } from "./lake-engine.ts";
import type { LakeChange } from "./lake-changes.ts";
import { LakeRetention } from "./lake-retention.ts";
import { openLake, readState } from "./lake-tables.ts";
import { Tail, type TailOptions } from "./tail.ts";
import { LOOK_AT_TAIL } from "./tail-tables.ts";

export interface LakeTelemetryOptions extends Omit<DatabaseOptions, "file"> {
  readonly place: LakePlace;
  readonly tail: TailOptions;
  /** From one batch to the next: each costs all nodes, the keeper and the servers of the log something, however few points it has. */
  readonly batchMillis: number;
  /** How much an export sorts at once. */
  readonly exportWindow: WindowOptions;
  readonly reports: Omit<ReportEngineOptions, "scratchFolder">;
}

export interface LakeTelemetryDeps {
  /** Open; it belongs to whoever has opened it. */
  readonly log: ChangeLog & { readonly isAnswering: boolean };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A read that takes longer is refused. */
const READ_MILLIS_MAX = 60_000;
const STOP_MILLIS_MAX = 3_000;
/** A count of all points gives up after this time, so it does not wait behind long queries. */
const COUNT_MILLIS_MAX = 2_000;

export class LakeTelemetryStore implements TelemetryStore, TelemetryMarks {
  readonly #deps: LakeTelemetryDeps;
  readonly #options: LakeTelemetryOptions;
  readonly #database: DuckdbDatabase;
  readonly #tail: Tail;
  /** Exports, on connections of their own. */
  readonly history: HistoryReader;
  /** Deletes points past their retention; one node at a time runs it. */
  readonly retention: PointRetentionStore;
  /** Computes reports, on connections of their own. */
  readonly reports: ReportEngine;
  readonly reportFiles: ParquetWriter;
  readonly changes: PointChanges;
  /** When the next batch is wanted. */
  #nextBatch = -Infinity;

  constructor(deps: LakeTelemetryDeps, options: LakeTelemetryOptions) {
    const { clock, logger, log } = deps;
    const { scratchFolder } = options;
    const database = new DuckdbDatabase(options, clock);
    const tail = new Tail({ database, log, clock, logger, reopen: () => this.#open() }, options.tail);
    this.#deps = deps;
    this.#options = options;
    this.#database = database;
    this.#tail = tail;
    this.changes = {
      get points() {
        return tail.points;
      },
      follow: (listener) => tail.listen(listener),
      reached: async () => {
        await tail.knowsLatest();
      },
    };
    const upToDate = async (): Promise<void> => {
      tail.requireLake();
      await tail.knowsPoints();
    };
    database.readAfter(upToDate, { look: LOOK_AT_TAIL, rest: (session) => tail.pin(session) });
    this.reportFiles = new DuckdbParquetWriter({ database, scratchFolder });
    this.history = new DuckdbHistoryReader({ database, scratchFolder }, options.exportWindow);
    this.retention = new LakeRetention({
      database,
      clock,
      latest: async () => {
        await tail.knowsLatest();
        return tail.latest;
      },
      append: (change) => this.#append(change),
    });
    const latest = { latest: () => tail.latest, knowsLatest: () => tail.knowsLatest() };
    this.reports = new DuckdbReportEngine(database, latest, { ...options.reports, scratchFolder, isSorted: true });
  }

  /**
   * Creates the lake if it is missing, and resolves when it knows what the log has. Throws `unavailable` if they do not belong
   * together, or if it cannot follow the log.
   */
  async start(): Promise<void> {
    await emptyScratchFolder(this.#options.scratchFolder);
    try {
      await this.#open();
      await openLake(this.#database.writer, this.#options.place, this.#deps.log.id);
      await this.#tail.start();
      await this.#tail.catchUp();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Does not wait for a lake that does not answer: what this node has in memory need not be closed. */
  async stop(): Promise<void> {
    const late = Promise.withResolvers<undefined>();
    const timer = this.#deps.clock.after(STOP_MILLIS_MAX, () => late.resolve(undefined));
    await Promise.race([this.#tail.stop().then(() => this.#database.close()), late.promise]);
    timer.cancel();
  }

  async #open(): Promise<void> {
    await this.#database.openInMemory(() => openLakeEngine(this.#options, this.#options.place));
  }

  /** Whether the log takes changes. Reads work even if it does not. */
  get isHealthy(): boolean {
    return this.#deps.log.isAnswering;
  }

  /** The number of points. */
  async countPoints(): Promise<number> {
    const [row] = await this.#database.read(
      (session) => session.query("SELECT count(*) FROM points"),
      AbortSignal.timeout(COUNT_MILLIS_MAX),
    );
    return Number(row?.[0] ?? 0);
  }

  /** The position up to which the lake has the log; throws `unavailable` while it is away. */
  async folded(): Promise<number> {
    return await this.#read(async (session) => (await readState(session)).position);
  }

  /** Bytes of what this node has in memory because the lake did not have it when it was last looked at. */
  get tailBytes(): number {
    return this.#tail.bytes;
  }

  /** How reports yield to telemetry. */
  get reportPace(): Pick<ReportPace, "isHeavy" | "counters"> {
    return this.#database.pace;
  }

  async readMark(): Promise<TelemetryMark | undefined> {
    await this.#tail.knowsLatest();
    const { mark, latest } = this.#tail;
    return mark && { ...mark, seriesMax: latest.seriesMax };
  }

  async saveMark(mark: StoreMark): Promise<void> {
    await this.#append({ kind: FrameKind.mark, mark });
  }

  readonly ready = async (): Promise<void> => {
    const { clock } = this.#deps;
    const wait = this.#nextBatch - clock.now();
    // A clock may be set back.
    if (wait > 0) await new Promise<void>((resolve) => clock.after(Math.min(wait, this.#options.batchMillis), resolve));
  };

  /** A batch that does not fit into a message of the log is several frames, of which the first may be stored without the rest. */
  async write(batch: PointBatch): Promise<void> {
    this.#nextBatch = this.#deps.clock.now() + this.#options.batchMillis;
    try {
      await this.#deps.log.append(FrameKind.points, [packPoints(batch)]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== "too-large" || batch.count === 1) throw error;
      const rows = Array.from({ length: batch.count }, (_, row) => row);
      const half = Math.ceil(batch.count / 2);
      for (const part of [rows.slice(0, half), rows.slice(half)]) await this.write(batch.pick(part));
    }
  }

  async latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]> {
    await this.#tail.knowsLatest();
    const { latest } = this.#tail;
    return series.map((number) => latest.get(number));
  }

  async withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]> {
    return await this.#read((session) => readSeriesWithPoints(session, series));
  }

  async range(series: SeriesNumber, query: RangeQuery, signal?: AbortSignal): Promise<readonly Point[]> {
    return await this.#read((session) => readRange(session, series, query), signal);
  }

  async aggregate(series: SeriesNumber, query: BucketQuery, signal?: AbortSignal): Promise<readonly Bucket[]> {
    return await this.#read((session) => readBuckets(session, series, query), signal);
  }

  async delete(series: readonly SeriesNumber[], query: DeleteQuery): Promise<void> {
    if (series.length === 0) return;
    if (query.rewriteLatest) await this.#requireHistory(series, query);
    await this.#append({ kind: FrameKind.deletion, series, query });
  }

  /**
   * All nodes will look in the history for the points that become the latest ones, and none of them could go on while it is
   * away.
   */
  async #requireHistory(series: readonly SeriesNumber[], query: DeleteQuery): Promise<void> {
    const { latest } = this.#tail;
    const losing = series.filter((number) => losesLatest(latest, number, query));
    if (losing.length === 0 || query.window === undefined) return;
    const { startTs } = query.window;
    this.#tail.requireLake();
    const session = await this.#database.openSessionAtOnce();
    try {
      await session.interruptible(
        () =>
          session.query(
            `SELECT max(ts) FROM lake.points WHERE series IN (${losing.join(",")}) AND ts < ${sqlInteger(startTs)}`,
          ),
        AbortSignal.timeout(READ_MILLIS_MAX),
      );
    } catch (error) {
      throw new DomainError(
        "unavailable",
        "the history does not answer, which has the points before those that are deleted",
        {
          cause: error,
        },
      );
    } finally {
      await session.close();
    }
  }

  async #read<Result>(query: (session: DuckdbSession) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    // Before it waits for those that began earlier and do not end.
    this.#tail.requireLake();
    const deadline = AbortSignal.timeout(READ_MILLIS_MAX);
    try {
      return await this.#database.read(query, signal === undefined ? deadline : AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal?.throwIfAborted();
      if (!deadline.aborted) throw error;
      throw new DomainError("unavailable", `a read of the history took more than ${String(READ_MILLIS_MAX)} ms`);
    }
  }

  async #append(change: LakeChange): Promise<void> {
    await this.#deps.log.append(change.kind, [Buffer.from(JSON.stringify(change), "utf8")]);
  }
}
