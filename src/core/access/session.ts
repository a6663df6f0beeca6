// A session: what stands behind one pair of tokens. A refresh gives a new session of the same login; tokens are good for
// as long as their session is stored, so that removing it ends them at once and exactly.
import type { EpochMillis } from "../../lib/clock.ts";
import type { LoginId, SessionId, UserId } from "../ids.ts";

export interface Session {
  readonly id: SessionId;
  /** Shared by all sessions that came from one login. */
  readonly loginId: LoginId;
  readonly userId: UserId;
  /** `jti` of the refresh token. */
  readonly refreshId: string;
  readonly createdAt: EpochMillis;
  /** When the refresh token was first used; null before. */
  readonly refreshedAt: EpochMillis | null;
  /** The end of the refresh token, after which the session is of no more use. */
  readonly expiresAt: EpochMillis;
}

/** The part of a session that a refresh creates; user and login are those of the session before it. */
export type SuccessorSession = Pick<Session, "id" | "refreshId" | "createdAt" | "expiresAt">;

export interface RotationOptions {
  readonly now: EpochMillis;
  /** How long a refresh token that has been used can be used again. */
  readonly graceMillis: number;
  /** The oldest sessions of a user beyond it go. */
  readonly sessionsPerUserMax: number;
}

export type Rotation =
  | { readonly kind: "rotated"; readonly session: Session }
  /** The refresh token had been used before and its grace was over: all sessions of its login are gone now. */
  | { readonly kind: "reused"; readonly userId: UserId; readonly loginId: LoginId }
  | { readonly kind: "unknown" };

export interface SessionStore {
  findSession(id: SessionId): Promise<Session | undefined>;
  /**
   * Uses the refresh token of a session: stores the successor, or ends the login when the token was first used more than
   * `graceMillis` before `now`.
   */
  rotate(
    used: Pick<Session, "id" | "refreshId">,
    successor: SuccessorSession,
    options: RotationOptions,
  ): Promise<Rotation>;
  endLogin(loginId: LoginId): Promise<void>;
  endAllOf(userId: UserId): Promise<void>;
  /** Forgets at most `max` sessions that ended before `now`; how many there were. */
  deleteExpired(now: EpochMillis, max: number): Promise<number>;
}
