// `bridgehead cluster import FOLDER`: brings a data folder into a cluster on which no node has run. Each part has in the target how
// far it is, so the same command goes on after a kill.
// Record: docs/decisions/0154-moves-between-a-folder-and-a-cluster.md.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { LakeImport } from "../../adapters/duckdb/lake/lake-import.ts";
import { PackageFolder } from "../../adapters/files/package-folder.ts";
import { ResultFolder } from "../../adapters/files/result-folder.ts";
import { StreamLog } from "../../adapters/nats/stream-log.ts";
import { MovingDatabase } from "../../adapters/postgres/moving-database.ts";
import type { Moving } from "../../adapters/postgres/moving.ts";
import { isUrl } from "../../adapters/s3/bucket-address.ts";
import { copyTables, verifyCopy, type CopiedTable, type TableCopy } from "../../adapters/sql/copy-tables.ts";
import { ENDING_TABLES, SEALED_TABLES } from "../../adapters/sql/sealed-columns.ts";
import type { ResultRow } from "../../adapters/sql/store-connection.ts";
import { MARK_SEAL } from "../../adapters/sql/stores/mark-store.ts";
import { SqliteConnection } from "../../adapters/sqlite/connection.ts";
import { readContent, readForm } from "../../adapters/sqlite/database-form.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { tableForms } from "../../adapters/sqlite/table-forms.ts";
import { DomainError } from "../../core/errors.ts";
import { requireSharedPlace } from "../../core/installation/shared-place.ts";
import type { EntityMark } from "../../core/installation/store-marks.ts";
import { MASTER_KEY_FILE, SecretBox } from "../../lib/secret-box.ts";
import { mebibytes, SECOND_MILLIS } from "../../lib/units.ts";
import type { CommandContext } from "../commands/command.ts";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { PACKAGES_FOLDER, RESULTS_FOLDER, SCRATCH_FOLDER, TELEMETRY_FILE } from "../folder-parts.ts";
import { openFolderStorage } from "../folder-storage.ts";
import { ShutdownStack } from "../shutdown-stack.ts";
import { clusterOptions, requireCluster, type ClusterNodeOptions } from "./cluster-options.ts";
import { copyFiles, type Files } from "./copy-files.ts";
import { entityProgress, entityWords, MoveProgress } from "./move-progress.ts";
import { sharedFiles, sharedPlace } from "./shared-files.ts";

export async function importFolder(from: string, context: CommandContext): Promise<void> {
  const { config, clock } = context;
  requireCluster(config);
  const folder = await requireFolder(from);
  const options = clusterOptions(config, folder);
  await requireRoom(config, folder);
  const own = {
    packages: new PackageFolder(join(folder, PACKAGES_FOLDER)),
    results: new ResultFolder(join(folder, RESULTS_FOLDER)),
  };
  const database = await MovingDatabase.openForImport(options.postgresUrl, clock.now());
  try {
    const begun = database.moving;
    if (begun === undefined) await closeCleanly(folder, context);
    const lock = openDataFolder(folder);
    try {
      await importInto(database, { context, options, folder, own, files: sharedFiles(config, clock), begun });
    } finally {
      lock.release();
    }
  } finally {
    await database.close();
  }
}

interface Import {
  readonly context: CommandContext;
  readonly options: ClusterNodeOptions;
  readonly folder: string;
  readonly own: Files;
  readonly files: Files;
  /** What an earlier try has begun. */
  readonly begun: Moving | undefined;
}

async function importInto(database: MovingDatabase, parts: Import): Promise<void> {
  const { context, options, folder, begun } = parts;
  const { clock, log, say } = context;
  const startedAt = clock.now();
  const file = join(folder, DATABASE_FILE);
  const { mark } = readContent(file);
  if (mark === undefined) throw new DomainError("conflict", `${file} has no mark: start a platform on the folder once`);
  const next = new SecretBox(options.masterKey);
  if (begun !== undefined) requireSame(begun, mark, next);
  const stream = await StreamLog.open({ clock, log }, options.log);
  const source = new SqliteConnection(file, "read");
  try {
    await requireEmptyStream(stream);
    const tables = tableForms(source);
    const moving: Moving = begun ?? {
      kind: "import",
      id: randomUUID(),
      installation: mark.installation,
      generation: mark.generation,
      sealed: next.seal(MARK_SEAL, MARK_SEAL),
    };
    await requireSharedPlace(sharedPlace(context.config, clock), mark.installation, true);
    if (begun === undefined) database.begin(moving, tables);
    say(`${begun === undefined ? "importing" : "going on with the import of"} ${folder}`);
    const now = new SecretBox(await readFile(join(folder, MASTER_KEY_FILE)));
    const copy: TableCopy = {
      from: source,
      to: database.connection,
      tables,
      change: (...row) => changed(row, now, next),
    };
    const entities = await importEntities(database, copy, context);
    const points = await importPoints(database, { moving, stream, mark }, parts);
    const progress = new MoveProgress(say, clock);
    const count = await copyFiles(parts.own, parts.files, (...done) => progress.at("files", ...done));
    database.requireLocks();
    database.endImport(copy);
    const seconds = ((clock.now() - startedAt) / SECOND_MILLIS).toFixed(1);
    say(
      `imported, and compared: ${entityWords(entities)}, ${String(points)} points, ${String(count)} files; ${seconds} s`,
    );
    sayEnded(entities, say);
    say("the nodes may start; keep the folder until you have seen that all is there, and start no platform on it");
  } finally {
    source.close();
    await stream.stop();
  }
}

async function importEntities(
  database: MovingDatabase,
  copy: TableCopy,
  { say, clock }: CommandContext,
): Promise<readonly CopiedTable[]> {
  const progress = entityProgress(copy, new MoveProgress(say, clock));
  await copyTables(copy, (done) => {
    database.requireLocks();
    progress(done);
  });
  return verifyCopy(copy);
}

async function importPoints(
  database: MovingDatabase,
  { moving, stream, mark }: { readonly moving: Moving; readonly stream: StreamLog; readonly mark: EntityMark },
  { options, folder, context: { config, say, clock } }: Import,
): Promise<number> {
  const progress = new MoveProgress(say, clock);
  const scratchFolder = join(folder, SCRATCH_FOLDER, "import");
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
  const points = new LakeImport(
    {
      ...options.keeper,
      scratchFolder,
      file: join(folder, TELEMETRY_FILE),
      log: stream.id,
      id: moving.id,
      mark: { installation: mark.installation, generation: mark.generation },
      pointsMax: config.cluster.move.pointsMax,
    },
    clock,
  );
  await points.open();
  try {
    await points.copy(
      (...done) => progress.at("points", ...done),
      () => database.requireLocks(),
    );
    return await points.verify();
  } finally {
    await points.close();
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

function changed([table, row]: readonly [string, ResultRow], now: SecretBox, next: SecretBox): ResultRow | undefined {
  if (isSameKey(now, next)) return row;
  if ((ENDING_TABLES as readonly string[]).includes(table)) return undefined;
  const reseal = SEALED_TABLES[table];
  return reseal === undefined ? row : { ...row, ...reseal(row, now, next) };
}

function isSameKey(one: SecretBox, other: SecretBox): boolean {
  return Buffer.compare(one.hash(MARK_SEAL), other.hash(MARK_SEAL)) === 0;
}

function sayEnded(tables: readonly CopiedTable[], say: (line: string) => void): void {
  const ended = (name: string): number => tables.find((table) => table.name === name)?.ended ?? 0;
  const [claims, resets] = ENDING_TABLES.map(ended);
  if ((claims ?? 0) + (resets ?? 0) > 0)
    say(
      `ended, as CLUSTER_MASTER_KEY is another key than that of the folder: ${String(claims)} open claims, ${String(resets)} password resets`,
    );
}

async function requireFolder(from: string): Promise<string> {
  const folder = await realpath(from).catch(() => undefined);
  for (const file of [DATABASE_FILE, TELEMETRY_FILE, MASTER_KEY_FILE])
    if (folder === undefined || !existsSync(join(folder, file)))
      throw new DomainError("not-found", `${from} is no data folder: it has no ${file}`);
  const { missing, unknown } = readForm(join(folder ?? from, DATABASE_FILE));
  if (unknown !== undefined)
    throw new DomainError(
      "conflict",
      `a newer version has used the folder, with the migration ${unknown}: use that one`,
    );
  if (missing > 0)
    throw new DomainError("conflict", "an older version has used the folder: run `bridgehead upgrade` on it first");
  return folder ?? from;
}

/** What is in logs comes into the files, as at the end of a platform; and whether they belong together is known. */
async function closeCleanly(folder: string, { config, clock, log }: CommandContext): Promise<void> {
  const shutdown = new ShutdownStack();
  try {
    await openFolderStorage({ ...config, dataDir: folder }, { clock, log, shutdown, acceptsLoss: false });
  } finally {
    await shutdown.stop();
  }
}

function requireSame(begun: Moving, mark: EntityMark, key: SecretBox): void {
  if (begun.installation !== mark.installation || begun.generation !== mark.generation)
    throw new DomainError(
      "conflict",
      begun.installation === mark.installation
        ? "a platform has used the folder since the import began: drop the schemas bridgehead and bridgehead_lake of the database, empty CLUSTER_FILES, and import it anew"
        : `another folder is being imported, of the installation ${begun.installation}; this one is ${mark.installation}`,
    );
  try {
    key.open(begun.sealed, MARK_SEAL);
  } catch (cause) {
    throw new DomainError("conflict", "CLUSTER_MASTER_KEY is not the key with which this import began", { cause });
  }
}

async function requireEmptyStream(stream: StreamLog): Promise<void> {
  const last = await stream.last();
  if (last > 0)
    throw new DomainError(
      "conflict",
      `the stream of points has had ${String(last)} frames: an import needs a cluster on which no node has run`,
    );
}

/** A bucket does not say how much it can take. */
async function requireRoom({ cluster: { files = "" } }: Config, folder: string): Promise<void> {
  if (isUrl(files) || !existsSync(files)) return;
  const { size } = await stat(join(folder, TELEMETRY_FILE));
  const { bavail, bsize } = await statfs(files);
  if (bavail * bsize < size)
    throw new DomainError(
      "unavailable",
      `${files} (CLUSTER_FILES) has ${mebibytes(bavail * bsize)} free, the points may take ${mebibytes(size)}`,
    );
}
