// PostgreSQL as a cluster runs it: what it has committed is there after whatever happens to it.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { PostgresServer } from "../../tools/cluster/postgres-server.ts";
import { isAlive } from "../../tools/cluster/process-tree.ts";
import { postgresProgram } from "../../tools/cluster/programs.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";

let folder: string;
let server: PostgresServer;

beforeEach(async () => {
  folder = await scratchFolder();
  const [port = 0] = await freePorts(1);
  server = new PostgresServer({ folder, port, password: "a password/of+tests" });
});

afterEach(async () => {
  if (server.state !== "stopped") await server.kill();
  await rm(folder, { recursive: true, force: true });
});

test("rows are there after a stop, a kill and a freeze, and gone after a wipe", async () => {
  await server.start();
  expect(await query("SHOW fsync")).toBe("on");
  await query("CREATE TABLE rows (id integer)");

  await query("INSERT INTO rows VALUES (1)");
  await server.kill();
  expect(server.state).toBe("stopped");
  await server.start();
  expect(await query("SELECT count(*) FROM rows")).toBe("1");

  server.freeze();
  await expect(query("SELECT 1", 500)).rejects.toThrow();
  expect(() => server.freeze()).toThrow("postgres is frozen already");
  server.thaw();
  await server.ready();
  expect(await query("SELECT count(*) FROM rows")).toBe("1");

  await server.stop();
  await server.wipe();
  await server.start();
  await expect(query("SELECT count(*) FROM rows")).rejects.toThrow('relation "rows" does not exist');
});

test("a kill ends the processes of its connections as well, also of one that is frozen", async () => {
  await server.start();
  const sleeping = query("SELECT pg_sleep(600)").catch(String);
  const backend = Number(await untilBackend());
  server.freeze();
  await server.kill();
  expect(isAlive(backend)).toBe(false);
  expect(await sleeping).toContain("server closed the connection");
});

test("what cannot be done is refused in words, and an end that nobody asked for is told", async () => {
  await expect(server.kill()).rejects.toThrow("postgres does not run");
  expect(() => server.thaw()).toThrow("postgres is not frozen, it is stopped");
  await server.start();
  await expect(server.start()).rejects.toThrow("postgres is running already");
  await expect(server.wipe()).rejects.toThrow("postgres is running; kill it first");
  const other = new PostgresServer({
    folder: `${folder}/other`,
    port: Number(new URL(server.url).port),
    password: "a",
  });
  await expect(other.start()).rejects.toThrow(/postgres ended before it was ready: .*Address already in use/s);

  const ended = new Promise<string>((resolve) => server.onUnexpectedEnd(resolve));
  process.kill(server.pid ?? 0, "SIGKILL");
  expect(await ended).toBe("SIGKILL");
  expect(server.state).toBe("stopped");
});

async function untilBackend(): Promise<string> {
  for (;;) {
    const found = await query("SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'");
    if (found !== "") return found;
  }
}

async function query(sql: string, timeout = 60_000): Promise<string> {
  const { stdout } = await promisify(execFile)(postgresProgram("psql"), ["-Atc", sql, server.url], { timeout });
  return stdout.trim();
}
