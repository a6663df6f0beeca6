// A lock on a file, which the operating system releases when the process ends, however it ends.
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Creates the file if it is missing; undefined if another holder has the lock. The result must stay referenced, because
 * the lock is released with it. SQLite locks with fcntl or an equivalent, and also refuses a second holder in the same
 * process.
 */
export function lockFile(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
