// Kysely over the synchronous connection of node:sqlite. A query has run when the promise it gives exists, so a store that
// awaits only Kysely never leaves its thread, and calls of one batch cannot interleave.
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
} from "kysely";
import type { SQLInputValue } from "node:sqlite";
import type { SqliteConnection } from "./connection.ts";

export class NodeSqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#connection);
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

class NodeSqliteDriver implements Driver {
  readonly #connection: KyselyConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = new KyselyConnection(connection);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  // The writer's batch is the transaction of every store call, with a savepoint of its own for each; see batch-runner.ts.
  beginTransaction(): Promise<void> {
    return Promise.reject(new Error("a store call is a transaction already"));
  }

  commitTransaction(): Promise<void> {
    return Promise.reject(new Error("a store call is committed by the writer"));
  }

  rollbackTransaction(): Promise<void> {
    return Promise.reject(new Error("a store call is rolled back by throwing"));
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  /** The connection belongs to its opener. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

class KyselyConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, reads } = this.#connection.cached(query.sql);
    const parameters = query.parameters.map(toSqlite);
    if (reads) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("streaming would hold a read transaction open; page instead");
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}
