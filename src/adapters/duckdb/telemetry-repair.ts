// Copies the telemetry file and its log into another folder with all that can be kept. The originals are only read.
// Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { StoreMark } from "../../core/installation/store-marks.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { CheckpointJournal } from "./checkpoint-journal.ts";
import { correctBlocks, type CheckedBlocks } from "./file-blocks.ts";
import { copyRows, DAMAGED, planCopy, type CopiedRows } from "./file-repair.ts";
import { NO_POINT } from "./latest-points.ts";
import { quoted, sqlInteger } from "./literals.ts";
import { FrameKind, type Frame } from "./log/frame.ts";
import { salvageLog, type SalvagedLog } from "./log/salvage.ts";
import { logFolderOf } from "./log/segment.ts";
import { TelemetryLog } from "./log/telemetry-log.ts";
import type { LostPoints } from "./lost-points.ts";
import {
  oldLogOf,
  openEngineBeside,
  raiseMemory,
  openEngineForWriting,
  type EngineOptions,
  type OpenEngine,
} from "./open-engine.ts";
import type { Folded } from "./point-tables.ts";

export interface TelemetryRepair {
  readonly blocks: CheckedBlocks;
  readonly log: SalvagedLog;
  readonly lost: readonly LostPoints[];
  /** Other tables of the file that are lost. */
  readonly lostTables: readonly string[];
}

/**
 * Copies the telemetry file `source`, which must exist, to `options.file`, which must not exist, and what can be kept of
 * its log to a new log of that file; the next start of a store stores it. If something is lost, the log ends with
 * `mark`, so that the copy belongs to the entities although it is older. Throws `unavailable` if nothing can be kept.
 */
export async function repairTelemetry(
  source: string,
  options: EngineOptions,
  mark: StoreMark | undefined,
): Promise<TelemetryRepair> {
  requireNoOldLog(source);
  const blocks = await copyBlocks(source, options.file);
  await mkdir(options.scratchFolder, { recursive: true, mode: 0o700 });
  // Only opening the file shows whether it can be opened.
  const folded = await inEngine(openEngineForWriting(options), readFolded);
  const copied = await copyWhereDamaged(options, blocks, folded);
  await new CheckpointJournal(options.file).restore();
  const log = await writeLog(options.file, folded, async (keep) => {
    const salvaged = await salvageLog(logFolderOf(source), folded, keep);
    const isLess = copied !== undefined || salvaged.damages.length > 0;
    if (isLess && mark !== undefined) await keep(frameOf(mark));
    return salvaged;
  });
  return { blocks, log, lost: [...(copied?.lost ?? []), ...log.lost], lostTables: copied?.tables ?? [] };
}

function requireNoOldLog(source: string): void {
  if (!existsSync(oldLogOf(source))) return;
  throw new DomainError(
    "unsupported",
    `${oldLogOf(source)} was written by version 0.2.0 or an older one: repair the folder with that version`,
  );
}

async function copyBlocks(source: string, file: string): Promise<CheckedBlocks> {
  await copyFile(source, file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await unlessMissing(copyFile(`${source}.journal`, `${file}.journal`, constants.COPYFILE_EXCL));
  const blocks = await correctBlocks(file);
  await new CheckpointJournal(file).restore();
  return blocks.damaged.length === 0 ? blocks : await correctBlocks(file);
}

/** Undefined if it cannot be read; then all of the log is applied once more, which changes nothing that it has not. */
async function readFolded(connection: DuckDBConnection): Promise<Folded | undefined> {
  const found = await connection.runAndReadAll("SELECT log, position FROM folded").catch(() => undefined);
  const row = found?.getRows()[0];
  return row && { id: String(row[0]), position: Number(row[1]) };
}

/** Undefined if no damaged block is in use. */
async function copyWhereDamaged(
  options: EngineOptions,
  { damaged }: CheckedBlocks,
  folded: Folded | undefined,
): Promise<CopiedRows | undefined> {
  if (damaged.length === 0) return undefined;
  const { file } = options;
  const plan = await inEngine(openEngineForWriting(options), planCopy);
  if (plan === undefined) return undefined;
  const old = join(options.scratchFolder, "damaged.duckdb");
  await rename(file, old);
  return await inEngine(openEngineBeside(options, old, DAMAGED), async (connection) => {
    await raiseMemory(connection, options);
    const copied = await copyRows(connection, plan);
    await settle(connection, folded);
    return copied;
  });
}

/** Recomputes the latest points from all points, and stores everything in the file. */
async function settle(connection: DuckDBConnection, folded: Folded | undefined): Promise<void> {
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
  if (folded?.id !== undefined)
    await connection.run(`INSERT INTO folded VALUES (${quoted(folded.id)}, ${sqlInteger(folded.position)})`);
  await connection.run("COMMIT");
  await connection.run("CHECKPOINT");
}

/** Writes a log of the frames that `work` keeps. They get positions without gaps, which a start requires. */
async function writeLog<Result>(
  file: string,
  folded: Folded | undefined,
  work: (keep: (frame: Pick<Frame, "kind" | "content">) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const log = await TelemetryLog.open(logFolderOf(file), folded ?? { id: undefined, position: 0 });
  try {
    return await work(async ({ kind, content }) => {
      await log.append(kind, [content]);
    });
  } finally {
    await log.close();
  }
}

function frameOf(mark: StoreMark): Pick<Frame, "kind" | "content"> {
  const { mark: kind } = FrameKind;
  return { kind, content: Buffer.from(JSON.stringify({ kind, mark }), "utf8") };
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
