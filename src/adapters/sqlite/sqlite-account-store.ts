// Accounts in SQLite: the columns of `user_account` that are about logging in. Activation tokens are kept encrypted and
// found by a keyed hash.
import type {
  Account,
  AccountStore,
  Activation,
  NewPassword,
  PasswordChange,
  PasswordMemory,
  PasswordReset,
} from "../../core/access/account-store.ts";
import type { Session } from "../../core/access/session.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { UserId } from "../../core/ids.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { endResetOf, replacePassword } from "./password-rows.ts";
import { endSessionsOf, openSession } from "./session-rows.ts";
import { SqliteStore } from "./store-table.ts";
import { activationCells, activationContext, activationHash, NO_ACTIVATION, toUser, USER } from "./user-columns.ts";

const SELECT = `SELECT ${USER.columns}, enabled, password_hash AS passwordHash,
  password_changed_at AS passwordChangedAt, last_login_at AS lastLoginAt FROM user_account`;
const BY_RESET = "SELECT user_id AS id, expires_at AS at FROM password_reset WHERE token_hash = ?";
const BY_ACTIVATION = "SELECT id, activation_expires_at AS at FROM user_account WHERE activation_hash = ?";

interface LinkedAccount {
  readonly account: Account;
  /** The end of the link. */
  readonly expiresAt: EpochMillis;
}

export class SqliteAccountStore extends SqliteStore implements AccountStore {
  async findAccountByLogin(loginName: string): Promise<Account | undefined> {
    return this.one(toAccount, `${SELECT} WHERE email = ?`, loginName);
  }

  async findAccount(userId: UserId): Promise<Account | undefined> {
    return this.#find(userId);
  }

  async recordLogin(session: Session, sessionsPerUserMax: number): Promise<void> {
    const updated = this.connection.run(
      "UPDATE user_account SET last_login_at = ?, failed_logins = 0 WHERE id = ? AND enabled = 1",
      session.createdAt,
      session.userId,
    );
    // Disabled or deleted while the password was being checked.
    if (updated === 0) throw new DomainError("unauthenticated", "the account cannot be used any more");
    openSession(this.connection, session, sessionsPerUserMax);
  }

  async openSession(session: Session, sessionsPerUserMax: number): Promise<void> {
    if (this.#find(session.userId)?.enabled !== true)
      throw invalid(`the account of user ${session.userId} is disabled`);
    openSession(this.connection, session, sessionsPerUserMax);
  }

  async recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean> {
    const counted = this.connection.get(
      "UPDATE user_account SET failed_logins = failed_logins + 1 WHERE id = ? AND enabled = 1 RETURNING failed_logins AS n",
      userId,
    );
    // A write like that for a user: a commit without one needs no sync, and would be answered sooner.
    if (counted === undefined) this.connection.run("UPDATE unknown_login SET failures = failures + 1");
    if (userId === null || counted === undefined || Number(counted["n"]) <= failuresMax) return false;
    USER.update(this.connection, userId, { enabled: false });
    this.#shutOut(userId);
    return true;
  }

  async changePassword(change: PasswordChange, replacedHash: string, memory: PasswordMemory): Promise<void> {
    const account = this.#find(change.userId);
    if (account?.passwordHash !== replacedHash || !account.enabled)
      throw new DomainError("conflict", "the password or the account has been changed meanwhile");
    replacePassword(this.connection, account, change, memory);
    endSessionsOf(this.connection, change.userId);
    openSession(this.connection, change.session, 1);
  }

  async findReplacedPasswords(userId: UserId, since: EpochMillis): Promise<readonly string[]> {
    const rows = this.connection.all(
      "SELECT password_hash FROM replaced_password WHERE user_id = ? AND replaced_at >= ? ORDER BY replaced_at DESC",
      userId,
      since,
    );
    return rows.map((row) => String(row["password_hash"]));
  }

  async setReset(userId: UserId, { token, expiresAt }: PasswordReset): Promise<boolean> {
    const account = this.#find(userId);
    if (account?.enabled !== true || account.passwordHash === null) return false;
    this.connection.run(
      `INSERT INTO password_reset (user_id, token_hash, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      userId,
      resetHash(token, this.secrets),
      expiresAt,
    );
    return true;
  }

  async findByResetToken(token: string): Promise<LinkedAccount | undefined> {
    return this.#linked(BY_RESET, resetHash(token, this.secrets));
  }

  async resetPassword(token: string, password: NewPassword, memory: PasswordMemory): Promise<boolean> {
    const found = this.#linked(BY_RESET, resetHash(token, this.secrets));
    if (found === undefined || found.expiresAt <= password.changedAt || !found.account.enabled) return false;
    replacePassword(this.connection, found.account, password, memory);
    endSessionsOf(this.connection, found.account.user.id);
    return true;
  }

  async findActivation(userId: UserId): Promise<Activation | undefined> {
    const row = this.connection.get(
      "SELECT activation_sealed, activation_expires_at FROM user_account WHERE id = ?",
      userId,
    );
    const sealed = row?.["activation_sealed"];
    if (!(sealed instanceof Uint8Array)) return undefined;
    const token = this.secrets.open(sealed, activationContext(userId));
    return { token, expiresAt: millis(Number(row?.["activation_expires_at"])) };
  }

  async findByActivationToken(token: string): Promise<LinkedAccount | undefined> {
    return this.#linked(BY_ACTIVATION, activationHash(token, this.secrets));
  }

  async setActivation(userId: UserId, activation: Activation): Promise<boolean> {
    const account = this.#find(userId);
    if (account === undefined || account.activated) return false;
    USER.update(this.connection, userId, activationCells(userId, activation, this.secrets));
    return true;
  }

  async activate(token: string, { passwordHash, changedAt, session }: PasswordChange): Promise<boolean> {
    const found = this.#linked(BY_ACTIVATION, activationHash(token, this.secrets));
    if (found === undefined) return false;
    USER.update(this.connection, found.account.user.id, {
      enabled: true,
      passwordHash,
      passwordChangedAt: changedAt,
      lastLoginAt: session.createdAt,
      ...NO_ACTIVATION,
    });
    openSession(this.connection, session, 1);
    return true;
  }

  async setEnabled(userId: UserId, enabled: boolean): Promise<boolean> {
    const account = this.#find(userId);
    if (account === undefined || (enabled && !account.activated)) return false;
    // An account that has been switched off cannot be activated; an administrator who wants it again gets a new link.
    USER.update(this.connection, userId, { enabled, ...(enabled ? { failedLogins: 0 } : NO_ACTIVATION) });
    if (!enabled) this.#shutOut(userId);
    return true;
  }

  #shutOut(userId: UserId): void {
    endSessionsOf(this.connection, userId);
    endResetOf(this.connection, userId);
  }

  #find(userId: UserId): Account | undefined {
    return this.one(toAccount, `${SELECT} WHERE id = ?`, userId);
  }

  /** The account that a link was made for. */
  #linked(link: string, hash: Uint8Array): LinkedAccount | undefined {
    const row = this.connection.get(link, hash);
    const account = row === undefined ? undefined : this.#find(row["id"] as UserId);
    return account === undefined ? undefined : { account, expiresAt: millis(Number(row?.["at"])) };
  }
}

function resetHash(token: string, secrets: SecretBox): Uint8Array {
  return secrets.hash(`password reset ${token}`);
}

function toAccount(row: Readonly<Record<string, unknown>>): Account {
  const { enabled, passwordHash, passwordChangedAt, lastLoginAt, ...user } = row;
  return {
    user: toUser(user),
    enabled: enabled === 1,
    activated: passwordHash !== null,
    lastLoginAt: lastLoginAt as Account["lastLoginAt"],
    passwordHash: passwordHash as Account["passwordHash"],
    passwordChangedAt: passwordChangedAt as Account["passwordChangedAt"],
  };
}
