// Replaces the keys that encrypt secrets and sign tokens while no platform uses the folder. A new master key waits in a
// file of its own until everything encrypted with it has been committed, so that after a crash one of the two keys
// fits.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { SIGNING_KEY_BYTES_MIN } from "../../core/access/token-settings.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { loadMasterKey, prepareMasterKey, SecretBox, settleMasterKey } from "../../lib/secret-box.ts";
import { SqliteConnection } from "./connection.ts";
import { ENDING_TABLES, SEALED_TABLES } from "../sql/sealed-columns.ts";
import { sealKey, TOKEN_KEYS } from "../sql/stores/installation-keys.ts";
import { MARK_SEAL } from "../sql/stores/mark-store.ts";

/** Records that a new master key ends: only their hashes are stored, which cannot be recomputed. */
export interface Ended {
  readonly claims: number;
  readonly passwordResets: number;
}

/** Encrypts all secrets of the database at `file`, in `folder`, with a new master key. */
export function rotateMasterKey(folder: string, file: string, at: EpochMillis): Ended {
  const connection = new SqliteConnection(file, "write");
  try {
    const now = new SecretBox(loadMasterKey(folder));
    const next = new SecretBox(prepareMasterKey(folder));
    const ended = inTransaction(connection, () => {
      const result = encryptAnew(connection, now, next);
      connection.run("UPDATE store_mark SET key_since = ?", at);
      return result;
    });
    settleMasterKey(folder, () => true);
    return ended;
  } finally {
    connection.close();
  }
}

/** Completes or discards a rotation that a crash has interrupted. Must be called before the master key is read. */
export function settleRotation(folder: string, file: string): void {
  settleMasterKey(folder, (key) => existsSync(file) && isKeyOf(file, key));
}

function isKeyOf(file: string, key: Uint8Array): boolean {
  const connection = new SqliteConnection(file, "write");
  try {
    const sealed = connection.get("SELECT sealed FROM store_mark")?.["sealed"] as Uint8Array;
    return new SecretBox(key).open(sealed, MARK_SEAL) === MARK_SEAL;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

function inTransaction<Result>(connection: SqliteConnection, run: () => Result): Result {
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

function encryptAnew(connection: SqliteConnection, now: SecretBox, next: SecretBox): Ended {
  for (const [table, reseal] of Object.entries(SEALED_TABLES)) {
    const key = primaryKeyOf(connection, table);
    const where = key === undefined ? "" : ` WHERE ${key} = ?`;
    for (const row of connection.all(`SELECT * FROM ${table}`)) {
      const columns = Object.entries(reseal(row, now, next));
      if (columns.length === 0) continue;
      connection.run(
        `UPDATE ${table} SET ${columns.map(([column]) => `${column} = ?`).join(", ")}${where}`,
        ...columns.map(([, value]) => value),
        ...(key === undefined ? [] : [String(row[key])]),
      );
    }
  }
  const [claims = 0, passwordResets = 0] = ENDING_TABLES.map((table) => connection.run(`DELETE FROM ${table}`));
  return { claims, passwordResets };
}

/** Undefined for a table of one row. */
function primaryKeyOf(connection: SqliteConnection, table: string): string | undefined {
  const name = connection.get("SELECT name FROM pragma_table_info(?) WHERE pk = 1", table)?.["name"];
  return typeof name === "string" ? name : undefined;
}

/** Creates new keys for user tokens, which ends all logins. */
export function rotateTokenKeys(folder: string, file: string, at: EpochMillis): void {
  const connection = new SqliteConnection(file, "write");
  try {
    const secrets = new SecretBox(loadMasterKey(folder));
    inTransaction(connection, () => {
      for (const name of TOKEN_KEYS)
        connection.run(
          "UPDATE installation_key SET sealed = ?, since = ? WHERE name = ?",
          sealKey(secrets, name, randomBytes(SIGNING_KEY_BYTES_MIN)),
          at,
          name,
        );
      connection.run("DELETE FROM login_session");
    });
  } finally {
    connection.close();
  }
}
