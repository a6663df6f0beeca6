// Engines of a cluster for tests: NATS servers and PostgreSQL, in folders of their own, on free ports of this machine.
import { spawn, execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { extensionsFolder, fetchedProgram, postgresProgram } from "../../tools/cluster/programs.ts";

const run = promisify(execFile);
const HOST = "127.0.0.1";
const READY_MILLIS_MAX = 20_000;
const LOOK_MILLIS = 20;

export const extensionFolder = extensionsFolder();

/** A process that a test may kill and start again. */
export class Engine {
  readonly #start: () => ChildProcess;
  readonly #isReady: () => Promise<boolean>;
  #process: ChildProcess | undefined;

  constructor(start: () => ChildProcess, isReady: () => Promise<boolean>) {
    this.#start = start;
    this.#isReady = isReady;
  }

  /** Without waiting until it is ready. */
  launch(): void {
    this.#process = this.#start();
  }

  async ready(): Promise<void> {
    await until(this.#isReady);
  }

  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (process?.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, "exit");
    process.kill("SIGCONT");
    process.kill(signal);
    await ended;
  }
}

export interface NatsServer extends Engine {
  readonly name: string;
}

export interface NatsCluster {
  readonly servers: readonly (Engine & { readonly name: string })[];
  readonly urls: readonly string[];
  readonly monitors: readonly string[];
  stop(): Promise<void>;
}

class NamedEngine extends Engine {
  readonly name: string;

  constructor(name: string, ...parts: ConstructorParameters<typeof Engine>) {
    super(...parts);
    this.name = name;
  }
}

/** One server, or three that form a cluster. */
export async function startNats(count: 1 | 3, { sync = "always" } = {}): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-nats-"));
  const ports = await freePorts(count * 3);
  const route = (index: number): number => ports[index * 3 + 1] ?? 0;
  const routes = Array.from({ length: count }, (_, index) => `"nats://${HOST}:${String(route(index))}"`);
  const servers: NamedEngine[] = [];
  const urls: string[] = [];
  const monitors: string[] = [];
  for (let index = 0; index < count; index++) {
    const name = `n${String(index + 1)}`;
    const [client = 0, cluster = 0, http = 0] = ports.slice(index * 3);
    const config = join(folder, `${name}.conf`);
    const clusterPart = `cluster { name: "test", listen: "${HOST}:${String(cluster)}", routes: [${routes.join(", ")}] }`;
    await writeFile(
      config,
      `server_name: "${name}"
listen: "${HOST}:${String(client)}"
http: "${HOST}:${String(http)}"
max_payload: 8388608
jetstream { store_dir: "${join(folder, name)}", sync_interval: ${sync}, max_file_store: 4294967296 }
${count === 1 ? "" : clusterPart}
`,
    );
    urls.push(`nats://${HOST}:${String(client)}`);
    const monitor = `http://${HOST}:${String(http)}`;
    monitors.push(monitor);
    servers.push(
      new NamedEngine(
        name,
        () =>
          spawn(fetchedProgram("nats-server"), ["-c", config, "-l", join(folder, `${name}.log`)], { stdio: "ignore" }),
        async () => (await fetch(`${monitor}/healthz`).catch(() => undefined))?.ok === true,
      ),
    );
  }
  for (const server of servers) server.launch();
  for (const server of servers) await server.ready();
  return {
    servers,
    urls,
    monitors,
    async stop() {
      await Promise.all(servers.map((server) => server.end()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export interface Postgres extends Engine {
  /** As libpq reads it. */
  readonly connection: string;
  stop(): Promise<void>;
}

class PostgresServer extends Engine implements Postgres {
  readonly connection: string;
  readonly #folder: string;

  constructor(folder: string, port: number, start: () => ChildProcess) {
    const connection = `host=${HOST} port=${String(port)} user=postgres dbname=postgres`;
    super(start, () =>
      run(postgresProgram("pg_isready"), ["-q", "-h", HOST, "-p", String(port)]).then(
        () => true,
        () => false,
      ),
    );
    this.connection = connection;
    this.#folder = folder;
  }

  async stop(): Promise<void> {
    // The postmaster and all of its children go at once.
    await this.end("SIGQUIT");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-postgres-"));
  const [port = 0] = await freePorts(1);
  const data = join(folder, "data");
  await mkdir(data);
  const isRoot = userInfo().uid === 0;
  const ids = isRoot ? await idsOf("postgres") : undefined;
  if (ids !== undefined) {
    await chown(folder, ids.uid, ids.gid);
    await chown(data, ids.uid, ids.gid);
  }
  await run(
    postgresProgram("initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    { cwd: folder, ...ids },
  );
  const options = ["-D", data, "-p", String(port), "-h", HOST, "-c", "unix_socket_directories=", "-c", "fsync=off"];
  const server = new PostgresServer(folder, port, () =>
    spawn(postgresProgram("postgres"), options, { cwd: folder, stdio: "ignore", ...ids }),
  );
  await server.start();
  return server;
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const number = async (flag: string): Promise<number> => Number((await run("id", [flag, user])).stdout);
  return { uid: await number("-u"), gid: await number("-g") };
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, HOST);
    await once(server, "listening");
    const address = server.address();
    if (address !== null && typeof address === "object") ports.push(address.port);
  }
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, "close");
    }),
  );
  return ports;
}

/** Looks until it is so; throws after a while. */
export async function until(isSo: () => boolean | Promise<boolean>, millisMax = READY_MILLIS_MAX): Promise<void> {
  const end = Date.now() + millisMax;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("what the test waits for has not come");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  }
}
