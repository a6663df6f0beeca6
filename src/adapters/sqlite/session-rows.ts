// Sessions as rows of `login_session`, for the session store and for the account store, which opens them.
import type { Session } from "../../core/access/session.ts";
import type { UserId } from "../../core/ids.ts";
import type { SqliteConnection } from "./connection.ts";
import { storedAs } from "./stored-as.ts";

export const SESSION = storedAs<Session>()("id, login_id, user_id, refresh_id, created_at, refreshed_at, expires_at");

/** Stores a session; if the user then has more than `sessionsMax`, the oldest are deleted. */
export function openSession(connection: SqliteConnection, session: Session, sessionsMax: number): void {
  connection.insert("login_session", SESSION.row(session));
  // Ids ascend with time; the newest `sessionsMax` stay.
  connection.run(
    `DELETE FROM login_session
     WHERE id IN (SELECT id FROM login_session WHERE user_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    session.userId,
    sessionsMax,
  );
}

export function endSessionsOf(connection: SqliteConnection, userId: UserId): void {
  connection.run("DELETE FROM login_session WHERE user_id = ?", userId);
}
