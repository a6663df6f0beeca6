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
}

/** A one-time token that lets a new user set the first password. Stores keep it encrypted, and find it by a keyed hash. */
export interface Activation {
  readonly token: string;
  readonly expiresAt: EpochMillis;
}

/** A change of the password: all sessions end, and `session` begins. */
export interface PasswordChange {
  readonly userId: UserId;
  readonly passwordHash: string;
  readonly changedAt: EpochMillis;
  readonly session: Session;
}

export interface AccountStore {
  /** `loginName` as `toLoginName` gives it. */
  findAccountByLogin(loginName: string): Promise<Account | undefined>;
  findAccount(userId: UserId): Promise<Account | undefined>;
  /** Stores a session and the time of the login, and forgets failures. Beyond `sessionsPerUserMax` the oldest sessions go. */
  recordLogin(session: Session, sessionsPerUserMax: number): Promise<void>;
  /**
   * Counts a failed login of a user, or of nobody; with more than `failuresMax` the account is disabled and its sessions
   * end. True where this call disabled it.
   */
  recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean>;
  /** Throws `conflict` where the password is no longer the one with the hash `replacedHash`, or the account is disabled. */
  changePassword(change: PasswordChange, replacedHash: string): Promise<void>;
  findActivation(userId: UserId): Promise<Activation | undefined>;
  findByActivationToken(
    token: string,
  ): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined>;
  /** False where the account has a password by now, so that there is nothing to activate. */
  setActivation(userId: UserId, activation: Activation): Promise<boolean>;
  /** Enables the account with its first password and opens the session; false where the token has been used meanwhile. */
  activate(token: string, change: PasswordChange): Promise<boolean>;
  /** Disabling ends all sessions and the activation link, enabling forgets failures. False where there is no such user, or none with a password to enable. */
  setEnabled(userId: UserId, enabled: boolean): Promise<boolean>;
}
