// `bridgehead cluster export FOLDER`: makes a data folder of a cluster whose nodes have ended. The folder is made under another name,
// where each part has how far it is, so the same command goes on after a kill.
// Record: docs/decisions/0154-moves-between-a-folder-and-a-cluster.md.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import packageInfo from "../../../package.json" with { type: "json" };
import { LakeExport } from "../../adapters/duckdb/lake/lake-export.ts";
import { LakeKeeper } from "../../adapters/duckdb/lake/lake-keeper.ts";
import type { LatestPoints } from "../../adapters/duckdb/latest-points.ts";
import { PackageFolder } from "../../adapters/files/package-folder.ts";
import { ResultFolder } from "../../adapters/files/result-folder.ts";
import { StreamLog } from "../../adapters/nats/stream-log.ts";
import { MovingDatabase } from "../../adapters/postgres/moving-database.ts";
import {
  copyTables,
  endCopy,
  inTransaction,
  PROGRESS_TABLE,
  verifyCopy,
  type CopiedTable,
} from "../../adapters/sql/copy-tables.ts";
import { readMark, MARK_SEAL, SqlMarkStore } from "../../adapters/sql/stores/mark-store.ts";
import { openFilled, restoreTriggers } from "../../adapters/sqlite/filled-database.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../../core/errors.ts";
import type { EntityMark } from "../../core/installation/store-marks.ts";
import { MASTER_KEY_FILE, SecretBox } from "../../lib/secret-box.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { mebibytes, SECOND_MILLIS } from "../../lib/units.ts";
import type { CommandContext } from "../commands/command.ts";
import { PACKAGES_FOLDER, RESULTS_FOLDER, SCRATCH_FOLDER, TELEMETRY_FILE } from "../folder-parts.ts";
import { storeTelemetryLog } from "../telemetry-options.ts";
import { clusterOptions, requireCluster, type ClusterNodeOptions } from "./cluster-options.ts";
import { copyFiles } from "./copy-files.ts";
import { entityProgress, entityWords, MoveProgress } from "./move-progress.ts";
import { sharedFiles } from "./shared-files.ts";

/** Suffix of the folder that is being made. */
const PARTIAL = ".partial";
/** The id of the export, in that folder. */
const ID_FILE = "export.id";
/** Of a point in the telemetry file, with some room for what is being written. */
const POINT_BYTES = 16;

export async function exportFolder(into: string, context: CommandContext): Promise<void> {
  const { config, clock, say } = context;
  requireCluster(config);
  const startedAt = clock.now();
  const folder = resolve(into);
  await requireAbsent(folder);
  const partial = `${folder}${PARTIAL}`;
  const options = clusterOptions(config, partial);
  const database = await MovingDatabase.openForExport(options.postgresUrl);
  try {
    await new SqlMarkStore({ connection: database.connection, secrets: new SecretBox(options.masterKey) }).requireKey(
      "CLUSTER_MASTER_KEY",
      clock.now(),
      "the cluster",
    );
    await beginIn(partial, database, { context, options });
    const entities = await exportEntities(partial, database, context);
    const points = await exportPoints(partial, database, { context, options });
    const progress = new MoveProgress(say, clock);
    const own = {
      packages: new PackageFolder(join(partial, PACKAGES_FOLDER)),
      results: new ResultFolder(join(partial, RESULTS_FOLDER)),
    };
    const count = await copyFiles(sharedFiles(config, clock), own, (...done) => progress.at("files", ...done));
    database.requireLocks();
    await storeTelemetryLog(config, partial, { clock, log: context.log });
    for (const name of [ID_FILE, SCRATCH_FOLDER]) await rm(join(partial, name), { recursive: true, force: true });
    await syncFolder(partial);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    await syncFolder(dirname(folder));
    database.endExport();
    const seconds = ((clock.now() - startedAt) / SECOND_MILLIS).toFixed(1);
    say(
      `exported to ${folder}, and compared: ${entityWords(entities)}, ${String(points)} points, ${String(count)} files; ${seconds} s`,
    );
    say(`start a platform with DATA_DIR set to it; its ${MASTER_KEY_FILE} is CLUSTER_MASTER_KEY`);
  } finally {
    await database.close();
  }
}

interface Export {
  readonly context: CommandContext;
  readonly options: ClusterNodeOptions;
}

async function beginIn(
  partial: string,
  database: MovingDatabase,
  { context: { say }, options }: Export,
): Promise<void> {
  const begun = database.moving;
  const there = await readFile(join(partial, ID_FILE), "utf8").catch(() => undefined);
  if (begun !== undefined && there === begun.id) {
    say(`going on with the export to ${partial}`);
    return;
  }
  if (existsSync(partial)) {
    if (there === undefined && (await readdir(partial)).length > 0)
      throw new DomainError("conflict", `${partial} is not of an export: remove it, or name another folder`);
    say(`${partial} is of an export before which a node has run since: beginning anew`);
    await rm(partial, { recursive: true });
  }
  await mkdir(join(partial, SCRATCH_FOLDER), { recursive: true, mode: 0o700 });
  const id = randomUUID();
  await writeSynced(join(partial, ID_FILE), id);
  await writeSynced(join(partial, MASTER_KEY_FILE), options.masterKey);
  await syncFolder(partial);
  const { installation, generation } = readMark(database.connection);
  const sealed = new SecretBox(options.masterKey).seal(MARK_SEAL, MARK_SEAL);
  database.begin({ kind: "export", id, installation, generation, sealed }, []);
  say(`exporting to ${partial}`);
}

async function exportEntities(
  partial: string,
  database: MovingDatabase,
  { say, clock }: CommandContext,
): Promise<readonly CopiedTable[]> {
  const { connection: to, tables } = openFilled(join(partial, DATABASE_FILE), clock.now());
  try {
    const { connection: from } = database;
    const copy = { from, to, tables, change: (_table: string, row: object) => row as Record<string, unknown> };
    const isDone = to.get("SELECT 1 FROM sqlite_schema WHERE name = ?", PROGRESS_TABLE) === undefined;
    if (isDone) return verifyCopy(copy);
    const progress = entityProgress(copy, new MoveProgress(say, clock));
    await copyTables(copy, (done) => {
      database.requireLocks();
      progress(done);
    });
    const copied = verifyCopy(copy);
    inTransaction(to, () => {
      to.run("UPDATE store_mark SET version = ?", packageInfo.version);
      restoreTriggers(to);
      endCopy(copy);
    });
    return copied;
  } finally {
    to.close();
  }
}

async function exportPoints(partial: string, database: MovingDatabase, parts: Export): Promise<number> {
  const { options, context } = parts;
  const { config, clock, log, say } = context;
  const stream = await StreamLog.open({ clock, log }, { ...options.log, creates: false });
  try {
    const { latest, mark } = await foldAll(stream, database, parts);
    const progress = new MoveProgress(say, clock);
    const points = new LakeExport(
      {
        ...options.keeper,
        scratchFolder: join(partial, SCRATCH_FOLDER, "export"),
        file: join(partial, TELEMETRY_FILE),
        mark: { installation: mark.installation, generation: mark.generation },
        pointsMax: config.cluster.move.pointsMax,
      },
      clock,
    );
    await points.open();
    try {
      await requireRoom(partial, await points.count());
      await points.copy(
        latest,
        (...done) => progress.at("points", ...done),
        () => database.requireLocks(),
      );
      return await points.verify();
    } finally {
      await points.close();
    }
  } finally {
    await stream.stop();
  }
}

/** Brings everything of the log into the lake, from which no other keeper takes it back. */
async function foldAll(
  stream: StreamLog,
  database: MovingDatabase,
  { options, context: { clock, log } }: Export,
): Promise<{ readonly latest: LatestPoints; readonly mark: EntityMark }> {
  const keeper = new LakeKeeper({ log: stream, clock, logger: log }, options.keeper);
  await keeper.start();
  try {
    while ((await keeper.fold()) < (await stream.last())) database.requireLocks();
    return { latest: await keeper.latest(), mark: readMark(database.connection) };
  } finally {
    await keeper.stop();
  }
}

async function requireAbsent(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0)
    throw new DomainError("conflict", `${folder} is not empty: name a folder that is not there yet`);
}

async function requireRoom(partial: string, points: number): Promise<void> {
  const { bavail, bsize } = await statfs(partial);
  const needed = points * POINT_BYTES;
  if (bavail * bsize < needed)
    throw new DomainError(
      "unavailable",
      `${dirname(partial)} has ${mebibytes(bavail * bsize)} free, ${String(points)} points may take ${mebibytes(needed)}`,
    );
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
