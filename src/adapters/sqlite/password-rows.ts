// Resets of passwords and passwords that were replaced, as rows; used by the account store, inside its transactions.
import type { Kysely } from "kysely";
import type { NewPassword, PasswordMemory } from "../../core/access/account-store.ts";
import type { UserId } from "../../core/ids.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { Database } from "./schema.ts";
import type { UserRow } from "./user-columns.ts";

export function resetHash(token: string, secrets: SecretBox): Uint8Array {
  return secrets.hash(`password reset ${token}`);
}

export async function endResetOf(db: Kysely<Database>, userId: UserId): Promise<void> {
  await db.deleteFrom("password_reset").where("user_id", "=", userId).execute();
}

/** Puts the new password in the place of the present one, which is remembered as `memory` says, and ends a reset. */
export async function replacePassword(
  db: Kysely<Database>,
  row: Pick<UserRow, "id" | "password_hash">,
  { passwordHash, changedAt }: NewPassword,
  memory: PasswordMemory,
): Promise<void> {
  await db
    .updateTable("user_account")
    .set({ password_hash: passwordHash, password_changed_at: changedAt, failed_logins: 0 })
    .where("id", "=", row.id)
    .execute();
  await db.deleteFrom("password_reset").where("user_id", "=", row.id).execute();
  if (row.password_hash !== null && memory.max > 0)
    await db
      .insertInto("replaced_password")
      .values({ user_id: row.id, replaced_at: changedAt, password_hash: row.password_hash })
      .execute();
  await forgetReplaced(db, row.id, memory);
}

async function forgetReplaced(db: Kysely<Database>, userId: string, { since, max }: PasswordMemory): Promise<void> {
  const newest = db
    .selectFrom("replaced_password")
    .select("password_hash")
    .where("user_id", "=", userId)
    .where("replaced_at", ">=", since)
    .orderBy("replaced_at", "desc")
    .limit(max);
  await db
    .deleteFrom("replaced_password")
    .where("user_id", "=", userId)
    .where("password_hash", "not in", newest)
    .execute();
}
