// The disk that takes what the platform prints, its log above all, is full: it serves on, and stops as it would.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../compat/compat-server.ts";
import { eventually } from "../support/deadline.ts";
import { RestClient } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const START_DEADLINE_MILLIS = 60_000;

let folder: string;
let server: ChildProcess | undefined;
beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(async () => {
  server?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

test("a platform that can write neither its log nor its ready line serves, and ends cleanly", async () => {
  const full = openSync("/dev/full", "w");
  const port = await freePort();
  const running = spawn(process.execPath, [MAIN], {
    env: {
      ...runtimeEnvironment(),
      DATA_DIR: join(folder, "data"),
      HTTP_HOST: "127.0.0.1",
      HTTP_PORT: String(port),
      MQTT_HOST: "127.0.0.1",
      MQTT_PORT: "0",
      BOOTSTRAP_SYS_ADMIN_PASSWORD: "A-password-of-a-test-1",
      LOG_LEVEL: "debug",
    },
    stdio: ["ignore", full, full],
  });
  server = running;
  closeSync(full);
  const exited = once(running, "exit");

  const anonymous = new RestClient(`http://127.0.0.1:${String(port)}`);
  const ready = async (): Promise<boolean> => {
    if (running.exitCode !== null) throw new Error(`the process has ended with ${String(running.exitCode)}`);
    return await anonymous.request("GET", "/api/health/ready").then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await eventually(
    ready,
    (is) => is,
    START_DEADLINE_MILLIS,
    () => "not ready",
  );
  running.kill("SIGTERM");

  expect(await exited).toEqual([0, null]);
});
