// Telemetry in one DuckDB file: one synced commit per batch, a table without an index, and the latest points in memory
// with snapshots in the file. Neither a write nor a start takes longer because the history is long.
import type { ParquetWriter } from "../../core/analytics/files/report-file.ts";
import type { ReportEngine } from "../../core/analytics/report/report-engine.ts";
import type { HistoryReader } from "../../core/history/history.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { StoreMark, TelemetryMark, TelemetryMarks } from "../../core/installation/store-marks.ts";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import type { PointRetentionStore } from "../../core/telemetry/retention-ports.ts";
import type { CheckpointHold } from "../../core/backup/checkpoint-hold.ts";
import type { Bucket, TelemetryStore } from "../../core/telemetry/telemetry-store.ts";
import type { BucketQuery, DeleteQuery, Point, RangeQuery } from "../../core/telemetry/telemetry.ts";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";
import { JournalFault } from "./checkpoint-journal.ts";
import { asDomainError, DuckdbDatabase, isInvalidated, wantsMemory, type DuckdbOptions } from "./duckdb-database.ts";
import type { WindowOptions } from "./export-windows.ts";
import { DuckdbHistoryReader } from "./history-reader.ts";
import { DuckdbParquetWriter } from "./report-parquet-writer.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { EraTimes } from "./era-times.ts";
import { LatestPoints } from "./latest-points.ts";
import { REPAIR } from "./engine-log.ts";
import { ROW_GROUP_ROWS } from "./open-engine.ts";
import { canWrite } from "./write-probe.ts";
import { DuckdbRetention, type PointChange } from "./duckdb-retention.ts";
import { deletePoints } from "./point-deletion.ts";
import { PointTables } from "./point-tables.ts";
import { readBuckets, readRange } from "./point-queries.ts";
import type { ReportPace } from "./report-pace.ts";
import { DuckdbReportEngine, type ReportEngineOptions } from "./reports/duckdb-report-engine.ts";
import { emptyScratchFolder } from "./scratch-folder.ts";

export interface DuckdbTelemetryOptions extends DuckdbOptions {
  /**
   * Size of the write-ahead log that triggers a checkpoint even beyond `CHECKPOINT_TIME_SHARE`; usually one was taken
   * earlier.
   */
  readonly checkpointMebibytes: number;
  /**
   * A snapshot of the latest points is due after this many points, or after four times the number of changed series if
   * that is more.
   */
  readonly snapshotPoints: number;
  /**
   * A due snapshot waits for reports to end until `snapshotPoints` times this many points have been written; 1 for no
   * wait.
   */
  readonly snapshotPatience: number;
  /**
   * A snapshot is also due after this time if anything has changed, so that a start after a quiet time has little to
   * read.
   */
  readonly snapshotSeconds: number;
  /** How often the store retries writing after a fault. */
  readonly reopenSeconds: number;
  /** How much an export sorts at once. */
  readonly exportWindow: WindowOptions;
  readonly reports: Omit<ReportEngineOptions, "scratchFolder">;
}

export interface TelemetryStoreDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** A database with the same options; without it, the store creates its own. */
  readonly database?: DuckdbDatabase;
  /** Throws if the file is no longer in its folder. */
  readonly requireFiles?: () => void;
}

/**
 * Checkpoints may take at most one part in this many of the time. The longer the history, the longer each checkpoint
 * takes, and the rarer they are. With a smaller share they would fall behind under load: what one checkpoint may not
 * write makes the next one longer.
 */
const CHECKPOINT_TIME_SHARE = 3;

/**
 * When the log reaches this many times `checkpointMebibytes`, the reports that block checkpoints are stopped. If there
 * are none, a warning with the size is logged, and again each time it has doubled.
 */
const LOG_WARNING_FACTOR = 4;

/** While the file cannot be written although the disk can, the time between retries grows up to this. */
const RECOVERY_SECONDS_MAX = 60;

interface HeldCheckpoints {
  readonly logBytes: number;
  /** `DuckdbDatabase.openings` when the hold began. */
  readonly openings: number;
  readonly until: number;
  /** The reason if the hold ended before its release. */
  ended: string | undefined;
}

/** A count of all points gives up after this time, so it does not wait behind long queries. */
const COUNT_MILLIS_MAX = 2_000;

export class DuckdbTelemetryStore implements TelemetryStore, TelemetryMarks {
  readonly #options: DuckdbTelemetryOptions;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #database: DuckdbDatabase;
  readonly #requireFiles: () => void;
  /** Exports, on connections of their own. */
  readonly history: HistoryReader;
  /** Deletes points past their retention. */
  readonly retention: PointRetentionStore;
  /** Computes reports, on connections of their own. */
  readonly reports: ReportEngine;
  readonly reportFiles: ParquetWriter;
  #latest = new LatestPoints();
  #eraTimes = new EraTimes(0);
  /** Undefined while the file is not open for writing. */
  #tables: PointTables | undefined;
  /** Counts changes other than new points. */
  #rewrites = 0;
  #pointsSinceSnapshot = 0;
  #rowsSinceCheckpoint = 0;
  /** Time before which no further checkpoint may begin, which keeps checkpoints to their share of the time. */
  #checkpointNotBefore = 0;
  /** Size of the log when the engine last refused a checkpoint. */
  #refusedLogBytes = 0;
  /** Size of the log at the last warning. */
  #warnedLogBytes = 0;
  /** The tail of the queue of writing operations: one transaction at a time. */
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;
  #hold: HeldCheckpoints | undefined;
  #snapshotTimer: Timer | undefined;
  #recoveryTimer: Timer | undefined;
  #recoveriesFailed = 0;
  #recoverNotBefore = 0;

  constructor({ clock, log, database: given, requireFiles }: TelemetryStoreDeps, options: DuckdbTelemetryOptions) {
    const database = given ?? new DuckdbDatabase(options, clock);
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
    this.#database = database;
    this.#requireFiles = requireFiles ?? (() => undefined);
    const scratch = { database, scratchFolder: options.scratchFolder };
    this.reportFiles = new DuckdbParquetWriter(scratch);
    this.history = new DuckdbHistoryReader(scratch, options.exportWindow);
    const changing = {
      latest: () => this.#latest,
      hasExpiring: () => this.#tables?.expiry.isUsed ?? false,
      rewrites: () => this.#rewrites,
      change: (work: (writer: DuckdbSession) => Promise<PointChange>) => this.#change(work),
      checkExpiring: () => this.#serialize(async () => this.#tables?.expiry.checkUse()),
    };
    this.retention = new DuckdbRetention(database, changing, clock);
    this.reports = new DuckdbReportEngine(database, () => this.#latest, {
      ...options.reports,
      scratchFolder: options.scratchFolder,
    });
  }

  /** Opens the file, creating it if missing, and restores the latest points. */
  async start(): Promise<void> {
    // A crash may have left the files of exports that were being sent.
    await emptyScratchFolder(this.#options.scratchFolder);
    try {
      await this.#database.openForWriting();
      await this.#attach();
    } catch (error) {
      this.#closeTables();
      await this.#database.close();
      throw asOpeningError(error, this.#options.file);
    }
    this.#snapshotTimer = this.#clock.every(this.#options.snapshotSeconds * SECOND_MILLIS, () =>
      this.#takeSnapshotSoon(),
    );
  }

  async stop(): Promise<void> {
    this.#endHold("the platform was stopped");
    this.#snapshotTimer?.cancel();
    this.#snapshotTimer = undefined;
    this.#recoveryTimer?.cancel();
    this.#recoveryTimer = undefined;
    try {
      await this.#serialize(async () => {
        if (!this.isHealthy) return;
        await this.#takeSnapshot();
        await this.#database.checkpoint();
      });
    } catch (error) {
      // Acknowledged points are in the write-ahead log; the next start only has more of it to read.
      this.#log.warn("telemetry store closed without a snapshot", { error });
    }
    await this.#writing;
    this.#closeTables();
    await this.#database.close();
  }

  /**
   * Takes no checkpoint until the release. Between two checkpoints the engine only appends to the log and writes to
   * free blocks of the file, so a copy of the file, and of its log up to the present length, has the state of this
   * moment. `look` is called at that moment, between two commits. The hold ends by itself after `millisMax` or when the
   * log has reached its bound; `release` then throws `unavailable`. Throws `conflict` if there is already a hold.
   */
  async holdCheckpoints(millisMax: number, look: () => void): Promise<CheckpointHold> {
    const session = await this.#database.openSession();
    try {
      await session.begin();
      const hold = await this.#serialize(async () => {
        this.#requireHealthy();
        if (this.#isHeld) throw new DomainError("conflict", "another backup is reading the telemetry file");
        const { logBytes, openings } = this.#database;
        await session.look();
        look();
        const held: HeldCheckpoints = { logBytes, openings, until: this.#clock.now() + millisMax, ended: undefined };
        this.#hold = held;
        return held;
      });
      const [row] = await session.query("SELECT count(*) FROM points");
      return { logBytes: hold.logBytes, points: Number(row?.[0]), release: () => this.#release(hold) };
    } finally {
      await session.close();
    }
  }

  #release(hold: HeldCheckpoints): void {
    if (this.#hold === hold) {
      if (hold.openings !== this.#database.openings) this.#endHold("the telemetry file had to be reopened");
      this.#hold = undefined;
      // A checkpoint that the hold put off may be due.
      this.#writing = this.#writing.then(() => this.#checkpointIfLogIsFull());
    }
    if (hold.ended !== undefined)
      throw new DomainError(
        "unavailable",
        `the telemetry file could not be kept as it was for the backup: ${hold.ended}`,
      );
  }

  /** Reading it also ends a hold that has reached its limits. */
  get #isHeld(): boolean {
    if (this.#hold === undefined) return false;
    const { logBytes } = this.#database;
    const bytesMax = LOG_WARNING_FACTOR * this.#options.checkpointMebibytes * MEBIBYTE;
    if (logBytes < bytesMax && this.#clock.now() < this.#hold.until) return true;
    this.#endHold(
      logBytes < bytesMax
        ? "copying what had changed took too long"
        : `its log had grown to ${String(Math.round(logBytes / MEBIBYTE))} MiB`,
    );
    return false;
  }

  #endHold(reason: string): void {
    if (this.#hold === undefined) return;
    this.#hold.ended = reason;
    this.#hold = undefined;
    this.#log.warn("checkpoints are no longer put off for a backup", { reason });
  }

  /** Undefined if the file was never marked. */
  async readMark(): Promise<TelemetryMark | undefined> {
    const [row] = await this.#database.read((session) => session.query("SELECT installation, generation FROM mark"));
    if (row === undefined) return undefined;
    return { installation: String(row[0]), generation: Number(row[1]), seriesMax: this.#latest.seriesMax };
  }

  async saveMark({ installation, generation }: StoreMark): Promise<void> {
    await this.#serialize(async () => {
      this.#requireHealthy();
      await this.#transaction(async () => {
        const { writer } = this.#database;
        await writer.run("DELETE FROM mark");
        await writer.run("INSERT INTO mark VALUES ($1, $2)", [installation, generation]);
      });
    });
  }

  /** Whether the store can be written. Reads work even if it cannot. */
  get isHealthy(): boolean {
    return !this.#isBroken && this.#hasFiles;
  }

  /**
   * The engine opens, creates and removes files by name. Without its own files it would create an empty one, or remove
   * the log of another.
   */
  get #hasFiles(): boolean {
    try {
      this.#requireFiles();
      return true;
    } catch {
      // `#requireFiles` has logged it.
      return false;
    }
  }

  /** How reports yield to telemetry. */
  get reportPace(): Pick<ReportPace, "isHeavy" | "counters"> {
    return this.#database.pace;
  }

  async write(batch: PointBatch): Promise<void> {
    const { pace } = this.#database;
    pace.batchBegins();
    let stored = 0;
    try {
      await this.#write(batch);
      stored = batch.count;
    } finally {
      pace.batchEnds(stored);
    }
    this.#checkpointIfDue(batch.count);
    this.#takeSnapshotIfDue();
  }

  async #write(batch: PointBatch): Promise<void> {
    await this.#serialize(async () => {
      this.#requireHealthy();
      // This batch is larger than the one before it, after which no checkpoint was due yet.
      if (this.#isCheckpointDue(batch.count)) await this.#checkpoint();
      const hasReplaced = await this.#transaction((tables) =>
        tables.write(batch, { latest: this.#latest, eraTimes: this.#eraTimes }),
      );
      if (hasReplaced) this.#rewrites++;
      this.#latest.apply(batch);
      this.#pointsSinceSnapshot += batch.count;
      this.#rowsSinceCheckpoint += batch.count;
    });
  }

  latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]> {
    return Promise.resolve(series.map((number) => this.#latest.get(number)));
  }

  async withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]> {
    if (series.length === 0) return [];
    const rows = await this.#database.read((session) =>
      session.query(`SELECT DISTINCT series FROM points WHERE series IN (${series.join(",")})`),
    );
    return rows.map(([number]) => Number(number) as SeriesNumber);
  }

  async range(series: SeriesNumber, query: RangeQuery, signal?: AbortSignal): Promise<readonly Point[]> {
    return await this.#database.read((session) => readRange(session, series, query), signal);
  }

  async aggregate(series: SeriesNumber, query: BucketQuery, signal?: AbortSignal): Promise<readonly Bucket[]> {
    return await this.#database.read((session) => readBuckets(session, series, query), signal);
  }

  /** The approximate number of points: points deleted recently may still be counted. */
  async countPoints(): Promise<number> {
    const [row] = await this.#database.read(
      (session) => session.query("SELECT estimated_size FROM duckdb_tables() WHERE table_name = 'points'"),
      AbortSignal.timeout(COUNT_MILLIS_MAX),
    );
    return Number(row?.[0] ?? 0);
  }

  async delete(series: readonly SeriesNumber[], query: DeleteQuery): Promise<void> {
    // The transaction always includes a snapshot of the latest points, whether they change or not: replaying the era
    // after a crash must neither bring back a deleted point nor miss one that is kept as the latest.
    await this.#change(async (writer) => ({
      latest: await deletePoints(writer, this.#latest, series, query),
      deleted: 0,
    }));
  }

  /**
   * Runs a deletion between two batches, followed at once by a checkpoint if one may begin. The engine rewrites row
   * groups that have lost rows, and the more there are, the longer it stops commits.
   */
  async #change(work: (writer: DuckdbSession) => Promise<PointChange>): Promise<number> {
    return await this.#serialize(async () => {
      this.#requireHealthy();
      const { latest, deleted } = await this.#transaction(async (tables) => {
        const change = await work(this.#database.writer);
        if (change.latest !== undefined) await tables.snapshot.write(this.#latest, change.latest);
        return change;
      });
      this.#rewrites++;
      for (const [number, point] of latest ?? []) this.#latest.replace(number, point);
      if (latest !== undefined) this.#snapshotTaken();
      this.#rowsSinceCheckpoint += deleted;
      if (deleted > 0 && this.#clock.now() >= this.#checkpointNotBefore) await this.#checkpoint();
      return deleted;
    });
  }

  #takeSnapshotIfDue(): void {
    if (this.#pointsSinceSnapshot > Math.max(this.#options.snapshotPoints, 4 * this.#latest.dirty.length))
      this.#takeSnapshotSoon();
  }

  /**
   * Does not make the writer of the last batch wait. A snapshot replaces rows, and the engine refuses checkpoints while
   * a report that still sees the old rows runs; the work that piles up until then stops commits for longer. So a
   * snapshot waits for a moment between two reports, until the next start would have to read several times as much.
   */
  #takeSnapshotSoon(): void {
    const take = (): Promise<void> =>
      this.#serialize(() => this.#takeSnapshot()).catch((error: unknown) =>
        this.#log.error("snapshot of latest points failed", { error }),
      );
    const { snapshotPoints, snapshotPatience } = this.#options;
    if (this.#pointsSinceSnapshot > snapshotPatience * snapshotPoints) void take();
    else this.#database.pace.gate.whenNoneReads(take);
  }

  /**
   * Does not make the writer of the last batch wait. A checkpoint is due if another batch of that size would overfill a
   * row group. The engine begins a new group after each checkpoint and later merges groups that are far from full, so a
   * checkpoint just before a group is full costs a third of any other. It stops commits while it runs, so it is taken
   * often.
   */
  #checkpointIfDue(rows: number): void {
    if (!this.#isCheckpointDue(rows)) return;
    this.#serialize(async () => {
      // The next batch may have been queued first; it has then taken the checkpoint itself.
      if (!this.#isBroken && this.#isCheckpointDue(rows)) await this.#checkpoint();
    }).catch((error: unknown) => this.#log.error("checkpoint failed", { error }));
  }

  /** Whether this many further rows would overfill a row group and a checkpoint may begin now. */
  #isCheckpointDue(rows: number): boolean {
    const before = this.#rowsSinceCheckpoint;
    if (before === 0 || this.#clock.now() < this.#checkpointNotBefore || this.#isHeld) return false;
    return Math.floor((before + rows) / ROW_GROUP_ROWS) > Math.floor(before / ROW_GROUP_ROWS);
  }

  /**
   * The engine refuses a checkpoint while queries run. That is not a fault: it is tried again after the next batch, and
   * when the log has grown. After a checkpoint that failed midway the engine accepts no transaction, and a checkpoint
   * without a journal must not begin. In both cases the file is reopened now, so that the next batch does not fail
   * first.
   */
  async #checkpoint(): Promise<void> {
    if (this.#isHeld || !this.#hasFiles) return;
    const startedAt = this.#clock.now();
    try {
      await this.#database.checkpoint();
      this.#rowsSinceCheckpoint = 0;
      this.#refusedLogBytes = 0;
      this.#warnedLogBytes = 0;
      const endedAt = this.#clock.now();
      this.#checkpointNotBefore = endedAt + (endedAt - startedAt) * (CHECKPOINT_TIME_SHARE - 1);
    } catch (error) {
      if (isInvalidated(error) || error instanceof JournalFault) await this.#reopen(error);
      else await this.#putOff(error);
    }
  }

  /**
   * A report sees the points of one moment while it runs, and the engine keeps everything replaced since. That is
   * allowed until the log reaches its bound; then the reports are stopped.
   */
  async #putOff(error: unknown): Promise<void> {
    const bytes = this.#database.logBytes;
    this.#refusedLogBytes = bytes;
    const bytesMax = LOG_WARNING_FACTOR * this.#options.checkpointMebibytes * MEBIBYTE;
    if (bytes < bytesMax) {
      this.#log.debug("checkpoint put off", { error });
      return;
    }
    if (await this.#database.giveWay()) {
      this.#log.warn("reports stopped, no checkpoint could be taken beside them", {
        logMebibytes: Math.round(bytes / MEBIBYTE),
      });
      // So that the next operation is followed by another try.
      this.#refusedLogBytes = 0;
      return;
    }
    if (bytes < 2 * this.#warnedLogBytes) {
      this.#log.debug("checkpoint put off", { error });
      return;
    }
    this.#warnedLogBytes = bytes;
    const logMebibytes = Math.round(bytes / MEBIBYTE);
    this.#log.warn("the log of telemetry grows, as no checkpoint can be taken", { logMebibytes, error });
  }

  async #reopen(error: unknown): Promise<void> {
    this.#log.warn("telemetry file reopened after a checkpoint that broke", { error });
    await this.#degrade();
    await this.#recover();
  }

  async #takeSnapshot(): Promise<void> {
    if (!this.isHealthy || this.#latest.dirty.length === 0) return;
    await this.#transaction(({ snapshot }) => snapshot.write(this.#latest, new Map()));
    this.#snapshotTaken();
  }

  #snapshotTaken(): void {
    this.#tables?.snapshot.committed();
    this.#latest.markClean();
    this.#pointsSinceSnapshot = 0;
  }

  async #attach(): Promise<void> {
    await this.#openTables();
    const { snapshot } = this.#requireTables();
    const { latest, isEraEmpty } = await snapshot.restore();
    this.#latest = latest;
    this.#eraTimes = new EraTimes(isEraEmpty ? snapshot.era - 1 : snapshot.era);
    this.#pointsSinceSnapshot = 0;
    this.#rowsSinceCheckpoint = 0;
  }

  async #openTables(): Promise<void> {
    this.#tables = await PointTables.open(this.#database.writer);
  }

  #requireTables(): PointTables {
    if (this.#tables === undefined) throw new DomainError("unavailable", "the telemetry store is not open");
    return this.#tables;
  }

  async #transaction<Result>(work: (tables: PointTables) => Promise<Result>): Promise<Result> {
    try {
      return await this.#database.transaction(() => work(this.#requireTables()), {
        close: () => {
          this.#log.warn("reports stopped and telemetry file reopened, telemetry needed their memory");
          this.#closeTables();
        },
        open: () => this.#openTables(),
      });
    } catch (error) {
      this.#log.error("telemetry transaction failed", { error });
      await this.#degrade();
      // Reopening freed all memory that was held, so writing can resume at once; only a disk fault needs a wait.
      if (wantsMemory(error)) await this.#recover();
      throw asDomainError(error);
    }
  }

  #requireHealthy(): void {
    this.#requireFiles();
    if (this.#isBroken)
      throw new DomainError(
        "unavailable",
        "the telemetry store cannot be written: its last transaction or checkpoint failed, and it is being tried again",
      );
  }

  /**
   * Called after a failed transaction. A failed commit can leave the engine invalid and the write-ahead log in doubt,
   * so writing stops until the file has been reopened. Until then it is open for reading.
   */
  async #degrade(): Promise<void> {
    this.#isBroken = true;
    this.#recoveryTimer ??= this.#clock.every(this.#options.reopenSeconds * SECOND_MILLIS, () => {
      this.#serialize(() => this.#recover()).catch((error: unknown) =>
        this.#log.error("telemetry store cannot be reopened", { error }),
      );
    });
    await this.#openForReading();
  }

  async #recover(): Promise<void> {
    if (!this.#isBroken || !this.#hasFiles || this.#clock.now() < this.#recoverNotBefore) return;
    if (!(await canWrite(this.#options.file))) return;
    try {
      await this.#database.openForWriting();
      // After a failed sync, pages of the log may exist only in memory although the system takes them for written. A
      // checkpoint writes their contents to the main file and syncs it before anything new relies on the log.
      await this.#database.checkpoint("FORCE CHECKPOINT");
      await this.#attach();
    } catch (error) {
      this.#recoveryFailed(error);
      await this.#openForReading();
      return;
    }
    this.#isBroken = false;
    this.#recoveriesFailed = 0;
    this.#recoverNotBefore = 0;
    this.#recoveryTimer?.cancel();
    this.#recoveryTimer = undefined;
    this.#log.info("telemetry store can be written again");
  }

  /**
   * The disk accepts writes, so waiting alone may not help. Only the first failure is logged as an error. Each try
   * reads the whole log, so the time between tries grows.
   */
  #recoveryFailed(error: unknown): void {
    this.#recoveriesFailed++;
    const seconds = Math.min(this.#recoveriesFailed * this.#options.reopenSeconds, RECOVERY_SECONDS_MAX);
    this.#recoverNotBefore = this.#clock.now() + seconds * SECOND_MILLIS;
    if (this.#recoveriesFailed === 1)
      this.#log.error("telemetry is refused: its file cannot be written although the disk takes writes", { error });
    else this.#log.warn("telemetry store still cannot be written", { error, nextTrySeconds: seconds });
  }

  async #openForReading(): Promise<void> {
    // Without its files, only what is already open can be read.
    if (!this.#hasFiles) return;
    this.#closeTables();
    try {
      await this.#database.openForReading();
    } catch (error) {
      this.#log.error("telemetry store cannot even be read", { error });
    }
  }

  #closeTables(): void {
    this.#tables?.close();
    this.#tables = undefined;
  }

  async #serialize<Result>(operation: () => Promise<Result>): Promise<Result> {
    const done = this.#writing.then(operation);
    this.#writing = done.catch(() => undefined).then(() => this.#checkpointIfLogIsFull());
    return await done;
  }

  /** Runs between two operations, so that the acknowledgement of the last one does not wait for it. */
  async #checkpointIfLogIsFull(): Promise<void> {
    if (this.#isBroken) return;
    const bytesMax = this.#options.checkpointMebibytes * MEBIBYTE;
    try {
      // After a refusal, the next try comes when the log has grown further.
      if (this.#database.logBytes >= Math.max(bytesMax, this.#refusedLogBytes + bytesMax / 8)) await this.#checkpoint();
    } catch (error) {
      this.#log.error("checkpoint failed", { error });
    }
  }
}

/** The error for a file that cannot be opened, with what an operator can do. */
export function asOpeningError(error: unknown, file: string): DomainError {
  if (error instanceof DomainError) return error;
  const [reason] = String(error instanceof Error ? error.message : error).split("\n");
  const advice = wantsMemory(error)
    ? "Its log needs more memory than the engine may use: raise TELEMETRY_DUCKDB_MEMORY_MAX_MIB (and REPORT_MEMORY_LIMIT to twice as much) or REPORT_SPILL_MAX_MIB."
    : `Copy the data folder before anything else, and do not delete the file ending in .wal: it holds points that are stored nowhere else. Restore all files of the data folder from the same backup, or repair it: ${REPAIR}.`;
  return new DomainError(
    "unavailable",
    `the telemetry file ${file} cannot be opened: ${reason ?? ""}\n${advice} See "When telemetry cannot be written or opened" in docs/operations.md.`,
    { cause: error },
  );
}
