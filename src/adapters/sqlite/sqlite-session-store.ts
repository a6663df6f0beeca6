// Sessions in SQLite. A session that is not stored is over, so ending one is deleting it.
import type { Rotation, RotationOptions, Session, SessionStore, SuccessorSession } from "../../core/access/session.ts";
import type { LoginId, SessionId, UserId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { endSessionsOf, openSession, SESSION } from "./session-rows.ts";
import { SqliteStore } from "./store-table.ts";

export class SqliteSessionStore extends SqliteStore implements SessionStore {
  async findSession(id: SessionId): Promise<Session | undefined> {
    const row = await this.db.selectFrom("login_session").selectAll().where("id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : SESSION.entity(row);
  }

  async rotate(
    { id, refreshId }: Pick<Session, "id" | "refreshId">,
    successor: SuccessorSession,
    { now, graceMillis, sessionsPerUserMax }: RotationOptions,
  ): Promise<Rotation> {
    const session = await this.findSession(id);
    if (session?.refreshId !== refreshId || session.expiresAt <= now) return { kind: "unknown" };
    const { loginId, userId, refreshedAt } = session;
    if (refreshedAt !== null && now - refreshedAt > graceMillis) {
      await this.endLogin(loginId);
      return { kind: "reused", userId, loginId };
    }
    if (refreshedAt === null)
      await this.db.updateTable("login_session").set({ refreshed_at: now }).where("id", "=", id).execute();
    const next: Session = { ...successor, loginId, userId, refreshedAt: null };
    await openSession(this.db, next, sessionsPerUserMax);
    return { kind: "rotated", session: next };
  }

  async endLogin(loginId: LoginId): Promise<void> {
    await this.db.deleteFrom("login_session").where("login_id", "=", loginId).execute();
  }

  endAllOf(userId: UserId): Promise<void> {
    return endSessionsOf(this.db, userId);
  }

  async deleteExpired(now: EpochMillis, max: number): Promise<number> {
    const expired = this.db.selectFrom("login_session").select("id").where("expires_at", "<=", now).limit(max);
    const { numDeletedRows } = await this.db.deleteFrom("login_session").where("id", "in", expired).executeTakeFirst();
    return Number(numDeletedRows);
  }
}
