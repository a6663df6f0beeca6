// Accounts: the login columns of `user_account`. Activation tokens are stored encrypted and found by a keyed
// hash.
import type {
  Account,
  AccountStore,
  Activation,
  NewPassword,
  PasswordChange,
  PasswordMemory,
  PasswordReset,
} from "../../../core/access/account-store.ts";
import type { Session } from "../../../core/access/session.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import type { UserId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { endResetOf, replacePassword, resetHash } from "./password-rows.ts";
import { endSessionsOf, openSession } from "./session-rows.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs } from "./stored-as.ts";
import {
  accountOf,
  activationContext,
  activationHash,
  LOGIN,
  NO_ACTIVATION,
  sealedActivation,
  storedAccount,
  type StoredAccount,
} from "./user-columns.ts";

interface Reset {
  readonly userId: UserId;
  readonly expiresAt: EpochMillis;
}

const RESET = storedAs<Reset>()("user_id, expires_at");

interface ByToken {
  readonly account: Account;
  readonly expiresAt: EpochMillis;
}

export class SqlAccountStore extends SqlStore implements AccountStore {
  async findAccountByLogin(loginName: string): Promise<Account | undefined> {
    return this.#account("email", loginName);
  }

  async findAccount(userId: UserId): Promise<Account | undefined> {
    return this.#account("id", userId);
  }

  async recordLogin(session: Session, sessionsPerUserMax: number): Promise<void> {
    const updated = this.connection.run(
      "UPDATE user_account SET last_login_at = ?, failed_logins = 0 WHERE id = ? AND enabled = 1",
      session.createdAt,
      session.userId,
    );
    // The account was disabled or deleted while the password was being checked.
    if (updated === 0) throw new DomainError("unauthenticated", "the account cannot be used any more");
    openSession(this.connection, session, sessionsPerUserMax);
  }

  async openSession(session: Session, sessionsPerUserMax: number): Promise<void> {
    if (this.#find("id", session.userId)?.login.enabled !== true)
      throw invalid(`the account of user ${session.userId} is disabled`);
    openSession(this.connection, session, sessionsPerUserMax);
  }

  async recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean> {
    const account = userId === null ? undefined : this.#find("id", userId);
    if (account?.login.enabled !== true) {
      // Writes as for a known user: a commit without a change needs no sync and would be answered sooner, which would
      // reveal that the user does not exist.
      this.connection.run("UPDATE unknown_login SET failures = failures + 1");
      return false;
    }
    const failedLogins = account.login.failedLogins + 1;
    const locks = failedLogins > failuresMax;
    this.#change(account.user.id, { failedLogins, ...(locks ? { enabled: false } : {}) });
    if (locks) this.#shutOut(account.user.id);
    return locks;
  }

  async changePassword(change: PasswordChange, replacedHash: string, memory: PasswordMemory): Promise<void> {
    const account = this.#find("id", change.userId);
    if (account?.login.passwordHash !== replacedHash || !account.login.enabled)
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
    const account = this.#find("id", userId);
    if (account?.login.enabled !== true || account.login.passwordHash === null) return false;
    this.connection.run(
      `INSERT INTO password_reset (user_id, token_hash, expires_at) VALUES (?1, ?2, ?3)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = ?2, expires_at = ?3`,
      userId,
      resetHash(token, this.secrets),
      expiresAt,
    );
    return true;
  }

  async findByResetToken(token: string): Promise<ByToken | undefined> {
    const reset = this.#reset(token);
    if (reset === undefined) return undefined;
    const account = this.#account("id", reset.userId);
    return account === undefined ? undefined : { account, expiresAt: reset.expiresAt };
  }

  async resetPassword(token: string, password: NewPassword, memory: PasswordMemory): Promise<boolean> {
    const reset = this.#reset(token);
    if (reset === undefined || reset.expiresAt <= password.changedAt) return false;
    const account = this.#find("id", reset.userId);
    if (account?.login.enabled !== true) return false;
    replacePassword(this.connection, account, password, memory);
    endSessionsOf(this.connection, reset.userId);
    return true;
  }

  async findActivation(userId: UserId): Promise<Activation | undefined> {
    const { activationSealed: sealed = null, activationExpiresAt: expiresAt = null } =
      this.#find("id", userId)?.login ?? {};
    if (sealed === null || expiresAt === null) return undefined;
    return { token: this.secrets.open(sealed, activationContext(userId)), expiresAt };
  }

  async findByActivationToken(token: string): Promise<ByToken | undefined> {
    const stored = this.#find("activation_hash", activationHash(token, this.secrets));
    const expiresAt = stored?.login.activationExpiresAt ?? null;
    return stored === undefined || expiresAt === null ? undefined : { account: accountOf(stored), expiresAt };
  }

  async setActivation(userId: UserId, activation: Activation): Promise<boolean> {
    if (this.#find("id", userId)?.login.passwordHash !== null) return false;
    this.#change(userId, sealedActivation(userId, activation, this.secrets));
    return true;
  }

  async activate(token: string, { passwordHash, changedAt, session }: PasswordChange): Promise<boolean> {
    const account = this.#find("activation_hash", activationHash(token, this.secrets));
    if (account === undefined) return false;
    const login = { passwordHash, passwordChangedAt: changedAt, lastLoginAt: session.createdAt };
    this.#change(account.user.id, { enabled: true, ...login, ...NO_ACTIVATION });
    openSession(this.connection, session, 1);
    return true;
  }

  async setEnabled(userId: UserId, enabled: boolean): Promise<boolean> {
    const account = this.#find("id", userId);
    if (account === undefined || (enabled && account.login.passwordHash === null)) return false;
    // A disabled account cannot be activated; to enable it again, an administrator requests a new link.
    this.#change(userId, { enabled, ...(enabled ? { failedLogins: 0 } : NO_ACTIVATION) });
    if (!enabled) this.#shutOut(userId);
    return true;
  }

  #shutOut(userId: UserId): void {
    endSessionsOf(this.connection, userId);
    endResetOf(this.connection, userId);
  }

  #reset(token: string): Reset | undefined {
    const hash = resetHash(token, this.secrets);
    return RESET.found(this.connection.get("SELECT * FROM password_reset WHERE token_hash = ?", hash));
  }

  #account(column: "id" | "email", value: string): Account | undefined {
    const stored = this.#find(column, value);
    return stored && accountOf(stored);
  }

  #find(column: "id" | "email" | "activation_hash", value: string | Uint8Array): StoredAccount | undefined {
    const row = this.connection.get(`SELECT * FROM user_account WHERE ${column} = ?`, value);
    return row === undefined ? undefined : storedAccount(row);
  }

  #change(userId: UserId, login: Partial<StoredAccount["login"]>): void {
    this.connection.update("user_account", userId, LOGIN.row(login));
  }
}
