// The gathering batch: points in columns and their pending acknowledgements. Messages add to it without allocating.
import type { AckTarget, Refusal } from "../acknowledgement.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { ValueKind } from "./telemetry.ts";

const ROWS_INITIAL = 1024;
const ACKS_INITIAL = 256;

/** Rows from `from` up to, without, `to` that are to be deleted when `expiresAt`, in milliseconds since the epoch, has come. */
export interface ExpiringRows {
  readonly from: number;
  readonly to: number;
  readonly expiresAt: number;
}

export class PointBatch {
  count = 0;
  series = new Int32Array(ROWS_INITIAL);
  /** Milliseconds since the epoch; whole numbers. */
  ts = new Float64Array(ROWS_INITIAL);
  kind = new Uint8Array(ROWS_INITIAL);
  num = new Float64Array(ROWS_INITIAL);
  /** Rows that have a text, ascending, and beside them the texts. */
  readonly textRows: number[] = [];
  readonly texts: string[] = [];
  /** UTF-16 units of all texts, which is what they weigh in memory at least. */
  textLength = 0;
  /** Rows with a time to live of their own, ascending; most batches have none. */
  readonly expiring: ExpiringRows[] = [];

  #pending = 0;
  #targets: AckTarget[] = [];
  #slots = new Int32Array(ACKS_INITIAL);
  readonly #refusals = new Map<number, Refusal>();

  get pendingAcks(): number {
    return this.#pending;
  }

  get isEmpty(): boolean {
    return this.count === 0 && this.#pending === 0;
  }

  add(series: SeriesNumber, ts: number, kind: ValueKind, num: number): void {
    const row = this.count;
    if (row === this.series.length) this.#growRows();
    this.series[row] = series;
    this.ts[row] = ts;
    this.kind[row] = kind;
    this.num[row] = num;
    this.count = row + 1;
  }

  /** Gives a text to the row added last. */
  addText(text: string): void {
    this.textRows.push(this.count - 1);
    this.texts.push(text);
    this.textLength += text.length;
  }

  /** Takes back every row from `count` on. */
  truncate(count: number): void {
    this.count = count;
    while (this.textRows.length > 0 && (this.textRows.at(-1) ?? 0) >= count) {
      this.textRows.pop();
      this.textLength -= this.texts.pop()?.length ?? 0;
    }
  }

  /** Promises to settle `slot` when this batch is durable: with `refusal` if some entries of the request were refused. */
  defer(target: AckTarget, slot: number, refusal: Refusal | undefined): void {
    const index = this.#pending++;
    if (index === this.#slots.length) this.#slots = grown(this.#slots, new Int32Array(index * 2));
    this.#targets[index] = target;
    this.#slots[index] = slot;
    if (refusal !== undefined) this.#refusals.set(index, refusal);
  }

  /** Settles every pending acknowledgement: the whole batch is durable, or `failure` says why it is not. */
  settle(failure: Refusal | undefined): void {
    const targets = this.#targets;
    for (let index = 0; index < this.#pending; index++) {
      const target = targets[index];
      if (target === undefined) continue;
      target.settle(
        this.#slots[index] ?? 0,
        failure ?? (this.#refusals.size === 0 ? undefined : this.#refusals.get(index)),
      );
    }
    // Flushing is idempotent, so neighbours are the only repetition worth avoiding; a flushed target has nothing left.
    let previous: AckTarget | undefined;
    for (let index = 0; index < this.#pending; index++) {
      const target = targets[index];
      if (target !== previous) target?.flush();
      previous = target;
    }
  }

  /** Makes the batch ready to gather again, keeping its memory. */
  clear(): void {
    this.count = 0;
    this.textRows.length = 0;
    this.texts.length = 0;
    this.textLength = 0;
    this.expiring.length = 0;
    // Dropping the references lets closed sessions be collected.
    this.#targets.fill(undefined as unknown as AckTarget, 0, this.#pending);
    this.#pending = 0;
    this.#refusals.clear();
  }

  #growRows(): void {
    const capacity = this.series.length * 2;
    this.series = grown(this.series, new Int32Array(capacity));
    this.ts = grown(this.ts, new Float64Array(capacity));
    this.kind = grown(this.kind, new Uint8Array(capacity));
    this.num = grown(this.num, new Float64Array(capacity));
  }
}

function grown<Column extends Int32Array | Float64Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
