// The telemetry file and its log, copied into another folder with all that can be kept. The originals are only read.
// Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { constants } from "node:fs";
import { appendFile, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { StoreMark } from "../../core/installation/store-marks.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { CheckpointJournal } from "./checkpoint-journal.ts";
import { LOG_HEADER } from "./engine-log.ts";
import { correctBlocks, type CheckedBlocks } from "./file-blocks.ts";
import { NO_POINT } from "./latest-points.ts";
import { quoted, sqlInteger } from "./literals.ts";
import { readLog, type LostPoints, type ReadLog } from "./log-repair.ts";
import { openEngineForWriting, type EngineOptions } from "./open-engine.ts";

export interface TelemetryRepair {
  readonly blocks: CheckedBlocks;
  readonly log: ReadLog;
  readonly lost: readonly LostPoints[];
}

/**
 * Copies the telemetry file `source`, which has to be there, with its log to `options.file`, which must not be there. Where something is
 * lost, the copy gets `mark`, so that it belongs to the entities although it is older. Throws `unavailable` where nothing can be kept.
 */
export async function repairTelemetry(
  source: string,
  options: EngineOptions,
  mark: StoreMark,
): Promise<TelemetryRepair> {
  const blocks = await copyBlocks(source, options.file);
  const log = readLog((await unlessMissing(readFile(`${source}.wal`))) ?? Buffer.alloc(0));
  if (log.whole.length > 0) await writeFile(logOf(options), log.whole, { mode: 0o600 });
  await mkdir(options.scratchFolder, { recursive: true, mode: 0o700 });
  // Whether all of it opens is known only when it has been opened.
  await inEngine(options, () => Promise.resolve());
  if (log.damages.length > 0) await addRest(options, log, mark);
  await new CheckpointJournal(options.file).restore();
  return { blocks, log, lost: log.lost };
}

async function copyBlocks(source: string, file: string): Promise<CheckedBlocks> {
  await copyFile(source, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await unlessMissing(copyFile(`${source}.journal`, `${file}.journal`, constants.COPYFILE_EXCL));
  const blocks = await correctBlocks(file);
  await new CheckpointJournal(file).restore();
  return blocks.damaged.length === 0 ? blocks : await correctBlocks(file);
}

/**
 * What comes behind the first damage of the log, put behind what the engine reads before it, in a log of its own form: rows that are added.
 * They replace what has their series and time, as they did when they came.
 */
async function addRest(options: EngineOptions, { rest }: ReadLog, mark: StoreMark): Promise<void> {
  const before = await inEngine(options, async (connection) => {
    const found = await connection.runAndReadAll("SELECT coalesce(max(rowid), -1) FROM points");
    return Number(found.getRows()[0]?.[0]);
  });
  if (rest.length > 0) {
    const hasLog = (await unlessMissing(readFile(logOf(options)))) !== undefined;
    await appendFile(logOf(options), hasLog ? rest : Buffer.concat([LOG_HEADER, rest]), { mode: 0o600 });
  }
  await inEngine(options, async (connection) => {
    await replaceOlder(connection, before);
    await settle(connection, mark);
  });
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
  // A time to live ends with the point that it was given to. Rather keep one for longer than delete another.
  await connection.run("DELETE FROM expiry USING added WHERE expiry.series = added.series AND expiry.ts = added.ts");
}

/** The latest points from all that are there, the mark, and everything in the file. */
async function settle(connection: DuckDBConnection, { installation, generation }: StoreMark): Promise<void> {
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
  await connection.run(`INSERT INTO mark VALUES (${quoted(installation)}, ${sqlInteger(generation)})`);
  await connection.run("COMMIT");
  await connection.run("CHECKPOINT");
}

/** Opens the copy, does the work and closes it; what the engine says of it becomes words for the operator. */
async function inEngine<Result>(
  options: EngineOptions,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  let engine;
  try {
    engine = await openEngineForWriting(options);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    throw new DomainError(
      "unavailable",
      `nothing can be kept of the telemetry file: ${reason ?? ""}; restore all files of the data folder from the same backup`,
      { cause: error },
    );
  }
  try {
    return await work(engine.connection);
  } finally {
    engine.connection.closeSync();
    engine.instance.closeSync();
  }
}

function logOf({ file }: EngineOptions): string {
  return `${file}.wal`;
}
