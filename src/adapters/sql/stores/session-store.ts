// Sessions. A session that is not stored has ended, so ending one means deleting it.
import type {
  Rotation,
  RotationOptions,
  Session,
  SessionStore,
  SuccessorSession,
} from "../../../core/access/session.ts";
import type { LoginId, SessionId, UserId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { endSessionsOf, openSession, SESSION } from "./session-rows.ts";
import { SqlStore } from "../store-table.ts";

export class SqlSessionStore extends SqlStore implements SessionStore {
  async findSession(id: SessionId): Promise<Session | undefined> {
    return SESSION.found(this.connection.get("SELECT * FROM login_session WHERE id = ?", id));
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
    if (refreshedAt === null) this.connection.update("login_session", id, SESSION.changes({ refreshedAt: now }));
    const next: Session = { ...successor, loginId, userId, refreshedAt: null };
    openSession(this.connection, next, sessionsPerUserMax);
    return { kind: "rotated", session: next };
  }

  async endLogin(loginId: LoginId): Promise<void> {
    this.connection.run("DELETE FROM login_session WHERE login_id = ?", loginId);
  }

  async endAllOf(userId: UserId): Promise<void> {
    endSessionsOf(this.connection, userId);
  }

  async deleteExpired(now: EpochMillis, max: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM login_session WHERE id IN (SELECT id FROM login_session WHERE expires_at <= ? LIMIT ?)",
      now,
      max,
    );
  }
}
