// Rows of points as stored in an entry of the engine's log, column by column. Made for damaged entries: positions
// follow from the number of rows, so series and times can be read although other bytes are damaged.

/** Start of an insert entry: its type, the marker of the rows, and their number. */
const FRONT = Buffer.from([0x64, 0, 26, 0x65, 0, 0x64, 0]);
const DELETE_FRONT = Buffer.from([0x64, 0, 27, 0x65, 0, 0x64, 0]);
/** Describes six columns with the types that points have. */
const TYPES = Buffer.from("65000664000dffff64000effff64001cffff640017ffff640019ffff64000dffff660006", "hex");
/** Start of a column without nulls: a marker that it has none, and the marker of its values. */
const COLUMN_FRONT_BYTES = 5;
const COLUMN_END_BYTES = 2;
const SERIES_BYTES = 4;
const TS_BYTES = 8;
/** The range of a Date in milliseconds; no ts lies outside. */
const TS_MAX = 8_640_000_000_000_000;

/** Milliseconds since the epoch. */
export interface Times {
  readonly from: number;
  readonly to: number;
}

export interface SeriesTimes extends Times {
  readonly series: number;
  readonly points: number;
}

export class LoggedPoints {
  readonly #bytes: Buffer;
  readonly #rows: number;
  readonly #seriesAt: number;
  readonly #tsAt: number;

  private constructor(bytes: Buffer, rows: number, columnsAt: number) {
    this.#bytes = bytes;
    this.#rows = rows;
    this.#seriesAt = columnsAt + COLUMN_FRONT_BYTES + varintBytes(rows * SERIES_BYTES);
    this.#tsAt =
      this.#seriesAt + rows * SERIES_BYTES + COLUMN_END_BYTES + COLUMN_FRONT_BYTES + varintBytes(rows * TS_BYTES);
  }

  /** Undefined if the content is not an insert of points, or is too damaged to show that it is one. */
  static in(content: Buffer): LoggedPoints | undefined {
    if (!content.subarray(0, FRONT.length).equals(FRONT)) return undefined;
    const { value: rows, end } = readVarint(content, FRONT.length);
    const columnsAt = end + TYPES.length;
    if (!content.subarray(end, columnsAt).equals(TYPES)) return undefined;
    return new LoggedPoints(content, rows, columnsAt);
  }

  /** Number of rows in a delete entry; 0 for other entries. */
  static rowsOf(content: Buffer): number {
    return content.subarray(0, DELETE_FRONT.length).equals(DELETE_FRONT)
      ? readVarint(content, DELETE_FRONT.length).value
      : 0;
  }

  /** The first and last time; undefined if no row can be read. */
  get times(): Times | undefined {
    const series = this.bySeries();
    if (series.length === 0) return undefined;
    return { from: Math.min(...series.map(({ from }) => from)), to: Math.max(...series.map(({ to }) => to)) };
  }

  /** The times of each series; rows that can belong to no series are left out. */
  bySeries(): readonly SeriesTimes[] {
    const found = new Map<number, SeriesTimes>();
    for (let row = 0; row < this.#rows; row++) {
      const series = this.#seriesOf(row);
      const ts = this.#tsOf(row);
      if (series === undefined || ts === undefined) continue;
      const known = found.get(series);
      found.set(series, {
        series,
        from: Math.min(ts, known?.from ?? ts),
        to: Math.max(ts, known?.to ?? ts),
        points: (known?.points ?? 0) + 1,
      });
    }
    return [...found.values()];
  }

  #seriesOf(row: number): number | undefined {
    const at = this.#seriesAt + row * SERIES_BYTES;
    if (at + SERIES_BYTES > this.#bytes.length) return undefined;
    const series = this.#bytes.readInt32LE(at);
    return series > 0 ? series : undefined;
  }

  #tsOf(row: number): number | undefined {
    const at = this.#tsAt + row * TS_BYTES;
    if (at + TS_BYTES > this.#bytes.length) return undefined;
    const ts = Number(this.#bytes.readBigInt64LE(at));
    // A ts of 0, the first millisecond of 1970, is more likely damage than a point.
    return ts !== 0 && Math.abs(ts) <= TS_MAX ? ts : undefined;
  }
}

function varintBytes(value: number): number {
  return value < 2 ** 7 ? 1 : value < 2 ** 14 ? 2 : value < 2 ** 21 ? 3 : value < 2 ** 28 ? 4 : 5;
}

function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let factor = 1;
  for (let next = at; next < at + 5; next++, factor *= 128) {
    const byte = bytes[next] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: next + 1 };
  }
  return { value, end: at + 5 };
}
