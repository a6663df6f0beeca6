// Checks a password that somebody claims to be a user's: throttled, in a hashing slot, and in the same time whether or not
// the user exists.
import { DomainError } from "../errors.ts";
import type { Account } from "./account-store.ts";
import type { HashingSlots } from "./hashing-slots.ts";
import type { LoginThrottle } from "./login-throttle.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { isPlausiblePassword } from "./password-policy.ts";

/** A password as it was sent: by whom it claims to be, and from where. */
export interface PasswordAttempt {
  readonly loginName: string;
  readonly password: string;
  /** The address of the client, as far as trusted proxies tell. */
  readonly address: string;
}

export class PasswordCheck {
  readonly #hasher: PasswordHasher;
  readonly #slots: HashingSlots;
  readonly #throttle: LoginThrottle;

  constructor(hasher: PasswordHasher, slots: HashingSlots, throttle: LoginThrottle) {
    this.#hasher = hasher;
    this.#slots = slots;
    this.#throttle = throttle;
  }

  /** Whether the password is that of `account`; never for no account. Throws `rate-limited` after too many failures. */
  verify(account: Account | undefined, attempt: PasswordAttempt): Promise<boolean> {
    const { loginName, password, address } = attempt;
    this.#throttle.check(loginName, address);
    return this.#slots.run(async () => {
      // Once more, now that it is this one's turn: otherwise a burst of attempts would pass before the first has failed.
      this.#throttle.check(loginName, address);
      const hash = account?.passwordHash ?? null;
      const right =
        hash === null || !isPlausiblePassword(password)
          ? await this.#hasher.verifyNobody("")
          : await this.#hasher.verify(hash, password);
      if (right) this.#throttle.succeeded(loginName, address);
      else this.#throttle.failed(loginName, address);
      return right;
    });
  }

  /** Whether it is the password of one of these hashes; one slot after the other, so that it takes one at a time. */
  async matchesAny(password: string, hashes: readonly string[]): Promise<boolean> {
    for (const hash of hashes) if (await this.#slots.run(() => this.#hasher.verify(hash, password))) return true;
    return false;
  }

  hash(password: string): Promise<string> {
    return this.#slots.run(() => this.#hasher.hash(password));
  }
}

/** The one answer to an unknown user, a wrong password and an unusable request for a login. */
export function badCredentials(): DomainError {
  return new DomainError("unauthenticated", "invalid user name or password");
}
