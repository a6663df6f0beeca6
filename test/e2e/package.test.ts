// The npm package as its users have it: made by its command, installed into an empty folder without development packages,
// and started from there.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byDeadline } from "../support/deadline.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { RestClient, text } from "../support/rest-client.ts";

const ROOT = join(import.meta.dirname, "../..");
const PASSWORD = "A-password-of-a-test-1";
const INSTALL_MILLIS_MAX = 300_000;
const START_MILLIS_MAX = 180_000;
const INSTALLED_MEBIBYTES_MAX = 200;

/** The programs of the folder, and the Node that runs this test, which the command finds as `node`. */
const environment = {
  PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
  HOME: process.env["HOME"] ?? "",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bridgehead-package-"));
  const packed = run(process.execPath, ["--disable-warning=ExperimentalWarning", "tools/package/main.ts"], ROOT);
  const [file = ""] = packed.split(" has ");
  // With all of the environment: how npm reaches its registry is up to the machine.
  run("npm", ["install", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund", file], folder, {
    ...process.env,
    ...environment,
  });
}, INSTALL_MILLIS_MAX);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the package with all that a server needs takes less than 200 MiB", () => {
  const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

  expect(bytes / 2 ** 20).toBeLessThan(INSTALLED_MEBIBYTES_MAX);
});

test("the package has the script that its guide to a migration runs", () => {
  expect(existsSync(join(folder, "node_modules/bridgehead/examples/migrate/migrate.mjs"))).toBe(true);
});

test(
  "installed without development packages it starts, stores a point, shows the web interface, and stops",
  async () => {
    const server = spawn(join(folder, "node_modules/.bin/bridgehead"), [], {
      cwd: folder,
      env: { ...environment, HTTP_PORT: "0", MQTT_PORT: "0", BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(server, "exit");
    let printed = "";
    let complained = "";
    server.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
    const ready = new Promise<RegExpExecArray>((resolve) => {
      server.stdout.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const line = /^bridgehead ready http=(\S+) mqtt=\S+:(\d+)$/m.exec(printed);
        if (line !== null) resolve(line);
      });
    });
    try {
      const [, http = "", mqttPort = ""] = await byDeadline(
        Promise.race([ready, exited.then(() => Promise.reject(new Error(`it has ended: ${complained}`)))]),
        START_MILLIS_MAX,
        () => `not ready: ${complained}`,
      );
      const rest = await new RestClient(http).login("tenant@bridgehead.local", PASSWORD);
      const device = text(await rest.post("/api/device?accessToken=pump", { name: "Pump" }), "id", "id");

      const client = await RawMqttClient.open({ port: Number(mqttPort) });
      await client.connect({ username: "pump" });
      await client.publish("v1/devices/me/telemetry", '{"flow":12.5}');
      const page = await (await fetch(http)).text();
      const [script = ""] = /\/assets\/[^"]+\.js/.exec(page) ?? [];

      expect(await rest.get(`/api/plugins/telemetry/DEVICE/${device}/values/timeseries?keys=flow`)).toMatchObject({
        flow: [{ value: "12.5" }],
      });
      expect((await fetch(http + script)).status).toBe(200);
      expect(healthOf(http)).toBe(0);
    } finally {
      server.kill("SIGTERM");
    }
    expect(await exited).toEqual([0, null]);
    expect(healthOf("http://127.0.0.1:1")).toBe(1);
  },
  2 * START_MILLIS_MAX,
);

/** The exit code of the check that containers make. */
function healthOf(http: string): number | null {
  const check = join(folder, "node_modules/bridgehead/scripts/health.mjs");
  return spawnSync(process.execPath, [check], { env: { ...environment, HTTP_PORT: new URL(http).port } }).status;
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = environment): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? stderr}`, { cause: error });
  return stdout;
}
