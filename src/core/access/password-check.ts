// Checks passwords of users and share links: throttled, in the same time whether or not the user exists, and few at a
// time, so that a flood of logins cannot take processors and memory from ingest.
import { networkOf } from "../../lib/networks.ts";
import { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { GuessThrottle } from "../guess-throttle.ts";
import { isPlausiblePassword } from "./password-policy.ts";

/** The port to a slow, salted password hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Does the same work as `verify` and returns false: for unknown names, so that the response time reveals nothing. */
  verifyUnknown(password: string): Promise<false>;
}

export interface HashingOptions {
  /** Hashes computed at a time. */
  readonly parallelMax: number;
  /** Hashes that may wait for their turn; further ones are refused as `rate-limited`. */
  readonly waitingMax: number;
}

/** A password as sent, with the claimed account and the origin. */
export interface PasswordAttempt {
  /** The account for which guesses are counted, whether or not it exists: `user <login name>`, `link <id>`. */
  readonly account: string;
  readonly password: string;
  /** The address of the client, as reported by trusted proxies. */
  readonly address: string;
}

const RETRY_AFTER_SECONDS = 2;

export class PasswordCheck {
  readonly #hasher: PasswordHasher;
  readonly #guesses: GuessThrottle;
  /** Keyed by address, so that addresses take turns. */
  readonly #slots: Slots<string>;

  constructor(hasher: PasswordHasher, guesses: GuessThrottle, { parallelMax, waitingMax }: HashingOptions) {
    this.#hasher = hasher;
    this.#guesses = guesses;
    this.#slots = new Slots({ max: parallelMax, waitingMax, refusal: () => tooManyWaiting(waitingMax) });
  }

  /** Hashes waiting for their turn. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /**
   * Whether the password has this hash; always false without a hash. After failures it waits, or throws `rate-limited`.
   */
  verify(hash: string | null, { account, password, address }: PasswordAttempt): Promise<boolean> {
    const verify = async (proceed: () => void): Promise<boolean> => {
      proceed();
      return hash === null || !isPlausiblePassword(password)
        ? await this.#hasher.verifyUnknown("")
        : await this.#hasher.verify(hash, password);
    };
    return this.#guesses.attempt(
      { address, account, secret: password },
      {
        check: (proceed) => this.#slots.run(() => verify(proceed), { key: networkOf(address) }),
        isRight: (isRight) => isRight,
      },
    );
  }

  /**
   * Whether the password has one of these hashes. They are checked one after the other, so that it takes one slot at a
   * time.
   */
  async matchesAny(password: string, hashes: readonly string[]): Promise<boolean> {
    for (const hash of hashes) if (await this.#slots.run(() => this.#hasher.verify(hash, password))) return true;
    return false;
  }

  hash(password: string): Promise<string> {
    return this.#slots.run(() => this.#hasher.hash(password));
  }
}

function tooManyWaiting(waitingMax: number): DomainError {
  return new DomainError("rate-limited", "too many logins are waiting; try again in a moment", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    limit: { name: "security.hashing.waitingMax", value: waitingMax },
  });
}

/** The same error for an unknown user, a wrong password and an unusable login request. */
export function badCredentials(): DomainError {
  return new DomainError("unauthenticated", "invalid user name or password");
}
