// One query's connection: tables of its own, filled by the appender, and statements with bound values. All of them are
// removed with the connection. SQL text comes from a fixed grammar; text written by users is bound.
import { DuckDBDataChunk, type DuckDBAppender, type DuckDBType, type DuckDBValue } from "@duckdb/node-api";
import type { DuckdbSession } from "../duckdb-session.ts";
import type { LatestPoints } from "../latest-points.ts";

const CHUNK_ROWS = 2048;

export interface ReportSessionOptions {
  /** The newest point of each series, in memory. */
  readonly latest: LatestPoints;
  /** `LatestPoints.replaced` before the transaction began. */
  readonly replacedBefore: number;
  /** Samples that functions of neighbouring samples handle in one step. */
  readonly sliceSamples: number;
  /** Folder for slices that do not stay in memory. */
  readonly scratchFolder: string;
  /** Whether points lie sorted by series rather than in the order of time. */
  readonly isSorted: boolean;
}

type Rows = readonly (readonly DuckDBValue[])[];

export class ReportSession {
  readonly latest: LatestPoints;
  readonly sliceSamples: number;
  readonly scratchFolder: string;
  readonly isSorted: boolean;
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
    this.isSorted = options.isSorted;
  }

  /** Binds a text and returns its placeholder for any statement of this session. */
  readonly bind = (text: string): string => `$t${String(this.#texts.push(text) - 1)}::VARCHAR`;

  /** Whether the transaction may still see points that are gone from memory. */
  get seesDeleted(): boolean {
    return this.latest.replaced !== this.#replacedBefore;
  }

  async storedPoints(): Promise<number> {
    return await (this.#points ??= this.number("SELECT count(*) FROM points"));
  }

  /** Whether all points are few enough to be handled in one step. */
  async isSmall(): Promise<boolean> {
    return (await this.storedPoints()) <= this.sliceSamples;
  }

  /** A table name that is unique in this session. */
  newTable(prefix: string): string {
    return this.#session.newTable(prefix);
  }

  /** Creates a temporary table with these rows; returns its name. */
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

  /** Creates a temporary table from a query; returns its name. */
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

  /** The number in the first row and column; 0 if there is no row. */
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
