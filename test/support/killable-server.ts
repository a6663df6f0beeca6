// The platform as a process of its own, as an operator runs it: started on a scratch folder and free ports, watched by its
// log and its memory, killed or stopped, and started again on the same data.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { GivenBounds } from "../../src/app/config.ts";
import { byDeadline } from "./deadline.ts";
import { member, RestClient, text } from "./rest-client.ts";
import { runtimeEnvironment } from "./server-process.ts";
import { createActiveUser, TestTenant } from "./tenant.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const MAIN_WITH_BOUNDS = join(import.meta.dirname, "server-with-bounds.ts");
const READY = /^bridgehead ready http=(http:\S+:[0-9]+) mqtt=mqtt:\S+:([0-9]+)$/;
/** A start that takes so long hangs; how fast one is, the bench measures. */
const START_DEADLINE_MILLIS = 180_000;
const END_DEADLINE_MILLIS = 60_000;
const RECORDS_KEPT_MAX = 20_000;
const KIB = 1024;
/** In which Linux counts processor time for others to read. */
const TICKS_A_SECOND = 100;

export const SYS_ADMIN = { email: "sysadmin@example.com", password: "A-password-of-a-test-1" };
export const TENANT_ADMIN = { email: "tenant@example.com", password: "A-password-of-a-test-2" };

/** Settings by the names that they have in the environment. */
export type ServerEnvironment = Readonly<Record<string, string>>;

/** One line of the server's log. */
export interface LogRecord {
  readonly level: string;
  readonly event: string;
  readonly line: string;
}

export interface KillableServerOptions {
  readonly bounds?: GivenBounds;
  readonly descriptorsMax?: number;
}

interface RecordWaiter {
  readonly matches: (record: LogRecord) => boolean;
  readonly resolve: (record: LogRecord) => void;
}

/** Starts servers and sees to it that none of them, and no folder, outlives its user. */
export class KillableServers {
  readonly #servers = new Set<KillableServer>();
  readonly #folders = new Set<string>();
  readonly #descriptorsMax: number | undefined;

  /** `descriptorsMax`: file descriptors that a server may have open; left out, as many as this process. */
  constructor(descriptorsMax?: number) {
    this.#descriptorsMax = descriptorsMax;
  }

  /** A new folder for data, removed by `endAll`. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), "bridgehead-safety-"));
    this.#folders.add(folder);
    return folder;
  }

  /** Resolves when the server is ready to serve; rejects with what it complained about when it ends before. */
  async start(folder: string, environment: ServerEnvironment = {}, bounds?: GivenBounds): Promise<KillableServer> {
    const server = this.launch(folder, environment, bounds);
    await server.ready();
    return server;
  }

  /** A server that has only begun to start. */
  launch(folder: string, environment: ServerEnvironment = {}, bounds?: GivenBounds): KillableServer {
    const descriptorsMax = this.#descriptorsMax;
    const server = new KillableServer(folder, environment, {
      ...(bounds === undefined ? {} : { bounds }),
      ...(descriptorsMax === undefined ? {} : { descriptorsMax }),
    });
    this.#servers.add(server);
    return server;
  }

  async endAll(): Promise<void> {
    const servers = [...this.#servers];
    this.#servers.clear();
    await Promise.all(servers.map((server) => server.kill()));
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    this.#folders.clear();
  }
}

export class KillableServer {
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #records: LogRecord[] = [];
  readonly #waiters = new Set<RecordWaiter>();
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #startedAt = performance.now();
  #http = "";
  #mqttPort = 0;
  #startMillis = Number.NaN;
  #complaint = "";

  constructor(folder: string, environment: ServerEnvironment, { bounds, descriptorsMax }: KillableServerOptions = {}) {
    this.folder = folder;
    const main = bounds === undefined ? MAIN : MAIN_WITH_BOUNDS;
    const [program, ...args] =
      descriptorsMax === undefined
        ? [process.execPath, main]
        : ["/bin/sh", "-c", `ulimit -n ${String(descriptorsMax)} && exec "$0" "$1"`, process.execPath, main];
    this.#child = spawn(program, args, {
      cwd: folder,
      env: {
        ...runtimeEnvironment(),
        DATA_DIR: folder,
        HTTP_HOST: "127.0.0.1",
        HTTP_PORT: "0",
        MQTT_HOST: "127.0.0.1",
        MQTT_PORT: "0",
        BOOTSTRAP_SYS_ADMIN_EMAIL: SYS_ADMIN.email,
        BOOTSTRAP_SYS_ADMIN_PASSWORD: SYS_ADMIN.password,
        BOOTSTRAP_TENANT_ADMIN_EMAIL: TENANT_ADMIN.email,
        BOOTSTRAP_TENANT_ADMIN_PASSWORD: TENANT_ADMIN.password,
        ...environment,
        ...(bounds === undefined ? {} : { BOUNDS: JSON.stringify(bounds) }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The last resort, should this process end without having ended its servers.
    const killWithParent = (): void => void this.#child.kill("SIGKILL");
    process.on("exit", killWithParent);
    this.#child.once("exit", () => process.off("exit", killWithParent));
    this.#child.once("error", (error) => {
      this.#ready.reject(error);
    });
    this.#child.once("close", () => {
      this.#ready.reject(new Error(`the server ended before it was ready: ${this.#complaint}`));
    });
    // A failure concerns only those who wait for the start.
    this.#ready.promise.catch(() => undefined);
    const { stdout, stderr } = this.#child;
    if (stdout !== null) createInterface({ input: stdout }).on("line", (line) => this.#printed(line));
    if (stderr !== null) createInterface({ input: stderr }).on("line", (line) => this.#logged(line));
  }

  ready(): Promise<undefined> {
    return byDeadline(this.#ready.promise, START_DEADLINE_MILLIS, () => `the server is not ready: ${this.#complaint}`);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("the server has not been started");
    return this.#child.pid;
  }

  get mqttPort(): number {
    return this.#mqttPort;
  }

  /** From the start of the process to its ready line. */
  get startMillis(): number {
    return this.#startMillis;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get url(): string {
    return this.#http;
  }

  /** As `http://127.0.0.1:8080`. */
  get http(): string {
    return this.#http;
  }

  /** A REST client that is not logged in. */
  get anonymous(): RestClient {
    return new RestClient(this.#http);
  }

  /** The first tenant as its administrator sees it. `nextNumber` makes names, unique as long as it does not repeat. */
  async tenant(nextNumber: () => number): Promise<TestTenant> {
    const admin = await this.anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    return new TestTenant(admin, text(await admin.get("/api/auth/user"), "tenantId", "id"), nextNumber);
  }

  /** A new tenant under a profile with this configuration. */
  async newTenant(configuration: Readonly<Record<string, unknown>>, nextNumber: () => number): Promise<TestTenant> {
    const sysAdmin = await this.anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password);
    const profile = await sysAdmin.post("/api/tenantProfile", {
      name: `profile-${String(nextNumber())}`,
      profileData: { configuration: { type: "DEFAULT", ...configuration }, queueConfiguration: null },
    });
    const title = `tenant-${String(nextNumber())}`;
    const tenant = await sysAdmin.post("/api/tenant", { title, tenantProfileId: member(profile, "id") });
    const email = `admin-${String(nextNumber())}@example.com`;
    const rest = await createActiveUser(sysAdmin, { email, authority: "TENANT_ADMIN", tenantId: member(tenant, "id") });
    return new TestTenant(rest, text(tenant, "id", "id"), nextNumber);
  }

  /** Whether `/api/health/ready` says UP. */
  async isHealthy(): Promise<boolean> {
    const { status, body } = await this.anonymous.request("GET", "/api/health/ready");
    return status === 200 && member(body, "status") === "UP";
  }

  /** The value of a metric without labels; undefined where there is no such metric. */
  async metric(name: string): Promise<number | undefined> {
    const metrics = await this.anonymous.getText("/metrics");
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(metrics);
    return found === null ? undefined : Number(found[1]);
  }

  /** Resident memory in bytes. */
  residentBytes(): number {
    const status = readFileSync(`/proc/${String(this.pid)}/status`, "utf8");
    return Number(/VmRSS:\s+([0-9]+) kB/.exec(status)?.[1] ?? Number.NaN) * KIB;
  }

  /** Processor time of its event loop so far: the thread that the process began with. */
  loopMillis(): number {
    const pid = String(this.pid);
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
    // Behind the name, which may hold blanks: the 14th and the 15th field are the time in programs and in the system.
    const [user = Number.NaN, system = Number.NaN] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return ((user + system) * 1_000) / TICKS_A_SECOND;
  }

  /** The records so far, the oldest left out where there are very many. */
  get records(): readonly LogRecord[] {
    return this.#records;
  }

  /** The first record that matches, written already or still to come. */
  async record(matches: (record: LogRecord) => boolean, deadlineMillis = 60_000): Promise<LogRecord> {
    const known = this.#records.find(matches);
    if (known !== undefined) return known;
    const { promise, resolve } = Promise.withResolvers<LogRecord>();
    const waiter = { matches, resolve };
    this.#waiters.add(waiter);
    try {
      return await byDeadline(
        promise,
        deadlineMillis,
        () => `no such log record; the last was ${this.#records.at(-1)?.line ?? "none"}`,
      );
    } finally {
      this.#waiters.delete(waiter);
    }
  }

  /** What it logs stays in its pipe, which is soon full. */
  leaveLogUnread(): void {
    this.#child.stderr?.pause();
  }

  readLogAgain(): void {
    this.#child.stderr?.resume();
  }

  /** As when the program that reads the log ends. */
  closeLog(): void {
    this.#child.stderr?.destroy();
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill(): Promise<void> {
    this.killNow();
    await this.exitCode();
  }

  /** SIGKILL without waiting: for moments that must not pass. */
  killNow(): void {
    if (!this.hasEnded) this.#child.kill("SIGKILL");
  }

  /** SIGTERM; resolves with the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return await this.exitCode();
  }

  /** Resolves when the process has ended; null after a signal. */
  async exitCode(deadlineMillis = END_DEADLINE_MILLIS): Promise<number | null> {
    if (!this.hasEnded) await byDeadline(once(this.#child, "exit"), deadlineMillis, () => "the server has not ended");
    return this.#child.exitCode;
  }

  #printed(line: string): void {
    const ready = READY.exec(line);
    if (ready === null) return;
    this.#http = ready[1] ?? "";
    this.#mqttPort = Number(ready[2]);
    this.#startMillis = performance.now() - this.#startedAt;
    this.#ready.resolve(undefined);
  }

  #logged(line: string): void {
    const record = parseRecord(line);
    if (record.level !== "info") this.#complaint = `${this.#complaint}\n${line}`.slice(-4_000);
    this.#records.push(record);
    if (this.#records.length > RECORDS_KEPT_MAX) this.#records.shift();
    for (const waiter of this.#waiters) if (waiter.matches(record)) waiter.resolve(record);
  }
}

/** Lines that are no records, as those of the runtime itself, count as errors. */
function parseRecord(line: string): LogRecord {
  try {
    const json = JSON.parse(line) as unknown;
    return { level: text(json, "level"), event: text(json, "event"), line };
  } catch {
    return { level: "error", event: line, line };
  }
}
