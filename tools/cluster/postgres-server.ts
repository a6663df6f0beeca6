// PostgreSQL from the system's packages, with everything synced that it has committed.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Engine, EngineError, type Launch } from "./engine.ts";
import { postgresProgram } from "./programs.ts";

const USER = "bridgehead";
const DATABASE = "bridgehead";
const HOST = "127.0.0.1";
const CONNECTIONS_MAX = 300;

export interface PostgresOptions {
  /** Default: postgres. */
  readonly name?: string;
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** Instead of those below, or besides. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further arguments of initdb. */
  readonly initArguments?: readonly string[];
}

export class PostgresServer extends Engine {
  // The other one waits for its clients to leave.
  protected override readonly stopSignal = "SIGINT";
  readonly #options: PostgresOptions;

  constructor(options: PostgresOptions) {
    super(options.name ?? "postgres", options.folder);
    this.#options = options;
  }

  get address(): string {
    return `postgres://${HOST}:${String(this.#options.port)}/${DATABASE}`;
  }

  /** With user and password, who may do everything. */
  get url(): string {
    const { port, password } = this.#options;
    return `postgres://${USER}:${encodeURIComponent(password)}@${HOST}:${String(port)}/${DATABASE}`;
  }

  /** Makes its data a copy of another server that runs: started on it, it is a standby of that one. */
  async follow(primary: PostgresServer): Promise<void> {
    if (this.state !== "stopped") throw new EngineError(`${this.name} is ${this.state}`);
    const half = join(this.folder, "data-begun");
    await mkdir(this.folder, { recursive: true });
    for (const folder of [half, this.dataFolder]) await rm(folder, { recursive: true, force: true });
    const how = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-password"];
    await this.#run("pg_basebackup", ["-D", half, "-d", primary.url, ...how]);
    await rename(half, this.dataFolder);
  }

  protected async prepare(): Promise<void> {
    if (existsSync(this.dataFolder)) return;
    const half = join(this.folder, "data-begun");
    const passwordFile = join(this.folder, "password");
    await rm(half, { recursive: true, force: true });
    await writeFile(passwordFile, this.#options.password, { mode: 0o600 });
    await this.#run("initdb", [
      ...["-D", half, "--username", USER, "--pwfile", passwordFile, "--auth", "scram-sha-256"],
      ...["--encoding", "UTF8", "--locale", "C.UTF-8"],
      ...(this.#options.initArguments ?? []),
    ]);
    await rm(passwordFile);
    await this.#run("postgres", ["--single", "-D", half, "postgres"], `CREATE DATABASE ${DATABASE}\n`);
    await rename(half, this.dataFolder);
  }

  protected launch(): Launch {
    const settings = {
      listen_addresses: HOST,
      port: String(this.#options.port),
      unix_socket_directories: "",
      max_connections: String(CONNECTIONS_MAX),
      fsync: "on",
      synchronous_commit: "on",
      ...this.#options.settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    return { program: postgresProgram("postgres"), args: ["-D", this.dataFolder, ...args], changes: asItsUser() };
  }

  protected async isReady(): Promise<boolean> {
    // Another server may answer at this port.
    if (!(await this.#isStarted())) return false;
    const { port } = this.#options;
    await promisify(execFile)(postgresProgram("pg_isready"), ["-q", "-t", "1", "-h", HOST, "-p", String(port)]);
    return true;
  }

  /** Its process writes into this file who it is, and in the eighth line how far it is. */
  async #isStarted(): Promise<boolean> {
    const lines = (await readFile(join(this.dataFolder, "postmaster.pid"), "utf8")).split("\n");
    return Number(lines[0]) === this.pid && lines[7]?.trim() === "ready";
  }

  async #run(program: string, args: readonly string[], input = ""): Promise<void> {
    const command = [...asItsUser(), "--pdeathsig", "KILL", "--", postgresProgram(program), ...args];
    const running = promisify(execFile)("setpriv", command, { cwd: this.folder });
    running.child.stdin?.end(input);
    await running;
  }
}

/**
 * It refuses to run as root, and its own user may not be allowed to enter the folder that the cluster is in. So as root it gets
 * that user, and keeps the right to enter folders.
 */
function asItsUser(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const right = "+dac_override";
  return ["--reuid=postgres", "--regid=postgres", "--init-groups", `--inh-caps=${right}`, `--ambient-caps=${right}`];
}
