// A small store with every kind of failure, for the tests and the measurements of the embedded database's writer.
import { threadId } from "node:worker_threads";
import { SqlStore, storeEntry } from "../../src/adapters/sql/store-table.ts";
import { DomainError } from "../../src/core/errors.ts";

export interface ProbeStore {
  prepare(): Promise<void>;
  empty(): Promise<void>;
  put(key: string, value: string): Promise<number>;
  putAll(keys: readonly string[], values: readonly string[]): Promise<void>;
  putThenThrow(key: string, kind: "domain" | "bug"): Promise<void>;
  putTwice(key: string): Promise<void>;
  /** Fails at COMMIT: the row names a parent that is not there, which SQLite checks only then. */
  putOrphan(key: string): Promise<void>;
  fill(): Promise<void>;
  setPagesMax(extra: number | null): Promise<void>;
  crash(): Promise<void>;
  get(key: string): Promise<string | undefined>;
  getDirect(key: string): Promise<string | undefined>;
  /** A write by a method that is declared as a read. */
  putInReader(key: string): Promise<void>;
  /** Ends the thread that reads. */
  crashReader(): Promise<void>;
  throwDomainError(): Promise<void>;
  count(): Promise<number>;
}

class SqliteProbeStore extends SqlStore implements ProbeStore {
  async prepare(): Promise<void> {
    this.connection.exec(`
      CREATE TABLE probe (key TEXT PRIMARY KEY, value TEXT NOT NULL, parent TEXT REFERENCES probe (key) DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID
    `);
  }

  async empty(): Promise<void> {
    this.connection.exec("DELETE FROM probe");
  }

  async put(key: string, value: string): Promise<number> {
    return this.#put(key, value);
  }

  async putAll(keys: readonly string[], values: readonly string[]): Promise<void> {
    for (const [index, key] of keys.entries()) this.#put(key, values[index] ?? "");
  }

  async putThenThrow(key: string, kind: "domain" | "bug"): Promise<void> {
    this.#put(key, "");
    throw kind === "bug"
      ? new TypeError("a bug")
      : new DomainError("limit-exceeded", "too many", { limit: { name: "probes", value: 7 }, entityType: "PROBE" });
  }

  async putTwice(key: string): Promise<void> {
    this.#put(key, "");
    this.connection.run("INSERT INTO probe (key, value) VALUES (?, '')", key);
  }

  async putOrphan(key: string): Promise<void> {
    this.connection.run("INSERT INTO probe (key, value, parent) VALUES (?, '', 'nobody')", key);
  }

  async fill(): Promise<void> {
    this.#put("big", "x".repeat(1_000_000));
  }

  async setPagesMax(extra: number | null): Promise<void> {
    const { connection } = this;
    const pages = Number(connection.get("PRAGMA page_count")?.["page_count"]);
    connection.exec(`PRAGMA max_page_count = ${String(extra === null ? 4_294_967_294 : pages + extra)}`);
  }

  async crash(): Promise<void> {
    process.exit(7);
  }

  async get(key: string): Promise<string | undefined> {
    const value = this.connection.get("SELECT value FROM probe WHERE key = ?", key)?.["value"];
    return typeof value === "string" ? value : undefined;
  }

  getDirect(key: string): Promise<string | undefined> {
    return this.get(key);
  }

  async putInReader(key: string): Promise<void> {
    this.#put(key, "");
  }

  crashReader(): Promise<void> {
    return this.crash();
  }

  async throwDomainError(): Promise<void> {
    throw new DomainError("limit-exceeded", "too many", { limit: { name: "probes", value: 7 }, entityType: "PROBE" });
  }

  async thread(): Promise<number> {
    return threadId;
  }

  async count(): Promise<number> {
    return Number(this.connection.get("SELECT count(*) AS n FROM probe")?.["n"]);
  }

  #put(key: string, value: string): number {
    return this.connection.run(
      "INSERT INTO probe (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      key,
      value,
    );
  }
}

export const stores = {
  probe: storeEntry(SqliteProbeStore, {
    writes: [
      "prepare",
      "empty",
      "put",
      "putAll",
      "putThenThrow",
      "putTwice",
      "putOrphan",
      "fill",
      "setPagesMax",
      "crash",
    ],
    direct: ["getDirect"],
  }),
};
