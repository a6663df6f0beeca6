// Brings the points of an embedded telemetry file into an empty lake, some at a time: each transaction of the lake has sorted
// points of a window of time, and how far it is. The last one makes it a lake that nodes can use.
import type { StoreMark } from "../../../core/installation/store-marks.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { DuckdbDatabase } from "../duckdb-database.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { readLatest } from "../latest-snapshot.ts";
import type { EngineLimits } from "../open-engine.ts";
import { openLakeEngine, type LakePlace } from "./lake-engine.ts";
import { inLake, openLake, readState, writeState } from "./lake-tables.ts";
import { copyLatest, storeLatest } from "./latest-copy.ts";
import { conditionOf, windowsOf } from "./point-windows.ts";
import { differingSeries, seriesSums } from "./series-sums.ts";

export interface LakeImportOptions extends EngineLimits {
  readonly place: LakePlace;
  /** The telemetry file, which no platform uses, and which has all of its log. */
  readonly file: string;
  /** The log of the nodes, which is empty. */
  readonly log: string;
  /** The same for all tries of an import. */
  readonly id: string;
  readonly mark: StoreMark;
  /** In one transaction, or about so many. */
  readonly pointsMax: number;
}

/** How many points of how many are there. */
export type PointProgress = (done: number, of: number) => void;

/** How far an import is, in the lake; gone when the lake has everything. */
const PROGRESS = "lake.imported";

export class LakeImport {
  readonly #options: LakeImportOptions;
  readonly #database: DuckdbDatabase;

  constructor(options: LakeImportOptions, clock: Clock) {
    this.#options = options;
    this.#database = new DuckdbDatabase({ ...options, writeReserveMebibytes: 0, readersMax: 1 }, clock);
  }

  /** Throws `conflict` if the lake has points of something else. */
  async open(): Promise<void> {
    const { place, file, log } = this.#options;
    await this.#database.openInMemory(() => openLakeEngine(this.#options, place, file));
    try {
      await openLake(this.#database.writer, place, log);
      await this.#requireOwn();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #requireOwn(): Promise<void> {
    const { writer } = this.#database;
    const { id, mark } = this.#options;
    if (await this.#hasProgress()) {
      const [row] = await writer.query(`SELECT id FROM ${PROGRESS}`);
      if (String(row?.[0]) !== id)
        throw new DomainError("conflict", "the history in CLUSTER_FILES has a part of another import");
      return;
    }
    const state = await readState(writer);
    if (state.mark?.installation === mark.installation && state.mark.generation === mark.generation) return;
    const [points] = await writer.query("SELECT count(*) FROM lake.points");
    if (state.mark !== undefined || state.position > 0 || Number(points?.[0]) > 0)
      throw new DomainError(
        "conflict",
        `the history in CLUSTER_FILES is not empty: it has ${String(points?.[0])} points${state.mark === undefined ? "" : ` of the installation ${state.mark.installation}`}`,
      );
    await inLake(writer, async () => {
      await writer.run(`CREATE TABLE ${PROGRESS} (id VARCHAR, until BIGINT)`);
      await writer.run(`INSERT INTO ${PROGRESS} VALUES ($1, NULL)`, [id]);
    });
  }

  async #hasProgress(): Promise<boolean> {
    const rows = await this.#database.writer.query(
      "SELECT 1 FROM duckdb_tables() WHERE database_name = 'lake' AND table_name = 'imported'",
    );
    return rows.length > 0;
  }

  /** Goes on where an earlier try has stopped. Calls `between` after each transaction. */
  async copy(progress: PointProgress, between: () => void): Promise<void> {
    await asOneError(() => this.#copy(progress, between));
  }

  async #copy(progress: PointProgress, between: () => void): Promise<void> {
    if (!(await this.#hasProgress())) return;
    const { writer } = this.#database;
    const { pointsMax } = this.#options;
    const [row] = await writer.query(`SELECT until FROM ${PROGRESS}`);
    const until = row?.[0] === null || row?.[0] === undefined ? undefined : Number(row[0]);
    const of = await countOf(writer, "file.points");
    let done = await countOf(writer, "lake.points");
    for (const window of await windowsOf(writer, "file.points", { start: until, pointsMax })) {
      progress(done, of);
      const where = conditionOf(window);
      // The last window comes with what ends the import.
      if (window.end === undefined) {
        await this.#finish(where);
        break;
      }
      await inLake(writer, async () => {
        await copyRows(writer, where);
        await writer.run(`UPDATE ${PROGRESS} SET until = $1`, [BigInt(window.end ?? 0)]);
      });
      done = await countOf(writer, "lake.points");
      between();
    }
    progress(await countOf(writer, "lake.points"), of);
  }

  async #finish(where: string): Promise<void> {
    const { writer } = this.#database;
    const { log, mark } = this.#options;
    const [snapshot] = await writer.query("SELECT era FROM file.snapshot");
    const { latest } = await readLatest(writer, Number(snapshot?.[0] ?? 1), "file");
    await copyLatest(writer, latest);
    await inLake(writer, async () => {
      await copyRows(writer, where);
      await storeLatest(writer);
      await writeState(writer, { log, position: 0, latest: 0, mark });
      await writer.run(`DROP TABLE ${PROGRESS}`);
    });
  }

  /** Reads everything on both sides; returns the number of points. Throws `unavailable` if they differ. */
  async verify(): Promise<number> {
    return await asOneError(() => this.#verify());
  }

  async #verify(): Promise<number> {
    const { writer } = this.#database;
    const found = await differingSeries(
      writer,
      seriesSums("file.points", "file.expiry"),
      seriesSums("lake.points", "lake.expiry"),
    );
    if (found !== undefined)
      throw new DomainError(
        "unavailable",
        `series ${String(found.series)} has ${String(found.here)} points in the folder, and ${String(found.there)} or others in the cluster`,
      );
    return await countOf(writer, "lake.points");
  }
}

/** A full disk, or too little memory, is nothing of the command. */
export async function asOneError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("unavailable", "the points could not be moved: run the same command again to go on", {
          cause: error,
        });
  }
}

async function countOf(session: DuckdbSession, relation: string): Promise<number> {
  const [row] = await session.query(`SELECT count(*) FROM ${relation}`);
  return Number(row?.[0] ?? 0);
}

async function copyRows(writer: DuckdbSession, where: string): Promise<void> {
  await writer.run(
    `INSERT INTO lake.points SELECT series, ts, kind, num, text FROM file.points WHERE ${where} ORDER BY series, ts`,
  );
  await writer.run(
    `INSERT INTO lake.expiry SELECT series, ts, expires_at FROM file.expiry WHERE ${where} ORDER BY series, ts`,
  );
}
