// One writer at a time in a bucket, where nothing gives back what a process that was killed has taken. A writer puts an object of its
// own and renews it; one that has not been renewed for some time, by the clock of the server, is that of a writer which has ended. Whoever
// stands still so long has lost the place, and finds out before it says that a backup is one, or removes something.
import { randomUUID } from "node:crypto";
import type { PlaceLock } from "../../core/backup/backup-place.ts";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";

const LOCKS = "locks/";
/** How many times it is renewed before it is out of date. */
const RENEWALS = 6;
/** Looks at one that may have been left within that time. */
const LOOKS = 30;

export interface LockObject {
  readonly name: string;
  /** Since it was written, by the clock of the server. */
  readonly ageMillis: number;
  /** When it was written. */
  readonly writtenAt: number;
}

/** What a lock needs of its bucket. */
export interface LockDeps {
  readonly place: string;
  readonly clock: Clock;
  readonly pause: (millis: number) => Promise<void>;
  readonly list: (prefix: string) => Promise<readonly LockObject[]>;
  readonly put: (name: string, content: Uint8Array) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

export class BucketLock implements PlaceLock {
  readonly #deps: LockDeps;
  readonly #staleMillis: number;
  readonly #name = `${LOCKS}${randomUUID()}`;
  #renewedAt = 0;
  #renewing: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;

  private constructor(deps: LockDeps, staleMillis: number) {
    this.#deps = deps;
    this.#staleMillis = staleMillis;
  }

  /** Waits for as long as one that was left takes to be out of date. */
  static async take(deps: LockDeps, staleMillis: number): Promise<BucketLock> {
    const lock = new BucketLock(deps, staleMillis);
    await lock.#awaitOthers();
    await lock.#renew();
    try {
      // Of two that come at the same time each may see the other; never neither.
      await lock.requireHeld();
    } catch (error) {
      await deps.remove(lock.#name);
      throw error;
    }
    lock.#timer = deps.clock.every(staleMillis / RENEWALS, () => {
      lock.#renewing = lock.#renewing
        .then(() => lock.#renew())
        // The next one may be luckier; `requireHeld` sees that none was.
        .catch(() => undefined);
    });
    return lock;
  }

  async requireHeld(): Promise<void> {
    const locks = await this.#deps.list(LOCKS);
    const isOurs = locks.some(({ name }) => name === this.#name) && !this.#isLost;
    if (!isOurs || locks.length > 1) throw this.#conflict();
  }

  async release(): Promise<void> {
    this.#timer?.cancel();
    await this.#renewing;
    // What cannot be removed goes out of date.
    await this.#deps.remove(this.#name).catch(() => undefined);
  }

  async #awaitOthers(): Promise<void> {
    const { list, remove, pause } = this.#deps;
    const seen = new Map<string, number>();
    for (let look = 0; ; look++) {
      let others = 0;
      for (const { name, ageMillis, writtenAt } of await list(LOCKS)) {
        if (ageMillis > this.#staleMillis) await remove(name);
        else if (look > 0 && seen.get(name) !== writtenAt) throw this.#conflict();
        else others++;
        seen.set(name, writtenAt);
      }
      if (others === 0) return;
      await pause(this.#staleMillis / LOOKS);
    }
  }

  /** Not after another may have taken the place: it would not see this one. */
  async #renew(): Promise<void> {
    if (this.#isLost) return;
    const at = this.#deps.clock.now();
    await this.#deps.put(this.#name, Buffer.from(new Date(at).toISOString()));
    this.#renewedAt = at;
  }

  get #isLost(): boolean {
    return this.#renewedAt !== 0 && this.#deps.clock.now() - this.#renewedAt > this.#staleMillis;
  }

  #conflict(): DomainError {
    return new DomainError("conflict", `another backup to ${this.#deps.place} is running`);
  }
}
