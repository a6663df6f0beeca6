// The meaning of the errors of engines, examined only here; and the error of a save that came too late.
import { DomainError } from "../../core/errors.ts";
import { StatementError } from "./store-connection.ts";

const PRIMARY_CODE_MASK = 0xff;
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_FOREIGN_KEY = 787;

/**
 * BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB: not the caller's fault.
 */
const STORAGE_CODES = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** CORRUPT, NOTADB. */
const DAMAGE_CODES = new Set([11, 26]);

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;
}

/** Returns a storage fault as `unavailable`; other errors unchanged. */
export function storageError(error: unknown): unknown {
  return isStorageFault(error)
    ? new DomainError("unavailable", "the database cannot serve at the moment; sending again later may succeed", {
        cause: error,
      })
    : error;
}

/** Whether the file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error instanceof DomainError ? error.cause : error);
  return code !== undefined && DAMAGE_CODES.has(code & PRIMARY_CODE_MASK);
}

/** Whether the database is no longer one that this program may use, so that it must end. */
export function isOutdated(error: unknown): boolean {
  return error instanceof StatementError && error.fault === "outdated";
}

/** Whether the fault is one of the disk, the file or the server, not of the statement. */
export function isStorageFault(error: unknown): boolean {
  if (error instanceof StatementError) return error.fault === "storage" || error.fault === "outdated";
  const code = codeOf(error);
  return code !== undefined && STORAGE_CODES.has(code & PRIMARY_CODE_MASK);
}

/**
 * Whether `error` is a violation of the unique key over exactly these columns, written as SQLite names them:
 * `device.tenant_id, device.name`. The columns are all that SQLite reports about a unique violation.
 */
export function violatesUnique(error: unknown, columns: string): boolean {
  if (error instanceof StatementError) return error.fault === "unique" && error.columns === columns;
  const code = codeOf(error);
  return (
    (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARY_KEY) &&
    error instanceof Error &&
    error.message === `UNIQUE constraint failed: ${columns}`
  );
}

/** Whether `error` means that a row named by a foreign key is missing, or is still in use. */
export function violatesForeignKey(error: unknown): boolean {
  if (error instanceof StatementError) return error.fault === "foreign-key";
  return codeOf(error) === CONSTRAINT_FOREIGN_KEY;
}

/** Whether the transaction did not fit with another one that ran at the same time; it may succeed if it is run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatementError && error.fault === "conflict";
}

/**
 * Whether a server tells such a conflict by a unique key: another transaction has taken what this one found free, so it finds it taken
 * if it is run again.
 */
export function mayBeConflict(error: unknown): boolean {
  return error instanceof StatementError && error.fault === "unique";
}

/** The check for optimistic locking; null forces the overwrite. */
export function requireVersion(stored: number, expected: number | null, what: string): void {
  if (expected !== null && expected !== stored)
    throw new DomainError(
      "conflict",
      `${what} has version ${String(stored)}, got ${String(expected)}: somebody else has saved it`,
    );
}
