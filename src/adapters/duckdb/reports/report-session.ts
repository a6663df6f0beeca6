// One measure's connection: tables of its own, handed over by the appender, and statements with bound values. Everything
// that it made goes with the connection. SQL text comes from a fixed grammar; what users wrote is bound.
import { DuckDBDataChunk, type DuckDBAppender, type DuckDBType, type DuckDBValue } from "@duckdb/node-api";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";

const CHUNK_ROWS = 2048;

/** One statement: its values are bound in the order in which its text was put together. */
export class Statement {
  readonly values: DuckDBValue[] = [];

  /** The place of a text in the statement. */
  bind(value: string): string {
    this.values.push(value);
    return `$${String(this.values.length)}::VARCHAR`;
  }
}

export interface TableColumn {
  readonly name: string;
  readonly type: DuckDBType;
  readonly values: readonly DuckDBValue[];
}

export interface ReportSessionOptions {
  /** The newest point of each series, in memory. */
  readonly latest: LatestPoints;
  /** Samples that functions of neighbouring samples look at in one step. */
  readonly sliceSamples: number;
}

export class ReportSession {
  readonly latest: LatestPoints;
  readonly sliceSamples: number;
  readonly #session: DuckdbSession;
  readonly #signal: AbortSignal;
  #points: Promise<number> | undefined;
  #tables = 0;

  constructor(session: DuckdbSession, signal: AbortSignal, { latest, sliceSamples }: ReportSessionOptions) {
    this.#session = session;
    this.#signal = signal;
    this.latest = latest;
    this.sliceSamples = sliceSamples;
  }

  /** All points that are stored. */
  async storedPoints(): Promise<number> {
    return await (this.#points ??= this.number("SELECT count(*) FROM points"));
  }

  /** Whether all points are few enough for one step. */
  async isSmall(): Promise<boolean> {
    return (await this.storedPoints()) <= this.sliceSamples;
  }

  /** A name that no other table of this session has. */
  newTable(prefix: string): string {
    return `${prefix}_${String(this.#tables++)}`;
  }

  /** A temporary table of these columns, which have equally many values; answers its name. */
  async createTable(prefix: string, columns: readonly TableColumn[]): Promise<string> {
    const table = this.newTable(prefix);
    const definition = columns.map(({ name, type }) => `${name} ${type.toString()}`).join(", ");
    await this.run(`CREATE TEMP TABLE ${table} (${definition})`);
    const rows = columns[0]?.values.length ?? 0;
    if (rows === 0) return table;
    const appender = await this.#session.appender(table);
    try {
      appendRows(appender, columns, rows);
    } finally {
      appender.closeSync();
    }
    return table;
  }

  async run(sql: string, statement?: Statement): Promise<void> {
    await this.rows(sql, statement);
  }

  async rows(sql: string, statement?: Statement): Promise<readonly (readonly DuckDBValue[])[]> {
    this.#signal.throwIfAborted();
    return await this.#session.query(sql, statement?.values);
  }

  async columns(sql: string, statement?: Statement): Promise<readonly (readonly DuckDBValue[])[]> {
    this.#signal.throwIfAborted();
    return await this.#session.columns(sql, statement?.values);
  }

  /** The number in the first row and column; 0 for none. */
  async number(sql: string, statement?: Statement): Promise<number> {
    const [row] = await this.rows(sql, statement);
    return Number(row?.[0] ?? 0);
  }
}

function appendRows(appender: DuckDBAppender, columns: readonly TableColumn[], rows: number): void {
  const chunk = DuckDBDataChunk.create(columns.map(({ type }) => type));
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    chunk.reset();
    chunk.setColumns(columns.map(({ values }) => values.slice(from, from + CHUNK_ROWS)));
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
}
