// Sessions as rows of `login_session`, for the session store and for the account store, which opens them.
import type { Kysely, Selectable } from "kysely";
import type { Session } from "../../core/access/session.ts";
import type { LoginId, SessionId, UserId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import type { LoginSessionTable } from "./schema/accounts.ts";
import type { Database } from "./schema.ts";

/** Stores a session; when the user then has more than `sessionsMax`, the oldest go. */
export async function openSession(db: Kysely<Database>, session: Session, sessionsMax: number): Promise<void> {
  await db
    .insertInto("login_session")
    .values({
      id: session.id,
      login_id: session.loginId,
      user_id: session.userId,
      refresh_id: session.refreshId,
      created_at: session.createdAt,
      refreshed_at: session.refreshedAt,
      expires_at: session.expiresAt,
    })
    .execute();
  // Ids ascend with time; the newest `sessionsMax` stay.
  const surplus = db
    .selectFrom("login_session")
    .select("id")
    .where("user_id", "=", session.userId)
    .orderBy("id", "desc")
    .limit(-1)
    .offset(sessionsMax);
  await db.deleteFrom("login_session").where("id", "in", surplus).execute();
}

export async function endSessionsOf(db: Kysely<Database>, userId: UserId): Promise<void> {
  await db.deleteFrom("login_session").where("user_id", "=", userId).execute();
}

export function toSession(row: Selectable<LoginSessionTable>): Session {
  return {
    id: row.id as SessionId,
    loginId: row.login_id as LoginId,
    userId: row.user_id as UserId,
    refreshId: row.refresh_id,
    createdAt: millis(row.created_at),
    refreshedAt: row.refreshed_at === null ? null : millis(row.refreshed_at),
    expiresAt: millis(row.expires_at),
  };
}
