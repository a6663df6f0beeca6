// Points that are in the log and not yet in the engine. Batches that arrive while the engine is busy are merged, so that
// one transaction stores many of them.
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import type { LogPlace } from "./log/telemetry-log.ts";
import { ROW_GROUP_ROWS } from "./open-engine.ts";

/** Beyond these, batches wait until the engine has taken some. */
const POINTS_MAX = 4 * ROW_GROUP_ROWS;
const TEXT_LENGTH_MAX = 32 * MEBIBYTE;

/** A transaction of the engine takes some milliseconds, however few points it stores. */
const POINTS_WORTH_FOLDING = ROW_GROUP_ROWS / 4;

/** Points to be stored in one transaction. */
export interface PendingPoints {
  readonly batch: PointBatch;
  /**
   * The rows that may replace stored points, or earlier rows of the batch, ascending. All others are newer than
   * everything before them in their series, so it does not matter that they are stored first.
   */
  readonly late: number[];
  /** Whether a point has become the latest of a series whose newer ones were deleted. */
  revives: boolean;
  /** The place in the log behind them. */
  position: number;
  written: number;
}

export class PendingQueue {
  #waiting: PendingPoints[] = [];
  #spare: PendingPoints | undefined;
  #count = 0;
  #textLength = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get isFull(): boolean {
    return this.#count >= POINTS_MAX || this.#textLength >= TEXT_LENGTH_MAX;
  }

  /** Whether any of them has its own time to live. */
  get hasExpiring(): boolean {
    return this.#waiting.some(({ batch }) => batch.expiring.length > 0);
  }

  /** Whether there are so many that a transaction of the engine pays off. */
  get isWorthFolding(): boolean {
    return this.#count >= POINTS_WORTH_FOLDING || this.#textLength >= TEXT_LENGTH_MAX;
  }

  /** Copies the rows. */
  add(
    batch: PointBatch,
    { late, revives }: Pick<PendingPoints, "revives"> & { readonly late: readonly number[] },
    { position, written }: LogPlace,
  ): void {
    const into = this.#gathering(late);
    into.revives ||= revives;
    into.position = position;
    into.written = written;
    this.#count += batch.count;
    this.#textLength += batch.textLength;
    const before = into.batch.count;
    into.batch.append(batch);
    for (const row of late) into.late.push(before + row);
  }

  /** Removes the oldest points. */
  take(): PendingPoints | undefined {
    const points = this.#waiting.shift();
    this.#count -= points?.batch.count ?? 0;
    this.#textLength -= points?.batch.textLength ?? 0;
    return points;
  }

  /** The points have been stored, and their memory can be reused. */
  reuse(points: PendingPoints): void {
    points.batch.clear();
    points.late.length = 0;
    points.revives = false;
    this.#spare = points;
  }

  clear(): void {
    this.#waiting = [];
    this.#count = 0;
    this.#textLength = 0;
  }

  /** A point that replaces one with its own time to live must come after it, in another transaction. */
  #gathering(late: readonly number[]): PendingPoints {
    const last = this.#waiting.at(-1);
    if (last !== undefined && (late.length === 0 || last.batch.expiring.length === 0)) return last;
    const next = this.#spare ?? { batch: new PointBatch(), late: [], revives: false, position: 0, written: 0 };
    this.#spare = undefined;
    this.#waiting.push(next);
    return next;
  }
}
