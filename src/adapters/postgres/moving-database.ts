// The database of a cluster for an import into it or an export of it: one connection, with locks that keep nodes from starting.
import { DomainError } from "../../core/errors.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { JOBS_LOCK, MIGRATION_LOCK } from "./locks.ts";
import { beginCopy, endCopy, inTransaction, type TableCopy, type TableForm } from "../sql/copy-tables.ts";
import type { StoreConnection } from "../sql/store-connection.ts";
import { migrations } from "./migrations/index.ts";
import { findMoving, forgetMoving, saveMoving, type Moving } from "./moving.ts";
import { PostgresConnection, SCHEMA } from "./postgres-connection.ts";
import { migrateSchema } from "./postgres-engine.ts";
import { PostgresServer } from "./postgres-server.ts";

const LOCKS = [JOBS_LOCK, MIGRATION_LOCK];
/** Each is a question to the server, of a millisecond or more. */
const TRIES_MAX = 2_000;

export class MovingDatabase {
  readonly connection: StoreConnection;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, connection: StoreConnection) {
    this.#server = server;
    this.connection = connection;
  }

  /** Makes the schema, if need be. Throws `conflict` if a node runs, or if the database has entities that are not of an import. */
  static async openForImport(url: string, now: number): Promise<MovingDatabase> {
    return await MovingDatabase.#open(url, async (database) => {
      // Migrating would wait for whoever has them.
      database.#lock();
      migrateSchema(database.connection, now);
      await database.#lockAgain();
      if (database.moving?.kind !== "import") database.#requireEmpty();
    });
  }

  /** Throws `conflict` if a node runs, or if the schema is not that of this version. */
  static async openForExport(url: string): Promise<MovingDatabase> {
    return await MovingDatabase.#open(url, (database) => {
      database.#requireSchema();
      database.#lock();
      if (database.moving?.kind === "import")
        throw new DomainError(
          "conflict",
          "an import into this cluster has not ended: run `bridgehead cluster import` again",
        );
    });
  }

  static async #open(
    url: string,
    prepare: (database: MovingDatabase) => Promise<void> | void,
  ): Promise<MovingDatabase> {
    const server = new PostgresServer(url);
    const database = new MovingDatabase(server, new PostgresConnection(server.line(), "writer"));
    try {
      await prepare(database);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.connection.close();
    await this.#server.close();
  }

  get moving(): Moving | undefined {
    return findMoving(this.connection);
  }

  /** Throws `unavailable` if the connection, and the locks with it, was lost. */
  requireLocks(): void {
    const held = this.connection.count(
      "FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND CAST(objid AS bigint) IN (?, ?)",
      ...LOCKS,
    );
    if (held < LOCKS.length)
      throw new DomainError(
        "unavailable",
        "the connection to PostgreSQL was lost: run the same command again to go on",
      );
  }

  /** After a migration, whose connection the server may not have ended yet. */
  async #lockAgain(): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        this.#lock();
        return;
      } catch (error) {
        if (!(error instanceof DomainError) || tries === TRIES_MAX) throw error;
        await nextTurn();
      }
  }

  #lock(): void {
    for (const lock of LOCKS)
      if (this.connection.get("SELECT pg_try_advisory_lock(CAST(? AS bigint)) AS held", lock)?.["held"] !== 1)
        throw new DomainError(
          "conflict",
          "a node of the cluster runs or starts, or another import or export: end all of them first",
        );
    const others = this.connection.all(
      `SELECT pid, coalesce(host(client_addr), 'this machine') AS address FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'bridgehead%' ORDER BY pid`,
    );
    const [other] = others;
    if (other !== undefined)
      throw new DomainError(
        "conflict",
        `${String(others.length)} connections of nodes are open, such as that of ${String(other["address"])}: end all nodes first; if a machine is gone for good, end its connections with pg_terminate_backend(${String(other["pid"])})`,
      );
  }

  #requireEmpty(): void {
    const [users, devices] = ["user_account", "device"].map((table) => this.connection.count(`FROM ${table}`));
    if (users !== 0 || devices !== 0)
      throw new DomainError(
        "conflict",
        `the database at CLUSTER_POSTGRES_URL is not empty: it has ${String(users)} users and ${String(devices)} devices; an import needs a cluster on which no node has run`,
      );
  }

  #requireSchema(): void {
    const exists = this.connection.get(`SELECT 1 FROM pg_class WHERE oid = to_regclass('${SCHEMA}.migration')`);
    if (exists === undefined)
      throw new DomainError("not-found", "the database at CLUSTER_POSTGRES_URL has nothing of a cluster");
    const applied = new Set(this.connection.all("SELECT number FROM migration").map(({ number }) => Number(number)));
    const known = new Set(migrations.map(({ number }) => number));
    if ([...applied].some((number) => !known.has(number)))
      throw new DomainError("conflict", "the cluster was last used by a newer version: export it with that one");
    if ([...known].some((number) => !applied.has(number)))
      throw new DomainError(
        "conflict",
        "the cluster was last used by an older version: export it with that one, or start a node of this version first",
      );
  }

  begin(moving: Moving, tables: readonly TableForm[]): void {
    inTransaction(this.connection, () => {
      saveMoving(this.connection, moving);
      if (moving.kind === "export") return;
      for (const { name } of tables) this.connection.exec(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      beginCopy({ to: this.connection, tables });
    });
  }

  /** From here on, nodes may start. */
  endImport(copy: TableCopy): void {
    inTransaction(this.connection, () => {
      endCopy(copy);
      for (const { name } of copy.tables) this.connection.exec(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
      forgetMoving(this.connection);
    });
    // Plans are those of a database that has been used for long.
    this.connection.exec("ANALYZE");
  }

  endExport(): void {
    forgetMoving(this.connection);
  }
}
