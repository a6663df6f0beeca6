// Activation: a new user sets the first password with a one-time token in a link. An administrator may look up the link
// until it has been used. Source: REST contract 2.2 and 2.6.
import { randomBytes } from "node:crypto";
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import { HOUR_MILLIS } from "../../lib/units.ts";
import { DomainError, invalid, wrong } from "../errors.ts";
import type { UserId } from "../ids.ts";
import type { User } from "../users/user.ts";
import type { EmailQuota } from "../tenants/quotas.ts";
import type { Language } from "../language.ts";
import type { UserLanguages } from "../users/user-languages.ts";
import type { AccountNotices, LoginRecords } from "./login-records.ts";
import type { AccountStore, Activation } from "./account-store.ts";
import type { NewPasswords } from "./new-passwords.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { TokenPair, Tokens } from "./tokens.ts";

const TOKEN_BYTES = 30;

/** Looking up a link with less time left than this renews its token. */
const RENEWED_BELOW_MILLIS = 15 * 60_000;

/** "unknown" includes used tokens. */
export type LinkState = "valid" | "expired" | "unknown";

export interface ActivationDeps {
  readonly accounts: AccountStore;
  readonly newPasswords: NewPasswords;
  readonly tokens: Tokens;
  readonly security: SecuritySettingsSource;
  /** Undefined without a mail server: administrators pass the links on. */
  readonly notices: AccountNotices | undefined;
  readonly records: Pick<LoginRecords, "passwordSet">;
  readonly languages: Pick<UserLanguages, "of">;
  /** If absent, invitations are not counted. */
  readonly emailQuota?: Pick<EmailQuota, "charge">;
  readonly clock: Clock;
}

export class ActivationService {
  readonly #deps: ActivationDeps;

  constructor(deps: ActivationDeps) {
    this.#deps = deps;
  }

  /** Whether links can be mailed. */
  get canMail(): boolean {
    return this.#deps.notices !== undefined;
  }

  /** A token for an account that is about to be created. */
  newActivation(): Activation {
    const lifetime = this.#deps.security.current().userActivationTokenTtl * HOUR_MILLIS;
    return {
      token: randomBytes(TOKEN_BYTES).toString("base64url"),
      expiresAt: millis(this.#deps.clock.now() + lifetime),
    };
  }

  /** The token of a user's link, renewed if it is about to expire. Throws `invalid` if the user is already active. */
  async activationOf(userId: UserId): Promise<Activation> {
    const account = await this.#deps.accounts.findAccount(userId);
    if (account === undefined) throw new DomainError("not-found", `user ${userId} does not exist`);
    if (account.activated) throw alreadyActive(userId);
    const present = await this.#deps.accounts.findActivation(userId);
    if (present !== undefined && present.expiresAt - this.#deps.clock.now() >= RENEWED_BELOW_MILLIS) return present;
    const renewed = this.newActivation();
    if (!(await this.#deps.accounts.setActivation(userId, renewed))) throw alreadyActive(userId);
    return renewed;
  }

  /**
   * Mails the link to a user, in the language of the request if the user has chosen none; resolves when the mail server has accepted it. Throws `invalid` if the user is already
   * active, `unavailable` with the reason `mail-failed` (also without a mail server), `rate-limited` at the tenant's
   * maxEmails.
   */
  async mailTo({ id, email, tenantId }: User, asked: Language): Promise<void> {
    const { notices, languages } = this.#deps;
    const { token, expiresAt } = await this.activationOf(id);
    if (notices === undefined)
      throw new DomainError("unavailable", "no mail server is configured; the activation link can be handed over", {
        reason: "mail-failed",
      });
    await this.#deps.emailQuota?.charge(tenantId);
    await notices.invite({ email, language: await languages.of(id, asked) }, token, expiresAt);
  }

  async stateOf(token: string): Promise<LinkState> {
    const found = await this.#deps.accounts.findByActivationToken(token);
    if (found === undefined) return "unknown";
    return this.#hasExpired(found.expiresAt) ? "expired" : "valid";
  }

  /** Whose first password the token may set; its bearer could become that user anyway. Throws `invalid` like `activate`. */
  async userOf(token: string): Promise<User> {
    return (await this.#usable(token)).account.user;
  }

  /**
   * Sets the first password and logs in; with `confirms` the user gets a confirmation mail, in this language. Throws `invalid` for an
   * unknown, used or expired token and for an unacceptable password.
   */
  async activate(token: string, password: string, confirms: Language | null): Promise<TokenPair> {
    const { accounts, newPasswords, tokens, notices, records } = this.#deps;
    const { user } = (await this.#usable(token)).account;
    const first = await newPasswords.first(password);
    const session = tokens.newSession(user.id);
    if (!(await accounts.activate(token, { userId: user.id, ...first, session }))) throw unusable();
    await records.passwordSet(user, "activation link");
    if (confirms !== null) notices?.accountActivated({ email: user.email, language: confirms });
    return tokens.pair(user, session);
  }

  async #usable(token: string) {
    const found = await this.#deps.accounts.findByActivationToken(token);
    if (found === undefined) throw unusable();
    if (this.#hasExpired(found.expiresAt)) throw wrong("link-expired", { field: "activateToken", link: "activation" });
    return found;
  }

  #hasExpired(expiresAt: EpochMillis): boolean {
    return expiresAt <= this.#deps.clock.now();
  }
}

function unusable(): DomainError {
  return wrong("link-unknown", { field: "activateToken", link: "activation" });
}

function alreadyActive(userId: UserId): DomainError {
  return invalid(`user ${userId} is active already`);
}
