// The data folder, which only one process may use at a time. Its lock is released by the operating system when the
// process ends, however it ends, so nothing needs to be cleaned up by hand.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../core/errors.ts";
import { lockFile } from "../lib/file-lock.ts";
import { makeFolders } from "../lib/make-folders.ts";
import { isMissing } from "../lib/missing-file.ts";
import { MASTER_KEY_FILE, NEXT_KEY_FILE } from "../lib/secret-box.ts";
import { isPlatformRunning } from "./backups/running-platform.ts";
import { RUNNING_FILE, TELEMETRY_FILE, TELEMETRY_LOG } from "./folder-parts.ts";

export const LOCK_FILE = "lock.db";
const OWNER_FILE = "lock.pid";

/** Prefixes, because a database also has log files. */
const OWN_FILES = [LOCK_FILE, OWNER_FILE, DATABASE_FILE, TELEMETRY_FILE, MASTER_KEY_FILE, RUNNING_FILE];

/** What a start reads as a file. */
const FILES = new Set([...OWN_FILES, `${DATABASE_FILE}-wal`, `${TELEMETRY_FILE}.journal`, NEXT_KEY_FILE]);

/** Mode bits that give access to anyone other than the owner. */
const OTHERS = 0o077;

/** Must stay referenced while the folder is used, because the lock is released with it. */
export interface DataFolder {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** Files that other users can access, and whose mode cannot be changed because they belong to another user. */
  readonly openToOthers: readonly string[];
  /** Releases the lock; calling it twice is harmless. */
  release(): void;
}

/**
 * Creates the folder if it is missing, readable only by its owner, and locks it for this process. Throws `DomainError`
 * "conflict" if another platform holds it or it belongs to another user, "unavailable" if it cannot be used.
 */
export function openDataFolder(folder: string): DataFolder {
  const path = createFolder(folder);
  requireAccess(path);
  refuseToRoot(path);
  const lock = takeLock(path);
  // The process id is stored next to the lock, because the lock's own file cannot be read while it is held. It is only
  // used in messages.
  try {
    writeFileSync(join(path, OWNER_FILE), `${String(process.pid)}\n`);
  } catch (error) {
    lock.close();
    throw unusable(path, error);
  }
  return {
    path,
    openToOthers: closeToOthers(path),
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/**
 * Like `openDataFolder`, and for all who write to the databases: refuses a folder whose platform still answers although
 * its lock file was removed or replaced.
 */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  const taken = openDataFolder(folder);
  if (!(await isPlatformRunning(taken.path))) return taken;
  taken.release();
  throw new DomainError(
    "conflict",
    `the data folder ${taken.path} is in use by another process, although ${LOCK_FILE} in it was removed or replaced; stop that process or set DATA_DIR`,
  );
}

/** Locks a folder for reading only, without leaving a trace in it; undefined if no platform has ever used it. */
export function lockDataFolder(path: string): Pick<DatabaseSync, "close"> | undefined {
  return existsSync(join(path, LOCK_FILE)) ? takeLock(path) : undefined;
}

/** For commands that change what a platform has made, and make nothing themselves. */
export function requireDatabase(folder: string): void {
  try {
    accessSync(join(folder, DATABASE_FILE));
  } catch (error) {
    if (!isMissing(error)) throw unusable(folder, error);
    throw new DomainError("not-found", `there is no ${DATABASE_FILE} in ${folder} (DATA_DIR)`);
  }
}

function createFolder(folder: string): string {
  try {
    makeFolders(resolve(folder));
    return realpathSync(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** Root may write anywhere, but the service's user could not use its files, so the next start would fail. */
function refuseToRoot(path: string): void {
  const { uid } = statSync(path);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new DomainError(
    "conflict",
    `the data folder ${path} belongs to user ${String(uid)}, who could not read what root leaves in it: run this as that user`,
  );
}

/**
 * Removes access by anyone other than the owner from the folder and everything in it; returns what could not be
 * changed. Targets of links are not part of the folder.
 */
function closeToOthers(path: string): readonly string[] {
  const stats = lstatSync(path);
  if (process.platform === "win32" || stats.isSymbolicLink()) return [];
  const isOpen = (stats.mode & OTHERS) !== 0;
  try {
    if (isOpen) chmodSync(path, stats.mode & 0o700);
    return stats.isDirectory() ? readdirSync(path).flatMap((name) => closeToOthers(join(path, name))) : [];
  } catch {
    return isOpen ? [path] : [];
  }
}

/**
 * The engines' errors do not name the file that cannot be opened. Files of others in the folder, such as those of a
 * file system, are ignored.
 */
function requireAccess(path: string): void {
  const isOurs = (name: string): boolean => OWN_FILES.some((file) => name.startsWith(file));
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    for (const name of readdirSync(path).filter(isOurs)) {
      accessSync(join(path, name), constants.R_OK | constants.W_OK);
      if (FILES.has(name)) requireFile(join(path, name));
    }
    const log = join(path, TELEMETRY_LOG);
    if (existsSync(log))
      for (const name of readdirSync(log)) {
        accessSync(join(log, name), constants.R_OK | constants.W_OK);
        requireFile(join(log, name));
      }
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Reading a pipe would never end, and the engines' errors about a folder do not name it. */
function requireFile(path: string): void {
  if (!statSync(path).isFile()) throw new Error(`${path} is no file`);
}

function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = lockFile(join(path, LOCK_FILE));
  } catch (error) {
    throw unusable(path, error);
  }
  if (lock === undefined) throw inUse(path);
  return lock;
}

function inUse(path: string): DomainError {
  const owner = readOwner(path);
  const who = owner === undefined ? "another process" : `process ${owner}`;
  return new DomainError("conflict", `the data folder ${path} is in use by ${who}; stop it or set DATA_DIR`);
}

function readOwner(path: string): string | undefined {
  try {
    const owner = readFileSync(join(path, OWNER_FILE), "utf8").trim();
    return /^[0-9]+$/.test(owner) ? owner : undefined;
  } catch {
    // The holder may not have written it yet; the message omits it.
    return undefined;
  }
}

function unusable(folder: string, cause: unknown): DomainError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isForeign = cause instanceof Error && "code" in cause && cause.code === "EACCES";
  const remedy = isForeign ? "; all that is in it must belong to the user that runs the platform" : "";
  return new DomainError("unavailable", `the data folder ${folder} (DATA_DIR) cannot be used: ${reason}${remedy}`, {
    cause,
  });
}
