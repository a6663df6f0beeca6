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
import { endResetOf, replacePassword, resetHash } from "./password-rows.ts";
import { endSessionsOf, openSession } from "./session-rows.ts";
import { SqliteStore } from "./store-table.ts";
import {
  activationColumns,
  activationContext,
  activationHash,
  NO_ACTIVATION,
  toAccountState,
  USER,
  type UserRow,
} from "./user-columns.ts";

export class SqliteAccountStore extends SqliteStore implements AccountStore {
  async findAccountByLogin(loginName: string): Promise<Account | undefined> {
    return toAccount(
      await this.db.selectFrom("user_account").selectAll().where("email", "=", loginName).executeTakeFirst(),
    );
  }

  async findAccount(userId: UserId): Promise<Account | undefined> {
    return toAccount(await this.#row(userId));
  }

  async recordLogin(session: Session, sessionsPerUserMax: number): Promise<void> {
    const { numUpdatedRows } = await this.db
      .updateTable("user_account")
      .set({ last_login_at: session.createdAt, failed_logins: 0 })
      .where("id", "=", session.userId)
      .where("enabled", "=", 1)
      .executeTakeFirst();
    // Disabled or deleted while the password was being checked.
    if (numUpdatedRows === 0n) throw new DomainError("unauthenticated", "the account cannot be used any more");
    await openSession(this.db, session, sessionsPerUserMax);
  }

  async openSession(session: Session, sessionsPerUserMax: number): Promise<void> {
    const row = await this.#row(session.userId);
    if (row?.enabled !== 1) throw invalid(`the account of user ${session.userId} is disabled`);
    await openSession(this.db, session, sessionsPerUserMax);
  }

  async recordFailure(userId: UserId | null, failuresMax: number): Promise<boolean> {
    const row = userId === null ? undefined : await this.#row(userId);
    if (userId === null || row?.enabled !== 1) {
      await this.#countUnknown();
      return false;
    }
    const failures = row.failed_logins + 1;
    const locks = failures > failuresMax;
    await this.db
      .updateTable("user_account")
      .set({ failed_logins: failures, ...(locks ? { enabled: false } : {}) })
      .where("id", "=", userId)
      .execute();
    if (locks) await this.#shutOut(userId);
    return locks;
  }

  async changePassword(change: PasswordChange, replacedHash: string, memory: PasswordMemory): Promise<void> {
    const row = await this.#row(change.userId);
    if (row?.password_hash !== replacedHash || row.enabled !== 1)
      throw new DomainError("conflict", "the password or the account has been changed meanwhile");
    await replacePassword(this.db, row, change, memory);
    await endSessionsOf(this.db, change.userId);
    await openSession(this.db, change.session, 1);
  }

  async findReplacedPasswords(userId: UserId, since: EpochMillis): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom("replaced_password")
      .select("password_hash")
      .where("user_id", "=", userId)
      .where("replaced_at", ">=", since)
      .orderBy("replaced_at", "desc")
      .execute();
    return rows.map((row) => row.password_hash);
  }

  async setReset(userId: UserId, { token, expiresAt }: PasswordReset): Promise<boolean> {
    const row = await this.#row(userId);
    if (row?.enabled !== 1 || row.password_hash === null) return false;
    const columns = { token_hash: resetHash(token, this.secrets), expires_at: expiresAt };
    await this.db
      .insertInto("password_reset")
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
      .execute();
    return true;
  }

  async findByResetToken(
    token: string,
  ): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined> {
    const reset = await this.#reset(token);
    if (reset === undefined) return undefined;
    const account = toAccount(await this.#row(reset.user_id as UserId));
    return account === undefined ? undefined : { account, expiresAt: millis(reset.expires_at) };
  }

  async resetPassword(token: string, password: NewPassword, memory: PasswordMemory): Promise<boolean> {
    const reset = await this.#reset(token);
    if (reset === undefined || reset.expires_at <= password.changedAt) return false;
    const userId = reset.user_id as UserId;
    const row = await this.#row(userId);
    if (row?.enabled !== 1) return false;
    await replacePassword(this.db, row, password, memory);
    await endSessionsOf(this.db, userId);
    return true;
  }

  async findActivation(userId: UserId): Promise<Activation | undefined> {
    const row = await this.#row(userId);
    const sealed = row?.activation_sealed ?? null;
    const expiresAt = row?.activation_expires_at ?? null;
    if (sealed === null || expiresAt === null) return undefined;
    return { token: this.secrets.open(sealed, activationContext(userId)), expiresAt: millis(expiresAt) };
  }

  async findByActivationToken(
    token: string,
  ): Promise<{ readonly account: Account; readonly expiresAt: EpochMillis } | undefined> {
    const row = await this.#rowByToken(token);
    const account = toAccount(row);
    const expiresAt = row?.activation_expires_at ?? null;
    return account === undefined || expiresAt === null ? undefined : { account, expiresAt: millis(expiresAt) };
  }

  async setActivation(userId: UserId, activation: Activation): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable("user_account")
      .set(activationColumns(userId, activation, this.secrets))
      .where("id", "=", userId)
      .where("password_hash", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async activate(token: string, { passwordHash, changedAt, session }: PasswordChange): Promise<boolean> {
    const row = await this.#rowByToken(token);
    if (row === undefined) return false;
    await this.db
      .updateTable("user_account")
      .set({
        enabled: true,
        password_hash: passwordHash,
        password_changed_at: changedAt,
        last_login_at: session.createdAt,
        ...NO_ACTIVATION,
      })
      .where("id", "=", row.id)
      .execute();
    await openSession(this.db, session, 1);
    return true;
  }

  async setEnabled(userId: UserId, enabled: boolean): Promise<boolean> {
    const row = await this.#row(userId);
    if (row === undefined || (enabled && row.password_hash === null)) return false;
    // An account that has been switched off cannot be activated; an administrator who wants it again gets a new link.
    await this.db
      .updateTable("user_account")
      .set({ enabled, ...(enabled ? { failed_logins: 0 } : NO_ACTIVATION) })
      .where("id", "=", userId)
      .execute();
    if (!enabled) await this.#shutOut(userId);
    return true;
  }

  /** A write like that for a user: a commit without one needs no sync, and would be answered sooner. */
  async #countUnknown(): Promise<void> {
    await this.db
      .updateTable("unknown_login")
      .set((eb) => ({ failures: eb("failures", "+", 1) }))
      .execute();
  }

  async #shutOut(userId: UserId): Promise<void> {
    await endSessionsOf(this.db, userId);
    await endResetOf(this.db, userId);
  }

  #reset(token: string): Promise<{ readonly user_id: string; readonly expires_at: number } | undefined> {
    return this.db
      .selectFrom("password_reset")
      .select(["user_id", "expires_at"])
      .where("token_hash", "=", resetHash(token, this.secrets))
      .executeTakeFirst();
  }

  #row(userId: UserId): Promise<UserRow | undefined> {
    return this.db.selectFrom("user_account").selectAll().where("id", "=", userId).executeTakeFirst();
  }

  #rowByToken(token: string): Promise<UserRow | undefined> {
    const hash = activationHash(token, this.secrets);
    return this.db.selectFrom("user_account").selectAll().where("activation_hash", "=", hash).executeTakeFirst();
  }
}

function toAccount(row: UserRow | undefined): Account | undefined {
  if (row === undefined) return undefined;
  return {
    user: USER.entity(row),
    ...toAccountState(row),
    passwordHash: row.password_hash,
    passwordChangedAt: row.password_changed_at,
  };
}
