// The platform as a process: what it prints, which code it exits with, and that its data folder is free afterwards.
import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runtimeEnvironment } from "../support/server-process.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const FREE_PORTS = { HTTP_PORT: "0", MQTT_PORT: "0" };
const READY = /^bridgehead ready http=(http:\S+:\d+) mqtt=(mqtt:\S+:\d+)$/m;

type Server = ChildProcessByStdio<null, Readable, Readable>;

let folder: string;
const running = new Set<Server>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bridgehead-test-"));
});
afterEach(async () => {
  for (const server of running) await kill(server);
  rmSync(folder, { recursive: true });
});

test("SIGTERM and SIGINT stop it with exit code 0, it can start again after each, and serves the addresses that it prints", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const server = run(FREE_PORTS);
    await ready(server);

    server.kill(signal);

    expect(await exitCode(server)).toBe(0);
  }
  const [, http] = await ready(run(FREE_PORTS));

  const answer = await fetch(`${http ?? ""}/api/health/live`);

  expect(answer.status).toBe(200);
});

test.runIf(process.platform === "linux")(
  "the threads that collect garbage get what the main thread leaves of the processors",
  async () => {
    const server = run(FREE_PORTS);
    await ready(server);
    const threads = `/proc/${String(server.pid)}/task`;
    // Behind the name, which may hold blanks: the 19th field.
    const nicenessOf = (thread: string): number => {
      const stat = readFileSync(`${threads}/${thread}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
    };
    const nameOf = (thread: string): string => readFileSync(`${threads}/${thread}/comm`, "utf8").trimEnd();

    const collectors = readdirSync(threads).filter((thread) => nameOf(thread) === "V8Worker");

    expect(collectors.length).toBeGreaterThan(0);
    for (const collector of collectors) expect(nicenessOf(collector)).toBeGreaterThan(0);
    expect(nicenessOf(String(server.pid))).toBe(constants.priority.PRIORITY_NORMAL);
  },
);

test("a second process on the same folder is refused, naming the first one", async () => {
  const first = run(FREE_PORTS);
  await ready(first);
  const second = run(FREE_PORTS);

  const [code, complaint] = await Promise.all([exitCode(second), text(second.stderr)]);

  expect(code).toBe(1);
  expect(complaint).toMatch(`in use by process ${String(first.pid)}`);
});

test.runIf(process.getuid?.() === 0)(
  "root is refused the folder of a service, in which it would leave files that the service cannot read",
  async () => {
    const data = join(folder, "data");
    mkdirSync(data);
    chownSync(data, 12_345, 12_345);
    const server = run(FREE_PORTS);

    const [code, complaint] = await Promise.all([exitCode(server), text(server.stderr)]);

    expect(code).toBe(1);
    expect(complaint).toContain(`the data folder ${data} belongs to user 12345`);
    expect(readdirSync(data)).toEqual([]);
  },
);

test("after kill -9 it starts on the same folder", async () => {
  const first = run(FREE_PORTS);
  await ready(first);
  await kill(first);

  await ready(run(FREE_PORTS));
});

test("a bad setting is reported without a stack, and the exit code is 2", async () => {
  writeFileSync(join(folder, "bridgehead.yml"), "mqtt.prot: 1884\n");
  const server = run({ HTTP_PORT: "http" });

  const [code, complaint] = await Promise.all([exitCode(server), text(server.stderr)]);

  expect(code).toBe(2);
  expect(complaint).toBe(
    "bridgehead cannot start:\n" +
      '  unknown setting "mqtt.prot"; did you mean "mqtt.port"?\n' +
      '  HTTP_PORT (http.port) must be integer from 0 to 65535, got "http"\n',
  );
});

test("what scheduled backups lack stops a start, and no command", async () => {
  const environment = { ...FREE_PORTS, BACKUP_TO: "s3://backups/plant-7" };
  const ends = [run(environment), run(environment, "upgrade", "--check")].map((each) =>
    Promise.all([exitCode(each), text(each.stderr)]),
  );
  const [start, command] = await Promise.all(ends);

  expect(start).toEqual([
    2,
    expect.stringMatching(/BACKUP_TO .* needs BACKUP_PASSPHRASE.*\n.* needs AWS_ACCESS_KEY_ID/),
  ]);
  expect(command).toEqual([1, expect.stringMatching(/^bridgehead: there is no bridgehead\.sqlite/)]);
});

test("AN-71: a limiter setting that is no number stops the start, with its variable named", async () => {
  const server = run({ ...FREE_PORTS, SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE: "many" });

  const [code, complaint] = await Promise.all([exitCode(server), text(server.stderr)]);

  expect(code).toBe(2);
  expect(complaint).toMatch(/SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE .*"many"/);
});

test("a port in use is reported without a stack, and the exit code is 1", async () => {
  const [, , mqtt] = await ready(run(FREE_PORTS));
  const port = new URL(mqtt ?? "").port;
  const second = run({ HTTP_PORT: "0", MQTT_PORT: port, DATA_DIR: "other" });

  const [code, complaint] = await Promise.all([exitCode(second), text(second.stderr)]);

  expect(code).toBe(1);
  expect(complaint).toMatch(new RegExp(`bridgehead cannot start: .*${port}`));
  expect(complaint).not.toMatch(/\n\s+at /);
});

test("a database that cannot be opened is reported with what the engine says of it", async () => {
  const first = run(FREE_PORTS);
  await ready(first);
  first.kill("SIGTERM");
  await exitCode(first);
  mkdirSync(join(folder, "data", "bridgehead.sqlite-shm"));
  const server = run(FREE_PORTS);

  const [code, complaint] = await Promise.all([exitCode(server), text(server.stderr)]);

  expect(code).toBe(1);
  expect(complaint).toMatch(
    /^bridgehead cannot start: the database cannot serve .*\ncaused by: attempt to write a readonly database\n$/m,
  );
});

test("--version prints the version", async () => {
  const server = run({}, "--version");

  expect(await text(server.stdout)).toMatch(/^\d+\.\d+\.\d+\n$/);
});

function run(environment: Readonly<Record<string, string>>, ...args: string[]): Server {
  const server = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...runtimeEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(server);
  return server;
}

/** What the server printed when it was ready: the line, the address of HTTP, that of MQTT. */
async function ready(server: Server): Promise<RegExpExecArray> {
  const found = Promise.withResolvers<RegExpExecArray>();
  let printed = "";
  server.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    const line = READY.exec(printed);
    if (line !== null) found.resolve(line);
  });
  let complained = "";
  server.stderr.on("data", (chunk: Buffer) => (complained += chunk.toString()));
  server.once("close", () => found.reject(new Error(`the server ended before it was ready: ${complained}`)));
  return found.promise;
}

async function exitCode(server: Server): Promise<unknown> {
  const [code] = (await once(server, "exit")) as unknown[];
  return code;
}

async function kill(server: Server): Promise<void> {
  running.delete(server);
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}
