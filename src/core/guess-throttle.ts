// Slows down guessing: of passwords, tokens, keys and secrets, wherever they are shown. Nothing is locked. After some wrong ones
// the next is looked at only after a pause, which grows: for one account from one address, for an address, and, where many
// addresses try it, for an account. What does not wait in vain is refused, and may come again. Credentials that have been
// right from an address lately pass at once, so that the others there, devices behind one router, say, notice nothing of
// somebody among them who guesses. Each node counts for itself.
import { hash, randomUUID } from "node:crypto";
import type { Clock, EpochMillis } from "../lib/clock.ts";
import { networkOf } from "../lib/networks.ts";
import { remember } from "../lib/remember.ts";
import { DomainError } from "./errors.ts";

export interface GuessThrottleOptions {
  /** For everything wrong from one address. */
  readonly address: PaceOptions;
  readonly accountAtAddress: PaceOptions;
  /** For one account, from wherever. */
  readonly account: PaceOptions;
  /** An attempt that would wait longer is refused. */
  readonly waitMillisMax: number;
  /** Remembered of each: addresses, accounts, right credentials; beyond it the one used longest ago is forgotten. */
  readonly entriesMax: number;
}

export interface PaceOptions {
  /** Wrong ones without a pause. */
  readonly freeMax: number;
  /** The pause after one more; it doubles with each further one. */
  readonly pauseMillis: number;
  readonly pauseMillisMax: number;
  /** In this time one of them is forgiven. */
  readonly forgiveMillis: number;
}

/** Something that only its owner should know, as it was shown. */
export interface Guess {
  /** The address of the client, as trusted proxies report it. */
  readonly address: string;
  /** Whose it claims to be, such as a login name; left out where the secret alone says so. */
  readonly account?: string;
  readonly secret: string;
}

export interface GuessCheck<Result> {
  /**
   * Finds out. `proceed` is for one that has to wait for something else: called right before the secret is looked at, it
   * throws where meanwhile others have been wrong, so that this one has to wait for its turn as well; what it throws is to
   * be let through, and the check is made again.
   */
  readonly check: (proceed: () => void) => Promise<Result>;
  readonly isRight: (result: Result) => boolean;
  /** Ends the wait; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface GuessCounts {
  readonly wrong: number;
  /** Attempts that had to wait. */
  readonly delayed: number;
  /** Attempts refused unseen. */
  readonly refused: number;
}

interface PaceKey {
  readonly paces: Paces;
  readonly key: string;
}

export class GuessThrottle {
  readonly #clock: Clock;
  readonly #options: GuessThrottleOptions;
  readonly #isShared: (address: string) => boolean;
  readonly #byAddress: Paces;
  readonly #byAccountAtAddress: Paces;
  readonly #byAccount: Paces;
  /** Digests of what was right, with where from; in the order of use. Salted, so that they say nothing about a password. */
  readonly #right = new Map<string, true>();
  readonly #salt = randomUUID();
  readonly #counts = { wrong: 0, delayed: 0, refused: 0 };

  /** `isShared`: whether many callers stand behind an address, as behind a proxy; it is not slowed down as one caller. */
  constructor(clock: Clock, options: GuessThrottleOptions, isShared: (address: string) => boolean = () => false) {
    this.#clock = clock;
    this.#options = options;
    this.#isShared = isShared;
    const { entriesMax } = options;
    this.#byAddress = new Paces(options.address, entriesMax);
    this.#byAccountAtAddress = new Paces(options.accountAtAddress, entriesMax);
    this.#byAccount = new Paces(options.account, entriesMax);
  }

  get counts(): GuessCounts {
    return this.#counts;
  }

  /** Resolves with what the check finds. Rejects with `rate-limited` where too many others wait, and as the check does. */
  async attempt<Result>(guess: Guess, given: GuessCheck<Result>): Promise<Result> {
    const { check, isRight } = given;
    const digest = this.#digestOf(guess);
    if (this.#right.delete(digest)) {
      const result = await check(proceedAtOnce);
      if (isRight(result)) this.#remember(digest);
      else this.#wrong(this.#keysOf(guess));
      return result;
    }
    const keys = this.#keysOf(guess);
    const result = await this.#inTurn(keys, given);
    if (isRight(result)) {
      for (const { paces, key } of keys) if (paces === this.#byAccountAtAddress) paces.forget(key);
      this.#remember(digest);
    } else this.#wrong(keys);
    return result;
  }

  async #inTurn<Result>(keys: readonly PaceKey[], given: GuessCheck<Result>): Promise<Result> {
    const { check, signal } = given;
    const now = this.#clock.now();
    const startsAt = Math.max(now, ...keys.map(({ paces, key }) => paces.nextAt(key, now)));
    if (startsAt - now > this.#options.waitMillisMax) throw this.#refusal(startsAt - now);
    const paced = keys.filter(({ paces, key }) => paces.pauseMillis(key, now) > 0);
    for (const { paces, key } of paced) paces.enter(key, startsAt, now);
    try {
      if (startsAt > now) {
        this.#counts.delayed++;
        await this.#pause(startsAt - now, signal);
      }
      return await check(() => {
        // A burst of attempts would pass otherwise before the first has been found wrong.
        if (paced.length === 0 && this.#isPaced(keys)) throw new NotYet();
      });
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
    } finally {
      for (const { paces, key } of paced) paces.leave(key);
    }
    return this.#inTurn(keys, given);
  }

  #pause(delayMillis: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        timer.cancel();
        const reason: unknown = signal?.reason;
        reject(reason instanceof Error ? reason : new Error("the attempt was given up", { cause: reason }));
      };
      const timer = this.#clock.after(delayMillis, () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      });
      if (signal?.aborted === true) giveUp();
      else signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  #isPaced(keys: readonly PaceKey[]): boolean {
    const now = this.#clock.now();
    return keys.some(({ paces, key }) => paces.pauseMillis(key, now) > 0);
  }

  #refusal(waitMillis: number): DomainError {
    this.#counts.refused++;
    return new DomainError("rate-limited", "too many wrong credentials from this address or for this account lately", {
      retryAfterSeconds: Math.ceil(waitMillis / 1000),
    });
  }

  #wrong(keys: readonly PaceKey[]): void {
    this.#counts.wrong++;
    const now = this.#clock.now();
    for (const { paces, key } of keys) paces.add(key, now);
  }

  #remember(digest: string): void {
    remember(this.#right, digest, true, this.#options.entriesMax);
  }

  #keysOf({ address, account }: Guess): readonly PaceKey[] {
    const network = networkOf(address);
    const keys = this.#isShared(address) ? [] : [{ paces: this.#byAddress, key: network }];
    if (account === undefined) return keys;
    // Names are as long as a client likes, and a part of one would keep all of it in memory; a digest does not.
    const key = hash("sha256", account, "base64");
    return [...keys, { paces: this.#byAccountAtAddress, key: `${network} ${key}` }, { paces: this.#byAccount, key }];
  }

  #digestOf({ address, account, secret }: Guess): string {
    return hash("sha256", JSON.stringify([this.#salt, networkOf(address), account, secret]), "base64");
  }
}

/** An attempt that nobody had to wait for when it came, and that now has to. */
class NotYet extends Error {}

function proceedAtOnce(): void {
  // What was right lately waits for nobody.
}

interface Pace {
  /** Wrong ones that are not forgiven yet, when the last of them came. */
  readonly wrong: number;
  readonly wrongAt: number;
  /** When the next attempt may be looked at. */
  readonly nextAt: number;
  /** Attempts that wait for their turn or have it, which are taken to be wrong until they are known. */
  readonly open: number;
}

const UNTRIED: Pace = { wrong: 0, wrongAt: 0, nextAt: 0, open: 0 };

/** The pauses of all keys of one kind. */
class Paces {
  readonly #options: PaceOptions;
  readonly #entriesMax: number;
  /** In the order of use. */
  readonly #paces = new Map<string, Pace>();

  constructor(options: PaceOptions, entriesMax: number) {
    this.#options = options;
    this.#entriesMax = entriesMax;
  }

  nextAt(key: string, now: EpochMillis): number {
    return this.#of(key, now).nextAt;
  }

  /** The pause between two attempts at present. */
  pauseMillis(key: string, now: EpochMillis): number {
    const { freeMax, pauseMillis, pauseMillisMax } = this.#options;
    const pace = this.#of(key, now);
    const wrong = Math.ceil(this.#wrongAt(pace, now)) + pace.open;
    return wrong < freeMax ? 0 : Math.min(pauseMillisMax, pauseMillis * 2 ** (wrong - freeMax));
  }

  /** An attempt will be looked at then, and the next one a pause later. */
  enter(key: string, startsAt: number, now: EpochMillis): void {
    const pace = this.#of(key, now);
    this.#set(key, { ...pace, nextAt: startsAt + this.pauseMillis(key, now), open: pace.open + 1 });
  }

  /** It is over, whatever has come of it. */
  leave(key: string): void {
    const pace = this.#paces.get(key);
    if (pace !== undefined) this.#paces.set(key, { ...pace, open: Math.max(0, pace.open - 1) });
  }

  add(key: string, now: EpochMillis): void {
    const { freeMax, pauseMillis, pauseMillisMax } = this.#options;
    // More would only take longer to be forgiven.
    const wrongMax = freeMax + Math.ceil(Math.log2(pauseMillisMax / pauseMillis)) + 1;
    const pace = this.#of(key, now);
    const wrong = Math.min(wrongMax, this.#wrongAt(pace, now) + 1);
    this.#set(key, { ...pace, wrong, wrongAt: now });
  }

  forget(key: string): void {
    this.#paces.delete(key);
  }

  #of(key: string, now: EpochMillis): Pace {
    const pace = this.#paces.get(key) ?? UNTRIED;
    if (pace.wrongAt <= now) return pace;
    // The clock was put back: nobody waits until it is again what it was.
    const moved = { ...pace, wrongAt: now, nextAt: now };
    this.#paces.set(key, moved);
    return moved;
  }

  #wrongAt({ wrong, wrongAt }: Pace, now: EpochMillis): number {
    return Math.max(0, wrong - (now - wrongAt) / this.#options.forgiveMillis);
  }

  #set(key: string, pace: Pace): void {
    this.#paces.delete(key);
    remember(this.#paces, key, pace, this.#entriesMax);
  }
}
