// The login data of users: password hash, activation link, failed logins, and whether the account is enabled. Each call
// is atomic, and durable when it resolves.
import type { EpochMillis } from "../../lib/clock.ts";
import type { UserId } from "../ids.ts";
import type { AccountState, User } from "../users/user.ts";
import type { Session } from "./session.ts";

/** A user with the data that a login needs. */
export interface Account extends AccountState {
  readonly user: User;
  /** Null until the account has been activated. */
  readonly passwordHash: string | null;
  /** When the present password was set; null until there is one. */
  readonly passwordChangedAt: EpochMillis | null;
}

/** A one-time token with which a new user sets the first password. Stores encrypt it and find it by a keyed hash. */
export interface Activation {
  readonly token: string;
  readonly expiresAt: EpochMillis;
}

/** A one-time token with which a user replaces a forgotten password. Stores only keep a keyed hash of it. */
export interface PasswordReset {
  readonly token: string;
  readonly expiresAt: EpochMillis;
}

/** A password in its stored form. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly changedAt: EpochMillis;
}

/** A password change: all sessions end, and `session` starts. */
export interface PasswordChange extends NewPassword {
  readonly userId: UserId;
  readonly session: Session;
}

/**
 * Which replaced passwords are remembered so that they cannot be reused: the newest `max` that were replaced at `since`
 * or later.
 */
export interface PasswordMemory {
  readonly since: EpochMillis;
  /** 0 remembers none. */
  readonly max: number;
}

export interface AccountStore {
  /** `loginName` as returned by `toLoginName`. */
  findAccountByLogin(loginName: string): Promise<Account | undefined>;
  findAccount(userId: UserId): Promise<Account | undefined>;
  /**
   * Stores a session and the time of the login, and resets failures. Sessions beyond `sessionsPerUserMax` are deleted,
   * oldest first.
   */
  recordLogin(session: Session, sessionsPerUserMax: number): Promise<void>;
  /** Stores a session that is not a login. Throws `invalid` if the account is disabled. */
  openSession(session: Session, sessionsPerUserMax: number): Promise<void>;
  /**
   * Counts a failed login of a user; with null it takes the same time for an unknown name. After more than
   * `failuresMax` the account is disabled and its sessions end, unless it is the last system administrator who can log
   * in. True if this call disabled it.
   */
  recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean>;
  /**
   * Also ends a pending reset. Throws `conflict` if the present password no longer has the hash `replacedHash`, or the
   * account is disabled.
   */
  changePassword(change: PasswordChange, replacedHash: string, memory: PasswordMemory): Promise<void>;
  /** Hashes of passwords replaced at `since` or later, newest first. */
  findReplacedPasswords(userId: UserId, since: EpochMillis): Promise<readonly string[]>;
  /** Replaces an earlier reset. False if the account has no password or is disabled. */
  setReset(userId: UserId, reset: PasswordReset): Promise<boolean>;
  findByResetToken(token: string): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined>;
  /** Consumes the token, ends all sessions and resets failures. False if the token is not valid, or no longer. */
  resetPassword(token: string, password: NewPassword, memory: PasswordMemory): Promise<boolean>;
  findActivation(userId: UserId): Promise<Activation | undefined>;
  findByActivationToken(
    token: string,
  ): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined>;
  /** False if the account has a password by now, so that there is nothing to activate. */
  setActivation(userId: UserId, activation: Activation): Promise<boolean>;
  /** Enables the account with its first password and opens the session; false if the token has been used meanwhile. */
  activate(token: string, change: PasswordChange): Promise<boolean>;
  /**
   * Disabling ends all sessions and links; enabling resets failures. False if there is no such user or, when enabling,
   * if the user has no password. Throws `invalid` for disabling the last system administrator who can log in.
   */
  setEnabled(userId: UserId, enabled: boolean): Promise<boolean>;
}
