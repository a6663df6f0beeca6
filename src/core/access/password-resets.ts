// Forgotten and expired passwords: a one-time token, mailed or given to a caller who has just shown the expired
// password, allows setting a new one. Nothing reveals whether an email belongs to an account. Source: REST contract 2.2
// and 2.6.
import { randomBytes } from "node:crypto";
import { millis, type Clock } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { HOUR_MILLIS } from "../../lib/units.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { Count, SharedCounts } from "../shared-counts.ts";
import { toLoginName, type LetterCase } from "../entity-text.ts";
import { wrong } from "../errors.ts";
import type { UserId } from "../ids.ts";
import type { User } from "../users/user.ts";
import type { Language } from "../language.ts";
import type { UserLanguages } from "../users/user-languages.ts";
import type { AccountNotices, LoginRecords } from "./login-records.ts";
import type { AccountStore, PasswordReset } from "./account-store.ts";
import { FailureWindows } from "../../lib/failure-windows.ts";
import type { NewPasswords } from "./new-passwords.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";

const TOKEN_BYTES = 30;

export interface ResetOptions {
  /**
   * Mails to one user, and visits of one user's links, within `windowMillis`; further mails are not sent, and further
   * visits are refused.
   */
  readonly perUserMax: number;
  readonly windowMillis: number;
  /** Users tracked for that limit; beyond that, the one whose last request is oldest is forgotten. */
  readonly usersMax: number;
}

export interface ResetDeps {
  readonly accounts: AccountStore;
  readonly newPasswords: NewPasswords;
  readonly security: SecuritySettingsSource;
  /** Undefined without a mail server: no mail can be sent, and an administrator has to help. */
  readonly notices: AccountNotices | undefined;
  readonly records: Pick<LoginRecords, "passwordSet">;
  readonly languages: Pick<UserLanguages, "of">;
  readonly bus: MessageBus;
  /** Undefined if there is no cluster. */
  readonly counts: SharedCounts | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Where the link in a mail leads. "unknown" includes used tokens. */
export type ResetLink =
  | { readonly kind: "valid" | "expired" | "unknown" }
  | { readonly kind: "too-often"; readonly retryAfterSeconds: number };

export class PasswordResets {
  readonly #deps: ResetDeps;
  readonly #letterCase: LetterCase;
  readonly #mails: FailureWindows;
  readonly #looks: FailureWindows;
  /** Tells other nodes of both. */
  readonly #tell: Count | undefined;
  readonly #mailing = new InFlight();

  constructor(deps: ResetDeps, letterCase: LetterCase, { perUserMax, windowMillis, usersMax }: ResetOptions) {
    const windows = { failuresMax: perUserMax, windowMillis, keysMax: usersMax };
    this.#deps = deps;
    this.#letterCase = letterCase;
    this.#mails = new FailureWindows(windows);
    this.#looks = new FailureWindows(windows);
    this.#tell = deps.counts?.join("password resets", (key, count) => {
      const [what, userId = ""] = key.split(" ");
      for (let use = 0; use < count; use++) (what === "mail" ? this.#mails : this.#looks).add(userId, deps.clock.now());
    });
  }

  /**
   * Mails a link to the user with this email, if there is one with an enabled account, in the language of the request if the user
   * has chosen none. Work that depends on whether the
   * email is known happens after this has resolved, so that not even the response time reveals it.
   */
  async request(email: string, asked: Language): Promise<void> {
    const { accounts, notices, clock, log } = this.#deps;
    const account = await accounts.findAccountByLogin(toLoginName(email, this.#letterCase));
    if (notices === undefined) {
      log.info("password reset asked for, but no mail server is configured");
      return;
    }
    if (account?.enabled !== true) return;
    const { user } = account;
    const now = clock.now();
    if (this.#mails.waitMillis(user.id, now) > 0) {
      log.info("password reset not mailed, it has been asked for too often", { userId: user.id });
      return;
    }
    this.#mails.add(user.id, now);
    this.#tell?.(`mail ${user.id}`, 1);
    this.#mailing.add(this.#mail(user, asked, notices));
  }

  /** Waits until the links being made have been handed on. May be called twice. */
  stop(): Promise<void> {
    return this.#mailing.settled();
  }

  /**
   * A token for a user who has just shown the password; it replaces an earlier one. Undefined for a disabled account.
   */
  async issueFor(userId: UserId): Promise<PasswordReset | undefined> {
    const { accounts, security, clock } = this.#deps;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const lifetime = security.current().passwordResetTokenTtl * HOUR_MILLIS;
    const reset = { token, expiresAt: millis(clock.now() + lifetime) };
    return (await accounts.setReset(userId, reset)) ? reset : undefined;
  }

  async lookAt(token: string): Promise<ResetLink> {
    const found = await this.#deps.accounts.findByResetToken(token);
    if (found === undefined) return { kind: "unknown" };
    const now = this.#deps.clock.now();
    const { id } = found.account.user;
    const waitMillis = this.#looks.waitMillis(id, now);
    if (waitMillis > 0) return { kind: "too-often", retryAfterSeconds: Math.ceil(waitMillis / 1000) };
    this.#looks.add(id, now);
    this.#tell?.(`look ${id}`, 1);
    return { kind: found.expiresAt <= now ? "expired" : "valid" };
  }

  /**
   * Replaces the password, which ends all sessions and starts none. Throws `invalid` for an unknown, used or expired
   * token, and for an unacceptable password, which does not consume the token.
   */
  async reset(token: string, password: string): Promise<void> {
    const { accounts, newPasswords, records, bus, clock } = this.#deps;
    const found = await accounts.findByResetToken(token);
    if (found === undefined) throw unusable();
    if (found.expiresAt <= clock.now()) throw wrong("link-expired", { field: "resetToken", link: "reset" });
    const { user } = found.account;
    const next = await newPasswords.next(found.account, password);
    if (!(await accounts.resetPassword(token, next, newPasswords.memory()))) throw unusable();
    bus.publish({ kind: "user-sessions-revoked", userId: user.id, loginId: null });
    await records.passwordSet(user, "reset link");
  }

  async #mail({ id, email }: User, asked: Language, notices: AccountNotices): Promise<void> {
    try {
      const reset = await this.issueFor(id);
      if (reset === undefined) return;
      const language = await this.#deps.languages.of(id, asked);
      notices.passwordReset({ email, language }, reset.token, reset.expiresAt);
    } catch (error) {
      this.#deps.log.warn("a password reset could not be prepared", { userId: id, error });
    }
  }
}

function unusable(): Error {
  return wrong("link-unknown", { field: "resetToken", link: "reset" });
}
