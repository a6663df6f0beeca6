// A semaphore: limits how many pieces of work run at a time, in total and per key, such as a tenant. Others wait:
// within a key by rank and then in order of arrival, while keys take turns. Whether one runs, waits or is refused is
// decided before `take` returns.

export interface SlotsOptions {
  /**
   * Number of slots, or a function if it changes; a change takes effect at the next take or release. Running work
   * continues.
   */
  readonly max: number | (() => number);
  /** Most slots of one key; default: all. */
  readonly keyMax?: number;
  /**
   * Most waiters; default: no limit. At the limit, the newest waiter of the key with the most waiters is refused in
   * favour of a key with fewer.
   */
  readonly waitingMax?: number;
  /** The same for each key. */
  readonly keyWaitingMax?: number;
  /** The error for work that can neither run nor wait: `key` if there are free slots, but none for its key. */
  readonly refusal?: (cause: "all" | "key") => Error;
}

export interface SlotRequest<Key> {
  readonly key?: Key;
  /** How many slots the work takes, if pieces differ in size; default: 1. At most as many as its key may have. */
  readonly slots?: number;
  /**
   * Within a key, the lowest rank runs first. For work in several pieces, this can be the order in which the work
   * began.
   */
  readonly rank?: number;
  /** Ends the wait; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Releases the slot; calling it twice is harmless. */
export type Release = () => void;

interface Waiter {
  readonly slots: number;
  readonly rank: number;
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

export class Slots<Key = undefined> {
  readonly #options: SlotsOptions;
  readonly #runningByKey = new Map<Key | undefined, number>();
  /** Keys in the order of their turns, each with its waiters in order. */
  readonly #waitersByKey = new Map<Key | undefined, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` as soon as it has a slot. */
  async run<Result>(work: () => Promise<Result>, request: SlotRequest<Key> = {}): Promise<Result> {
    const release = await this.take(request);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Rejects with the refusal, or with the signal's reason. */
  take({ key, slots = 1, rank = 0, signal }: SlotRequest<Key> = {}): Promise<Release> {
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
    // The number of slots may have grown since the last release; waiters go first.
    this.#grantFree();
    // Work that needs fewer slots does not overtake work that waits for more.
    if (!this.#waitersByKey.has(key) && this.#hasRoomFor(key, slots)) return Promise.resolve(this.#start(key, slots));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#remove(key, waiter);
        reject(reasonOf(signal));
      };
      const waiter: Waiter = {
        slots,
        rank,
        grant: () => {
          signal?.removeEventListener("abort", leave);
          resolve(this.#start(key, slots));
        },
        refuse: (error) => {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      if (!this.#enqueue(key, waiter)) {
        reject(this.#refusal());
        return;
      }
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  #start(key: Key | undefined, slots: number): Release {
    this.#running += slots;
    this.#runningByKey.set(key, this.#runningOf(key) + slots);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#running -= slots;
      const left = this.#runningOf(key) - slots;
      if (left === 0) this.#runningByKey.delete(key);
      else this.#runningByKey.set(key, left);
      this.#grantFree();
    };
  }

  #grantFree(): void {
    for (const [key, waiters] of this.#waitersByKey) {
      if (this.#isFull) return;
      const [first] = waiters;
      if (first === undefined || !this.#hasRoomFor(key, first.slots)) continue;
      this.#remove(key, first);
      if (waiters.length > 0) {
        // Moves the key behind those that have not had their turn; the loop reaches it again after them.
        this.#waitersByKey.delete(key);
        this.#waitersByKey.set(key, waiters);
      }
      first.grant();
    }
  }

  get #isFull(): boolean {
    return this.#running >= this.#max;
  }

  get #max(): number {
    const { max } = this.#options;
    return typeof max === "number" ? max : max();
  }

  #hasRoomFor(key: Key | undefined, slots: number): boolean {
    return this.#running + slots <= this.#max && this.#runningOf(key) + slots <= (this.#options.keyMax ?? Infinity);
  }

  #runningOf(key: Key | undefined): number {
    return this.#runningByKey.get(key) ?? 0;
  }

  /** False if there is no room for it. */
  #enqueue(key: Key | undefined, waiter: Waiter): boolean {
    const { waitingMax = Infinity, keyWaitingMax = Infinity } = this.#options;
    const own = this.#waitersByKey.get(key)?.length ?? 0;
    if (own >= keyWaitingMax || (this.#waiting >= waitingMax && !this.#evictFor(own))) return false;
    const waiters = this.#waitersByKey.get(key);
    if (waiters === undefined) this.#waitersByKey.set(key, [waiter]);
    else waiters.splice(waiters.findLastIndex(({ rank }) => rank <= waiter.rank) + 1, 0, waiter);
    this.#waiting++;
    return true;
  }

  /** Of keys with equally many waiters, the one whose turn comes last loses one. */
  #evictFor(own: number): boolean {
    let most: readonly [key: Key | undefined, waiters: readonly Waiter[]] | undefined;
    for (const entry of this.#waitersByKey) if (most === undefined || entry[1].length >= most[1].length) most = entry;
    if (most === undefined || own >= most[1].length) return false;
    const [key, waiters] = most;
    const last = waiters.at(-1);
    if (last === undefined) return false;
    const error = this.#refusal();
    this.#remove(key, last);
    last.refuse(error);
    return true;
  }

  #remove(key: Key | undefined, waiter: Waiter): void {
    const waiters = this.#waitersByKey.get(key);
    const place = waiters?.indexOf(waiter) ?? -1;
    if (waiters === undefined || place < 0) return;
    waiters.splice(place, 1);
    this.#waiting--;
    if (waiters.length === 0) this.#waitersByKey.delete(key);
  }

  #refusal(): Error {
    return this.#options.refusal?.(this.#isFull ? "all" : "key") ?? new Error("no slot is free, and no more may wait");
  }
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error("the wait was given up", { cause: reason });
}
