// A connection to PostgreSQL that answers when its call returns, as that to SQLite does: statements go to the thread that
// talks to the server, and this thread waits. Savepoints wait for the next statement and travel with it.
import { receiveMessageOnPort } from "node:worker_threads";
import {
  StatementError,
  type NamedParameters,
  type Parameter,
  type ResultRow,
  type RowSet,
  type SetType,
  type Statement,
  type StoreConnection,
} from "../sql/store-connection.ts";
import type { ColumnValues } from "../sql/stores/stored-as.ts";
import type { ThreadRole } from "../sql/store-calls.ts";
import {
  ANSWERS_AT,
  ENDED,
  QUESTIONS_AT,
  type FromServer,
  type Line,
  type Numbered,
  type Result,
  type Sent,
  type ToServer,
  type Value,
} from "./postgres-calls.ts";
import { faultOf, UNSUPPORTED } from "./postgres-errors.ts";
import { toStoredText } from "./stored-text.ts";
import { POSTGRES, toPostgres, type PostgresText } from "./to-postgres.ts";

/** Where our tables and functions are; temporary tables and those of the system are found before them. */
export const SCHEMA = "bridgehead";

/** A statement that runs longer is ended by the server; the caller gets `unavailable`. */
const STATEMENT_MILLIS = 60_000;

/** A process that stands still must not hold locks for longer. */
const IDLE_MILLIS = 10_000;

/** Texts that are kept with their translation, and as prepared statements of the server; others are sent as they are. */
const TEXTS_MAX = 2_000;
const PREPARED_MAX = 500;

/** Rows that are fetched at once when they are read one by one. */
const ROWS_FETCHED = 200;

/** How long an answer is waited for before the thread that talks to the server is taken for dead. */
const ANSWER_MILLIS_MAX = 120_000;

/** Statements that need no answer of their own: they only fail if the next statement does. */
const DEFERRED = /^(SAVEPOINT|RELEASE|BEGIN) /;

const SESSION = [
  `SET search_path = ${SCHEMA}`,
  "SET jit = off",
  "SET standard_conforming_strings = on",
  "SET bytea_output = 'hex'",
  "SET extra_float_digits = 1",
  `SET statement_timeout = ${String(STATEMENT_MILLIS)}`,
  `SET idle_in_transaction_session_timeout = ${String(IDLE_MILLIS)}`,
];

const COLUMN_TYPES = `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type FROM pg_attribute a
  WHERE a.attrelid = CAST(? AS regclass) AND a.attnum > 0 AND NOT a.attisdropped`;

const UNIQUE_COLUMNS = `SELECT i.relname AS name, string_agg(t.relname || '.' || a.attname, ', ' ORDER BY k.place) AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
  JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY k (number, place) ON TRUE
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number
  WHERE x.indisunique AND t.relnamespace = to_regnamespace('${SCHEMA}') GROUP BY i.relname`;

interface Prepared extends PostgresText {
  /** Prepared by the server under a name; a text is worth that when it comes again. */
  uses: number;
  name: string | undefined;
}

export class PostgresConnection implements StoreConnection {
  readonly dialect = POSTGRES;
  readonly #line: Line;
  readonly #role: ThreadRole;
  readonly #session: readonly string[];
  readonly #texts = new Map<string, Prepared>();
  readonly #temporary: string[] = [];
  /** Types of columns by table. */
  readonly #types = new Map<string, ReadonlyMap<string, string>>();
  #prepared = 0;
  /** Of the last statement that was prepared; a name is given once. */
  #lastName = 0;
  #deferred: Sent[] = [];
  #state: "idle" | "transaction" | "aborted" = "idle";
  #isConnected = false;
  #isClosed = false;
  /** The columns of each unique key, as SQLite names them, by its name. */
  #uniqueColumns: ReadonlyMap<string, string> = new Map();

  /** `session`: what each connection to the server begins with, besides what it needs itself. */
  constructor(line: Line, role: ThreadRole, session: readonly string[] = []) {
    this.#line = line;
    this.#role = role;
    this.#session = session;
  }

  get inTransaction(): boolean {
    return this.#state !== "idle";
  }

  get isAborted(): boolean {
    return this.#state === "aborted";
  }

  /** The functions that SQLite calls here are part of the schema. */
  define(): void {
    // Nothing to do.
  }

  temporaryTable(sql: string): void {
    if (this.#temporary.includes(sql)) return;
    this.#temporary.push(sql);
    // A transaction that only reads cannot make it, so it is made with the next connection.
    if (this.#isConnected) this.#ask({ kind: "run", statements: [{ text: `BEGIN READ WRITE; ${sql}; COMMIT` }] });
  }

  exec(sql: string): void {
    if (!DEFERRED.test(sql)) {
      this.#send({ text: sql });
      return;
    }
    this.#connect();
    this.#deferred.push({ text: sql });
    if (sql.startsWith("BEGIN")) this.#state = "transaction";
  }

  prepare(sql: string): PostgresStatement {
    return new PostgresStatement(this, sql);
  }

  cached(sql: string): { readonly statement: Statement } {
    return { statement: new PostgresStatement(this, sql) };
  }

  all(sql: string, ...parameters: Parameter[]): ResultRow[] {
    return objectsOf(this.query(sql, parameters));
  }

  get(sql: string, ...parameters: Parameter[]): ResultRow | undefined {
    return objectsOf(this.query(sql, parameters))[0];
  }

  count(from: string, ...parameters: Parameter[]): number {
    return Number(this.query(`SELECT count(*) AS n ${from}`, parameters).rows[0]?.[0]);
  }

  insert(table: string, row: ColumnValues): void {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
    this.query(sql, Object.values(row));
  }

  insertAll(table: string, rows: readonly ColumnValues[], onConflict = ""): void {
    const [first] = rows;
    if (first === undefined) return;
    const known = this.#typesOf(table);
    const columns = Object.keys(first);
    const arrays = columns.map((column) => `CAST(? AS ${known.get(column) ?? "text"}[])`);
    this.query(
      `INSERT INTO ${table} (${columns.join(", ")}) SELECT * FROM unnest(${arrays.join(", ")}) ${onConflict}`,
      columns.map((column) => arrayOf(rows, column, known.get(column) === "jsonb")),
    );
  }

  rowSet(types: Readonly<Record<string, SetType>>, rows: readonly ColumnValues[]): RowSet {
    const columns = Object.keys(types);
    const arrays = Object.values(types).map((type) => `CAST(? AS ${type === "value" ? "jsonb" : type}[])`);
    return {
      sql: `unnest(${arrays.join(", ")}) AS t (${columns.join(", ")})`,
      parameters: columns.map((column) => arrayOf(rows, column, types[column] === "value")),
    };
  }

  #typesOf(table: string): ReadonlyMap<string, string> {
    const known = this.#types.get(table);
    if (known !== undefined) return known;
    const rows = this.all(COLUMN_TYPES, table);
    const types = new Map(rows.map(({ name, type }) => [String(name), String(type)]));
    this.#types.set(table, types);
    return types;
  }

  update(table: string, id: string, row: ColumnValues): void {
    const columns = Object.keys(row).map((column) => `${column} = ?`);
    this.query(`UPDATE ${table} SET ${columns.join(", ")} WHERE id = ?`, [...Object.values(row), id]);
  }

  run(sql: string, ...parameters: Parameter[]): number {
    return this.query(sql, parameters).changes;
  }

  reconnect(): void {
    this.#ask({ kind: "close" });
    this.#forget();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deferred = [];
    this.#state = "idle";
    if (this.#isConnected) this.#ask({ kind: "close" });
    this.#isConnected = false;
  }

  /** For statements. */
  query(sql: string, parameters: readonly (Parameter | NamedParameters)[]): Result {
    if (DEFERRED.test(sql)) {
      this.exec(sql);
      return { columns: [], rows: [], changes: 0, command: "" };
    }
    return this.#send(this.#sent(sql, parameters));
  }

  *rows(
    sql: string,
    parameters: readonly (Parameter | NamedParameters)[],
  ): Generator<{ readonly columns: readonly string[]; readonly row: readonly unknown[] }> {
    const { text, values } = this.#sent(sql, parameters);
    const isOwn = this.#state === "idle";
    const cursor = `c${String(++this.#cursors)}`;
    const fetch = { text: `FETCH ${String(ROWS_FETCHED)} FROM ${cursor}` };
    try {
      this.#connect();
      if (isOwn) this.#deferred.push({ text: "BEGIN" });
      this.#deferred.push({
        text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`,
        ...(values === undefined ? {} : { values }),
      });
      if (isOwn) this.#state = "transaction";
      for (;;) {
        const { columns, rows } = this.#send(fetch);
        for (const row of rows) yield { columns, row };
        if (rows.length < ROWS_FETCHED) return;
      }
    } finally {
      if (isOwn) {
        this.#state = "idle";
        // It has read only, so nobody has to wait for its end.
        this.#line.port.postMessage({
          kind: "post",
          statements: [{ text: "COMMIT" }],
          number: 0,
        } satisfies Numbered<ToServer>);
      } else if (this.#state === "transaction") this.#deferred.push({ text: `CLOSE ${cursor}` });
    }
  }

  #cursors = 0;

  #sent(sql: string, parameters: readonly (Parameter | NamedParameters)[]): Sent {
    const prepared = this.#translated(sql);
    const values = valuesOf(prepared, parameters);
    if (values.length === 0) return { text: prepared.text };
    // Texts with names are made for one call.
    if (
      prepared.names === undefined &&
      prepared.name === undefined &&
      ++prepared.uses > 1 &&
      this.#prepared < PREPARED_MAX
    ) {
      this.#prepared++;
      prepared.name = `s${String(++this.#lastName)}`;
    }
    return { text: prepared.text, values, ...(prepared.name === undefined ? {} : { name: prepared.name }) };
  }

  #translated(sql: string): Prepared {
    const known = this.#texts.get(sql);
    if (known !== undefined) return known;
    const prepared: Prepared = { ...toPostgres(sql), uses: 0, name: undefined };
    if (prepared.names === undefined && this.#texts.size < TEXTS_MAX) this.#texts.set(sql, prepared);
    return prepared;
  }

  #send(statement: Sent): Result {
    this.#connect();
    const statements = [...this.#deferred, statement];
    this.#deferred = [];
    const { text } = statement;
    try {
      const result = this.#run(statements);
      if (text === "COMMIT" || text === "ROLLBACK") this.#state = "idle";
      else if (text.startsWith("ROLLBACK TO")) this.#state = "transaction";
      if (text === "COMMIT" && result.command === "ROLLBACK")
        throw new StatementError("the server rolled the transaction back", "conflict");
      return result;
    } catch (error) {
      if (this.#state === "transaction") this.#state = text === "COMMIT" ? "idle" : "aborted";
      throw error;
    }
  }

  /** The server may have ended the connection while nothing ran; where nothing is lost with it, another one will do. */
  #run(statements: readonly Sent[]): Result {
    const isWhole = this.#state === "idle" || statements[0]?.text.startsWith("BEGIN") === true;
    try {
      return this.#ask({ kind: "run", statements });
    } catch (error) {
      if (!(error instanceof UnsentError) || !isWhole) throw error;
      const state = statements[0]?.text.startsWith("BEGIN") === true ? "transaction" : "idle";
      this.#connect();
      this.#state = state;
      return this.#ask({ kind: "run", statements });
    }
  }

  #connect(): void {
    if (this.#isConnected) return;
    if (this.#isClosed) throw new StatementError("the connection is closed", "storage");
    const session = [...SESSION, ...this.#session, ...this.#temporary];
    if (this.#role === "reader") session.push("SET default_transaction_read_only = on");
    this.#isConnected = true;
    this.#ask({ kind: "connect", session });
    if (this.#role === "reader") return;
    const { rows } = this.#ask({ kind: "run", statements: [{ text: UNIQUE_COLUMNS }] });
    this.#uniqueColumns = new Map(rows.map(([name, columns]) => [String(name), String(columns)]));
  }

  #ask(message: ToServer): Result {
    const { port, counts } = this.#line;
    const number = Atomics.add(counts, QUESTIONS_AT, 1) + 1;
    port.postMessage({ ...message, number } satisfies Numbered<ToServer>);
    const answer = this.#answerTo(number);
    if (answer.kind === "result") return answer.result;
    const { error, isLost, isUnsent } = answer;
    if (isLost) this.#forget();
    if (isUnsent) throw new UnsentError(error.message, "storage");
    const isStale = error.code === UNSUPPORTED && hasPrepared(message);
    if (isStale) this.#prepareAgain();
    throw new StatementError(error.message, isStale ? "conflict" : faultOf(error), {
      columns: this.#uniqueColumns.get(error.constraint ?? ""),
      detail: error.detail,
    });
  }

  /** The notification of the answer before may come only now, and an answer that was given up long after. */
  #answerTo(number: number): FromServer {
    const { port, counts } = this.#line;
    for (;;) {
      const answered = Atomics.load(counts, ANSWERS_AT);
      const answer = receiveMessageOnPort(port)?.message as Numbered<FromServer> | undefined;
      if (answer?.number === number) return answer;
      if (answer !== undefined) continue;
      if (answered === ENDED) throw this.#lost("the thread that talks to the database server has ended");
      if (Atomics.wait(counts, ANSWERS_AT, answered, ANSWER_MILLIS_MAX) === "timed-out")
        throw this.#lost("the thread that talks to the database server does not answer");
    }
  }

  /** A newer version of the program has added columns: what runs again is planned for them. */
  #prepareAgain(): void {
    for (const prepared of this.#texts.values()) {
      prepared.name = undefined;
      prepared.uses = 0;
    }
    this.#prepared = 0;
    this.#types.clear();
  }

  #lost(message: string): StatementError {
    this.#forget();
    return new StatementError(message, "storage");
  }

  #forget(): void {
    this.#isConnected = false;
    this.#state = "idle";
    this.#deferred = [];
  }
}

function hasPrepared(message: ToServer): boolean {
  return message.kind === "run" && message.statements.some(({ name }) => name !== undefined);
}

/** The connection was gone before the statement could be sent. */
class UnsentError extends StatementError {}

class PostgresStatement implements Statement {
  readonly #connection: PostgresConnection;
  readonly #sql: string;
  #asArrays = false;

  constructor(connection: PostgresConnection, sql: string) {
    this.#connection = connection;
    this.#sql = sql;
  }

  run(...parameters: readonly (Parameter | NamedParameters)[]): { readonly changes: number } {
    return this.#connection.query(this.#sql, parameters);
  }

  get(...parameters: readonly (Parameter | NamedParameters)[]): ResultRow | undefined {
    return this.all(...parameters)[0];
  }

  all(...parameters: readonly (Parameter | NamedParameters)[]): ResultRow[] {
    const result = this.#connection.query(this.#sql, parameters);
    // The type of the interface does not express arrays, as that of SQLite's driver does not.
    return this.#asArrays ? (result.rows as unknown as ResultRow[]) : objectsOf(result);
  }

  *iterate(...parameters: readonly (Parameter | NamedParameters)[]): Generator<ResultRow> {
    for (const { columns, row } of this.#connection.rows(this.#sql, parameters))
      yield this.#asArrays ? (row as unknown as ResultRow) : objectOf(columns, row);
  }

  setReturnArrays(enabled: boolean): void {
    this.#asArrays = enabled;
  }

  setAllowUnknownNamedParameters(): void {
    // Only those that the text names are sent.
  }
}

function objectsOf({ columns, rows }: Result): ResultRow[] {
  return rows.map((row) => objectOf(columns, row));
}

function objectOf(columns: readonly string[], row: readonly unknown[]): ResultRow {
  const object: ResultRow = {};
  for (let index = 0; index < columns.length; index++) object[columns[index] ?? ""] = row[index];
  return object;
}

function valuesOf({ names }: PostgresText, parameters: readonly (Parameter | NamedParameters)[]): Value[] {
  const [named] = parameters;
  if (names === undefined) return isNamed(named) ? [] : parameters.map(valueOf);
  return names.map((name) => valueOf((named as NamedParameters)[name]));
}

function isNamed(parameter: Parameter | NamedParameters | undefined): boolean {
  return typeof parameter === "object" && parameter !== null && !ArrayBuffer.isView(parameter);
}

/** Throws for what no column can have, as SQLite's driver does. */
function valueOf(value: unknown): Value {
  if (typeof value === "string") return toStoredText(value);
  if (value === null || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a parameter cannot be ${typeof value}`);
}

/** A column of rows as PostgreSQL writes an array. A value of JSON is written as JSON. */
function arrayOf(rows: readonly ColumnValues[], column: string, isJson: boolean): string {
  return `{${rows.map((row) => elementOf(row[column], isJson)).join(",")}}`;
}

function elementOf(value: Parameter | undefined, isJson: boolean): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "string") return quoted(isJson ? JSON.stringify(toStoredText(value).toWellFormed()) : value);
  return quoted(`\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
