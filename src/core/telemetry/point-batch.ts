// Points in columns: the gathering batch, to which messages add without allocating, and whatever else is stored at once.
const ROWS_INITIAL = 1024;

/** Rows from `from` up to, without, `to` that are to be deleted when `expiresAt`, in milliseconds since the epoch, has come. */
export interface ExpiringRows {
  readonly from: number;
  readonly to: number;
  readonly expiresAt: number;
}

export class PointBatch {
  count = 0;
  series: Int32Array;
  /** Milliseconds since the epoch; whole numbers. */
  ts: Float64Array;
  kind: Uint8Array;
  num: Float64Array;
  /** Rows that have a text, ascending, and in the same order the texts. */
  readonly textRows: number[] = [];
  readonly texts: string[] = [];
  /** UTF-16 units of all texts, which is what they weigh in memory at least. */
  textLength = 0;
  /** Rows with a time to live of their own, ascending; most batches have none. */
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

  /** A batch of these rows, in their order; none of them expires. */
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

  /** Makes the batch ready to gather again, keeping its memory. */
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
