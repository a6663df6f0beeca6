// The gathering batch: points in columns and their pending acknowledgements. Messages add to it without allocating.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { ValueKind } from "./telemetry.ts";

const ROWS_INITIAL = 1024;

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
  /** Rows that have a text, ascending, and in the same order the texts. */
  readonly textRows: number[] = [];
  readonly texts: string[] = [];
  /** UTF-16 units of all texts, which is what they weigh in memory at least. */
  textLength = 0;
  /** Rows with a time to live of their own, ascending; most batches have none. */
  readonly expiring: ExpiringRows[] = [];

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

  /** Makes the batch ready to gather again, keeping its memory. */
  clear(): void {
    this.count = 0;
    this.textRows.length = 0;
    this.texts.length = 0;
    this.textLength = 0;
    this.expiring.length = 0;
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
