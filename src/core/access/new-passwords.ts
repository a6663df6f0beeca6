// All requirements on a new password before it is stored: it meets the policy, and is neither the present one nor one
// replaced recently. Source: REST contract 2.5 and section 20.
import { millis, type Clock } from "../../lib/clock.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import { wrong } from "../errors.ts";
import type { Account, AccountStore, NewPassword, PasswordMemory } from "./account-store.ts";
import type { PasswordCheck } from "./password-check.ts";
import { requirePassword } from "./password-policy.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";

export interface NewPasswordOptions {
  /** Replaced passwords remembered per user while reuse is forbidden; the oldest are dropped. */
  readonly replacedMax: number;
}

export interface NewPasswordDeps {
  readonly accounts: Pick<AccountStore, "findReplacedPasswords">;
  readonly passwords: PasswordCheck;
  readonly security: SecuritySettingsSource;
  readonly clock: Clock;
}

export class NewPasswords {
  readonly #deps: NewPasswordDeps;
  readonly #options: NewPasswordOptions;

  constructor(deps: NewPasswordDeps, options: NewPasswordOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** The first password of an account. Throws `invalid` if the policy does not allow it. */
  async first(password: string): Promise<NewPassword> {
    const { passwords, security, clock } = this.#deps;
    requirePassword(password, security.current().passwordPolicy);
    return { passwordHash: await passwords.hash(password), changedAt: clock.now() };
  }

  /** Replaces the present password. Throws `invalid` if the policy does not allow it or it was used recently. */
  async next(account: Account, password: string): Promise<NewPassword> {
    const { accounts, passwords } = this.#deps;
    requirePassword(password, this.#deps.security.current().passwordPolicy);
    const { since, max } = this.memory();
    const replaced = max === 0 ? [] : await accounts.findReplacedPasswords(account.user.id, since);
    const present = account.passwordHash === null ? [] : [account.passwordHash];
    if (await passwords.matchesAny(password, present)) throw wrong("password-same", { field: "newPassword" });
    if (await passwords.matchesAny(password, replaced))
      throw wrong("password-used", { field: "password", days: this.#reuseDays });
    return this.first(password);
  }

  /** Which replaced passwords to remember: none unless reuse is forbidden. */
  memory(): PasswordMemory {
    const days = this.#reuseDays;
    const since = millis(Math.max(0, this.#deps.clock.now() - days * DAY_MILLIS));
    return { since, max: days === 0 ? 0 : this.#options.replacedMax };
  }

  /** 0 if reuse is allowed. */
  get #reuseDays(): number {
    return this.#deps.security.current().passwordPolicy.passwordReuseFrequencyDays ?? 0;
  }
}
