// One query's connection: tables of its own, handed over by the appender, and statements with bound values. Everything
// that it made goes with the connection. SQL text comes from a fixed grammar; what users wrote is bound.
import { DuckDBDataChunk, type DuckDBAppender, type DuckDBType, type DuckDBValue } from "@duckdb/node-api";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";

const CHUNK_ROWS = 2048;

export interface ReportSessionOptions {
  /** The newest point of each series, in memory. */
  readonly latest: LatestPoints;
  /** How many series deletions had changed in it before the transaction began. */
  readonly replacedBefore: number;
  /** Samples that functions of neighbouring samples look at in one step. */
  readonly sliceSamples: number;
  /** Where they lie that do not stay in memory. */
  readonly scratchFolder: string;
}

type Rows = readonly (readonly DuckDBValue[])[];

export class ReportSession {
  readonly latest: LatestPoints;
  readonly sliceSamples: number;
  readonly scratchFolder: string;
  readonly #session: DuckdbSession;
  readonly #signal: AbortSignal;
  readonly #replacedBefore: number;
  readonly #texts: string[] = [];
  #points: Promise<number> | undefined;

  constructor(session: DuckdbSession, signal: AbortSignal, options: ReportSessionOptions) {
    this.#session = session;
    this.#signal = signal;
    this.latest = options.latest;
    this.#replacedBefore = options.replacedBefore;
    this.sliceSamples = options.sliceSamples;
    this.scratchFolder = options.scratchFolder;
  }

  /** The place of a text in any statement of this session. */
  readonly bind = (text: string): string => `$t${String(this.#texts.push(text) - 1)}::VARCHAR`;

  /** Whether points may be gone from memory that the transaction still sees. */
  get seesDeleted(): boolean {
    return this.latest.replaced !== this.#replacedBefore;
  }

  async storedPoints(): Promise<number> {
    return await (this.#points ??= this.number("SELECT count(*) FROM points"));
  }

  /** Whether all points are few enough for one step. */
  async isSmall(): Promise<boolean> {
    return (await this.storedPoints()) <= this.sliceSamples;
  }

  /** A name that no other table of this session has. */
  newTable(prefix: string): string {
    return this.#session.newTable(prefix);
  }

  /** A temporary table of these rows; answers its name. */
  async createTable(prefix: string, columns: Readonly<Record<string, DuckDBType>>, rows: Rows): Promise<string> {
    const table = this.newTable(prefix);
    const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type.toString()}`);
    await this.run(`CREATE TEMP TABLE ${table} (${definitions.join(", ")})`);
    if (rows.length === 0) return table;
    const appender = await this.#session.appender(table);
    try {
      appendRows(appender, Object.values(columns), rows);
    } finally {
      appender.closeSync();
    }
    return table;
  }

  /** A temporary table of the rows of a query; answers its name. */
  async createTableAs(prefix: string, query: string): Promise<string> {
    const table = this.newTable(prefix);
    await this.run(`CREATE TEMP TABLE ${table} AS ${query}`);
    return table;
  }

  async run(sql: string): Promise<void> {
    await this.rows(sql);
  }

  async rows(sql: string): Promise<Rows> {
    this.#signal.throwIfAborted();
    return await this.#session.query(sql, this.#textsIn(sql));
  }

  async columns(sql: string): Promise<Rows> {
    this.#signal.throwIfAborted();
    return await this.#session.columns(sql, this.#textsIn(sql));
  }

  /** The number in the first row and column; 0 for none. */
  async number(sql: string): Promise<number> {
    const [row] = await this.rows(sql);
    return Number(row?.[0] ?? 0);
  }

  #textsIn(sql: string): Record<string, string> {
    const texts: Record<string, string> = {};
    if (this.#texts.length === 0) return texts;
    for (const [, name = "", index] of sql.matchAll(/\$(t(\d+))\b/g)) texts[name] = this.#texts[Number(index)] ?? "";
    return texts;
  }
}

function appendRows(appender: DuckDBAppender, types: readonly DuckDBType[], rows: Rows): void {
  const chunk = DuckDBDataChunk.create([...types]);
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const some = rows.slice(from, from + CHUNK_ROWS);
    chunk.reset();
    chunk.setColumns(types.map((_type, column) => some.map((row) => row[column] ?? null)));
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
}
