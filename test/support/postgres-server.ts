// A PostgreSQL server of its own on a free port, in a folder that goes with it. It ends with the process that started it,
// however that ends.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

const VERSIONS_FOLDER = "/usr/lib/postgresql";
const USER = "bridgehead";
const START_MILLIS = 60_000;

/** Without waiting for the disk: what is lost with the power is no matter of most tests. */
const FAST = ["fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"];
const COMMON = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "shared_buffers=64MB",
  "max_connections=200",
  "autovacuum=off",
];

/** Ends the server when the pipe to its parent breaks, and removes its files unless it was told to keep them. */
const KEEPER = `"$@" & server=$!; word=$(cat); kill -QUIT $server; wait $server; [ "$word" = keep ] || rm -rf "$FOLDER"`;

export interface PostgresServerOptions {
  /** As in production: each commit waits for the disk. */
  readonly isSynced?: boolean;
  readonly settings?: readonly string[];
}

export class PostgresTestServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #port: number;
  readonly #options: PostgresServerOptions;
  readonly #identity: { readonly uid?: number; readonly gid?: number };
  readonly #binaries: string;
  #keeper: ChildProcess | undefined;
  #databases = 0;

  private constructor(
    folder: string,
    port: number,
    options: PostgresServerOptions,
    identity: { readonly uid?: number; readonly gid?: number },
    binaries: string,
  ) {
    this.#folder = folder;
    this.#port = port;
    this.#options = options;
    this.#identity = identity;
    this.#binaries = binaries;
  }

  static async start(options: PostgresServerOptions = {}): Promise<PostgresTestServer> {
    const binaries = await binariesFolder();
    const identity = await serverIdentity();
    const folder = await mkdtemp(join(tmpdir(), "bridgehead-postgres-"));
    if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid ?? identity.uid);
    // The database sorts texts as English does, so that it shows where a column is not compared by bytes.
    await run(
      join(binaries, "initdb"),
      [
        ...["-D", join(folder, "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync"],
        ...["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"],
      ],
      { ...identity, cwd: folder },
    );
    const server = new PostgresTestServer(folder, await freePort(), options, identity, binaries);
    await server.begin();
    return server;
  }

  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${String(this.#port)}/${database}`;
  }

  /** Starts it again after `end`. */
  async begin(): Promise<void> {
    const { isSynced = false, settings = [] } = this.#options;
    const all = [...COMMON, ...(isSynced ? [] : FAST), `port=${String(this.#port)}`, ...settings];
    const command = [join(this.#binaries, "postgres"), "-D", join(this.#folder, "data")];
    this.#keeper = spawn(
      "/bin/sh",
      ["-c", KEEPER, "keeper", ...command, ...all.flatMap((setting) => ["-c", setting])],
      {
        ...this.#identity,
        cwd: this.#folder,
        env: { ...process.env, FOLDER: this.#folder },
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    const until = Date.now() + START_MILLIS;
    for (;;) {
      try {
        await this.query("postgres", "SELECT 1");
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
        await wait(20);
      }
    }
  }

  /** Without a checkpoint, as a crash; what was synced is there after `begin`. */
  async end(): Promise<void> {
    const keeper = this.#keeper;
    this.#keeper = undefined;
    if (keeper === undefined) return;
    const ended = new Promise((resolve) => keeper.once("exit", resolve));
    keeper.stdin?.end("keep");
    await ended;
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
    const [first] = (await readFile(join(this.#folder, "data", "postmaster.pid"), "utf8")).split("\n");
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
    const data = join(this.#folder, "data");
    for (const part of ["base", "pg_wal"])
      for (const entry of await readdir(join(data, part), { recursive: true, withFileTypes: true }))
        if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) return true;
    return false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The server of this process, for tests that share one; it ends with the process. */
export function sharedPostgres(): Promise<PostgresTestServer> {
  return (shared ??= PostgresTestServer.start());
}

let shared: Promise<PostgresTestServer> | undefined;

async function binariesFolder(): Promise<string> {
  const versions = await readdir(VERSIONS_FOLDER);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error(`there is no PostgreSQL in ${VERSIONS_FOLDER}`);
  return join(VERSIONS_FOLDER, String(newest), "bin");
}

/** The server refuses to run as an administrator. */
async function serverIdentity(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string): Promise<number> => Number((await run("id", [flag, "postgres"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}
