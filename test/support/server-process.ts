// The platform as its users run it: `src/main.ts` in a process of its own, on a scratch folder and free ports.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { RestClient, text } from "./rest-client.ts";
import { scratchFolder } from "./scratch-sqlite.ts";
import { TestTenant } from "./tenant.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const READY = /^bridgehead ready http=(\S+) mqtt=(\S+)$/m;
const PASSWORD = "A-password-of-a-test-1";

/** What a process of the platform needs of the tests' environment, and nothing of the rest; code is compiled once for all of them. */
export function runtimeEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
}

export interface ServerProcess {
  readonly http: string;
  readonly mqttPort: number;
  readonly tenant: TestTenant;
  stop(): Promise<void>;
}

/** Resolves when it is ready and the tenant's administrator is logged in. */
export async function startServerProcess(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = await scratchFolder();
  const server = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      ...runtimeEnvironment(),
      DATA_DIR: join(folder, "data"),
      HTTP_HOST: "127.0.0.1",
      HTTP_PORT: "0",
      MQTT_HOST: "127.0.0.1",
      MQTT_PORT: "0",
      BOOTSTRAP_SYS_ADMIN_PASSWORD: PASSWORD,
      BOOTSTRAP_TENANT_ADMIN_EMAIL: "tenant@example.com",
      BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const found = Promise.withResolvers<RegExpExecArray>();
  let printed = "";
  let complained = "";
  server.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    const line = READY.exec(printed);
    if (line !== null) found.resolve(line);
  });
  server.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  const exited = once(server, "exit");
  void exited.then(() => {
    found.reject(new Error(`the server ended before it was ready: ${complained}`));
  });

  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) server.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, http = "", mqtt = ""] = await found.promise;
    const rest = await new RestClient(http).login("tenant@example.com", PASSWORD);
    const tenantId = text(await rest.get("/api/auth/user"), "tenantId", "id");
    let lastNumber = 0;
    return {
      http,
      mqttPort: Number(new URL(mqtt).port),
      tenant: new TestTenant(rest, tenantId, () => ++lastNumber),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
