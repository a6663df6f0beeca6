// Checks the password that a caller gives for a user or a share link: throttled, in the same time whether or not the user
// exists, and few at a time, so that a flood of logins cannot take the processors and the memory from ingest.
import { networkOf } from "../../lib/networks.ts";
import { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { GuessThrottle } from "../guess-throttle.ts";
import { isPlausiblePassword } from "./password-policy.ts";

/** The port to a slow, salted password hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Does the work of `verify` and says no: for names that no user has, so that the time of an answer reveals nothing. */
  verifyUnknown(password: string): Promise<false>;
}

export interface HashingOptions {
  /** Hashes that run at a time. */
  readonly parallelMax: number;
  /** Those that may wait for their turn; one more is refused as `rate-limited`. */
  readonly waitingMax: number;
}

/** A password as it was sent: whose it claims to be, and from where. */
export interface PasswordAttempt {
  /** For which guesses are counted, whether or not there is such a one: `user <login name>`, `link <id>`. */
  readonly account: string;
  readonly password: string;
  /** The address of the client, as trusted proxies report it. */
  readonly address: string;
}

const RETRY_AFTER_SECONDS = 2;

export class PasswordCheck {
  readonly #hasher: PasswordHasher;
  readonly #guesses: GuessThrottle;
  /** Addresses take turns. */
  readonly #slots: Slots<string>;

  constructor(hasher: PasswordHasher, guesses: GuessThrottle, { parallelMax, waitingMax }: HashingOptions) {
    this.#hasher = hasher;
    this.#guesses = guesses;
    this.#slots = new Slots({ max: parallelMax, waitingMax, refusal: () => tooManyWaiting(waitingMax) });
  }

  /** Hashes that wait for their turn. */
  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Whether it is the password with this hash; never where there is none. Waits, or throws `rate-limited`, after failures. */
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

  /** Whether it is the password of one of these hashes; one slot after the other, so that it takes one at a time. */
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

/** The one answer to an unknown user, a wrong password and an unusable request for a login. */
export function badCredentials(): DomainError {
  return new DomainError("unauthenticated", "invalid user name or password");
}
