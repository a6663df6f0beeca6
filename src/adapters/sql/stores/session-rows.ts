// Sessions as rows of `login_session`, for the session store and for the account store, which opens them.
import type { Session } from "../../../core/access/session.ts";
import type { UserId } from "../../../core/ids.ts";
import type { StoreConnection } from "../store-connection.ts";
import { storedAs } from "./stored-as.ts";

export const SESSION = storedAs<Session>()("id, login_id, user_id, refresh_id, created_at, refreshed_at, expires_at");

/** Stores a session; if the user then has more than `sessionsMax`, the oldest are deleted. */
export function openSession(connection: StoreConnection, session: Session, sessionsMax: number): void {
  connection.insert("login_session", SESSION.row(session));
  // Ids ascend with time; the newest `sessionsMax` stay.
  connection.run(
    `DELETE FROM login_session
     WHERE id IN (SELECT id FROM login_session WHERE user_id = ? ORDER BY id DESC LIMIT ? OFFSET ?)`,
    session.userId,
    Number.MAX_SAFE_INTEGER,
    sessionsMax,
  );
}

export function endSessionsOf(connection: StoreConnection, userId: UserId): void {
  connection.run("DELETE FROM login_session WHERE user_id = ?", userId);
}
