// Rows of a store, kept in memory: found without waiting once they have been read. No caller gets a row from before a change that
// was announced before they asked, also where the row was being read just then.
import { LRUCache } from "lru-cache";

export interface RowCacheOptions<Key, Row> {
  /** Reads a row; undefined where there is none, which is not kept. */
  readonly load: (key: Key) => Promise<Row | undefined>;
  /** Beyond it, the rows that were not used for longest leave. Infinity keeps as many as there are. */
  readonly max: number;
  /** What a row counts of `max`; left out, one. A row above `max` is not kept at all. */
  readonly weigh?: (row: Row) => number;
  /** Left out, a row is kept until its change is announced. */
  readonly expiry?: Expiry<Row>;
  /**
   * Makes the held row true to the one just read, for callers who keep the object: all get the same one. Left out, the row just
   * read takes its place.
   */
  readonly update?: (held: Row, read: Row) => Row;
  /** A row is kept from now on, in place of the one that had its key. */
  readonly onKeep?: (row: Row, key: Key) => void;
  /** A row has left: no room, or changed. */
  readonly onLeave?: (row: Row, key: Key) => void;
}

interface Expiry<Row> {
  now(): number;
  /** From when on the row has to be read again, whether or not a change has been announced. */
  expiresAt(row: Row): number;
}

interface Entry<Row> {
  readonly row: Row;
  readonly expiresAt: number;
  /** Read again, and meanwhile served by `held` alone. */
  isStale: boolean;
}

/** An announced change. A read that began before it holds on to its predecessor, and so finds all that came after. */
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
    // With a count known beforehand the room is reserved at once, which is quicker; weights and no bound have none.
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

  /** The row where it is known to be true; does not wait and allocates nothing. */
  get(key: Key): Row | undefined {
    const entry = this.#entries.get(key, READ);
    return entry === undefined || entry.isStale || entry.expiresAt <= this.#expiry.now() ? undefined : entry.row;
  }

  /** Also a row that has expired or is being read again. Counts as no use. */
  held(key: Key): Row | undefined {
    return this.#entries.peek(key)?.row;
  }

  /** All rows that are held, the one used last first. */
  *rows(): Generator<Row> {
    for (const { row } of this.#entries.values()) yield row;
  }

  /** A promise only where the store has to be asked. */
  find(key: Key): Row | undefined | Promise<Row | undefined> {
    return this.get(key) ?? this.load(key);
  }

  /** Reads the row, together with others who want it at the same time. What fails is not kept. */
  load(key: Key): Promise<Row | undefined> {
    const known = this.#loading.get(key);
    // A read that began before a change may have missed it, whichever row the change is about.
    if (known?.after === this.#lastChange) return known.row;
    const row = this.#read(key).finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    });
    const loading = { after: this.#lastChange, row };
    this.#loading.set(key, loading);
    return row;
  }

  /** The row has changed: it is read again, and `held` serves the old one until then, also where the read fails. */
  refresh(key: Key): Promise<Row | undefined> {
    this.#announce((_row, other) => other === key);
    return this.#again(key, this.#entries.peek(key));
  }

  /** As `refresh` for every row that `concerns` names. */
  refreshWhere(concerns: (row: Row, key: Key) => boolean, failed: (error: unknown, key: Key) => void): void {
    this.#announce(concerns);
    for (const [key, entry] of [...this.#entries.entries()])
      if (concerns(entry.row, key))
        this.#again(key, entry).catch((error: unknown) => {
          failed(error, key);
        });
  }

  /** The row has changed, or is not there any more. */
  forget(key: Key): void {
    this.#announce((_row, other) => other === key);
    this.#entries.delete(key);
  }

  /** Every row that `concerns` names has changed. `among`: the keys held that it may be about; left out, all are searched. */
  forgetWhere(concerns: (row: Row, key: Key) => boolean, among?: Iterable<Key>): void {
    this.#announce(concerns);
    for (const key of among ?? [...this.#entries.keys()]) {
      const row = this.held(key);
      if (row !== undefined && concerns(row, key)) this.#entries.delete(key);
    }
  }

  /** Lets go of rows that have expired, for those whose rows are large. */
  dropExpired(): void {
    const now = this.#expiry.now();
    for (const [key, { expiresAt }] of [...this.#entries.entries()]) if (expiresAt <= now) this.#entries.delete(key);
  }

  clear(): void {
    this.#announce(() => true);
    this.#entries.clear();
  }

  /** Resolves when no read is under way any more. */
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
      // Good enough for those who asked before the change, unless they keep the object.
      if (this.#options.update === undefined) return row;
    }
  }

  #keep(key: Key, read: Row): Row {
    const held = this.#entries.peek(key)?.row;
    const row = held === undefined ? read : (this.#options.update?.(held, read) ?? read);
    this.#entries.set(key, { row, expiresAt: this.#expiry.expiresAt(row), isStale: false });
    // One above `max` has not been kept.
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
