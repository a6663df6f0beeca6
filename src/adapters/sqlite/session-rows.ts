// Sessions as rows of `login_session`, for the session store and for the account store, which opens them.
import type { Kysely } from "kysely";
import type { Session } from "../../core/access/session.ts";
import type { UserId } from "../../core/ids.ts";
import type { Database } from "./schema.ts";
import { storedAs } from "./stored-as.ts";

export const SESSION = storedAs<Session>()("id, login_id, user_id, refresh_id, created_at, refreshed_at, expires_at");

/** Stores a session; when the user then has more than `sessionsMax`, the oldest go. */
export async function openSession(db: Kysely<Database>, session: Session, sessionsMax: number): Promise<void> {
  await db.insertInto("login_session").values(SESSION.row(session)).execute();
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
