// Points in columns: the gathering batch, which messages extend without allocating, and any other set of points stored
// together.
const ROWS_INITIAL = 1024;

/**
 * The rows from `from` (inclusive) to `to` (exclusive), to be deleted at `expiresAt` (milliseconds since the epoch).
 */
export interface ExpiringRows {
  readonly from: number;
  readonly to: number;
  readonly expiresAt: number;
}

export class PointBatch {
  count = 0;
  series: Int32Array;
  /** Integers, in milliseconds since the epoch. */
  ts: Float64Array;
  kind: Uint8Array;
  num: Float64Array;
  /** The numbers of the rows that have a text, ascending; `texts` is in the same order. */
  readonly textRows: number[] = [];
  readonly texts: string[] = [];
  /** UTF-16 code units of all texts: a lower bound of their memory use. */
  textLength = 0;
  /** Rows with an individual time to live, ascending; most batches have none. */
  readonly expiring: ExpiringRows[] = [];

  constructor(rows = ROWS_INITIAL) {
    this.series = new Int32Array(rows);
    this.ts = new Float64Array(rows);
    this.kind = new Uint8Array(rows);
    this.num = new Float64Array(rows);
  }

  add(series: number, ts: number, kind: number, num: number): void {
    const row = this.count;
    if (row === this.series.length) this.#growRows();
    this.series[row] = series;
    this.ts[row] = ts;
    this.kind[row] = kind;
    this.num[row] = num;
    this.count = row + 1;
  }

  /** Sets the text of the row added last. */
  addText(text: string): void {
    this.textRows.push(this.count - 1);
    this.texts.push(text);
    this.textLength += text.length;
  }

  /** Removes all rows from `count` on. */
  truncate(count: number): void {
    this.count = count;
    while (this.textRows.length > 0 && (this.textRows.at(-1) ?? 0) >= count) {
      this.textRows.pop();
      this.textLength -= this.texts.pop()?.length ?? 0;
    }
  }

  /** A new batch with these rows, in the given order, without expiry. */
  pick(rows: readonly number[]): PointBatch {
    const picked = new PointBatch(rows.length);
    const textOf = new Map(this.textRows.map((row, index) => [row, this.texts[index] ?? ""]));
    for (const row of rows) {
      picked.add(this.series[row] ?? 0, this.ts[row] ?? 0, this.kind[row] ?? 0, this.num[row] ?? 0);
      const text = textOf.size === 0 ? undefined : textOf.get(row);
      if (text !== undefined) picked.addText(text);
    }
    return picked;
  }

  /** Adds all rows of another batch. */
  append(other: PointBatch): void {
    const before = this.count;
    while (this.series.length < before + other.count) this.#growRows();
    this.series.set(other.series.subarray(0, other.count), before);
    this.ts.set(other.ts.subarray(0, other.count), before);
    this.kind.set(other.kind.subarray(0, other.count), before);
    this.num.set(other.num.subarray(0, other.count), before);
    this.count += other.count;
    for (const row of other.textRows) this.textRows.push(before + row);
    for (const text of other.texts) this.texts.push(text);
    this.textLength += other.textLength;
    for (const { from, to, expiresAt } of other.expiring)
      this.expiring.push({ from: before + from, to: before + to, expiresAt });
  }

  /** Prepares the batch for reuse and keeps its memory. */
  clear(): void {
    this.count = 0;
    this.textRows.length = 0;
    this.texts.length = 0;
    this.textLength = 0;
    this.expiring.length = 0;
  }

  #growRows(): void {
    const rows = Math.max(ROWS_INITIAL, this.series.length * 2);
    this.series = grown(this.series, new Int32Array(rows));
    this.ts = grown(this.ts, new Float64Array(rows));
    this.kind = grown(this.kind, new Uint8Array(rows));
    this.num = grown(this.num, new Float64Array(rows));
  }
}

function grown<Column extends Int32Array | Float64Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
