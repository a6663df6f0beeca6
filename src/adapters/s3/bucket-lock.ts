// Allows one writer at a time in a bucket, which does not release what a killed process has taken. A writer puts a lock
// object of its own and renews it. A lock that has not been renewed for `staleMillis`, by the server's clock, belongs
// to a writer that has ended. A writer that stalls for that long has lost its lock, and notices before it declares a
// backup complete or removes something.
import { randomUUID } from "node:crypto";
import type { PlaceLock } from "../../core/backup/backup-place.ts";
import { DomainError } from "../../core/errors.ts";
import type { Clock, Timer } from "../../lib/clock.ts";

const LOCKS = "locks/";
/** Renewals within `staleMillis`. */
const RENEWALS = 6;
/** Times within `staleMillis` that a possibly abandoned lock is checked. */
const LOOKS = 30;

export interface LockObject {
  readonly name: string;
  /** Time since it was written, by the server's clock. */
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

  /** Waits up to `staleMillis` for an abandoned lock to expire. Throws `conflict` if another writer is active. */
  static async take(deps: LockDeps, staleMillis: number): Promise<BucketLock> {
    const lock = new BucketLock(deps, staleMillis);
    await lock.#awaitOthers();
    await lock.#renew();
    try {
      // If two writers come at the same time, at least one of them sees the other; perhaps both.
      await lock.requireHeld();
    } catch (error) {
      await deps.remove(lock.#name);
      throw error;
    }
    lock.#timer = deps.clock.every(staleMillis / RENEWALS, () => {
      lock.#renewing = lock.#renewing
        .then(() => lock.#renew())
        // The next renewal may succeed; `requireHeld` notices if none did.
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
    // If it cannot be removed, it expires.
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

  /** Does not renew a lock that has expired: another writer may hold the place and would not see this lock. */
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
