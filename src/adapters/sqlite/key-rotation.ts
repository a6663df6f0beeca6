// Replaces the keys that encrypt secrets and sign tokens while no platform uses the folder. A new master key waits in a
// file of its own until everything encrypted with it has been committed, so that after a crash one of the two keys
// fits.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { SIGNING_KEY_BYTES_MIN } from "../../core/access/token-settings.ts";
import type { UserId } from "../../core/ids.ts";
import { loadMasterKey, prepareMasterKey, SecretBox, settleMasterKey } from "../../lib/secret-box.ts";
import { SqliteConnection } from "./connection.ts";
import { credentialsOf, sealCredentials } from "../sql/stores/credentials-rows.ts";
import { openKey, sealKey, TOKEN_KEYS } from "../sql/stores/installation-keys.ts";
import { MARK_SEAL } from "../sql/stores/mark-store.ts";
import { activationContext, activationHash } from "../sql/stores/user-columns.ts";

/** Records that a new master key ends: only their hashes are stored, which cannot be recomputed. */
export interface Ended {
  readonly claims: number;
  readonly passwordResets: number;
}

/** Encrypts all secrets of the database at `file`, in `folder`, with a new master key. */
export function rotateMasterKey(folder: string, file: string): Ended {
  const connection = new SqliteConnection(file, "write");
  try {
    const now = new SecretBox(loadMasterKey(folder));
    const next = new SecretBox(prepareMasterKey(folder));
    const ended = inTransaction(connection, () => encryptAnew(connection, now, next));
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

/** `key-rotation.test.ts` compares the columns below with the schema. */
function encryptAnew(connection: SqliteConnection, now: SecretBox, next: SecretBox): Ended {
  for (const row of connection.all("SELECT * FROM device_credentials")) {
    const { deviceId, credentialsId, credentialsValue } = credentialsOf(now, row);
    connection.run(
      "UPDATE device_credentials SET id_hash = ?, secret = ? WHERE device_id = ?",
      next.hash(credentialsId),
      sealCredentials(next, deviceId, credentialsId, credentialsValue),
      deviceId,
    );
  }
  for (const row of connection.all(
    "SELECT id, provision_secret FROM device_profile WHERE provision_secret IS NOT NULL",
  )) {
    const id = String(row["id"]);
    const secret = now.open(row["provision_secret"] as Uint8Array, id);
    connection.run("UPDATE device_profile SET provision_secret = ? WHERE id = ?", next.seal(secret, id), id);
  }
  for (const row of connection.all(
    "SELECT id, activation_sealed FROM user_account WHERE activation_sealed IS NOT NULL",
  )) {
    const id = row["id"] as UserId;
    const token = now.open(row["activation_sealed"] as Uint8Array, activationContext(id));
    connection.run(
      "UPDATE user_account SET activation_hash = ?, activation_sealed = ? WHERE id = ?",
      activationHash(token, next),
      next.seal(token, activationContext(id)),
      id,
    );
  }
  for (const row of connection.all("SELECT name, sealed FROM installation_key")) {
    const name = String(row["name"]);
    const key = openKey(now, name, row["sealed"] as Uint8Array);
    connection.run("UPDATE installation_key SET sealed = ? WHERE name = ?", sealKey(next, name, key), name);
  }
  connection.run("UPDATE store_mark SET sealed = ?", next.seal(MARK_SEAL, MARK_SEAL));
  return {
    claims: connection.run("DELETE FROM claim"),
    passwordResets: connection.run("DELETE FROM password_reset"),
  };
}

/** Creates new keys for user tokens, which ends all logins. */
export function rotateTokenKeys(folder: string, file: string): void {
  const connection = new SqliteConnection(file, "write");
  try {
    const secrets = new SecretBox(loadMasterKey(folder));
    inTransaction(connection, () => {
      for (const name of TOKEN_KEYS)
        connection.run(
          "UPDATE installation_key SET sealed = ? WHERE name = ?",
          sealKey(secrets, name, randomBytes(SIGNING_KEY_BYTES_MIN)),
          name,
        );
      connection.run("DELETE FROM login_session");
    });
  } finally {
    connection.close();
  }
}
