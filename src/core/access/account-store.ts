// What is kept of a user's ability to log in: the password's hash, the activation link, failures, whether it is switched
// on. Each call is atomic and durable when it resolves.
import type { EpochMillis } from "../../lib/clock.ts";
import type { UserId } from "../ids.ts";
import type { AccountState, User } from "../users/user.ts";
import type { Session } from "./session.ts";

/** A user together with what a login needs. */
export interface Account extends AccountState {
  readonly user: User;
  /** Null until the account has been activated. */
  readonly passwordHash: string | null;
  /** When the present password was set; null until there is one. */
  readonly passwordChangedAt: EpochMillis | null;
}

/** A one-time token that lets a new user set the first password. Stores keep it encrypted, and find it by a keyed hash. */
export interface Activation {
  readonly token: string;
  readonly expiresAt: EpochMillis;
}

/** A one-time token that lets a user replace a forgotten password. Stores keep nothing but a keyed hash of it. */
export interface PasswordReset {
  readonly token: string;
  readonly expiresAt: EpochMillis;
}

/** A password as it is to be stored. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly changedAt: EpochMillis;
}

/** A change of the password: all sessions end, and `session` begins. */
export interface PasswordChange extends NewPassword {
  readonly userId: UserId;
  readonly session: Session;
}

/** Which replaced passwords stay known, so that they cannot be taken again: the newest `max` that were replaced at `since` or later. */
export interface PasswordMemory {
  readonly since: EpochMillis;
  /** 0 forgets all. */
  readonly max: number;
}

export interface AccountStore {
  /** `loginName` as `toLoginName` gives it. */
  findAccountByLogin(loginName: string): Promise<Account | undefined>;
  findAccount(userId: UserId): Promise<Account | undefined>;
  /** Stores a session and the time of the login, and forgets failures. Beyond `sessionsPerUserMax` the oldest sessions go. */
  recordLogin(session: Session, sessionsPerUserMax: number): Promise<void>;
  /** Stores a session that is no login. Throws `invalid` where the account is disabled. */
  openSession(session: Session, sessionsPerUserMax: number): Promise<void>;
  /**
   * Counts a failed login of a user, or with null of an unknown name, in the same time; with more than `failuresMax` the
   * account is disabled and its sessions end. True where this call disabled it.
   */
  recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean>;
  /**
   * Also ends a reset that is under way. Throws `conflict` where the password is no longer the one with the hash
   * `replacedHash`, or the account is disabled.
   */
  changePassword(change: PasswordChange, replacedHash: string, memory: PasswordMemory): Promise<void>;
  /** Hashes of passwords that were replaced at `since` or later, newest first. */
  findReplacedPasswords(userId: UserId, since: EpochMillis): Promise<readonly string[]>;
  /** In the place of an earlier one. False where the account has no password or is disabled. */
  setReset(userId: UserId, reset: PasswordReset): Promise<boolean>;
  findByResetToken(token: string): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined>;
  /** Uses the token up, ends all sessions and forgets failures. False where the token is not, or no longer, good. */
  resetPassword(token: string, password: NewPassword, memory: PasswordMemory): Promise<boolean>;
  findActivation(userId: UserId): Promise<Activation | undefined>;
  findByActivationToken(
    token: string,
  ): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined>;
  /** False where the account has a password by now, so that there is nothing to activate. */
  setActivation(userId: UserId, activation: Activation): Promise<boolean>;
  /** Enables the account with its first password and opens the session; false where the token has been used meanwhile. */
  activate(token: string, change: PasswordChange): Promise<boolean>;
  /** Disabling ends all sessions and links, enabling forgets failures. False where there is no such user, or none with a password to enable. */
  setEnabled(userId: UserId, enabled: boolean): Promise<boolean>;
}
