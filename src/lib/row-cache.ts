// A cache of a store's rows, which are found without waiting once they have been read. A caller never gets a row from
// before a change that was announced before its call, even if the row was being read at that moment.
import { LRUCache } from "lru-cache";

export interface RowCacheOptions<Key, Row> {
  /** Reads a row; undefined if there is none, which is not cached. */
  readonly load: (key: Key) => Promise<Row | undefined>;
  /** Most rows, or most weight; the least recently used rows are evicted. Infinity for no limit. */
  readonly max: number;
  /** The weight of a row against `max`; default: one. A row heavier than `max` is not cached. */
  readonly weigh?: (row: Row) => number;
  /** If absent, a row is cached until its change is announced. */
  readonly expiry?: Expiry<Row>;
  /**
   * Updates the cached row from the one just read, for callers that keep the object: all get the same one. If absent,
   * the new row replaces the old one.
   */
  readonly update?: (held: Row, read: Row) => Row;
  /** Called when a row has been cached, replacing a row with the same key. */
  readonly onKeep?: (row: Row, key: Key) => void;
  /** Called when a row has left the cache, because of space or a change. */
  readonly onLeave?: (row: Row, key: Key) => void;
}

interface Expiry<Row> {
  now(): number;
  /** When the row must be read again even if no change has been announced. */
  expiresAt(row: Row): number;
}

interface Entry<Row> {
  readonly row: Row;
  readonly expiresAt: number;
  /** Must be read again; until then, only `held` returns it. */
  isStale: boolean;
}

/**
 * An announced change. A read that began before it refers to the preceding change, from which it finds all later ones.
 */
interface Change<Key, Row> {
  readonly concerns: (row: Row, key: Key) => boolean;
  next: Change<Key, Row> | undefined;
}

interface Loading<Key, Row> {
  readonly after: Change<Key, Row>;
  readonly row: Promise<Row | undefined>;
}

const NEVER: Expiry<unknown> = { now: () => 0, expiresAt: () => Infinity };

/** One object for all reads, so that a hit allocates nothing. */
const READ = {};

export class RowCache<Key extends string, Row> {
  readonly #options: RowCacheOptions<Key, Row>;
  readonly #expiry: Expiry<Row>;
  readonly #entries: LRUCache<Key, Entry<Row>>;
  readonly #loading = new Map<Key, Loading<Key, Row>>();
  #lastChange: Change<Key, Row> = { concerns: () => false, next: undefined };

  constructor(options: RowCacheOptions<Key, Row>) {
    const { max, weigh, onLeave } = options;
    this.#options = options;
    this.#expiry = options.expiry ?? NEVER;
    // With a fixed number of entries the cache preallocates, which is faster. This is not possible with weights or
    // without a limit.
    const isCounted = weigh === undefined && max !== Infinity;
    this.#entries = new LRUCache<Key, Entry<Row>>({
      ...(isCounted
        ? { max: Math.max(1, max) }
        : {
            maxSize: Math.max(1, Math.min(max, Number.MAX_SAFE_INTEGER)),
            sizeCalculation: ({ row }) => Math.max(1, weigh?.(row) ?? 1),
          }),
      noDisposeOnSet: true,
      ...(onLeave === undefined
        ? {}
        : {
            dispose: ({ row }, key) => {
              onLeave(row, key);
            },
          }),
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The row if it is known to be current; does not wait and allocates nothing. */
  get(key: Key): Row | undefined {
    const entry = this.#entries.get(key, READ);
    return entry === undefined || entry.isStale || entry.expiresAt <= this.#expiry.now() ? undefined : entry.row;
  }

  /** The row even if it has expired or is being read again. Does not count as a use. */
  held(key: Key): Row | undefined {
    return this.#entries.peek(key)?.row;
  }

  /** All cached rows, most recently used first. */
  *rows(): Generator<Row> {
    for (const { row } of this.#entries.values()) yield row;
  }

  /** Returns a promise only if the store must be read. */
  find(key: Key): Row | undefined | Promise<Row | undefined> {
    return this.get(key) ?? this.load(key);
  }

  /** Reads the row, sharing the read with concurrent callers. Failures are not cached. */
  load(key: Key): Promise<Row | undefined> {
    const known = this.#loading.get(key);
    // A read that began before a change may have missed it, whichever row the change concerns.
    if (known?.after === this.#lastChange) return known.row;
    const row = this.#read(key).finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    });
    const loading = { after: this.#lastChange, row };
    this.#loading.set(key, loading);
    return row;
  }

  /** The row has changed: reads it again. `held` returns the old row until then, even if the read fails. */
  refresh(key: Key): Promise<Row | undefined> {
    this.#announce((_row, other) => other === key);
    return this.#again(key, this.#entries.peek(key));
  }

  /** Like `refresh`, for every row for which `concerns` returns true. Resolves when all have been read, or have failed. */
  async refreshWhere(
    concerns: (row: Row, key: Key) => boolean,
    failed: (error: unknown, key: Key) => void,
  ): Promise<void> {
    this.#announce(concerns);
    const concerned = [...this.#entries.entries()].filter(([key, { row }]) => concerns(row, key));
    await Promise.all(
      concerned.map(([key, entry]) =>
        this.#again(key, entry).catch((error: unknown) => {
          failed(error, key);
        }),
      ),
    );
  }

  /** The row has changed or no longer exists. */
  forget(key: Key): void {
    this.#announce((_row, other) => other === key);
    this.#entries.delete(key);
  }

  /** Every row for which `concerns` returns true has changed. `among`: the cached keys to check; default: all. */
  forgetWhere(concerns: (row: Row, key: Key) => boolean, among?: Iterable<Key>): void {
    this.#announce(concerns);
    for (const key of among ?? [...this.#entries.keys()]) {
      const row = this.held(key);
      if (row !== undefined && concerns(row, key)) this.#entries.delete(key);
    }
  }

  /** Evicts expired rows; for large rows. */
  dropExpired(): void {
    const now = this.#expiry.now();
    for (const [key, { expiresAt }] of [...this.#entries.entries()]) if (expiresAt <= now) this.#entries.delete(key);
  }

  clear(): void {
    this.#announce(() => true);
    this.#entries.clear();
  }

  /** Resolves when no read is running. */
  async settled(): Promise<void> {
    while (this.#loading.size > 0) await Promise.allSettled([...this.#loading.values()].map(({ row }) => row));
  }

  async #again(key: Key, entry: Entry<Row> | undefined): Promise<Row | undefined> {
    if (entry !== undefined) entry.isStale = true;
    try {
      return await this.load(key);
    } catch (error) {
      if (entry !== undefined) entry.isStale = false;
      throw error;
    }
  }

  async #read(key: Key): Promise<Row | undefined> {
    for (;;) {
      const before = this.#lastChange;
      const row = await this.#options.load(key);
      if (row === undefined) {
        if (before === this.#lastChange) this.#entries.delete(key);
        return undefined;
      }
      if (!isOvertaken(before, row, key)) return this.#keep(key, row);
      // Correct for callers from before the change, unless they keep the object.
      if (this.#options.update === undefined) return row;
    }
  }

  #keep(key: Key, read: Row): Row {
    const held = this.#entries.peek(key)?.row;
    const row = held === undefined ? read : (this.#options.update?.(held, read) ?? read);
    this.#entries.set(key, { row, expiresAt: this.#expiry.expiresAt(row), isStale: false });
    // A row heavier than `max` has not been cached.
    if (this.#entries.has(key)) this.#options.onKeep?.(row, key);
    return row;
  }

  #announce(concerns: Change<Key, Row>["concerns"]): void {
    const change: Change<Key, Row> = { concerns, next: undefined };
    this.#lastChange.next = change;
    this.#lastChange = change;
  }
}

function isOvertaken<Key, Row>(before: Change<Key, Row>, row: Row, key: Key): boolean {
  for (let change = before.next; change !== undefined; change = change.next) if (change.concerns(row, key)) return true;
  return false;
}
