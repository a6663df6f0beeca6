// The meaning of PostgreSQL's error codes, examined only here.
import type { StatementError } from "../sql/store-connection.ts";
import type { ServerError } from "./postgres-calls.ts";

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
/** `serialization_failure`, `deadlock_detected`, `lock_not_available`. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);
/** What a function of ours raises; its detail says more. */
export const RAISED = "BH001";
/** What a connection of a node raises on a schema that needs a newer version. */
export const OUTDATED = "BH002";
/** `feature_not_supported`; of a statement that was prepared before: its table has other columns since, so its plan cannot be used. */
export const UNSUPPORTED = "0A000";
/**
 * Connections, resources, the operator, the system, and the server's own faults: not those of the statement.
 */
const STORAGE_CLASSES = new Set(["08", "53", "57", "58", "F0", "XX"]);
/** `read_only_sql_transaction` and those that wait for a transaction too long. */
const STORAGE_CODES = new Set(["25006", "25P03", "25P04"]);

/**
 * Of connections, shutdowns, and connections that were idle too long: with them the server ends the connection. The severity of an error says
 * that as well, but in the language of the server.
 */
const ENDINGS = /^(?:08|57P|25P0[34])/;

/** Whether an error of the server ends the connection. */
export function endsConnection(code: string): boolean {
  return ENDINGS.test(code);
}

export function faultOf({ code }: ServerError): StatementError["fault"] {
  if (code === undefined) return "storage";
  if (code === UNIQUE_VIOLATION) return "unique";
  if (code === FOREIGN_KEY_VIOLATION) return "foreign-key";
  if (CONFLICTS.has(code)) return "conflict";
  if (code === RAISED) return "raised";
  if (code === OUTDATED) return "outdated";
  return STORAGE_CODES.has(code) || STORAGE_CLASSES.has(code.slice(0, 2)) ? "storage" : "other";
}
