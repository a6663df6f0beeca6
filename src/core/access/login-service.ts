// Logging in and out: sessions begin with a password or a refresh token, and end at once everywhere when they are revoked.
// Source: REST contract 2.2 to 2.4 and section 20.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { DomainError, invalid } from "../errors.ts";
import type { LoginId, UserId } from "../ids.ts";
import { toLoginName, type LetterCase } from "../email.ts";
import type { KnownUsers } from "../users/known-users.ts";
import type { User } from "../users/user.ts";
import type { Account, AccountStore } from "./account-store.ts";
import { badCredentials, type PasswordCheck } from "./password-check.ts";
import { passwordProblem, requirePassword } from "./password-policy.ts";
import type { Principal } from "./principal.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { SessionStore } from "./session.ts";
import type { TokenPair } from "./token-pair.ts";
import { refused, type Tokens } from "./tokens.ts";

export interface LoginBounds {
  /** How long a refresh token stays good after its first use, for tabs that refresh at the same time. */
  readonly refreshGraceMillis: number;
  /** Sessions kept per user; beyond it the oldest ends. */
  readonly sessionsPerUserMax: number;
  /** How often sessions whose time is over are removed. */
  readonly sweepMillis: number;
  /** Sessions removed at a time; the rest wait for the next round. */
  readonly sweepSessionsMax: number;
}

export interface LoginParts {
  readonly accounts: AccountStore;
  readonly users: Pick<KnownUsers, "find">;
  readonly sessions: SessionStore;
  readonly tokens: Tokens;
  readonly passwords: PasswordCheck;
  readonly security: SecuritySettingsSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export class LoginService {
  readonly #parts: LoginParts;
  readonly #letterCase: LetterCase;
  readonly #bounds: LoginBounds;
  #timer: Timer | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(parts: LoginParts, letterCase: LetterCase, bounds: LoginBounds) {
    this.#parts = parts;
    this.#letterCase = letterCase;
    this.#bounds = bounds;
  }

  start(): void {
    this.#timer = this.#parts.clock.every(this.#bounds.sweepMillis, () => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    });
  }

  /** Ends when a sweep that is running has ended. May be called twice. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#sweeping;
  }

  /** Throws `unauthenticated` with one text for every wrong pair, `rate-limited` after too many of them. */
  async login(username: string, password: string, address: string): Promise<TokenPair> {
    const { accounts, tokens } = this.#parts;
    const loginName = toLoginName(username, this.#letterCase);
    const account = await accounts.findAccountByLogin(loginName);
    if (!(await this.#parts.passwords.verify(account, { loginName, password, address }))) {
      await this.#countFailure(account);
      throw badCredentials();
    }
    // The right password of nobody does not exist: from here on the caller knows the account, and may be told about it.
    if (account === undefined) throw badCredentials();
    if (!account.enabled)
      throw new DomainError("unauthenticated", "this account is disabled; an administrator can enable it");
    this.#requireStrength(password);
    const session = tokens.newSession(account.user.id);
    await accounts.recordLogin(session, this.#bounds.sessionsPerUserMax);
    return tokens.pair(account.user, session);
  }

  /**
   * A new pair for a refresh token. Throws `unauthenticated`: with reason `token-expired` where its time is over, without
   * one where it was revoked or used before. Reuse after the grace ends every session of that login.
   */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const { accounts, sessions, tokens, clock, log } = this.#parts;
    const { userId, sessionId, refreshId } = await tokens.read(refreshToken, "refresh");
    const account = await accounts.findAccount(userId);
    if (account?.enabled !== true) throw refused();
    const { refreshGraceMillis, sessionsPerUserMax } = this.#bounds;
    const rotation = await sessions.rotate(
      sessionId,
      refreshId,
      tokens.successor(),
      clock.now(),
      refreshGraceMillis,
      sessionsPerUserMax,
    );
    switch (rotation.kind) {
      case "rotated":
        return tokens.pair(account.user, rotation.session);
      case "reused":
        log.warn("refresh token reused, login ended", { userId: rotation.userId, loginId: rotation.loginId });
        this.#revoked(rotation.userId, rotation.loginId);
        throw refused();
      case "unknown":
        throw refused();
    }
  }

  /** Ends the session of the caller, with those it was refreshed from and to. Nothing to do for an API key. */
  async logout(principal: Principal): Promise<void> {
    if (principal.sessionId === null) return;
    const session = await this.#parts.sessions.findSession(principal.sessionId);
    if (session === undefined) return;
    await this.#parts.sessions.endLogin(session.loginId);
    this.#revoked(principal.userId, session.loginId);
  }

  /** The user's own record; `unauthenticated` where it has been deleted meanwhile. */
  async currentUser(principal: Principal): Promise<User> {
    const user = await this.#parts.users.find(principal.userId);
    if (user === undefined) throw refused();
    return user;
  }

  /** Ends all sessions of the caller and begins a new one. Throws `invalid` for a wrong current or an unfit new password. */
  async changePassword(
    principal: Principal,
    currentPassword: string,
    newPassword: string,
    address: string,
  ): Promise<TokenPair> {
    const { accounts, tokens, passwords, security, clock } = this.#parts;
    const account = await this.#accountOf(principal);
    const attempt = { loginName: account.user.email, password: currentPassword, address };
    if (account.passwordHash === null || !(await passwords.verify(account, attempt)))
      throw invalid("currentPassword is not the current password");
    if (newPassword === currentPassword) throw invalid("newPassword must differ from the current one");
    requirePassword(newPassword, security.current().passwordPolicy);
    const passwordHash = await passwords.hash(newPassword);
    const session = tokens.newSession(principal.userId);
    await accounts.changePassword(
      { userId: principal.userId, passwordHash, changedAt: clock.now(), session },
      account.passwordHash,
    );
    this.#revoked(principal.userId, null);
    return tokens.pair(account.user, session);
  }

  async #accountOf(principal: Principal): Promise<Account> {
    const account = await this.#parts.accounts.findAccount(principal.userId);
    if (account === undefined) throw refused();
    return account;
  }

  async #countFailure(account: Account | undefined): Promise<void> {
    const failuresMax = this.#parts.security.current().maxFailedLoginAttempts;
    if (failuresMax === null) return;
    // Made for nobody too, so that an unknown name takes the same steps.
    const userId = account?.enabled === true ? account.user.id : null;
    if (!(await this.#parts.accounts.recordFailure(userId, failuresMax)) || userId === null) return;
    this.#parts.log.warn("account locked after failed logins", { userId });
    this.#revoked(userId, null);
  }

  /** Checked only now that the password has proved right, so that nobody can ask what the policy thinks of a guess. */
  #requireStrength(password: string): void {
    const { passwordPolicy } = this.#parts.security.current();
    if (!passwordPolicy.forceUserToResetPasswordIfNotValid) return;
    const problem = passwordProblem(password, passwordPolicy);
    if (problem !== undefined)
      throw new DomainError("unauthenticated", `the password has to be reset: ${problem}`, {
        reason: "password-violation",
      });
  }

  #revoked(userId: UserId, loginId: LoginId | null): void {
    this.#parts.bus.publish({ kind: "user-sessions-revoked", userId, loginId });
  }

  async #sweep(): Promise<void> {
    const { sessions, clock, log } = this.#parts;
    try {
      const ended = await sessions.deleteExpired(clock.now(), this.#bounds.sweepSessionsMax);
      if (ended > 0) log.debug("expired sessions removed", { sessions: ended });
    } catch (error) {
      log.warn("expired sessions could not be removed; the next round tries again", { error });
    }
  }
}
