// Makes an embedded telemetry file of a lake that has all of the log, some points at a time: they go through a Parquet file to
// the engine of the telemetry file, whose checkpoint stores them with how far it is.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreMark } from "../../../core/installation/store-marks.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";
import { allRows } from "../latest-snapshot.ts";
import { quoted } from "../literals.ts";
import type { EngineLimits } from "../open-engine.ts";
import { PointAppender } from "../point-appender.ts";
import { openLakeEngine, type LakePlace } from "./lake-engine.ts";
import { asOneError, type PointProgress } from "./lake-import.ts";
import { conditionOf, windowsOf } from "./point-windows.ts";
import { differingSeries, seriesSums } from "./series-sums.ts";

export interface LakeExportOptions extends EngineLimits {
  readonly place: LakePlace;
  /** The telemetry file: absent, or as an earlier try has left it. */
  readonly file: string;
  readonly mark: StoreMark;
  readonly pointsMax: number;
}

/** How far an export is, in the file; gone when the file has everything. */
const PROGRESS = "exported";
/** Of all points; the snapshot of the latest points begins the next one. */
const ERA = 1;

export class LakeExport {
  readonly #options: LakeExportOptions;
  readonly #lake: DuckdbDatabase;
  readonly #file: DuckdbDatabase;
  readonly #pieces: string;

  constructor(options: LakeExportOptions, clock: Clock) {
    const { scratchFolder } = options;
    const common = { ...options, writeReserveMebibytes: 0, readersMax: 1 };
    this.#options = options;
    // The file's engine may read only what is in its own scratch folder, where the lake's puts it.
    this.#pieces = join(scratchFolder, "file");
    this.#lake = new DuckdbDatabase(common, clock);
    this.#file = new DuckdbDatabase({ ...common, scratchFolder: this.#pieces }, clock);
  }

  async open(): Promise<void> {
    const { place } = this.#options;
    await mkdir(this.#pieces, { recursive: true, mode: 0o700 });
    try {
      await this.#lake.openInMemory(() => openLakeEngine(this.#options, place));
      await this.#file.openForWriting();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#lake.close();
    await this.#file.close();
  }

  /** The points of the lake. */
  async count(): Promise<number> {
    return await countOf(this.#lake.writer, "lake.points");
  }

  async #isDone(): Promise<boolean> {
    return (await this.#file.writer.query("SELECT 1 FROM mark")).length > 0;
  }

  /** Goes on where an earlier try has stopped. `latest` is of all points. Calls `between` after each part. */
  async copy(latest: LatestPoints, progress: PointProgress, between: () => void): Promise<void> {
    await asOneError(() => this.#copy(latest, progress, between));
  }

  async #copy(latest: LatestPoints, progress: PointProgress, between: () => void): Promise<void> {
    if (await this.#isDone()) return;
    const [lake, file] = [this.#lake.writer, this.#file.writer];
    await file.run(`CREATE TABLE IF NOT EXISTS ${PROGRESS} (until BIGINT NOT NULL)`);
    const [row] = await file.query(`SELECT max(until) FROM ${PROGRESS}`);
    const until = row?.[0] === null || row?.[0] === undefined ? undefined : Number(row[0]);
    const of = await countOf(lake, "lake.points");
    let done = await countOf(file, "points");
    const { pointsMax } = this.#options;
    for (const window of await windowsOf(lake, "lake.points", { start: until, pointsMax })) {
      progress(done, of);
      const pieces = await this.#writePieces(conditionOf(window));
      await this.#file.transaction(async () => {
        await file.run(`INSERT INTO points SELECT *, ${String(ERA)} FROM read_parquet(${quoted(pieces.points)})`);
        await file.run(`INSERT INTO expiry SELECT * FROM read_parquet(${quoted(pieces.expiry)})`);
        if (window.end === undefined) await this.#finish(latest);
        else await file.run(`INSERT INTO ${PROGRESS} VALUES ($1)`, [BigInt(window.end)]);
      });
      await this.#file.checkpoint();
      done = await countOf(file, "points");
      between();
    }
    progress(done, of);
    await rm(this.#pieces, { recursive: true, force: true });
  }

  async #writePieces(where: string): Promise<{ readonly points: string; readonly expiry: string }> {
    const { writer } = this.#lake;
    const [points, expiry] = [join(this.#pieces, "points.parquet"), join(this.#pieces, "expiry.parquet")];
    await writer.run(
      `COPY (SELECT series, ts, kind, num, text FROM lake.points WHERE ${where} ORDER BY series, ts) TO ${quoted(points)} (FORMAT parquet)`,
    );
    await writer.run(
      `COPY (SELECT series, ts, expires_at FROM lake.expiry WHERE ${where} ORDER BY series, ts) TO ${quoted(expiry)} (FORMAT parquet)`,
    );
    return { points, expiry };
  }

  async #finish(latest: LatestPoints): Promise<void> {
    const { writer } = this.#file;
    const { installation, generation } = this.#options.mark;
    const appender = await PointAppender.open(writer, "latest");
    try {
      appender.append(allRows(latest), ERA + 1);
    } finally {
      appender.close();
    }
    await writer.run(`UPDATE snapshot SET era = ${String(ERA + 1)}`);
    await writer.run("INSERT INTO mark VALUES ($1, $2)", [installation, BigInt(generation)]);
    await writer.run(`DROP TABLE ${PROGRESS}`);
  }

  /** Reads everything on both sides; returns the number of points. Throws `unavailable` if they differ. */
  async verify(): Promise<number> {
    return await asOneError(() => this.#verify());
  }

  async #verify(): Promise<number> {
    const [lake, file] = [this.#lake.writer, this.#file.writer];
    const sums = join(this.#pieces, "sums.parquet");
    await mkdir(this.#pieces, { recursive: true, mode: 0o700 });
    await lake.run(`COPY (${seriesSums("lake.points", "lake.expiry")}) TO ${quoted(sums)} (FORMAT parquet)`);
    const found = await differingSeries(
      file,
      seriesSums("points", "expiry"),
      `SELECT series, points, sum FROM read_parquet(${quoted(sums)})`,
    );
    if (found !== undefined)
      throw new DomainError(
        "unavailable",
        `series ${String(found.series)} has ${String(found.there)} points in the cluster, and ${String(found.here)} or others in the folder`,
      );
    return await countOf(file, "points");
  }
}

async function countOf(session: DuckdbSession, relation: string): Promise<number> {
  const [row] = await session.query(`SELECT count(*) FROM ${relation}`);
  return Number(row?.[0] ?? 0);
}
