// Rows of password resets and replaced passwords; used by the account store, inside its transactions.
import type { NewPassword, PasswordMemory } from "../../../core/access/account-store.ts";
import type { UserId } from "../../../core/ids.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import type { StoreConnection } from "../store-connection.ts";
import { LOGIN, type StoredAccount } from "./user-columns.ts";

export function resetHash(token: string, secrets: SecretBox): Uint8Array {
  return secrets.hash(`password reset ${token}`);
}

export function endResetOf(connection: StoreConnection, userId: UserId): void {
  connection.run("DELETE FROM password_reset WHERE user_id = ?", userId);
}

/** Replaces the present password, which is remembered as `memory` says, and ends a reset. */
export function replacePassword(
  connection: StoreConnection,
  { user: { id }, login: { passwordHash: replaced } }: StoredAccount,
  { passwordHash, changedAt }: NewPassword,
  memory: PasswordMemory,
): void {
  const login = { passwordHash, passwordChangedAt: changedAt, failedLogins: 0 };
  connection.update("user_account", id, LOGIN.row(login));
  endResetOf(connection, id);
  if (replaced !== null && memory.max > 0)
    connection.insert("replaced_password", { user_id: id, replaced_at: changedAt, password_hash: replaced });
  connection.run(
    `DELETE FROM replaced_password WHERE user_id = ?1 AND password_hash NOT IN
       (SELECT password_hash FROM replaced_password WHERE user_id = ?1 AND replaced_at >= ?2
        ORDER BY replaced_at DESC LIMIT ?3)`,
    id,
    memory.since,
    memory.max,
  );
}
