// A database on two servers: each commit waits until the second one has it, and that one takes over when the first one is lost.
import { Client } from "pg";
import type { PostgresServer } from "../../tools/cluster/postgres-server.ts";
import { eventually } from "./deadline.ts";

/** As a standby calls itself. */
const STANDBY = "walreceiver";
const FOLLOWS_MILLIS_MAX = 60_000;

export class PostgresPair {
  #primary: PostgresServer;
  #standby: PostgresServer;

  constructor(primary: PostgresServer, standby: PostgresServer) {
    this.#primary = primary;
    this.#standby = standby;
  }

  /** The server that takes writes. */
  get primary(): PostgresServer {
    return this.#primary;
  }

  /** Makes the other server a standby of the primary, which runs; from then on commits wait for it. */
  async complete(): Promise<void> {
    await this.#standby.follow(this.#primary);
    await this.#standby.start();
    await this.#ask(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`);
    await this.#ask("SELECT pg_reload_conf()");
    await eventually(
      () => this.#ask("SELECT sync_state FROM pg_stat_replication"),
      (states) => states.includes("sync"),
      FOLLOWS_MILLIS_MAX,
      (states) => `the standby is ${states.join(", ")}`,
    );
  }

  /** The machine of the primary is lost: the standby takes its place, and does not wait for another one. */
  async failOver(): Promise<void> {
    await this.#primary.kill();
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
    await this.#ask("SELECT pg_promote()");
    await this.#ask("ALTER SYSTEM RESET synchronous_standby_names");
    await this.#ask("SELECT pg_reload_conf()");
  }

  async stop(): Promise<void> {
    for (const server of [this.#primary, this.#standby]) if (server.state !== "stopped") await server.kill();
  }

  /** The first column. */
  async #ask(sql: string): Promise<readonly string[]> {
    const client = new Client({ connectionString: this.#primary.url });
    await client.connect();
    try {
      const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
      return rows.map(([first]) => String(first));
    } finally {
      await client.end();
    }
  }
}
