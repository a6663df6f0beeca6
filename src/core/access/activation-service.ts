// How a new user sets the first password: a one-time token in a link, which an administrator may look up again until it
// has been used. Source: REST contract 2.2 and 2.6.
import { randomBytes } from "node:crypto";
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import { DomainError, invalid } from "../errors.ts";
import type { UserId } from "../ids.ts";
import type { AccountStore, Activation } from "./account-store.ts";
import type { PasswordCheck } from "./password-check.ts";
import { requirePassword } from "./password-policy.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { TokenPair } from "./token-pair.ts";
import type { Tokens } from "./tokens.ts";

const TOKEN_BYTES = 30;
const HOUR_MILLIS = 3_600_000;

/** A link that is looked up with less time left than this gets a new token. */
const RENEWED_BELOW_MILLIS = 15 * 60_000;

/** "unknown" includes a token that has been used. */
export type LinkState = "valid" | "expired" | "unknown";

export class ActivationService {
  readonly #accounts: AccountStore;
  readonly #passwords: PasswordCheck;
  readonly #tokens: Tokens;
  readonly #security: SecuritySettingsSource;
  readonly #clock: Clock;

  constructor(
    accounts: AccountStore,
    passwords: PasswordCheck,
    tokens: Tokens,
    security: SecuritySettingsSource,
    clock: Clock,
  ) {
    this.#accounts = accounts;
    this.#passwords = passwords;
    this.#tokens = tokens;
    this.#security = security;
    this.#clock = clock;
  }

  /** A token for an account that is to be created. */
  newActivation(): Activation {
    const lifetime = this.#security.current().userActivationTokenTtl * HOUR_MILLIS;
    return { token: randomBytes(TOKEN_BYTES).toString("base64url"), expiresAt: millis(this.#clock.now() + lifetime) };
  }

  /** The token of a user's link, renewed where its time is nearly over. Throws `invalid` where the user is active already. */
  async activationOf(userId: UserId): Promise<Activation> {
    const account = await this.#accounts.findAccount(userId);
    if (account === undefined) throw new DomainError("not-found", `user ${userId} does not exist`);
    if (account.activated) throw alreadyActive(userId);
    const present = await this.#accounts.findActivation(userId);
    if (present !== undefined && present.expiresAt - this.#clock.now() >= RENEWED_BELOW_MILLIS) return present;
    const renewed = this.newActivation();
    if (!(await this.#accounts.setActivation(userId, renewed))) throw alreadyActive(userId);
    return renewed;
  }

  async stateOf(token: string): Promise<LinkState> {
    const found = await this.#accounts.findByActivationToken(token);
    if (found === undefined) return "unknown";
    return this.#hasExpired(found.expiresAt) ? "expired" : "valid";
  }

  /** Sets the first password and logs in. Throws `invalid` for an unknown, used or expired token and an unfit password. */
  async activate(token: string, password: string): Promise<TokenPair> {
    const found = await this.#accounts.findByActivationToken(token);
    if (found === undefined) throw unusable();
    if (this.#hasExpired(found.expiresAt))
      throw invalid("the activation link has expired; an administrator can give a new one");
    requirePassword(password, this.#security.current().passwordPolicy);
    const { user } = found.account;
    const passwordHash = await this.#passwords.hash(password);
    const session = this.#tokens.newSession(user.id);
    const activated = await this.#accounts.activate(token, {
      userId: user.id,
      passwordHash,
      changedAt: this.#clock.now(),
      session,
    });
    if (!activated) throw unusable();
    return this.#tokens.pair(user, session);
  }

  #hasExpired(expiresAt: EpochMillis): boolean {
    return expiresAt <= this.#clock.now();
  }
}

function unusable(): DomainError {
  return invalid("the activation link is unknown or has been used");
}

function alreadyActive(userId: UserId): DomainError {
  return invalid(`user ${userId} is active already`);
}
