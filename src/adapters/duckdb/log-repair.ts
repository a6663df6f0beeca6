// Finds what can be kept of a damaged log of the engine, and what is lost. Everything before the first damage is kept
// as it is. The engine cannot read past it, because deletions name rows by numbers that also count lost rows. But added
// points are complete in their entries, so they are kept, commit by commit, and replace points with the same series and
// time, as they did originally. Record: docs/decisions/0134-repair-into-a-new-folder.md.
import { corrected } from "./engine-checksum.ts";
import {
  COMMIT,
  ENTRY_HEAD_BYTES,
  entryAt,
  entryOfAnySize,
  entryOf,
  EntryType,
  hasFrame,
  LOG_HEADER,
  nextEntry,
  typeOf,
} from "./engine-log.ts";
import { LoggedPoints, type Times } from "./logged-points.ts";

/** Lost points of one series, or of an unknown series. */
export interface LostPoints {
  readonly series: number | undefined;
  /** Milliseconds since the epoch; undefined if unknown. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Number of points; undefined if unknown. */
  readonly points: number | undefined;
  /** Where the points were stored. */
  readonly place: string;
}

export interface ReadLog {
  /** The part that the engine reads unchanged, including the header; empty if there is none. */
  readonly whole: Buffer;
  /** Commits of points after the first damage, to be appended after `whole`. */
  readonly rest: Buffer;
  readonly commits: number;
  readonly restCommits: number;
  /** Entries in which one changed byte was corrected. */
  readonly corrected: number;
  readonly damages: readonly LogDamage[];
  readonly lost: readonly LostPoints[];
  /** Number of deleted rows of points after the first damage whose deletion is not repeated. */
  readonly deletionsLeft: number;
}

export interface LogDamage {
  readonly start: number;
  readonly end: number;
}

interface ReadEntry {
  /** The entry including its head. */
  readonly bytes: Buffer;
  readonly type: number;
  readonly next: number;
  readonly isCorrected: boolean;
}

/** An entry that selects table "points" in schema "main". */
const USE_POINTS = entryOf(Buffer.from("6400196500046d61696e660006706f696e7473ffff", "hex"));
const TABLE_AT = Buffer.from("6400196500046d61696e6600", "hex").length;
const POINTS = "points";
const SIZE_MAX = 2 ** 31;

export function readLog(log: Buffer): ReadLog {
  if (log.length === 0) return { ...NOTHING, whole: log };
  return new LogReading(log).read();
}

const NOTHING = {
  rest: Buffer.alloc(0),
  commits: 0,
  restCommits: 0,
  corrected: 0,
  damages: [],
  lost: [],
  deletionsLeft: 0,
};

class LogReading {
  readonly #log: Buffer;
  readonly #whole: Buffer[] = [LOG_HEADER];
  readonly #rest: Buffer[] = [];
  readonly #damages: LogDamage[] = [];
  readonly #lost: LostPoints[] = [];
  /** Entries of the commit being read, before the first damage. */
  #pending: ReadEntry[] = [];
  /** The table that the next rows after the first damage belong to; undefined if the entry that names it is lost. */
  #table: string | undefined;
  /** The last rows of points that were read, and the losses since then, which only the rows around them describe. */
  #around: LoggedPoints | undefined;
  #unknown: { readonly place: string; readonly times: readonly (Times | undefined)[] }[] = [];
  #commits = 0;
  #restCommits = 0;
  #corrected = 0;
  #deletionsLeft = 0;
  #isCommitOpen = false;

  constructor(log: Buffer) {
    this.#log = log;
  }

  read(): ReadLog {
    const log = this.#log;
    if (!log.subarray(0, LOG_HEADER.length).equals(LOG_HEADER)) this.#corrected++;
    let at = LOG_HEADER.length;
    while (at < log.length) {
      const entry = readEntry(log, at);
      if (entry !== undefined) {
        if (entry.isCorrected) this.#corrected++;
        this.#take(entry);
        at = entry.next;
      } else if (isUnfinished(log, at)) break;
      else at = this.#passOver(at);
    }
    this.#closeCommit();
    this.#tellUnknown(undefined);
    return {
      whole: this.#whole.length > 1 ? Buffer.concat(this.#whole) : Buffer.alloc(0),
      rest: Buffer.concat(this.#rest),
      commits: this.#commits,
      restCommits: this.#restCommits,
      corrected: this.#corrected,
      damages: this.#damages,
      lost: this.#lost,
      deletionsLeft: this.#deletionsLeft,
    };
  }

  #take(entry: ReadEntry): void {
    if (this.#damages.length > 0) {
      this.#takeBehind(entry);
      return;
    }
    this.#pending.push(entry);
    if (entry.type === EntryType.insert) this.#around = LoggedPoints.in(content(entry.bytes)) ?? this.#around;
    // The checkpoint entry shows whether the file already has the whole log.
    if (entry.type !== EntryType.commit && entry.type !== EntryType.checkpoint) return;
    if (entry.type === EntryType.commit) this.#commits++;
    for (const { bytes } of this.#pending) this.#whole.push(bytes);
    this.#pending = [];
  }

  /**
   * Skips a damaged part. Whatever follows was written later, so a commit that began before the damage was completed
   * too.
   */
  #passOver(start: number): number {
    const log = this.#log;
    const end = nextEntry(log, start + 1)?.start ?? log.length;
    this.#damages.push({ start, end });
    for (const entry of this.#pending) this.#takeBehind(entry);
    this.#pending = [];
    const damaged = log.subarray(start + ENTRY_HEAD_BYTES, end);
    const isOneInsert = typeOf(damaged) === EntryType.insert && log.readBigUInt64LE(start) === BigInt(damaged.length);
    if (isOneInsert && this.#table !== undefined && this.#table !== POINTS) return end;
    this.#lose(damaged, `telemetry.duckdb.wal from byte ${String(start)} to ${String(end)}`);
    if (!isOneInsert) this.#table = undefined;
    return end;
  }

  /**
   * Reports the points that can still be read from the damaged part. They may be wrong, so an unknown number from about
   * the same time is always reported too.
   */
  #lose(damaged: Buffer, place: string): void {
    const points = LoggedPoints.in(damaged);
    this.#lost.push(...(points?.bySeries() ?? []).map((found) => ({ ...found, place })));
    this.#unknown.push({ place, times: [this.#around?.times, points?.times] });
  }

  #takeBehind({ bytes, type }: ReadEntry): void {
    switch (type) {
      case EntryType.useTable:
        this.#table = tableOf(content(bytes));
        break;
      case EntryType.insert:
        this.#takePoints(bytes);
        break;
      case EntryType.rowGroups:
        if (this.#table === POINTS) this.#keep(bytes);
        break;
      case EntryType.delete:
        if (this.#table === POINTS) this.#deletionsLeft += LoggedPoints.rowsOf(content(bytes));
        break;
      case EntryType.commit:
        this.#closeCommit();
        break;
      default:
    }
  }

  #takePoints(bytes: Buffer): void {
    const points = LoggedPoints.in(content(bytes));
    if (points === undefined || (this.#table !== undefined && this.#table !== POINTS)) return;
    if (this.#table === undefined) {
      this.#lose(content(bytes), "telemetry.duckdb.wal, where its table is lost");
      return;
    }
    this.#tellUnknown(points.times);
    this.#around = points;
    this.#keep(bytes);
  }

  #tellUnknown(after: Times | undefined): void {
    for (const { place, times } of this.#unknown) this.#lost.push(around(place, [...times, after]));
    this.#unknown = [];
  }

  #keep(bytes: Buffer): void {
    if (!this.#isCommitOpen) this.#rest.push(USE_POINTS);
    this.#isCommitOpen = true;
    this.#rest.push(bytes);
  }

  #closeCommit(): void {
    if (!this.#isCommitOpen) return;
    this.#isCommitOpen = false;
    this.#restCommits++;
    this.#rest.push(COMMIT);
  }
}

function content(entry: Buffer): Buffer {
  return entry.subarray(ENTRY_HEAD_BYTES);
}

/** The table named by an entry that says where the following rows belong. */
function tableOf(use: Buffer): string {
  return use.toString("utf8", TABLE_AT + 1, TABLE_AT + 1 + (use[TABLE_AT] ?? 0));
}

/** The entry that begins at `at`, if it is whole or can be corrected. */
function readEntry(log: Buffer, at: number): ReadEntry | undefined {
  const found = entryAt(log, at);
  if (found !== undefined)
    return { bytes: log.subarray(at, found.end), type: found.type, next: found.end, isCorrected: false };
  if (at + ENTRY_HEAD_BYTES > log.length) return undefined;
  const other = entryOfAnySize(log.subarray(at)) ?? correctedEntry(log, at);
  return other && { ...other, next: at + other.bytes.length, isCorrected: true };
}

function correctedEntry(log: Buffer, at: number): { readonly bytes: Buffer; readonly type: number } | undefined {
  const start = at + ENTRY_HEAD_BYTES;
  const size = log.readBigUInt64LE(at);
  if (size === 0n || size > BigInt(log.length - start)) return undefined;
  const right = corrected(log.subarray(start, start + Number(size)), log.readBigUInt64LE(at + 8));
  if (right === undefined || !hasFrame(right)) return undefined;
  return { bytes: entryOf(right), type: typeOf(right) };
}

/** Whether the log ends in the middle of this entry, as after a crash: such an entry was never acknowledged. */
function isUnfinished(log: Buffer, at: number): boolean {
  const left = log.length - at - ENTRY_HEAD_BYTES;
  if (left <= 0) return true;
  const size = log.readBigUInt64LE(at);
  return size > BigInt(left) && size < SIZE_MAX && (left < 2 || log.readUInt16LE(at + ENTRY_HEAD_BYTES) === 0x64);
}

/** Lost points of which only the times written before and after them are known. */
function around(place: string, times: readonly (Times | undefined)[]): LostPoints {
  const known = times.filter((range) => range !== undefined);
  return {
    series: undefined,
    from: known.length === 0 ? undefined : Math.min(...known.map(({ from }) => from)),
    to: known.length === 0 ? undefined : Math.max(...known.map(({ to }) => to)),
    points: undefined,
    place,
  };
}
