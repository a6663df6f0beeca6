// Login and logout: sessions begin with a password or a refresh token, and end everywhere at once when they are
// revoked. Source: REST contract 2.2 to 2.4 and section 20.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { DomainError, wrong } from "../errors.ts";
import type { LoginId, UserId } from "../ids.ts";
import { toLoginName, type LetterCase } from "../entity-text.ts";
import type { KnownUsers } from "../users/known-users.ts";
import type { User } from "../users/user.ts";
import type { Account, AccountStore } from "./account-store.ts";
import type { LoginRecords } from "./login-records.ts";
import type { NewPasswords } from "./new-passwords.ts";
import { badCredentials, type PasswordCheck } from "./password-check.ts";
import { passwordRefusal } from "./password-policy.ts";
import type { PasswordResets } from "./password-resets.ts";
import { isPublic, type Principal } from "./principal.ts";
import type { PublicSessions } from "./public-sessions.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { SessionStore } from "./session.ts";
import { type TokenPair, refused, type Tokens } from "./tokens.ts";

export interface LoginOptions {
  /** How long a refresh token remains valid after its first use, for browser tabs that refresh at the same time. */
  readonly refreshGraceMillis: number;
  /** Sessions kept per user; beyond that, the oldest ends. */
  readonly sessionsPerUserMax: number;
  /** How often expired sessions are deleted. */
  readonly sweepMillis: number;
  /** Sessions deleted at a time; the rest wait for the next round. */
  readonly sweepSessionsMax: number;
}

export interface LoginDeps {
  readonly accounts: AccountStore;
  readonly users: Pick<KnownUsers, "find">;
  readonly sessions: SessionStore;
  readonly tokens: Tokens;
  readonly passwords: PasswordCheck;
  readonly newPasswords: NewPasswords;
  readonly resets: Pick<PasswordResets, "issueFor">;
  readonly publicSessions: PublicSessions;
  readonly records: LoginRecords;
  readonly security: SecuritySettingsSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export class LoginService {
  /** Logins refused: wrong password, locked account, or too many tries. */
  readonly counters = { refused: 0 };
  readonly #deps: LoginDeps;
  readonly #letterCase: LetterCase;
  readonly #options: LoginOptions;
  readonly #sweeps: Rounds;

  constructor(deps: LoginDeps, letterCase: LetterCase, options: LoginOptions) {
    this.#deps = deps;
    this.#letterCase = letterCase;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: () => this.#sweep(),
      failed: (error) => {
        deps.log.warn("expired sessions could not be removed; the next round tries again", { error });
      },
    });
  }

  start(): void {
    this.#sweeps.start();
  }

  /** Waits for a running sweep. May be called twice. */
  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  /**
   * Throws `unauthenticated` with the same text for every wrong pair, `rate-limited` after too many of them. A caller
   * with the right password learns why it is not accepted: reason `password-expired` with a token for setting a new
   * one, or reason `password-violation`. Source: REST contract 2.4 and section 20.
   */
  async login(username: string, password: string, address: string): Promise<TokenPair> {
    try {
      return await this.#login(username, password, address);
    } catch (error) {
      if (error instanceof DomainError) this.counters.refused++;
      throw error;
    }
  }

  async #login(username: string, password: string, address: string): Promise<TokenPair> {
    const { accounts, tokens, records } = this.#deps;
    const loginName = toLoginName(username, this.#letterCase);
    const account = await accounts.findAccountByLogin(loginName);
    const attempt = { account: `user ${loginName}`, password, address };
    if (!(await this.#deps.passwords.verify(account?.passwordHash ?? null, attempt))) {
      await this.#countFailure(account, address);
      if (account !== undefined) records.refused(account.user, address, "wrong password");
      throw badCredentials();
    }
    // A right password implies an account: the caller has proved to know it, so its state may be revealed from here on.
    if (account === undefined) throw badCredentials();
    const { user } = account;
    try {
      await this.#requireUsable(account, password);
      const session = tokens.newSession(user.id);
      await accounts.recordLogin(session, this.#options.sessionsPerUserMax);
      await records.loggedIn(user, address);
      return await tokens.pair(user, session);
    } catch (error) {
      if (error instanceof DomainError && error.kind === "unauthenticated")
        records.refused(user, address, error.message);
      throw error;
    }
  }

  /**
   * Exchanges a refresh token for a new pair. Throws `unauthenticated`: with reason `token-expired` if it has expired,
   * without a reason if it was revoked or already used. Reuse after the grace period ends every session of that login.
   */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const { accounts, sessions, tokens, publicSessions, records, clock, log } = this.#deps;
    const claims = await tokens.read(refreshToken, "refresh", "public-refresh");
    if (claims.kind === "public-refresh") return publicSessions.refresh(claims.customerId);
    const { userId, sessionId, refreshId } = claims;
    const account = await accounts.findAccount(userId);
    if (account?.enabled !== true) throw refused();
    const { refreshGraceMillis, sessionsPerUserMax } = this.#options;
    const rotation = await sessions.rotate({ id: sessionId, refreshId }, tokens.successor(), {
      now: clock.now(),
      graceMillis: refreshGraceMillis,
      sessionsPerUserMax,
    });
    switch (rotation.kind) {
      case "rotated":
        return tokens.pair(account.user, rotation.session);
      case "reused":
        log.warn("refresh token reused, login ended", { userId: rotation.userId, loginId: rotation.loginId });
        this.#revoked(rotation.userId, rotation.loginId);
        records.refreshTokenReused(account.user);
        throw refused();
      case "unknown":
        throw refused();
    }
  }

  /**
   * Ends the caller's session and those linked to it by refresh. Does nothing for an API key, nor for a public session,
   * which could reopen without credentials.
   */
  async logout(principal: Principal): Promise<void> {
    if (principal.sessionId === null) return;
    const session = await this.#deps.sessions.findSession(principal.sessionId);
    if (session === undefined) return;
    await this.#deps.sessions.endLogin(session.loginId);
    this.#revoked(principal.userId, session.loginId);
  }

  /**
   * The user's own record, without waiting if this node knows it. Throws or rejects with `unauthenticated` if the user
   * has been deleted meanwhile.
   */
  currentUser(principal: Principal): User | Promise<User> {
    if (isPublic(principal)) return this.#deps.publicSessions.currentUser(principal);
    const user = this.#deps.users.find(principal.userId);
    return user instanceof Promise ? user.then(requireUser) : requireUser(user);
  }

  /**
   * Ends all sessions of the caller and starts a new one. Throws `invalid` for a wrong current password or an
   * unacceptable new one.
   */
  async changePassword(
    principal: Principal,
    currentPassword: string,
    newPassword: string,
    address: string,
  ): Promise<TokenPair> {
    const { accounts, tokens, passwords, newPasswords } = this.#deps;
    const account = await this.#accountOf(principal);
    const attempt = { account: `user ${account.user.email}`, password: currentPassword, address };
    if (account.passwordHash === null || !(await passwords.verify(account.passwordHash, attempt)))
      throw wrong("password-wrong", { field: "currentPassword" });
    const next = await newPasswords.next(account, newPassword);
    const session = tokens.newSession(principal.userId);
    await accounts.changePassword(
      { userId: principal.userId, ...next, session },
      account.passwordHash,
      newPasswords.memory(),
    );
    this.#revoked(principal.userId, null);
    return tokens.pair(account.user, session);
  }

  /** Starts a session for a caller whose sessions have all been ended. */
  async newSession(principal: Principal): Promise<TokenPair> {
    const { accounts, tokens } = this.#deps;
    const user = await this.currentUser(principal);
    const session = tokens.newSession(user.id);
    await accounts.openSession(session, this.#options.sessionsPerUserMax);
    return tokens.pair(user, session);
  }

  /** Starts a session as another user for the administrator `by`. Throws `invalid` if the account is disabled. */
  async impersonate(user: User, by: Principal): Promise<TokenPair> {
    const { accounts, tokens, records } = this.#deps;
    const { email } = await this.currentUser(by);
    const session = tokens.newSession(user.id);
    await accounts.openSession(session, this.#options.sessionsPerUserMax);
    await records.impersonated(user, { id: by.userId, email });
    return tokens.pair(user, session);
  }

  async #accountOf(principal: Principal): Promise<Account> {
    const account = await this.#deps.accounts.findAccount(principal.userId);
    if (account === undefined) throw refused();
    return account;
  }

  async #countFailure(account: Account | undefined, address: string): Promise<void> {
    const failuresMax = this.#deps.security.current().maxFailedLoginAttempts;
    if (failuresMax === null || failuresMax === 0) return;
    // Created even without a user, so that an unknown name takes the same steps.
    const userId = account?.enabled === true ? account.user.id : null;
    if (!(await this.#deps.accounts.recordFailure(userId, failuresMax)) || account === undefined) return;
    const { user } = account;
    this.#deps.log.warn("account locked after failed logins", { userId: user.id });
    this.#deps.bus.publish({ kind: "user-changed", userId: user.id });
    this.#revoked(user.id, null);
    this.#deps.records.locked(user, address);
  }

  async #requireUsable({ user, enabled, passwordChangedAt }: Account, password: string): Promise<void> {
    const { security, resets, clock } = this.#deps;
    if (!enabled) throw new DomainError("unauthenticated", "this account is disabled; an administrator can enable it");
    const days = security.current().passwordPolicy.passwordExpirationPeriodDays ?? 0;
    if (days > 0 && passwordChangedAt !== null && passwordChangedAt + days * DAY_MILLIS <= clock.now()) {
      const reset = await resets.issueFor(user.id);
      if (reset === undefined) throw badCredentials();
      throw new DomainError("unauthenticated", `the password is older than ${String(days)} days; set a new one`, {
        reason: "password-expired",
        resetToken: reset.token,
      });
    }
    this.#requireStrength(password);
  }

  /** Checked only after the password has proved right, so that the policy reveals nothing about a guess. */
  #requireStrength(password: string): void {
    const { passwordPolicy } = this.#deps.security.current();
    if (!passwordPolicy.forceUserToResetPasswordIfNotValid) return;
    const refusal = passwordRefusal(password, passwordPolicy);
    if (refusal !== undefined)
      throw new DomainError("unauthenticated", `the password has to be reset: ${refusal.message}`, {
        reason: "password-violation",
      });
  }

  #revoked(userId: UserId, loginId: LoginId | null): void {
    this.#deps.bus.publish({ kind: "user-sessions-revoked", userId, loginId });
  }

  async #sweep(): Promise<void> {
    const { sessions, clock, log } = this.#deps;
    const ended = await sessions.deleteExpired(clock.now(), this.#options.sweepSessionsMax);
    if (ended > 0) log.debug("expired sessions removed", { sessions: ended });
  }
}

function requireUser(user: User | undefined): User {
  if (user === undefined) throw refused();
  return user;
}
