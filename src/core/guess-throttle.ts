// Slows down guessing of passwords, tokens, keys and secrets, wherever they are presented. Nothing is locked. After
// some wrong attempts, the next one is checked only after a growing pause: per account and address, per address, and,
// if many addresses try it, per account. An attempt that would wait too long is refused and may be repeated later.
// Credentials that were recently right from an address pass at once, so that the other clients there (devices behind
// one router, for example) are not affected by a client that guesses. Nodes of a cluster tell each other of wrong attempts.
import { hash, randomUUID } from "node:crypto";
import type { Clock, EpochMillis } from "../lib/clock.ts";
import { networkOf } from "../lib/networks.ts";
import { remember } from "../lib/remember.ts";
import type { Count, CountKind, SharedCounts } from "./shared-counts.ts";
import { DomainError } from "./errors.ts";

export interface GuessThrottleDeps {
  readonly clock: Clock;
  /** Whether an address stands for many callers, such as a proxy; it is then not slowed down like a single caller. */
  readonly isShared?: ((address: string) => boolean) | undefined;
  /** Undefined if there is no cluster. */
  readonly counts?: SharedCounts | undefined;
}

export interface GuessThrottleOptions {
  /** For all wrong attempts from one address. */
  readonly address: PaceOptions;
  readonly accountAtAddress: PaceOptions;
  /** For all wrong attempts at one account, from any address. */
  readonly account: PaceOptions;
  /** An attempt that would have to wait longer is refused. */
  readonly waitMillisMax: number;
  /**
   * Maximum number of addresses, of accounts, and of right credentials remembered; beyond that, the least recently used
   * is forgotten.
   */
  readonly entriesMax: number;
}

export interface PaceOptions {
  /** Wrong attempts allowed without a pause. */
  readonly freeMax: number;
  /** The pause after the next wrong attempt; it doubles with each further one. */
  readonly pauseMillis: number;
  readonly pauseMillisMax: number;
  /** The time after which one wrong attempt is forgiven. */
  readonly forgiveMillis: number;
}

/** A secret as presented by a client. */
export interface Guess {
  /** The address of the client, as reported by trusted proxies. */
  readonly address: string;
  /** The account that the client claims, such as a login name; absent if the secret alone identifies it. */
  readonly account?: string;
  readonly secret: string;
}

export interface GuessCheck<Result> {
  /**
   * Checks the secret. A check that first waits for something else calls `proceed` right before it looks at the secret.
   * `proceed` throws if other attempts have been found wrong meanwhile, so that this one has to take its turn too; the
   * check must let that error through, and is then called again.
   */
  readonly check: (proceed: () => void) => Promise<Result>;
  readonly isRight: (result: Result) => boolean;
  /** Aborts the wait; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface GuessCounts {
  readonly wrong: number;
  /** Attempts that had to wait. */
  readonly delayed: number;
  /** Attempts refused without a check. */
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
  /**
   * Digests of right credentials and their address, in order of use. Salted, so that they reveal nothing about a
   * password.
   */
  readonly #right = new Map<string, true>();
  readonly #salt = randomUUID();
  readonly #counts = { wrong: 0, delayed: 0, refused: 0 };

  constructor({ clock, isShared = () => false, counts }: GuessThrottleDeps, options: GuessThrottleOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#isShared = isShared;
    const { entriesMax } = options;
    const paces = (kind: CountKind, pace: PaceOptions): Paces => {
      const found = new Paces(pace, entriesMax);
      found.tell = counts?.join(kind, (key, count) => found.hear(key, count, clock.now()));
      return found;
    };
    this.#byAddress = paces("guesses by address", options.address);
    this.#byAccountAtAddress = paces("guesses by account at address", options.accountAtAddress);
    this.#byAccount = paces("guesses by account", options.account);
  }

  get counts(): GuessCounts {
    return this.#counts;
  }

  /**
   * Resolves with the result of the check. Rejects with `rate-limited` if the attempt would have to wait too long, and
   * with any error of the check.
   */
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
      for (const { paces, key } of keys) if (paces === this.#byAccountAtAddress) paces.forget(key, this.#clock.now());
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
        // Otherwise a burst of attempts would pass before the first has been found wrong.
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
    // Clients choose the length of names, and a substring would keep the whole string in memory; a digest does not.
    const key = hash("sha256", account, "base64");
    return [...keys, { paces: this.#byAccountAtAddress, key: `${network} ${key}` }, { paces: this.#byAccount, key }];
  }

  #digestOf({ address, account, secret }: Guess): string {
    return hash("sha256", JSON.stringify([this.#salt, networkOf(address), account, secret]), "base64");
  }
}

/** Thrown for an attempt that needed no pause when it arrived and needs one now. */
class NotYet extends Error {}

function proceedAtOnce(): void {
  // Recently right credentials never wait.
}

interface Pace {
  /** Wrong attempts not forgiven yet, as of `wrongAt`, the time of the last one. */
  readonly wrong: number;
  readonly wrongAt: number;
  /** When the next attempt may be checked. */
  readonly nextAt: number;
  /** Attempts that are waiting or being checked; counted as wrong until their result is known. */
  readonly open: number;
}

const UNTRIED: Pace = { wrong: 0, wrongAt: 0, nextAt: 0, open: 0 };

/** Pauses for which wrong attempts at other nodes make the next attempt wait, at most. */
const PAUSES_ELSEWHERE_MAX = 64;

/** The pauses of all keys of one kind. */
class Paces {
  readonly #options: PaceOptions;
  readonly #entriesMax: number;
  /** Told of each wrong attempt, and below zero of those that are forgotten. */
  tell: Count | undefined;
  /** In order of use. */
  readonly #paces = new Map<string, Pace>();

  constructor(options: PaceOptions, entriesMax: number) {
    this.#options = options;
    this.#entriesMax = entriesMax;
  }

  nextAt(key: string, now: EpochMillis): number {
    return this.#of(key, now).nextAt;
  }

  /** The current pause between two attempts. */
  pauseMillis(key: string, now: EpochMillis): number {
    const { freeMax, pauseMillis, pauseMillisMax } = this.#options;
    const pace = this.#of(key, now);
    const wrong = Math.ceil(this.#wrongAt(pace, now)) + pace.open;
    return wrong < freeMax ? 0 : Math.min(pauseMillisMax, pauseMillis * 2 ** (wrong - freeMax));
  }

  /** Schedules an attempt for `startsAt` and the next one a pause later. */
  enter(key: string, startsAt: number, now: EpochMillis): void {
    const pace = this.#of(key, now);
    this.#set(key, { ...pace, nextAt: startsAt + this.pauseMillis(key, now), open: pace.open + 1 });
  }

  /** Marks the attempt as finished, whatever its result. */
  leave(key: string): void {
    const pace = this.#paces.get(key);
    if (pace !== undefined) this.#paces.set(key, { ...pace, open: Math.max(0, pace.open - 1) });
  }

  add(key: string, now: EpochMillis): void {
    this.#add(key, now);
    this.tell?.(key, 1);
  }

  /** Forgets the wrong attempts. */
  forget(key: string, now: EpochMillis): void {
    const wrong = this.#wrongAt(this.#of(key, now), now);
    this.#paces.delete(key);
    if (wrong > 0) this.tell?.(key, -wrong);
  }

  /** What other nodes have found wrong, or forgotten. Each wrong attempt takes a turn here too, if it would have waited here. */
  hear(key: string, count: number, now: EpochMillis): void {
    if (count < 0 && this.#paces.has(key)) {
      const pace = this.#of(key, now);
      this.#set(key, { ...pace, wrong: Math.max(0, this.#wrongAt(pace, now) + count), wrongAt: now });
    }
    const lastAt = now + PAUSES_ELSEWHERE_MAX * this.#options.pauseMillisMax;
    for (let attempt = 0; attempt < count; attempt++) {
      const pauseMillis = this.pauseMillis(key, now);
      this.#add(key, now);
      const pace = this.#of(key, now);
      const nextAt = Math.min(lastAt, Math.max(now, pace.nextAt) + pauseMillis);
      this.#set(key, { ...pace, nextAt: Math.max(pace.nextAt, nextAt) });
    }
  }

  #add(key: string, now: EpochMillis): void {
    const { freeMax, pauseMillis, pauseMillisMax } = this.#options;
    // More would only take longer to be forgiven, without a longer pause.
    const wrongMax = freeMax + Math.ceil(Math.log2(pauseMillisMax / pauseMillis)) + 1;
    const pace = this.#of(key, now);
    const wrong = Math.min(wrongMax, this.#wrongAt(pace, now) + 1);
    this.#set(key, { ...pace, wrong, wrongAt: now });
  }

  #of(key: string, now: EpochMillis): Pace {
    const pace = this.#paces.get(key) ?? UNTRIED;
    if (pace.wrongAt <= now) return pace;
    // The clock was set back: do not make anyone wait until it reaches its former time.
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
