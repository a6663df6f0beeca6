// Resets of passwords and passwords that were replaced, as rows; used by the account store, inside its transactions.
import type { Account, NewPassword, PasswordMemory } from "../../core/access/account-store.ts";
import type { UserId } from "../../core/ids.ts";
import type { SqliteConnection } from "./connection.ts";

export function endResetOf(connection: SqliteConnection, userId: UserId): void {
  connection.run("DELETE FROM password_reset WHERE user_id = ?", userId);
}

/** Puts the new password in the place of the present one, which is remembered as `memory` says, and ends a reset. */
export function replacePassword(
  connection: SqliteConnection,
  { user: { id }, passwordHash: replaced }: Account,
  { passwordHash, changedAt }: NewPassword,
  memory: PasswordMemory,
): void {
  connection.run(
    "UPDATE user_account SET password_hash = ?, password_changed_at = ?, failed_logins = 0 WHERE id = ?",
    passwordHash,
    changedAt,
    id,
  );
  endResetOf(connection, id);
  if (replaced !== null && memory.max > 0)
    connection.run(
      "INSERT INTO replaced_password (user_id, replaced_at, password_hash) VALUES (?, ?, ?)",
      id,
      changedAt,
      replaced,
    );
  connection.run(
    `DELETE FROM replaced_password WHERE user_id = ?1 AND password_hash NOT IN
       (SELECT password_hash FROM replaced_password WHERE user_id = ?1 AND replaced_at >= ?2
        ORDER BY replaced_at DESC LIMIT ?3)`,
    id,
    memory.since,
    memory.max,
  );
}
