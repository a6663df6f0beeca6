// A PostgreSQL server of a test: that of a cluster with other settings, in a folder that goes with it. It ends with the process
// that started it. Its data begin as a copy of what initdb made once, as that takes much longer.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { PostgresServer } from "../../tools/cluster/postgres-server.ts";
import { postgresProgram } from "../../tools/cluster/programs.ts";

/** Without waiting for the disk: what is lost with the power is no matter of most tests. */
const FAST = { fsync: "off", full_page_writes: "off", wal_level: "minimal", max_wal_senders: "0" };
const COMMON = { shared_buffers: "64MB", autovacuum: "off", dynamic_shared_memory_type: "mmap" };
/** The database sorts texts as English does, so that it shows where a column is not compared by bytes. */
const ENGLISH = ["--locale-provider=icu", "--icu-locale=en"];
/** Of all servers of tests, as their data are copies. */
const PASSWORD = "of-tests";
const MADE = join(import.meta.dirname, "../../node_modules/.cache");

export interface PostgresServerOptions {
  /** As in production: each commit waits for the disk. */
  readonly isSynced?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

export class PostgresTestServer implements AsyncDisposable {
  readonly #server: PostgresServer;
  readonly #removeFolder: () => void;
  #databases = 0;

  private constructor(server: PostgresServer) {
    this.#server = server;
    this.#removeFolder = () => {
      rmSync(server.folder, { recursive: true, force: true });
    };
    process.once("exit", this.#removeFolder);
  }

  static async start({ isSynced = false, settings = {} }: PostgresServerOptions = {}): Promise<PostgresTestServer> {
    const folder = await mkdtemp(join(tmpdir(), "bridgehead-postgres-"));
    const server = await serverIn(folder, { ...(isSynced ? {} : FAST), ...settings });
    // With their owner, who alone may use them.
    await promisify(execFile)("cp", ["-a", await madeData(), server.dataFolder]);
    await server.start();
    return new PostgresTestServer(server);
  }

  url(database: string): string {
    const url = new URL(this.#server.url);
    url.pathname = database;
    return url.href;
  }

  /** A database for the catalogs of lakes, each in a schema of its own. */
  get catalog(): string {
    return this.url("postgres");
  }

  /** Starts it again after `end`. */
  async begin(): Promise<void> {
    await this.#server.start();
  }

  /** Without a checkpoint, as a crash; what was synced is there after `begin`. */
  async end(): Promise<void> {
    await this.#server.kill();
  }

  async query(database: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** An empty database, or a copy of another one that nobody uses. Its name. */
  async createDatabase(template?: string): Promise<string> {
    const name = `test_${String(++this.#databases)}`;
    await this.query(
      "postgres",
      `CREATE DATABASE ${name} ${template === undefined ? "" : `TEMPLATE ${template} STRATEGY FILE_COPY`}`,
    );
    return name;
  }

  async dropDatabase(name: string): Promise<void> {
    await this.query("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** Milliseconds of processor time of all processes of the server. */
  async processorMillis(): Promise<number> {
    const [first] = (await readFile(join(this.#server.dataFolder, "postmaster.pid"), "utf8")).split("\n");
    let ticks = 0;
    for (const entry of await readdir("/proc")) {
      const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
      // Fields behind the name, which may have blanks: the parent is the second, the times are the 12th to the 15th.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[1] === first || entry === first)
        ticks += fields.slice(11, entry === first ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
    }
    return ticks * 10;
  }

  /** Whether the bytes of a text are in any file of a database, or in the log. */
  async contains(text: string): Promise<boolean> {
    await this.query("postgres", "CHECKPOINT");
    const data = this.#server.dataFolder;
    for (const part of ["base", "pg_wal"])
      for (const entry of await readdir(join(data, part), { recursive: true, withFileTypes: true }))
        if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) return true;
    return false;
  }

  async stop(): Promise<void> {
    process.off("exit", this.#removeFolder);
    if (this.#server.state !== "stopped") await this.#server.kill();
    await rm(this.#server.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

async function serverIn(folder: string, settings: Readonly<Record<string, string>>): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1);
  const password = PASSWORD;
  return new PostgresServer({ folder, port, password, settings: { ...COMMON, ...settings }, initArguments: ENGLISH });
}

/** What initdb makes, for this version of PostgreSQL: of the first test that needs it on this machine. */
async function madeData(): Promise<string> {
  const { stdout: version } = await promisify(execFile)(postgresProgram("postgres"), ["--version"]);
  const kind = createHash("sha256")
    .update(JSON.stringify([version, PASSWORD, ...ENGLISH]))
    .digest("hex");
  const made = join(MADE, `postgres-${kind.slice(0, 16)}`);
  if (existsSync(made)) return made;
  await mkdir(MADE, { recursive: true });
  const begun = await mkdtemp(`${made}-`);
  const server = await serverIn(begun, {});
  await server.start();
  await server.stop();
  // Another process may have been faster, with the same.
  await rename(server.dataFolder, made).catch((error: unknown) => {
    if (!existsSync(made)) throw error;
  });
  await rm(begun, { recursive: true, force: true });
  return made;
}

/** The server of this process, for tests that share one; it ends with the process. */
export function sharedPostgres(): Promise<PostgresTestServer> {
  return (shared ??= PostgresTestServer.start());
}

let shared: Promise<PostgresTestServer> | undefined;
