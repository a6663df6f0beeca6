// The data folder and the right to use it: one process at a time. The right is a lock that the operating system takes
// back when the process ends, however it ends, so nothing is left to clean up by hand.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../adapters/sqlite/sqlite-database.ts";
import { DomainError } from "../core/errors.ts";
import { MASTER_KEY_FILE } from "../lib/secret-box.ts";
import { RUNNING_FILE, TELEMETRY_FILE } from "./folder-parts.ts";

const LOCK_FILE = "lock.db";
const OWNER_FILE = "lock.pid";
const SQLITE_BUSY = 5;

/** What these begin with: a database has a log beside it. */
const OWN_FILES = [LOCK_FILE, OWNER_FILE, DATABASE_FILE, TELEMETRY_FILE, MASTER_KEY_FILE, RUNNING_FILE];

/** Bits of a file's mode that let others than its owner in. */
const OTHERS = 0o077;

/** To be kept for as long as the folder is used: the lock goes with it. */
export interface DataFolder {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** Files that others than their owner can use, because they belong to somebody else and their mode cannot be changed. */
  readonly openToOthers: readonly string[];
  /** Gives the folder back; calling twice is harmless. */
  release(): void;
}

/**
 * Creates the folder when it is missing, readable by its owner only, and takes it for this process.
 * Throws `DomainError` "conflict" when another platform holds it or it is another user's, "unavailable" when it cannot be used.
 */
export function openDataFolder(folder: string): DataFolder {
  const path = createFolder(folder);
  requireAccess(path);
  refuseToRoot(path);
  const lock = takeLock(path);
  // The process id is kept next to the lock: the lock's own file cannot be read while it is held. Nothing but messages
  // depends on it.
  writeFileSync(join(path, OWNER_FILE), `${String(process.pid)}\n`);
  return {
    path,
    openToOthers: closeToOthers(path),
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/** Takes a folder for reading alone, without a trace in it; undefined where no platform has ever used it. */
export function lockDataFolder(path: string): Pick<DatabaseSync, "close"> | undefined {
  return existsSync(join(path, LOCK_FILE)) ? takeLock(path) : undefined;
}

function createFolder(folder: string): string {
  try {
    makeFolders(resolve(folder));
    return realpathSync(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/**
 * With the folders above it, for their owner only. The runtime's own recursion never ends on a file system that says "no such
 * folder" of one whose parent is there, as /proc does.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolders(parent);
  mkdirSync(folder, { mode: 0o700 });
}

/** Root may write anywhere, but its files are not for the user of the service, whose next start would fail. */
function refuseToRoot(path: string): void {
  const { uid } = statSync(path);
  if (process.getuid?.() !== 0 || uid === 0) return;
  throw new DomainError(
    "conflict",
    `the data folder ${path} belongs to user ${String(uid)}, who could not read what root leaves in it: run this as that user`,
  );
}

/**
 * Takes away what others than the owner may do with the folder and all that is in it; gives what could not be changed. What a
 * link leads to is not part of the folder.
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

/** The engines do not say which file they may not open. What others keep in the folder, as a file system does, is left alone. */
function requireAccess(path: string): void {
  const isOurs = (name: string): boolean => OWN_FILES.some((file) => name.startsWith(file));
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    for (const name of readdirSync(path).filter(isOurs)) accessSync(join(path, name), constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** SQLite locks with fcntl, or its like, and refuses a second connection of the same process as well. */
function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync;
  try {
    lock = new DatabaseSync(join(path, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw unusable(path, error);
  }
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    throw isBusy(error) ? inUse(path, error) : unusable(path, error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

function inUse(path: string, cause: unknown): DomainError {
  const owner = readOwner(path);
  const who = owner === undefined ? "another process" : `process ${owner}`;
  return new DomainError("conflict", `the data folder ${path} is in use by ${who}; stop it or set DATA_DIR`, { cause });
}

function readOwner(path: string): string | undefined {
  try {
    const owner = readFileSync(join(path, OWNER_FILE), "utf8").trim();
    return /^[0-9]+$/.test(owner) ? owner : undefined;
  } catch {
    // The holder may not have written it yet; the message does without.
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
