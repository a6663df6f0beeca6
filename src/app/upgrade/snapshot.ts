// A snapshot of the data folder from before an upgrade, in a folder inside it, and the rollback to it. Files that are
// modified in place are copied; files that never change are linked, which takes no space. The stage is part of the
// folder's name, so each step is one rename. Record: docs/decisions/0138-a-snapshot-before-an-upgrade.md.
import { constants, existsSync } from "node:fs";
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oldLogOf } from "../../adapters/duckdb/open-engine.ts";
import { foldLog } from "../../adapters/sqlite/database-form.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../../core/errors.ts";
import { parseNote, type SnapshotNote } from "../../core/installation/snapshot-note.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { MASTER_KEY_FILE, NEXT_KEY_FILE } from "../../lib/secret-box.ts";
import { syncFolder } from "../../lib/sync-folder.ts";
import { fileBytes } from "../file-bytes.ts";
import { FILE_FOLDERS, RUNNING_FILE, SNAPSHOT_PREFIX, TELEMETRY_FILE, TELEMETRY_LOG } from "../folder-parts.ts";

const NOTE_FILE = "snapshot.json";

/**
 * `copying`: incomplete, or about to be deleted. `upgrading`: complete, and the upgrade is not. `kept`: from before a
 * completed upgrade. `rollback`: being restored.
 */
export type Stage = "copying" | "upgrading" | "kept" | "rollback";

/** After the prefix: the folder's version before the upgrade, and the stage. */
const NAME = /^(.*?)(?:\.(copying|upgrading|rollback))?$/;

/**
 * Files and folders that are copied. The database is copied without its log, which must be folded into it first. Only
 * versions up to 0.2.0 have the old log of the telemetry.
 */
const FILES = [
  DATABASE_FILE,
  TELEMETRY_FILE,
  TELEMETRY_LOG,
  oldLogOf(TELEMETRY_FILE),
  `${TELEMETRY_FILE}.journal`,
  MASTER_KEY_FILE,
  NEXT_KEY_FILE,
];

export interface Snapshot {
  readonly path: string;
  readonly stage: Stage;
  readonly from: string;
}

export async function findSnapshots(folder: string): Promise<readonly Snapshot[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    if (!name.startsWith(SNAPSHOT_PREFIX)) return [];
    const [, from = "", stage = "kept"] = NAME.exec(name.slice(SNAPSHOT_PREFIX.length)) ?? [];
    return [{ path: join(folder, name), stage: stage as Stage, from }];
  });
}

/**
 * Disk space in bytes that a snapshot of a folder of version `from` takes until the upgrade is done. A copy by reference
 * takes space for what changes in the original: migrations may rewrite every row of the entities.
 */
export async function snapshotBytes(folder: string, from: string): Promise<number> {
  const copied = (await copiesByReference(folder, from)) ? [DATABASE_FILE] : FILES;
  return await fileBytes(folder, copied);
}

/** Tries it with a small file, in a folder that the next start removes if this one is interrupted. */
async function copiesByReference(folder: string, from: string): Promise<boolean> {
  const copying = pathOf(folder, from, "copying");
  const probe = join(copying, "probe");
  try {
    await mkdir(copying, { mode: 0o700, recursive: true });
    await writeFile(probe, "probe");
    await copyFile(probe, `${probe}-copy`, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // Whatever the reason, the snapshot then needs room for whole copies.
    return false;
  } finally {
    await rm(copying, { recursive: true, force: true });
  }
}

/** Resolves when the snapshot is complete and synced, at stage `upgrading`. Without parts, only its note is written. */
export async function makeSnapshot(
  folder: string,
  note: Omit<SnapshotNote, "parts">,
  hasParts: boolean,
): Promise<void> {
  const copying = pathOf(folder, note.from, "copying");
  await mkdir(copying, { mode: 0o700 });
  const parts = hasParts ? [...FILES, ...FILE_FOLDERS].filter((name) => existsSync(join(folder, name))) : [];
  for (const part of parts)
    if (part === TELEMETRY_LOG) await takeFolder(join(folder, part), join(copying, part), copySynced);
    else if (FILE_FOLDERS.includes(part)) await takeFolder(join(folder, part), join(copying, part), linkOrCopy);
    else await copySynced(join(folder, part), join(copying, part));
  const noteFile = join(copying, NOTE_FILE);
  await writeFile(noteFile, `${JSON.stringify({ ...note, parts })}\n`, { mode: 0o600, flush: true });
  await syncFolder(copying);
  await moveTo(folder, { path: copying, stage: "copying", from: note.from }, "upgrading");
}

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const copy = await open(to, "r+");
  try {
    await copy.sync();
  } finally {
    await copy.close();
  }
}

async function takeFolder(
  from: string,
  to: string,
  takeFile: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await takeFolder(source, target, takeFile);
    else if (entry.isFile()) await takeFile(source, target);
  }
  await syncFolder(to);
}

/** Not every file system supports links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copySynced(from, to));
}

export async function readNote({ path }: Snapshot): Promise<SnapshotNote> {
  const note = await parseNote((await unlessMissing(readFile(join(path, NOTE_FILE), "utf8"))) ?? "");
  if (note !== undefined) return note;
  throw new DomainError(
    "unavailable",
    `${join(path, NOTE_FILE)} is damaged or missing: move ${path} elsewhere, and restore a backup to go back`,
  );
}

/** One rename, which is synced. */
export async function moveTo(folder: string, { path, from }: Snapshot, stage: Stage): Promise<Snapshot> {
  const moved = { path: pathOf(folder, from, stage), stage, from };
  await rename(path, moved.path);
  await syncFolder(folder);
  return moved;
}

export async function removeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  let going = snapshot;
  if (snapshot.stage !== "copying") {
    await rm(pathOf(folder, snapshot.from, "copying"), { recursive: true, force: true });
    going = await moveTo(folder, snapshot, "copying");
  }
  await rm(going.path, { recursive: true, force: true });
}

/**
 * Whether the last step of a rollback, that of the database, is done: only the rest of the snapshot remains to be
 * removed.
 */
export function isBroughtBack({ path, stage }: Snapshot): boolean {
  return stage === "rollback" && !existsSync(join(path, DATABASE_FILE));
}

/**
 * Restores the folder, which must be locked and not open anywhere. An interrupted call can be repeated. Until the last
 * step, which is one rename, the older version refuses the database.
 */
export async function bringBack(folder: string, snapshot: Snapshot): Promise<void> {
  const rollback = snapshot.stage === "rollback" ? snapshot : await moveTo(folder, snapshot, "rollback");
  if (!isBroughtBack(rollback)) {
    const { parts } = await readNote(rollback);
    const kept = (part: string): string => join(rollback.path, part);
    const used = (part: string): string => join(folder, part);
    foldOrDrop(used(DATABASE_FILE));
    for (const part of [...FILES, ...FILE_FOLDERS].filter((name) => name !== DATABASE_FILE)) {
      // A part that is missing from the snapshot has already been restored.
      if (parts.includes(part) && !existsSync(kept(part))) continue;
      await rm(used(part), { recursive: true, force: true });
      if (parts.includes(part)) await rename(kept(part), used(part));
    }
    for (const log of [RUNNING_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`])
      await rm(used(log), { force: true });
    await syncFolder(folder);
    await rename(kept(DATABASE_FILE), used(DATABASE_FILE));
    await syncFolder(folder);
  }
  await rm(rollback.path, { recursive: true, force: true });
}

/**
 * Folds the log into the database, so that the file by itself shows, until it is replaced, that a newer version has
 * used it.
 */
function foldOrDrop(file: string): void {
  try {
    foldLog(file);
  } catch {
    // A broken database may be the reason for the rollback.
  }
}

function pathOf(folder: string, from: string, stage: Stage): string {
  return join(folder, `${SNAPSHOT_PREFIX}${from}${stage === "kept" ? "" : `.${stage}`}`);
}
