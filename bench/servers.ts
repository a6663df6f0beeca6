// The servers that are compared: the platform itself, a plain one of the same design, and Mosquitto. Each is a process on the server's
// processor with a scratch folder of its own.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer } from "node:net";
import { RUNTIME_ENVIRONMENT, RUNTIME_FLAGS } from "../scripts/runtime.mjs";
import { member, RestClient } from "../test/support/rest-client.ts";
import { createActiveUser } from "../test/support/tenant.ts";
import { BenchProcess, SERVER_CPU } from "./process.ts";

const ROOT = join(import.meta.dirname, "..");
const PASSWORD = "bench-Password-1";
const ADMIN = "bench@example.com";
const SYSTEM_ADMIN = "bench-system@example.com";
const START_MILLIS_MAX = 10_000;
const START_POLL_MILLIS = 20;

export interface Server {
  readonly process: BenchProcess;
  readonly mqttPort: number;
  stop(): Promise<void>;
}

export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "bridgehead-bench-"));
}

export class PlatformServer implements Server {
  readonly process: BenchProcess;
  readonly folder: string;
  readonly mqttPort: number;
  /** From the start of the process to its ready line. */
  readonly startSeconds: number;
  /** As `http://localhost:8080`. */
  readonly http: string;
  readonly #keepsFolder: boolean;
  #token = "";

  private constructor(
    process: BenchProcess,
    folder: string,
    http: string,
    mqttPort: number,
    startSeconds: number,
    keepsFolder: boolean,
  ) {
    this.process = process;
    this.folder = folder;
    this.http = http;
    this.mqttPort = mqttPort;
    this.startSeconds = startSeconds;
    this.#keepsFolder = keepsFolder;
  }

  /** Starts on a new folder, or on one that is given and then kept. */
  static async start(
    folder?: string,
    environment: NodeJS.ProcessEnv = {},
    processors: string = SERVER_CPU,
  ): Promise<PlatformServer> {
    const data = folder ?? scratchFolder();
    const startedAt = performance.now();
    const server = new BenchProcess(processors, process.execPath, [...RUNTIME_FLAGS, join(ROOT, "src/main.ts")], {
      ...RUNTIME_ENVIRONMENT,
      DATA_DIR: data,
      HTTP_HOST: "127.0.0.1",
      HTTP_PORT: "0",
      MQTT_HOST: "127.0.0.1",
      MQTT_PORT: "0",
      LOG_LEVEL: "warn",
      BOOTSTRAP_TENANT_ADMIN_EMAIL: ADMIN,
      BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD,
      BOOTSTRAP_SYS_ADMIN_EMAIL: SYSTEM_ADMIN,
      BOOTSTRAP_SYS_ADMIN_PASSWORD: PASSWORD,
      ...environment,
    });
    const [, http = "", mqttPort = ""] = await server.line(/^bridgehead ready http=(\S+) mqtt=\S+:([0-9]+)/);
    const startSeconds = (performance.now() - startedAt) / 1000;
    return new PlatformServer(server, data, http, Number(mqttPort), startSeconds, folder !== undefined);
  }

  /** Of the administrator, after `logIn`. */
  get accessToken(): string {
    return this.#token;
  }

  get httpPort(): number {
    return Number(new URL(this.http).port);
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.http + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(this.#token === "" ? {} : { "x-authorization": `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)} ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  }

  /** Of history, as CSV. */
  async import(csv: string, query = ""): Promise<void> {
    const response = await fetch(`${this.http}/api/telemetry/import?${query}`, {
      method: "POST",
      headers: { "content-type": "text/csv", "x-authorization": `Bearer ${this.#token}` },
      body: csv,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the import answered ${String(response.status)} ${text}`);
  }

  async logIn(): Promise<void> {
    const pair = (await this.call("POST", "/api/auth/login", { username: ADMIN, password: PASSWORD })) as {
      token: string;
    };
    this.#token = pair.token;
  }

  /** Gateways whose access tokens are their names. */
  async createGateways(count: number, prefix = "gateway"): Promise<string[]> {
    await this.logIn();
    const tokens = Array.from({ length: count }, (_, index) => `${prefix}-${String(index)}`);
    const rest = tokens.values();
    const createInTurn = async (): Promise<void> => {
      for (const token of rest)
        await this.call("POST", `/api/device?accessToken=${token}`, {
          name: token,
          type: "default",
          additionalInfo: { gateway: true },
        });
    };
    await Promise.all(Array.from({ length: 16 }, createInTurn));
    return tokens;
  }

  /** The access token of a gateway, in a tenant of its own. */
  async gatewayOfAnotherTenant(): Promise<string> {
    const system = await new RestClient(this.http).login(SYSTEM_ADMIN, PASSWORD);
    const tenant = await system.post("/api/tenant", { title: "neighbour" });
    const admin = { email: "neighbour@example.com", authority: "TENANT_ADMIN", tenantId: member(tenant, "id") };
    const token = "neighbour-gateway";
    const gateway = { name: token, additionalInfo: { gateway: true } };
    await (await createActiveUser(system, admin)).post(`/api/device?accessToken=${token}`, gateway);
    return token;
  }

  async deviceId(name: string): Promise<string> {
    const device = (await this.call("GET", `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`)) as {
      id: { id: string };
    };
    return device.id.id;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    if (!this.#keepsFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}

export class BareServer implements Server {
  readonly process: BenchProcess;
  readonly mqttPort: number;
  readonly #folder: string;

  private constructor(process: BenchProcess, mqttPort: number, folder: string) {
    this.process = process;
    this.mqttPort = mqttPort;
    this.#folder = folder;
  }

  static async start(): Promise<BareServer> {
    const folder = scratchFolder();
    const server = new BenchProcess(SERVER_CPU, process.execPath, [
      ...RUNTIME_FLAGS,
      join(ROOT, "bench/bare/bare-server.ts"),
      folder,
    ]);
    const [, port = ""] = await server.line(/^bare ready ([0-9]+)/);
    return new BareServer(server, Number(port), folder);
  }

  async stop(): Promise<void> {
    await this.process.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** One route of the same framework that answers a given text. */
export class BareHttpServer {
  readonly process: BenchProcess;
  readonly httpPort: number;

  private constructor(process: BenchProcess, httpPort: number) {
    this.process = process;
    this.httpPort = httpPort;
  }

  static async start(body: string): Promise<BareHttpServer> {
    const server = new BenchProcess(SERVER_CPU, process.execPath, [
      ...RUNTIME_FLAGS,
      join(ROOT, "bench/bare/bare-http-server.ts"),
      body,
    ]);
    const [, port = ""] = await server.line(/^bare ready ([0-9]+)/);
    return new BareHttpServer(server, Number(port));
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

export class MosquittoServer implements Server {
  readonly process: BenchProcess;
  readonly mqttPort: number;
  readonly #folder: string;

  private constructor(process: BenchProcess, mqttPort: number, folder: string) {
    this.process = process;
    this.mqttPort = mqttPort;
    this.#folder = folder;
  }

  static isInstalled(): boolean {
    try {
      execFileSync("which", ["mosquitto"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }

  static async start(): Promise<MosquittoServer> {
    const folder = scratchFolder();
    const port = await freePort();
    const file = join(folder, "mosquitto.conf");
    writeFileSync(
      file,
      `listener ${String(port)} 127.0.0.1\nallow_anonymous true\npersistence false\nset_tcp_nodelay true\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_dest none\n`,
    );
    const server = new BenchProcess(SERVER_CPU, "mosquitto", ["-c", file]);
    await accepting(port);
    return new MosquittoServer(server, port, folder);
  }

  async stop(): Promise<void> {
    await this.process.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Mosquitto buffers what it prints into a pipe, so only its port shows when it is ready. */
async function accepting(port: number): Promise<void> {
  const deadline = performance.now() + START_MILLIS_MAX;
  while (!(await connects(port))) {
    if (performance.now() > deadline) throw new Error(`nothing listens on port ${String(port)}`);
    await new Promise((resolve) => setTimeout(resolve, START_POLL_MILLIS));
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
