// `npm run cluster` as an operator runs it: it starts everything, does what it is told while it runs, and leaves nothing running,
// however it ends.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byDeadline, eventually } from "../support/deadline.ts";
import { RestClient } from "../support/rest-client.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { runtimeEnvironment } from "../support/server-process.ts";
import { soakTest } from "../support/soak-test.ts";

const ROOT = join(import.meta.dirname, "../..");
const READY = /^bridgehead cluster ready http=(\S+) mqtt=(\S+)$/;
const START_MILLIS_MAX = 150_000;
const GONE_MILLIS_MAX = 60_000;
const PASSWORD = "A-password-of-a-test-1";

let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = join(await scratchFolder(), "a folder".repeat(15), "cluster");
});

afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await untilNothingRuns();
  await rm(join(folder, "../.."), { recursive: true, force: true });
});

test("a cluster starts, nodes are killed and started while it serves, and SIGTERM stops all of it", async () => {
  const { http, mqtt, child } = await startCluster();
  await new RestClient(http).login("tenant@example.com", PASSWORD);
  await connectAsync(mqtt, { username: "nobody", reconnectPeriod: 0 }).catch((error: unknown) => {
    expect(String(error)).toContain("Not authorized");
  });
  expect((await command("status")).out).toMatch(/^node 2 {4}running, ready {5}http:\S+ mqtt:\S+$/m);

  expect(await command("kill", "node", "2")).toMatchObject({ code: 0, out: "node 2 was killed\n" });
  expect(await command("kill", "node", "2")).toMatchObject({ code: 1, error: "node 2 does not run\n" });
  expect((await command("status")).out).toMatch(/^node 2 {4}stopped /m);
  for (let round = 0; round < 4; round++) expect((await fetch(`${http}/api/health/ready`)).status).toBe(200);
  expect(await command("wipe", "node", "2")).toMatchObject({ code: 0, out: "node 2 has no data any more\n" });
  expect(await command("start", "node", "2")).toMatchObject({ code: 0, out: "node 2 is ready\n" });
  expect((await command("kill", "nats")).error).toMatch(/^there is no "nats"; there are postgres, nats 1, nats 2, /);
  const second = await end(spawnCluster());
  expect([second.code, second.error]).toEqual([1, `a cluster runs in ${folder} already\n`]);

  child.kill("SIGTERM");
  const [code] = (await byDeadline(once(child, "exit"), GONE_MILLIS_MAX, () => "it has not stopped")) as [number];
  expect(code).toBe(0);
  expect(processesIn(folder)).toEqual([]);
  const { code: refused, error } = await command("status");
  expect([refused, error]).toEqual([1, `no cluster runs in ${folder}; npm run cluster starts one\n`]);
});

soakTest("when it is killed, nothing runs on, also not what is frozen", async () => {
  const { child } = await startCluster();
  expect(processesIn(folder).length).toBeGreaterThan(6);
  expect((await command("freeze", "postgres")).code).toBe(0);
  expect((await command("freeze", "node", "1")).code).toBe(0);
  child.kill("SIGKILL");
  await untilNothingRuns();
});

function spawnCluster(...args: readonly string[]): ChildProcess {
  const child = spawn("npm", ["run", "--silent", "cluster", "--", ...args, "--folder", folder], {
    cwd: ROOT,
    env: {
      ...runtimeEnvironment(),
      HOME: process.env["HOME"],
      BOOTSTRAP_TENANT_ADMIN_EMAIL: "tenant@example.com",
      BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  return child;
}

async function startCluster(): Promise<{ readonly http: string; readonly mqtt: string; readonly child: ChildProcess }> {
  const child = spawnCluster("--nodes", "2", "--http-port", "0", "--mqtt-port", "0");
  const found = Promise.withResolvers<RegExpExecArray>();
  let printed = "";
  const hear = (line: string): void => {
    printed += `${line}\n`;
    const ready = READY.exec(line);
    if (ready !== null) found.resolve(ready);
  };
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) createInterface(stream).on("line", hear);
  child.once("exit", () => found.reject(new Error(`it ended before it was ready: ${printed}`)));
  found.promise.catch(() => undefined);
  const [, http = "", mqtt = ""] = await byDeadline(
    found.promise,
    START_MILLIS_MAX,
    () => `it is not ready: ${printed}`,
  );
  return { http, mqtt, child };
}

interface End {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function command(...words: readonly string[]): Promise<End> {
  return end(spawnCluster(...words));
}

async function end(child: ChildProcess): Promise<End> {
  const [[code], out, error] = await Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
  ]);
  return { code, out, error };
}

async function untilNothingRuns(): Promise<void> {
  await eventually(
    async () => processesIn(folder),
    (running) => running.length === 0,
    GONE_MILLIS_MAX,
    (running) => `these run on: ${running.join(", ")}`,
  );
}

/** Every engine has a folder of its own there, and works in it. */
function processesIn(parent: string): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(parent);
    } catch {
      // It has ended.
      return false;
    }
  });
}
