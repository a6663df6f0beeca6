// The engine's side of the telemetry store: brings what the log has into the engine, and what the engine has into its
// file. Its user runs one operation at a time. After an operation that has failed, the engine must be closed, and
// restored from its file and the log.
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { StoreMark } from "../../core/installation/store-marks.ts";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { decodePoints } from "../../core/telemetry/point-frame.ts";
import type { DeleteQuery } from "../../core/telemetry/telemetry.ts";
import { DomainError } from "../../core/errors.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { DuckdbDatabase } from "./duckdb-database.ts";
import type { PointChange } from "./duckdb-retention.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { EraTimes } from "./era-times.ts";
import { LatestPoints } from "./latest-points.ts";
import { FrameKind, type Frame } from "./log/frame.ts";
import { readLog, type LogEnd, type LogRange } from "./log/read-log.ts";
import type { LogPlace } from "./log/telemetry-log.ts";
import { PendingQueue, type PendingPoints } from "./pending-points.ts";
import { deletePoints } from "./point-deletion.ts";
import { PointTables } from "./point-tables.ts";

/** A change that the log holds as a whole, other than points. */
export type LoggedChange =
  | { readonly kind: typeof FrameKind.deletion; readonly series: readonly SeriesNumber[]; readonly query: DeleteQuery }
  | { readonly kind: typeof FrameKind.mark; readonly mark: StoreMark };

export interface Restored extends LogEnd {
  /** Whether the file lacks something that the engine has: changes, or which log it belongs to. */
  readonly isNew: boolean;
}

/** The transaction before a checkpoint has failed. */
export class NotNoted extends Error {
  override name = "NotNoted";
}

const START: LogPlace = { position: 0, written: 0 };

/** What to do about a log that is not whole. */
export type LogChecks = Pick<LogRange, "orLose" | "leftOut">;

export class PointEngine {
  readonly #database: DuckdbDatabase;
  readonly #logFolder: string;
  readonly #checks: LogChecks;
  readonly #pending = new PendingQueue();
  /** Undefined while the file is not open for writing. */
  #tables: PointTables | undefined;
  #latest = new LatestPoints();
  #eraTimes = new EraTimes(0);
  #folded = START;
  #stored = START;
  #foldEnds = Promise.withResolvers<undefined>();
  /** Whether the engine has something that its file lacks. */
  #isChanged = false;
  #hasUnloggedDeletions = false;
  #rewrites = 0;
  #pointsSinceSnapshot = 0;
  #rowsSinceCheckpoint = 0;

  constructor(database: DuckdbDatabase, logFolder: string, checks: LogChecks = {}) {
    this.#database = database;
    this.#logFolder = logFolder;
    this.#checks = checks;
  }

  get isOpen(): boolean {
    return this.#tables !== undefined;
  }

  /** Of all points, including those that only the log has. */
  get latest(): LatestPoints {
    return this.#latest;
  }

  /** The place in the log up to which the engine has all changes. */
  get folded(): LogPlace {
    return this.#folded;
  }

  /** The place up to which the file has all changes. */
  get stored(): LogPlace {
    return this.#stored;
  }

  /** Counts changes other than new points. */
  get rewrites(): number {
    return this.#rewrites;
  }

  get pointsSinceSnapshot(): number {
    return this.#pointsSinceSnapshot;
  }

  get rowsSinceCheckpoint(): number {
    return this.#rowsSinceCheckpoint;
  }

  /** Whether any point has its own time to live. */
  get hasExpiring(): boolean {
    return this.#pending.hasExpiring || (this.#tables?.expiry.isUsed ?? false);
  }

  /** Whether a checkpoint has something to store. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether it has deleted points that its file and the log still have. */
  get hasUnloggedDeletions(): boolean {
    return this.#hasUnloggedDeletions;
  }

  get hasPending(): boolean {
    return !this.#pending.isEmpty;
  }

  get isWorthFolding(): boolean {
    return this.#pending.isWorthFolding;
  }

  /** Whether further points must wait. */
  get isFull(): boolean {
    return this.#pending.isFull;
  }

  /**
   * Brings the engine from the state of its file to that of the log, up to the frame `last`. Nothing may be appended
   * meanwhile. The latest points are given only when all are known.
   */
  async restore({ last, written }: { readonly last: number; readonly written: number }): Promise<Restored> {
    this.#pending.clear();
    const tables = await PointTables.open(this.#database.writer);
    this.#tables = tables;
    const { latest, isEraEmpty } = await tables.snapshot.restore();
    this.#eraTimes = new EraTimes(isEraEmpty ? tables.snapshot.era - 1 : tables.snapshot.era);
    this.#pointsSinceSnapshot = 0;
    this.#rowsSinceCheckpoint = 0;
    this.#isChanged = false;
    this.#hasUnloggedDeletions = false;
    const { id, position: after } = await tables.readFolded();
    this.#stored = { position: after, written: this.#stored.written };
    this.#folded = this.#stored;
    const end = await readLog(this.#logFolder, { ...this.#checks, id, after, last }, (frame) =>
      this.#replay(latest, frame, written),
    );
    await this.foldAll();
    this.#latest = latest;
    this.#hasFolded({ position: end.position, written });
    return { ...end, isNew: id === undefined || end.position > after };
  }

  async #replay(latest: LatestPoints, { kind, position, content }: Frame, written: number): Promise<void> {
    if (kind === FrameKind.points) {
      this.take(decodePoints(content), { position, written }, latest);
      if (this.isFull) await this.foldAll();
      return;
    }
    await this.foldAll();
    await this.make(parseNamed(content.toString("utf8")) as LoggedChange, { position, written }, latest);
  }

  /** Points of the log become the latest ones, and wait for the engine. */
  take(batch: PointBatch, { position, written }: LogPlace, latest = this.#latest): void {
    const late = latest.admit(batch);
    const revives = late.some((row) => latest.latestTs(batch.series[row] ?? 0) === undefined);
    latest.apply(batch);
    this.#pending.add(batch, { late, revives }, { position, written });
    this.#pointsSinceSnapshot += batch.count;
  }

  /** Gives the oldest points that wait to the engine; returns their number. */
  async fold(): Promise<number> {
    const points = this.#pending.take();
    if (points === undefined) return 0;
    const { count } = points.batch;
    await this.#write(points);
    return count;
  }

  async foldAll(): Promise<void> {
    for (let points = this.#pending.take(); points !== undefined; points = this.#pending.take())
      await this.#write(points);
  }

  /** Resolves after the next fold, or `wake`. */
  async nextFold(): Promise<void> {
    await this.#foldEnds.promise;
  }

  wake(): void {
    this.#foldEnds.resolve(undefined);
    this.#foldEnds = Promise.withResolvers();
  }

  async #write(points: PendingPoints): Promise<void> {
    // A start finds a point that has become the latest again by its era. And comparing values reads more of the file: where some of it
    // is damaged, points are stored without.
    const keepsEqual = !points.revives && this.#database.damage === undefined;
    await this.#transaction((tables) => tables.write(points, this.#eraTimes, { keepsEqual }));
    if (points.late.length > 0) this.#rewrites++;
    this.#rowsSinceCheckpoint += points.batch.count;
    this.#hasFolded(points);
    this.#pending.reuse(points);
  }

  #hasFolded({ position, written }: LogPlace): void {
    this.#folded = { position, written };
    this.wake();
  }

  /** Makes a change of the log. The engine must have everything before it, and nothing may be appended meanwhile. */
  async make(change: LoggedChange, at: LogPlace, latest = this.#latest): Promise<void> {
    if (change.kind === FrameKind.mark) await this.#mark(change.mark);
    else
      await this.delete(
        async (writer) => ({
          // A start that replays the era must neither bring back a deleted point nor miss one that is kept as the
          // latest, so there is a snapshot whether or not latest points change.
          latest: await deletePoints(writer, latest, change.series, change.query),
          deleted: 0,
        }),
        latest,
      );
    this.#hasFolded(at);
  }

  async #mark({ installation, generation }: StoreMark): Promise<void> {
    await this.#transaction(async () => {
      const { writer } = this.#database;
      await writer.run("DELETE FROM mark");
      await writer.run("INSERT INTO mark VALUES ($1, $2)", [installation, generation]);
    });
  }

  /** Deletes points, also the latest ones. Nothing may be appended meanwhile. */
  async delete(work: (writer: DuckdbSession) => Promise<PointChange>, of = this.#latest): Promise<number> {
    const { latest, deleted } = await this.#transaction(async (tables) => {
      const change = await work(this.#database.writer);
      if (change.latest !== undefined) await tables.snapshot.write(of, change.latest);
      return change;
    });
    this.#hasDeleted(deleted);
    for (const [number, point] of latest ?? []) of.replace(number, point);
    if (latest !== undefined) this.#hasSnapshot();
    return deleted;
  }

  /** Deletes points that are not the latest ones. */
  async deleteOld(work: (writer: DuckdbSession) => Promise<number>): Promise<number> {
    const deleted = await this.#transaction(() => work(this.#database.writer));
    this.#hasDeleted(deleted);
    return deleted;
  }

  /** Points of a deletion that is in the log do not count. */
  #hasDeleted(points: number): void {
    this.#rewrites++;
    this.#hasUnloggedDeletions ||= points > 0;
    this.#rowsSinceCheckpoint += points;
  }

  /** Notes whether any points with their own time to live are left. */
  async checkExpiring(): Promise<void> {
    await this.#tables?.expiry.checkUse();
  }

  async takeSnapshot(): Promise<void> {
    if (this.#latest.dirty.length === 0) return;
    await this.#transaction(({ snapshot }) => snapshot.write(this.#latest, new Map()));
    this.#hasSnapshot();
  }

  #hasSnapshot(): void {
    this.#tables?.snapshot.committed();
    this.#pointsSinceSnapshot = 0;
  }

  /** Stores everything that the engine has in its file. `log` is the id of the log. Throws `NotNoted`. */
  async checkpoint(log: string, statement: "CHECKPOINT" | "FORCE CHECKPOINT"): Promise<void> {
    try {
      await this.#transaction((tables) => tables.noteFolded(log, this.#folded.position));
    } catch (error) {
      throw new NotNoted("the telemetry file cannot note what it has", { cause: error });
    }
    await this.#database.checkpoint(statement);
    this.#rowsSinceCheckpoint = 0;
    this.#isChanged = false;
    this.#hasUnloggedDeletions = false;
    this.#stored = this.#folded;
  }

  /** Only the file is read from now on. */
  leave(): void {
    this.close();
    this.#pending.clear();
    this.#folded = this.#stored;
  }

  close(): void {
    this.#tables?.close();
    this.#tables = undefined;
  }

  /** Closes the file, which must have everything that the engine has, and opens it again. */
  async reopen(): Promise<void> {
    this.#tables?.close();
    await this.#database.openForWriting();
    this.#tables = await PointTables.open(this.#database.writer);
  }

  async #transaction<Result>(work: (tables: PointTables) => Promise<Result>): Promise<Result> {
    return await this.#database.transaction(async () => {
      if (this.#tables === undefined) throw new DomainError("unavailable", "the telemetry store is not open");
      this.#isChanged = true;
      return await work(this.#tables);
    });
  }
}
