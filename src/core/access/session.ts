// A session: the stored state behind one pair of tokens. A refresh creates a new session of the same login. Tokens are
// valid only while their session is stored, so deleting it ends exactly those tokens at once.
import type { EpochMillis } from "../../lib/clock.ts";
import type { LoginId, SessionId, UserId } from "../ids.ts";

export interface Session {
  readonly id: SessionId;
  /** Shared by all sessions of one login. */
  readonly loginId: LoginId;
  readonly userId: UserId;
  /** `jti` of the refresh token. */
  readonly refreshId: string;
  readonly createdAt: EpochMillis;
  /** When the refresh token was first used; null if it has not been. */
  readonly refreshedAt: EpochMillis | null;
  /** The expiry of the refresh token, after which the session is useless. */
  readonly expiresAt: EpochMillis;
}

/** The part of a session that a refresh creates; user and login are inherited from the previous session. */
export type SuccessorSession = Pick<Session, "id" | "refreshId" | "createdAt" | "expiresAt">;

export interface RotationOptions {
  readonly now: EpochMillis;
  /** How long a used refresh token can be used again. */
  readonly graceMillis: number;
  /** Beyond this, a user's oldest sessions are deleted. */
  readonly sessionsPerUserMax: number;
}

export type Rotation =
  | { readonly kind: "rotated"; readonly session: Session }
  /**
   * The refresh token had already been used and its grace period was over: all sessions of its login have been deleted.
   */
  | { readonly kind: "reused"; readonly userId: UserId; readonly loginId: LoginId }
  | { readonly kind: "unknown" };

export interface SessionStore {
  findSession(id: SessionId): Promise<Session | undefined>;
  /**
   * Uses the refresh token of a session: stores the successor, or ends the login if the token was first used more than
   * `graceMillis` before `now`.
   */
  rotate(
    used: Pick<Session, "id" | "refreshId">,
    successor: SuccessorSession,
    options: RotationOptions,
  ): Promise<Rotation>;
  endLogin(loginId: LoginId): Promise<void>;
  endAllOf(userId: UserId): Promise<void>;
  /** Deletes at most `max` sessions that ended before `now`; returns how many. */
  deleteExpired(now: EpochMillis, max: number): Promise<number>;
}
