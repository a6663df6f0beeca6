// The tables of the lake: all points up to a position of the log, and what a start needs to know of them.
import { mkdir } from "node:fs/promises";
import { DomainError } from "../../../core/errors.ts";
import type { StoreMark } from "../../../core/installation/store-marks.ts";
import type { DuckdbSession } from "../duckdb-session.ts";
import { isBucket, type LakePlace } from "./lake-engine.ts";

/** Up to where the lake has the log. */
export interface LakeState {
  /** The log that the positions belong to. */
  readonly log: string;
  /** The lake has all changes up to this position. */
  readonly position: number;
  /** The same for its copy of the latest points; no frame between the two changes them but by newer points. */
  readonly latest: number;
  readonly mark: StoreMark | undefined;
}

const TABLES = [
  "points (series INTEGER, ts BIGINT, kind UTINYINT, num DOUBLE, text VARCHAR)",
  "expiry (series INTEGER, ts BIGINT, expires_at BIGINT)",
  "latest (series INTEGER, ts BIGINT, kind UTINYINT, num DOUBLE, text VARCHAR)",
  "state (log VARCHAR, position BIGINT, latest BIGINT, installation VARCHAR, generation BIGINT)",
];

/**
 * How files are written, which the catalog remembers for everybody who writes them: sorted, also when small ones are merged; small
 * enough for a sort in little memory, and for a time without most of them; and dense, as what does not fit into the memory of a
 * node comes from the bucket again.
 */
const ARRANGEMENT = [
  "ALTER TABLE lake.points SET SORTED BY (series ASC, ts ASC)",
  "ALTER TABLE lake.expiry SET SORTED BY (series ASC, ts ASC)",
  "CALL ducklake_set_option('lake', 'parquet_compression', 'zstd')",
  "CALL ducklake_set_option('lake', 'target_file_size', '64MB')",
];

/** What an operator can do where a lake and a log do not fit together. */
export const REMEDY =
  "Restore the engine that lost it; or, to go on without what is lost, end all nodes and run `bridgehead cluster accept-loss`";

/** Two nodes that create them at the same time conflict, and one of them finds what the other has created. */
const TRIES_MAX = 5;

/** Creates what is missing. Throws `unavailable` if the lake belongs to another log. */
export async function openLake(session: DuckdbSession, place: LakePlace, log: string): Promise<void> {
  for (let tries = 1; !(await isArranged(session)); tries++)
    try {
      if (!isBucket(place)) await mkdir(place.files, { recursive: true });
      await inLake(session, async () => {
        if (!(await hasLake(session))) {
          for (const table of TABLES) await session.run(`CREATE TABLE lake.${table}`);
          await session.run("INSERT INTO lake.state VALUES ($1, 0, 0, NULL, NULL)", [log]);
        }
        for (const statement of ARRANGEMENT) await session.run(statement);
      });
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  const state = await readState(session);
  if (state.log !== log)
    throw new DomainError(
      "unavailable",
      `the lake has the changes of the log "${state.log}", the nodes use "${log}": what was acknowledged since belongs to neither. ${REMEDY}`,
    );
}

export async function hasLake(session: DuckdbSession): Promise<boolean> {
  const rows = await session.query(
    "SELECT 1 FROM duckdb_tables() WHERE database_name = 'lake' AND table_name = 'state'",
  );
  return rows.length > 0;
}

/** False for the lake of a version that did not sort what it merged, too. */
async function isArranged(session: DuckdbSession): Promise<boolean> {
  const rows = await session.query("SELECT 1 FROM ducklake_options('lake') WHERE option_name = 'target_file_size'");
  return rows.length > 0;
}

export async function readState(session: DuckdbSession): Promise<LakeState> {
  const [row] = await session.query("SELECT log, position, latest, installation, generation FROM lake.state");
  if (row === undefined) throw new DomainError("unavailable", "the lake has lost its position in the log");
  const [log, position, latest, installation, generation] = row;
  const mark =
    installation === null || installation === undefined
      ? undefined
      : { installation: String(installation), generation: Number(generation) };
  return { log: String(log), position: Number(position), latest: Number(latest), mark };
}

export async function writeState(session: DuckdbSession, { log, position, latest, mark }: LakeState): Promise<void> {
  await session.run("DELETE FROM lake.state");
  await session.run("INSERT INTO lake.state VALUES ($1, $2, $3, $4, $5)", [
    log,
    BigInt(position),
    BigInt(latest),
    mark?.installation ?? null,
    mark === undefined ? null : BigInt(mark.generation),
  ]);
}

/**
 * Runs a transaction of the lake, which sees one state of it. Rolls back by a statement: an engine that closes a
 * connection whose transaction is open ends the whole process if PostgreSQL has gone.
 */
export async function inLake<Result>(session: DuckdbSession, work: () => Promise<Result>): Promise<Result> {
  try {
    await session.run("BEGIN");
    const result = await work();
    await session.run("COMMIT");
    return result;
  } catch (error) {
    // A commit that failed has already ended its transaction.
    await session.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
