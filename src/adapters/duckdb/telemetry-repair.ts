// Copies the telemetry file and its log into another folder with all that can be kept. The originals are only read.
// Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { constants } from "node:fs";
import { access, appendFile, copyFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { StoreMark } from "../../core/installation/store-marks.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { CheckpointJournal } from "./checkpoint-journal.ts";
import { LOG_HEADER } from "./engine-log.ts";
import { correctBlocks, type CheckedBlocks } from "./file-blocks.ts";
import { copyRows, DAMAGED, newestRow, planCopy, type CopiedRows } from "./file-repair.ts";
import { NO_POINT } from "./latest-points.ts";
import { quoted, sqlInteger } from "./literals.ts";
import { readLog, type LostPoints, type ReadLog } from "./log-repair.ts";
import { openEngineBeside, openEngineForWriting, type EngineOptions, type OpenEngine } from "./open-engine.ts";

export interface TelemetryRepair {
  readonly blocks: CheckedBlocks;
  readonly log: ReadLog;
  readonly lost: readonly LostPoints[];
  /** Other tables of the file that are lost. */
  readonly lostTables: readonly string[];
}

/**
 * Copies the telemetry file `source`, which must exist, with its log to `options.file`, which must not exist. If
 * something is lost, the copy gets `mark`, so that it belongs to the entities although it is older. Throws
 * `unavailable` if nothing can be kept.
 */
export async function repairTelemetry(
  source: string,
  options: EngineOptions,
  mark: StoreMark | undefined,
): Promise<TelemetryRepair> {
  const blocks = await copyBlocks(source, options.file);
  const log = readLog((await unlessMissing(readFile(`${source}.wal`))) ?? Buffer.alloc(0));
  if (log.whole.length > 0) await writeFile(logOf(options.file), log.whole, { mode: 0o600 });
  await mkdir(options.scratchFolder, { recursive: true, mode: 0o700 });
  // Only opening the file shows whether it can be opened.
  const before = await inEngine(openEngineForWriting(options), newestRow);
  await appendRest(options.file, log);
  const copied = await copyWhereDamaged(options, blocks, before);
  if (log.damages.length > 0 || copied !== undefined)
    await inEngine(openEngineForWriting(options), async (connection) => {
      if (log.rest.length > 0) await replaceOlder(connection, copied?.newestBefore ?? before);
      await settle(connection, mark);
    });
  await new CheckpointJournal(options.file).restore();
  return { blocks, log, lost: [...(copied?.lost ?? []), ...log.lost], lostTables: copied?.tables ?? [] };
}

async function copyBlocks(source: string, file: string): Promise<CheckedBlocks> {
  await copyFile(source, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await unlessMissing(copyFile(`${source}.journal`, `${file}.journal`, constants.COPYFILE_EXCL));
  const blocks = await correctBlocks(file);
  await new CheckpointJournal(file).restore();
  return blocks.damaged.length === 0 ? blocks : await correctBlocks(file);
}

/**
 * Appends the points from after the first damage of the log to the part that the engine reads, or to a new log. They
 * replace points with the same series and time, as they did originally.
 */
async function appendRest(file: string, { rest }: ReadLog): Promise<void> {
  if (rest.length === 0) return;
  const hasLog = (await unlessMissing(access(logOf(file)).then(() => true))) ?? false;
  await appendFile(logOf(file), hasLog ? rest : Buffer.concat([LOG_HEADER, rest]), { mode: 0o600 });
}

/** Undefined if no damaged block is in use. */
async function copyWhereDamaged(
  options: EngineOptions,
  { damaged }: CheckedBlocks,
  newest: number,
): Promise<CopiedRows | undefined> {
  if (damaged.length === 0) return undefined;
  const { file } = options;
  const plan = await inEngine(openEngineForWriting(options), (connection) => planCopy(connection, newest));
  if (plan === undefined) return undefined;
  const old = join(options.scratchFolder, "damaged.duckdb");
  await rename(file, old);
  await unlessMissing(rename(logOf(file), logOf(old)));
  return await inEngine(openEngineBeside(options, old, DAMAGED), (connection) => copyRows(connection, plan));
}

async function replaceOlder(connection: DuckDBConnection, before: number): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE added AS SELECT series, ts, max(rowid) AS row_number FROM points
     WHERE rowid > ${sqlInteger(before)} GROUP BY series, ts`,
  );
  await connection.run(
    `DELETE FROM points USING added
     WHERE points.series = added.series AND points.ts = added.ts AND points.rowid < added.row_number`,
  );
  // A time to live ends with its point. Better to keep a point for longer than to delete another.
  await connection.run("DELETE FROM expiry USING added WHERE expiry.series = added.series AND expiry.ts = added.ts");
}

/** Recomputes the latest points from all points, writes the mark, and stores everything in the file. */
async function settle(connection: DuckDBConnection, mark: StoreMark | undefined): Promise<void> {
  await connection.run("BEGIN");
  await connection.run("CREATE TEMP TABLE eras AS SELECT coalesce(max(era), 0) + 1 AS era FROM points");
  await connection.run(
    `CREATE TEMP TABLE renewed AS
       SELECT series, max(ts) AS ts, arg_max({kind: kind, num: num, text: text}, ts) AS point FROM
         (SELECT series, ts, kind, num, text FROM points UNION ALL
          SELECT series, ts, kind, num, text FROM latest WHERE kind <> ${String(NO_POINT)}) GROUP BY series`,
  );
  await connection.run(`DELETE FROM latest WHERE kind <> ${String(NO_POINT)}`);
  await connection.run(
    `INSERT INTO latest SELECT series, ts, point.kind, point.num, point.text, (SELECT era FROM eras) FROM renewed`,
  );
  await connection.run("DELETE FROM snapshot");
  await connection.run("INSERT INTO snapshot SELECT era FROM eras");
  await connection.run("DELETE FROM mark");
  if (mark !== undefined)
    await connection.run(`INSERT INTO mark VALUES (${quoted(mark.installation)}, ${sqlInteger(mark.generation)})`);
  await connection.run("COMMIT");
  await connection.run("CHECKPOINT");
}

/** Runs `work` and closes the engine; turns an error of the engine into words for the operator. */
async function inEngine<Result>(
  opening: Promise<OpenEngine>,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  try {
    const { connection, instance } = await opening;
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    throw new DomainError(
      "unavailable",
      `nothing can be kept of the telemetry file: ${reason ?? ""}; restore all files of the data folder from the same backup`,
      { cause: error },
    );
  }
}

function logOf(file: string): string {
  return `${file}.wal`;
}
