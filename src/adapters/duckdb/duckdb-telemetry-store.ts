// Telemetry in one DuckDB file with a log in front of it. A change is acknowledged when it is in the log; the engine gets
// it from memory, many batches in one transaction, and only checkpoints change the file. The table of points has no
// index, and the latest points are in memory with snapshots in the file, so neither a write nor a start takes longer
// because the history is long.
import type { ParquetWriter } from "../../core/analytics/files/report-file.ts";
import type { ReportEngine } from "../../core/analytics/report/report-engine.ts";
import type { HistoryReader } from "../../core/history/history.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { StoreMark, TelemetryMark, TelemetryMarks } from "../../core/installation/store-marks.ts";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { encodePoints } from "../../core/telemetry/point-frame.ts";
import type { PointRetentionStore } from "../../core/telemetry/retention-ports.ts";
import type { CheckpointHold, LogFile } from "../../core/backup/checkpoint-hold.ts";
import type { Bucket, TelemetryStore } from "../../core/telemetry/telemetry-store.ts";
import type { BucketQuery, DeleteQuery, Point, RangeQuery } from "../../core/telemetry/telemetry.ts";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Slots } from "../../lib/slots.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";
import { CheckpointHolds, type Hold } from "./checkpoint-holds.ts";
import { JournalFault } from "./checkpoint-journal.ts";
import { asDomainError, DuckdbDatabase, isInvalidated, wantsMemory, type DuckdbOptions } from "./duckdb-database.ts";
import type { WindowOptions } from "./export-windows.ts";
import { DuckdbHistoryReader } from "./history-reader.ts";
import { DuckdbParquetWriter } from "./report-parquet-writer.ts";
import { type DuckdbSession, isDamage } from "./duckdb-session.ts";
import { FrameKind } from "./log/frame.ts";
import { REPAIR, type OrLose } from "./log/read-log.ts";
import { listLogFiles, logFolderOf } from "./log/segment.ts";
import { TelemetryLog } from "./log/telemetry-log.ts";
import { ROW_GROUP_ROWS } from "./open-engine.ts";
import { canWrite } from "./write-probe.ts";
import { DuckdbRetention, type PointChange } from "./duckdb-retention.ts";
import { NotNoted, PointEngine, type LoggedChange, type Restored } from "./point-engine.ts";
import { readBuckets, readRange, readSeriesWithPoints } from "./point-queries.ts";
import type { ReportPace } from "./report-pace.ts";
import { DuckdbReportEngine, type ReportEngineOptions } from "./reports/duckdb-report-engine.ts";
import { emptyScratchFolder } from "./scratch-folder.ts";

export interface DuckdbTelemetryOptions extends DuckdbOptions {
  /**
   * Size of the log that triggers a checkpoint even beyond `CHECKPOINT_TIME_SHARE`; usually one was taken earlier.
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
  /** Runs a check; may pass over what it finds lost. Default: it may not. */
  readonly orLose?: OrLose;
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

/** Points wait at most this long for more, so that one transaction of the engine has many. */
const FOLD_MILLIS = 100;

/** While the file cannot be written although the disk can, the time between retries grows up to this. */
const RECOVERY_SECONDS_MAX = 60;

/** A count of all points gives up after this time, so it does not wait behind long queries. */
const COUNT_MILLIS_MAX = 2_000;

export class DuckdbTelemetryStore implements TelemetryStore, TelemetryMarks {
  readonly #options: DuckdbTelemetryOptions;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #database: DuckdbDatabase;
  readonly #requireFiles: () => void;
  readonly #orLose: OrLose;
  readonly #logFolder: string;
  /** Exports, on connections of their own. */
  readonly history: HistoryReader;
  /** Deletes points past their retention. */
  readonly retention: PointRetentionStore;
  /** Computes reports, on connections of their own. */
  readonly reports: ReportEngine;
  readonly reportFiles: ParquetWriter;
  /** Undefined before the start. */
  #points: TelemetryLog | undefined;
  /** One slot: appends to the log take turns, and a change that must see all points before it keeps others from coming. */
  readonly #appending = new Slots({ max: 1 });
  readonly #engine: PointEngine;
  readonly #holds: CheckpointHolds;
  #isFoldQueued = false;
  #foldTimer: Timer | undefined;
  /** Time before which no further checkpoint may begin, which keeps checkpoints to their share of the time. */
  #checkpointNotBefore = 0;
  /** Size of the log when the engine last refused a checkpoint. */
  #refusedLogBytes = 0;
  /** Size of the log at the last warning. */
  #warnedLogBytes = 0;
  /** The tail of the queue of operations of the engine: one transaction at a time. */
  #writing: Promise<void> = Promise.resolve();
  #isBroken = false;
  /** Whether the engine does not have what is in the log, and cannot get it. */
  #isUnreadable = false;
  #snapshotTimer: Timer | undefined;
  #recoveryTimer: Timer | undefined;
  #recoveriesFailed = 0;
  #recoverNotBefore = 0;

  constructor(
    { clock, log, database: given, requireFiles, orLose }: TelemetryStoreDeps,
    options: DuckdbTelemetryOptions,
  ) {
    const database = given ?? new DuckdbDatabase(options, clock);
    this.#options = options;
    this.#clock = clock;
    this.#log = log;
    this.#database = database;
    this.#requireFiles = requireFiles ?? (() => undefined);
    this.#orLose = orLose ?? ((check) => check());
    this.#logFolder = logFolderOf(options.file);
    this.#engine = new PointEngine(database, this.#logFolder, {
      orLose: this.#orLose,
      leftOut: (torn) => {
        log.warn(
          "the last write to the telemetry log was interrupted and is left out; nothing in it was acknowledged",
          {
            ...torn,
          },
        );
      },
    });
    this.#holds = new CheckpointHolds({
      clock,
      log,
      logBytes: () => this.#logBytes,
      logBytesMax: LOG_WARNING_FACTOR * options.checkpointMebibytes * MEBIBYTE,
    });
    database.readAfter(() => this.#upToDate());
    const scratch = { database, scratchFolder: options.scratchFolder };
    this.reportFiles = new DuckdbParquetWriter(scratch);
    this.history = new DuckdbHistoryReader(scratch, options.exportWindow);
    const changing = {
      latest: () => this.#engine.latest,
      hasExpiring: () => this.#engine.hasExpiring,
      rewrites: () => this.#engine.rewrites,
      change: (work: (writer: DuckdbSession) => Promise<PointChange>) => this.#change(work),
      deleteOld: (work: (writer: DuckdbSession) => Promise<number>) => this.#deleteOld(work),
      checkExpiring: () => this.#serialize(() => this.#engine.checkExpiring()),
    };
    this.retention = new DuckdbRetention(database, changing, clock);
    const latest = { latest: () => this.#engine.latest, knowsLatest: () => Promise.resolve() };
    this.reports = new DuckdbReportEngine(database, latest, {
      ...options.reports,
      scratchFolder: options.scratchFolder,
    });
  }

  /** Opens the file, creating it if missing, restores the latest points, and stores what only the log has. */
  async start(): Promise<void> {
    // A crash may have left the files of exports that were being sent.
    await emptyScratchFolder(this.#options.scratchFolder);
    try {
      const before = await this.#open();
      this.#points = await TelemetryLog.open(this.#logFolder, before);
      await this.#storeRestored(this.#points, before);
    } catch (error) {
      this.#engine.close();
      await this.#points?.close();
      await this.#database.close();
      throw asOpeningError(error, this.#options.file);
    }
    this.#snapshotTimer = this.#clock.every(this.#options.snapshotSeconds * SECOND_MILLIS, () =>
      this.#takeSnapshotSoon(),
    );
  }

  /** What the log has may need more memory than the engine usually gets, and be stored without what is damaged. */
  async #open(): Promise<Restored> {
    const all = { last: Infinity, written: 0 };
    try {
      await this.#database.openForWriting();
      return await this.#engine.restore(all);
    } catch (error) {
      if (!wantsMemory(error) && !isDamage(error)) throw error;
      this.#engine.close();
      if (wantsMemory(error)) this.#database.raiseMemory();
      await this.#database.openForWriting();
      const { memoryMebibytes } = this.#database;
      this.#log.warn("telemetry file opened once more", { memoryMebibytes, error });
      return await this.#engine.restore(all);
    }
  }

  async stop(): Promise<void> {
    this.#holds.end("the platform was stopped");
    this.#foldTimer?.cancel();
    this.#snapshotTimer?.cancel();
    this.#snapshotTimer = undefined;
    this.#recoveryTimer?.cancel();
    this.#recoveryTimer = undefined;
    try {
      await this.#serialize(() =>
        this.#appending.run(async () => {
          if (!this.isHealthy) return;
          await this.#engine.foldAll();
          await this.#engine.takeSnapshot();
          if (this.#engine.isChanged) await this.#storeFolded(this.#requireHealthy(), "CHECKPOINT");
        }),
      );
    } catch (error) {
      // Acknowledged points are in the log; the next start only has more of it to read.
      this.#log.warn("telemetry store closed without a checkpoint", { error });
    }
    await this.#writing;
    this.#engine.close();
    await this.#points?.close();
    await this.#database.close();
  }

  /**
   * Takes no checkpoint until the release. Between two checkpoints the engine only writes to free blocks of the file, so
   * a copy of it, and of the files of the log up to their present lengths, has the state of this moment. `look` is
   * called at that moment, between two batches. The hold ends by itself after `millisMax` or when the log has reached
   * its bound; `release` then throws `unavailable`. Throws `conflict` if there is already a hold.
   */
  async holdCheckpoints(millisMax: number, look: () => void): Promise<CheckpointHold> {
    const session = await this.#database.openSession();
    try {
      await session.begin();
      const { hold, logFiles } = await this.#serialize(async () => {
        // The copy would bring back what retention has deleted since the last checkpoint, and have more points.
        if (this.#engine.hasUnloggedDeletions) await this.#checkpoint();
        // Most of what waits in memory, so that acknowledgements wait only for the rest.
        await this.#fold();
        return await this.#appending.run(async () => {
          this.#requireHealthy();
          this.#holds.requireNone();
          if (this.#engine.hasUnloggedDeletions)
            throw new DomainError(
              "unavailable",
              "deletions of old points cannot be stored while reports run: make the backup again",
            );
          await this.#orReopen(() => this.#engine.foldAll());
          await session.look();
          look();
          return { hold: this.#holds.begin(millisMax), logFiles: await this.#neededLogFiles() };
        });
      });
      const [row] = await session.query("SELECT count(*) FROM points");
      return { logFiles, points: Number(row?.[0]), release: () => this.#release(hold) };
    } finally {
      await session.close();
    }
  }

  /** Without those that are only kept (`keepLogFrom`). */
  async #neededLogFiles(): Promise<readonly LogFile[]> {
    const files = await listLogFiles(this.#logFolder);
    const next = this.#engine.stored.position + 1;
    return files.slice(
      Math.max(
        0,
        files.findLastIndex(({ name }) => Number(name) <= next),
      ),
    );
  }

  /**
   * Runs `look` between two batches. Resolves with the files of the log, whose present lengths have everything that was
   * acknowledged before.
   */
  async lookAtLog(look: () => Promise<void>): Promise<readonly LogFile[]> {
    return await this.#appending.run(async () => {
      this.#requireHealthy();
      await look();
      return await listLogFiles(this.#logFolder);
    });
  }

  /** Keeps this file of the log and those after it until another call; undefined keeps none that the file has. */
  keepLogFrom(name: string | undefined): void {
    this.#points?.keepFrom(name === undefined ? Infinity : Number(name));
  }

  #release(hold: Hold): void {
    // A checkpoint that the hold put off may be due.
    this.#writing = this.#writing.then(() => this.#checkpointIfLogIsFull());
    this.#holds.release(hold);
  }

  /** Undefined if the file was never marked. A start reads it first, so its failure is one to open the file. */
  async readMark(): Promise<TelemetryMark | undefined> {
    const [row] = await this.#database
      .read((session) => session.query("SELECT installation, generation FROM mark"))
      .catch((error: unknown) => {
        throw asOpeningError(error instanceof DomainError ? (error.cause ?? error) : error, this.#options.file);
      });
    if (row === undefined) return undefined;
    return { installation: String(row[0]), generation: Number(row[1]), seriesMax: this.#engine.latest.seriesMax };
  }

  async saveMark({ installation, generation }: StoreMark): Promise<void> {
    await this.#changeLogged({ kind: FrameKind.mark, mark: { installation, generation } });
  }

  /** Whether the store can be written. Reads work even if it cannot. */
  /** The engine's words for the damaged block of the file that was read last; undefined if none was. */
  get damage(): string | undefined {
    return this.#database.damage;
  }

  get isHealthy(): boolean {
    return !this.#isBroken && this.#hasFiles;
  }

  /** Bytes of the log whose changes the file does not have yet. */
  get #logBytes(): number {
    return (this.#points?.written ?? 0) - this.#engine.stored.written;
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
    while (this.#engine.isFull && this.isHealthy) await this.#engine.nextFold();
    await this.#appending.run(async () => {
      const at = await this.#append(FrameKind.points, encodePoints(batch));
      this.#engine.take(batch, at);
    });
    this.#foldWhenWorthIt();
    this.#takeSnapshotIfDue();
  }

  /** Resolves when the change is synced. Runs while the slot for appending is held. */
  async #append(kind: number, content: readonly Uint8Array[]): Promise<TelemetryLog> {
    const points = this.#requireHealthy();
    try {
      await points.append(kind, content);
      return points;
    } catch (error) {
      this.#log.error("telemetry log cannot be written", { error });
      this.#break();
      throw asDomainError(error);
    }
  }

  #foldWhenWorthIt(): void {
    if (this.#engine.isWorthFolding) this.#foldSoon();
    else if (this.#engine.hasPending) this.#foldTimer ??= this.#clock.after(FOLD_MILLIS, () => this.#foldSoon());
  }

  #foldSoon(): void {
    if (this.#isFoldQueued) return;
    this.#isFoldQueued = true;
    this.#serialize(() => this.#fold()).catch((error: unknown) =>
      this.#log.error("telemetry cannot be given to the engine", { error }),
    );
  }

  /** Gives the oldest pending points to the engine, then stores them in the file if that is due. */
  async #fold(): Promise<void> {
    this.#isFoldQueued = false;
    this.#foldTimer?.cancel();
    this.#foldTimer = undefined;
    if (!this.#engine.isOpen || !this.#engine.hasPending) return;
    const { pace } = this.#database;
    let stored = 0;
    pace.batchBegins();
    try {
      stored = await this.#engine.fold();
    } catch (error) {
      await this.#appending.run(() => this.#reopenAfter(error));
    } finally {
      pace.batchEnds(stored);
    }
    this.#foldWhenWorthIt();
    if (!this.#isBroken && this.#isCheckpointDue(stored)) await this.#checkpoint();
  }

  /** Resolves when the engine has everything that was acknowledged before the call. */
  async #upToDate(): Promise<void> {
    const position = this.#points?.position ?? 0;
    while (this.#engine.folded.position < position) {
      if (this.#isUnreadable)
        throw new DomainError("unavailable", "the telemetry file cannot be opened, so recent points cannot be read");
      this.#foldSoon();
      await this.#engine.nextFold();
    }
  }

  latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]> {
    return Promise.resolve(series.map((number) => this.#engine.latest.get(number)));
  }

  async withPoints(series: readonly SeriesNumber[]): Promise<readonly SeriesNumber[]> {
    return await this.#database.read((session) => readSeriesWithPoints(session, series));
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
    await this.#changeLogged({ kind: FrameKind.deletion, series, query });
  }

  /** Adds a change to the log, then makes it, between two batches. */
  async #changeLogged(change: LoggedChange): Promise<void> {
    await this.#serialize(() =>
      this.#appending.run(async () => {
        const at = await this.#append(change.kind, [Buffer.from(JSON.stringify(change), "utf8")]);
        try {
          await this.#engine.foldAll();
          await this.#engine.make(change, at);
        } catch (error) {
          // The log has the change, so it is made when the file is reopened.
          await this.#reopenAfter(error);
          this.#requireHealthy();
        }
      }),
    );
  }

  /**
   * Runs a deletion between two batches, when the engine has all points that were acknowledged before. It is not in the
   * log, as it is repeated if a crash undoes it.
   */
  async #change(work: (writer: DuckdbSession) => Promise<PointChange>): Promise<number> {
    return await this.#serialize(async () => {
      const deleted = await this.#appending.run(async () => {
        this.#requireHealthy();
        try {
          await this.#engine.foldAll();
          return await this.#engine.delete(work);
        } catch (error) {
          await this.#reopenAfter(error);
          this.#requireHealthy();
          return await this.#orReopen(() => this.#engine.delete(work));
        }
      });
      await this.#checkpointAfter(deleted);
      return deleted;
    });
  }

  /** The same for points that are not the latest ones, while others are acknowledged. */
  async #deleteOld(work: (writer: DuckdbSession) => Promise<number>): Promise<number> {
    return await this.#serialize(async () => {
      this.#requireHealthy();
      try {
        const deleted = await this.#engine.deleteOld(work);
        await this.#checkpointAfter(deleted);
        return deleted;
      } catch (error) {
        await this.#appending.run(() => this.#reopenAfter(error));
        throw asDomainError(error);
      }
    });
  }

  /** The engine rewrites row groups that have lost rows, and the more there are, the longer that takes. */
  async #checkpointAfter(deleted: number): Promise<void> {
    if (deleted > 0 && this.#clock.now() >= this.#checkpointNotBefore) await this.#checkpoint();
  }

  #takeSnapshotIfDue(): void {
    const { pointsSinceSnapshot, latest } = this.#engine;
    if (pointsSinceSnapshot > Math.max(this.#options.snapshotPoints, 4 * latest.dirty.length)) this.#takeSnapshotSoon();
  }

  /**
   * A snapshot replaces rows, and the engine refuses checkpoints while a report that still sees the old rows runs; the
   * work that piles up until then makes the next checkpoint longer. So a snapshot waits for a moment between two
   * reports, until the next start would have to read several times as much.
   */
  #takeSnapshotSoon(): void {
    const take = (): Promise<void> =>
      this.#serialize(async () => {
        try {
          if (!this.isHealthy) return;
          await this.#engine.takeSnapshot();
          await this.#freeMemory();
        } catch (error) {
          await this.#appending.run(() => this.#reopenAfter(error));
        }
      }).catch((error: unknown) => this.#log.error("snapshot of latest points failed", { error }));
    const { snapshotPoints, snapshotPatience } = this.#options;
    if (this.#engine.pointsSinceSnapshot > snapshotPatience * snapshotPoints) void take();
    else this.#database.pace.gate.whenNoneReads(take);
  }

  /**
   * Reopens the file if the engine holds much of its memory, which only that frees, and with half of it a report may already fail.
   * Acknowledgements go on, as points go to the log; reads wait.
   */
  async #freeMemory(): Promise<void> {
    if (this.#holds.isHeld || !(await this.#database.holdsHalfOfMemory())) return;
    if (this.#engine.isChanged) await this.#checkpoint();
    if (!this.isHealthy || this.#engine.isChanged) return;
    await this.#engine.reopen();
    this.#log.debug("telemetry file reopened, which frees the memory that the engine held");
  }

  /**
   * Whether this many further rows would overfill a row group and a checkpoint may begin now. The engine begins a new
   * group after each checkpoint and later merges groups that are far from full, so a checkpoint just before a group is
   * full costs a third of any other.
   */
  #isCheckpointDue(rows: number): boolean {
    const before = this.#engine.rowsSinceCheckpoint;
    if (before === 0 || this.#clock.now() < this.#checkpointNotBefore || this.#holds.isHeld) return false;
    return Math.floor((before + rows) / ROW_GROUP_ROWS) > Math.floor(before / ROW_GROUP_ROWS);
  }

  /**
   * The engine refuses a checkpoint while queries run. That is not a fault: it is tried again after the next batch, and
   * when the log has grown. After a checkpoint that failed midway the engine accepts no transaction, so the file is
   * reopened. A checkpoint without a journal must not begin.
   */
  async #checkpoint(): Promise<void> {
    if (this.#points === undefined || this.#holds.isHeld || !this.#hasFiles) return;
    const startedAt = this.#clock.now();
    try {
      await this.#storeFolded(this.#points, "CHECKPOINT");
      const endedAt = this.#clock.now();
      this.#checkpointNotBefore = endedAt + (endedAt - startedAt) * (CHECKPOINT_TIME_SHARE - 1);
    } catch (error) {
      if (isInvalidated(error) || error instanceof JournalFault || error instanceof NotNoted)
        await this.#appending.run(() => this.#checkpointBroke(error));
      else await this.#putOff(error);
    }
  }

  /**
   * After a start the log has one segment, so that none can be missing unnoticed. Where the disk takes no checkpoint,
   * the store can be read, and is tried again.
   */
  async #storeRestored(points: TelemetryLog, { id, position, isNew }: Restored): Promise<void> {
    if (!isNew && id === points.id) {
      await points.trim(position);
      return;
    }
    try {
      await this.#storeFolded(points, "FORCE CHECKPOINT");
    } catch (error) {
      await this.#checkpointBroke(error);
    }
  }

  /** A checkpoint; then the log needs no segment with only what the file has. */
  async #storeFolded(points: TelemetryLog, statement: "CHECKPOINT" | "FORCE CHECKPOINT"): Promise<void> {
    this.#holds.end("the telemetry file needed a checkpoint");
    await this.#engine.checkpoint(points.id, statement);
    this.#refusedLogBytes = 0;
    this.#warnedLogBytes = 0;
    await points.trim(this.#engine.stored.position);
  }

  /**
   * A report sees the points of one moment while it runs, and the engine keeps everything replaced since. That is
   * allowed until the log reaches its bound; then the reports are stopped.
   */
  async #putOff(error: unknown): Promise<void> {
    const bytes = this.#logBytes;
    this.#refusedLogBytes = bytes;
    const bytesMax = LOG_WARNING_FACTOR * this.#options.checkpointMebibytes * MEBIBYTE;
    if (bytes < bytesMax) {
      this.#log.debug("checkpoint put off", { error });
      return;
    }
    if (await this.#database.giveWay()) {
      this.#log.warn("reports stopped: while they ran, no checkpoint could be taken", {
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

  async #checkpointBroke(error: unknown): Promise<void> {
    this.#break();
    await this.#reopenIfBroken(error);
    await this.#recover();
  }

  /** A checkpoint without a journal has not begun. */
  async #reopenIfBroken(error: unknown): Promise<void> {
    if (error instanceof JournalFault && this.#engine.isOpen) return;
    this.#log.warn("telemetry file reopened after a checkpoint that broke", { error });
    await this.#reopenOrRead();
  }

  /**
   * Called after a failed transaction: what the engine has in memory is in doubt, so the file is reopened, and the log
   * has the rest. If telemetry lacked the memory that reports hold, they are stopped. If that does not help, or the
   * fault is another one, nothing is accepted until the disk takes a checkpoint. Runs while the slot for appending is
   * held.
   */
  async #reopenAfter(error: unknown): Promise<void> {
    let fault = error;
    if (wantsMemory(fault))
      try {
        this.#database.raiseMemory();
        await this.#database.withoutReports(() => this.#reopen());
        const { memoryMebibytes } = this.#database;
        this.#log.warn("reports stopped and telemetry file reopened, telemetry needed their memory", {
          memoryMebibytes,
        });
        return;
      } catch (again) {
        fault = again;
      }
    this.#log.error("telemetry transaction failed", { error: fault });
    this.#break();
    await this.#reopenOrRead();
    // Reopening freed all memory that was held, so writing can resume at once; only a disk fault needs a wait.
    if (wantsMemory(fault)) await this.#recover();
  }

  async #orReopen<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#reopenAfter(error);
      throw asDomainError(error);
    }
  }

  async #reopen(): Promise<void> {
    this.#engine.close();
    await this.#database.openForWriting();
    await this.#engine.restore({ last: this.#points?.position ?? 0, written: this.#points?.written ?? 0 });
    this.#isUnreadable = false;
  }

  #requireHealthy(): TelemetryLog {
    this.#requireFiles();
    if (this.#isBroken || this.#points === undefined)
      throw new DomainError(
        "unavailable",
        "the telemetry store cannot be written: its last write or checkpoint failed, and it is being tried again",
      );
    return this.#points;
  }

  /** Accepts nothing until `#recover` has succeeded. */
  #break(): void {
    this.#isBroken = true;
    this.#engine.wake();
    this.#recoveryTimer ??= this.#clock.every(this.#options.reopenSeconds * SECOND_MILLIS, () => {
      this.#serialize(() => this.#appending.run(() => this.#recover())).catch((error: unknown) =>
        this.#log.error("telemetry store cannot be reopened", { error }),
      );
    });
  }

  /**
   * Reopening needs no room on the disk, as the engine keeps what it reads from the log in memory. Where the file cannot
   * even be opened for that, it is read as it is.
   */
  async #reopenOrRead(): Promise<void> {
    // Without its files, only what is already open can be read.
    if (!this.#hasFiles) return;
    try {
      await this.#reopen();
    } catch (error) {
      this.#log.error("telemetry file cannot be reopened for writing", { error });
      await this.#openForReading();
    }
  }

  async #openForReading(): Promise<void> {
    this.#isUnreadable = true;
    this.#engine.leave();
    try {
      await this.#database.openForReading();
    } catch (error) {
      this.#log.error("telemetry store cannot even be read", { error });
    }
    this.#engine.wake();
  }

  async #recover(): Promise<void> {
    const points = this.#points;
    if (points === undefined || !this.#isBroken || !this.#hasFiles || this.#clock.now() < this.#recoverNotBefore)
      return;
    if (!(await canWrite(this.#options.file))) return;
    try {
      if (!points.isWritable) await points.renew();
      if (!this.#engine.isOpen) await this.#reopen();
      await this.#engine.foldAll();
      // The log must not continue behind a segment whose end is in doubt, so the file takes everything up to there.
      await this.#storeFolded(points, "FORCE CHECKPOINT");
    } catch (error) {
      this.#recoveryFailed(error);
      await this.#reopenIfBroken(error);
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

  async #serialize<Result>(operation: () => Promise<Result>): Promise<Result> {
    const done = this.#writing.then(operation);
    this.#writing = done.catch(() => undefined).then(() => this.#checkpointIfLogIsFull());
    return await done;
  }

  /** Runs between two operations, so that the caller of the last one does not wait for it. */
  async #checkpointIfLogIsFull(): Promise<void> {
    if (this.#isBroken) return;
    const bytesMax = this.#options.checkpointMebibytes * MEBIBYTE;
    try {
      // After a refusal, the next try comes when the log has grown further.
      if (this.#logBytes >= Math.max(bytesMax, this.#refusedLogBytes + bytesMax / 8)) await this.#checkpoint();
    } catch (error) {
      this.#log.error("checkpoint failed", { error });
    }
  }
}

/** The error for a file that cannot be opened, with what an operator can do. */
export function asOpeningError(error: unknown, file: string): DomainError {
  if (error instanceof DomainError) return error;
  const [reason] = String(error instanceof Error ? error.message : error).split("\n");
  return new DomainError(
    "unavailable",
    `the telemetry file ${file} cannot be opened: ${reason ?? ""}\n${adviceOn(error)}`,
    {
      cause: error,
    },
  );
}

const SEE = 'See "When telemetry cannot be written or opened" in docs/operations.md.';

function adviceOn(error: unknown): string {
  if (wantsMemory(error))
    return `Its log needs more memory than the engine may use: raise TELEMETRY_DUCKDB_MEMORY_MAX_MIB (and REPORT_MEMORY_LIMIT to twice as much) or REPORT_SPILL_MAX_MIB. ${SEE}`;
  if (takesNoWrites(error))
    return "Its disk takes no writes: free or add space, or make it writable, and start again. Nothing is lost.";
  return `Copy the data folder before anything else, and do not delete the folder ending in .log: it holds points that are stored nowhere else. Restore all files of the data folder from the same backup, or repair it: ${REPAIR}. ${SEE}`;
}

/** By the code of the system, or in the words in which the engine reports it. */
function takesNoWrites(error: unknown): boolean {
  return (
    error instanceof Error &&
    /\b(ENOSPC|EDQUOT|EROFS)\b|No space left|Disk quota exceeded|Read-only file system/i.test(error.message)
  );
}
