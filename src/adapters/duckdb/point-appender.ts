// Copies rows of a batch into DuckDB's data chunks and appends them to a table, without an object per row.
import duckdb from "@duckdb/node-bindings";
import { BIGINT, DOUBLE, DuckDBDataChunk, INTEGER, UTINYINT, VARCHAR, type DuckDBAppender } from "@duckdb/node-api";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import { nextTurn, Turns } from "../../lib/next-turn.ts";
import type { DuckdbSession } from "./duckdb-session.ts";

const CHUNK_ROWS = 2048;
/** About a millisecond of work. */
const CHUNKS_OF_A_TURN = 4;
const TWO_POW_32 = 4_294_967_296;
const NO_ROW_VALID = new Uint8Array(CHUNK_ROWS / 8);

/** The last column: the number of an era, or of a position. */
type Stamp = typeof INTEGER | typeof BIGINT;

/** Fills a table whose columns are `series, ts, kind, num, text`, and a stamp of the row. */
export class PointAppender {
  readonly #appender: DuckDBAppender;
  readonly #chunk: DuckDBDataChunk;
  readonly #vectors: readonly duckdb.Vector[];
  readonly #tsWords = new Int32Array(CHUNK_ROWS * 2);
  readonly #stamps: Int32Array;
  readonly #textValid = new Uint8Array(CHUNK_ROWS / 8);

  private constructor(appender: DuckDBAppender, stamp: Stamp) {
    this.#appender = appender;
    const chunk = DuckDBDataChunk.create([INTEGER, BIGINT, UTINYINT, DOUBLE, VARCHAR, stamp]);
    this.#chunk = chunk;
    this.#vectors = [0, 1, 2, 3, 4, 5].map((column) => duckdb.data_chunk_get_vector(chunk.chunk, column));
    this.#stamps = new Int32Array(stamp === BIGINT ? CHUNK_ROWS * 2 : CHUNK_ROWS);
  }

  static async open(session: DuckdbSession, table: string, stamp: Stamp = INTEGER): Promise<PointAppender> {
    return new PointAppender(await session.appender(table), stamp);
  }

  /** Appends all rows to the running transaction, with the same stamp or one for each. */
  append(batch: PointBatch, stamps: number | Float64Array): void {
    this.gather(batch, stamps);
    this.flush();
  }

  /** The same for rows that statements of the transaction see only after the next flush, which takes about a millisecond. */
  gather(batch: PointBatch, stamps: number | Float64Array): void {
    for (const chunk of this.#chunks(batch, stamps)) this.#appender.appendDataChunk(chunk);
  }

  flush(): void {
    this.#appender.flushSync();
  }

  /** The same in several turns of the event loop: messages are served in between. */
  async appendInTurns(batch: PointBatch, stamp: number): Promise<void> {
    const turns = new Turns(CHUNKS_OF_A_TURN);
    for (const chunk of this.#chunks(batch, stamp)) {
      this.#appender.appendDataChunk(chunk);
      if (!turns.isDue()) continue;
      this.#appender.flushSync();
      await nextTurn();
    }
    this.#appender.flushSync();
  }

  /** Fills the chunk again and again, until it has had all rows. */
  *#chunks(batch: PointBatch, stamps: number | Float64Array): Generator<DuckDBDataChunk> {
    if (typeof stamps === "number") this.#fillStamps(stamps);
    let nextText = 0;
    for (let from = 0; from < batch.count; from += CHUNK_ROWS) {
      const rows = Math.min(CHUNK_ROWS, batch.count - from);
      if (typeof stamps !== "number") splitIntegers(stamps, from, rows, this.#stamps);
      nextText = this.#fillChunk(batch, from, rows, nextText);
      yield this.#chunk;
    }
  }

  close(): void {
    closeAppender(this.#appender);
  }

  #fillChunk(batch: PointBatch, from: number, rows: number, nextText: number): number {
    const [series, ts, kind, num, text, stamp] = this.#vectors;
    duckdb.data_chunk_reset(this.#chunk.chunk);
    copy(series, batch.series, from, rows);
    splitIntegers(batch.ts, from, rows, this.#tsWords);
    copy(ts, this.#tsWords, 0, rows * 2);
    copy(kind, batch.kind, from, rows);
    copy(num, batch.num, from, rows);
    copy(stamp, this.#stamps, 0, rows * (this.#stamps.length / CHUNK_ROWS));
    const next = this.#fillText(text, batch, from, rows, nextText);
    duckdb.data_chunk_set_size(this.#chunk.chunk, rows);
    return next;
  }

  #fillStamps(stamp: number): void {
    if (this.#stamps.length === CHUNK_ROWS) this.#stamps.fill(stamp);
    else splitIntegers(new Float64Array(CHUNK_ROWS).fill(stamp), 0, CHUNK_ROWS, this.#stamps);
  }

  #fillText(vector: Vector, batch: PointBatch, from: number, rows: number, nextText: number): number {
    duckdb.vector_ensure_validity_writable(required(vector));
    let valid = NO_ROW_VALID;
    let next = nextText;
    for (; next < batch.textRows.length; next++) {
      const row = (batch.textRows[next] ?? 0) - from;
      if (row >= rows) break;
      if (valid === NO_ROW_VALID) valid = this.#textValid.fill(0);
      valid[row >> 3] = (valid[row >> 3] ?? 0) | (1 << (row & 7));
      duckdb.vector_assign_string_element_len(required(vector), row, Buffer.from(batch.texts[next] ?? "", "utf8"));
    }
    duckdb.copy_data_to_vector_validity(required(vector), 0, valid.buffer, valid.byteOffset, Math.ceil(rows / 8));
    return next;
  }
}

/**
 * Splits 64-bit integers into two words each, low word first: a BigInt per row would cost more than the whole append.
 */
function splitIntegers(values: Float64Array, from: number, rows: number, words: Int32Array): void {
  for (let row = 0; row < rows; row++) {
    const value = values[from + row] ?? 0;
    const high = Math.floor(value / TWO_POW_32);
    words[2 * row] = (value - high * TWO_POW_32) | 0;
    words[2 * row + 1] = high;
  }
}

type Vector = duckdb.Vector | undefined;

function copy(vector: Vector, column: Int32Array | Float64Array | Uint8Array, from: number, count: number): void {
  const width = column.BYTES_PER_ELEMENT;
  duckdb.copy_data_to_vector(
    required(vector),
    0,
    column.buffer as ArrayBuffer,
    column.byteOffset + from * width,
    count * width,
  );
}

function required(vector: Vector): duckdb.Vector {
  if (vector === undefined) throw new Error("the chunk has fewer columns than the table");
  return vector;
}

/** After a failure, discards rows that were appended but not flushed. */
export function closeAppender(appender: DuckDBAppender): void {
  try {
    appender.clear();
    appender.closeSync();
  } catch {
    // The appender of an invalidated database reports that again; its rows were never acknowledged.
  }
}
