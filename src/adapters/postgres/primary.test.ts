// A database on two servers, of which the second one takes over: each commit is there, and writes go on.
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleProfile } from "../../../test/contracts/account-samples.ts";
import { eventually } from "../../../test/support/deadline.ts";
import { PostgresPair } from "../../../test/support/postgres-pair.ts";
import { scratchFolder } from "../../../test/support/scratch-sqlite.ts";
import { freePorts } from "../../../tools/cluster/free-ports.ts";
import { PostgresServer } from "../../../tools/cluster/postgres-server.ts";
import { DomainError } from "../../core/errors.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { openPostgres, type PostgresDatabase } from "./open-postgres.ts";
import { serversOf } from "./primary.ts";

const KEY = randomBytes(32);
const WRITER = { batchCallsMax: 5_000, batchBytesMax: 16 * 1024 * 1024, waitingBytesMax: 256 * 1024 * 1024 };
const GOES_ON_MILLIS_MAX = 60_000;

let folder: string;
let first: PostgresServer;
let second: PostgresServer;
let pair: PostgresPair;
let url: string;

beforeAll(async () => {
  folder = await scratchFolder();
  const ports = await freePorts(2);
  [first, second] = ["first", "second"].map(
    (name, index) =>
      new PostgresServer({ name, folder: join(folder, name), port: ports[index] ?? 0, password: "a:b,c/d" }),
  ) as [PostgresServer, PostgresServer];
  pair = new PostgresPair(first, second);
  url = first.url.replace(/127\.0\.0\.1:\d+/, (host) => `127.0.0.1:${String(ports[1])},${host}`);
  await first.start();
  await pair.complete();
});

afterAll(async () => {
  await pair.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (address: string): Promise<PostgresDatabase> =>
  openPostgres(address, { clock: systemClock, log: silentLogger, writer: WRITER, masterKey: KEY });

test("what was acknowledged is there when the standby has taken over, and writes go on", async () => {
  const database = await open(url);
  const { tenants } = database.stores;
  const acknowledged: string[] = [];
  const write = async (): Promise<boolean> => {
    const profile = sampleProfile();
    try {
      await tenants.createProfile(profile);
      acknowledged.push(profile.id);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind === "unavailable") return false;
      throw error;
    }
  };
  for (let takeOver = 0; takeOver < 2; takeOver++) {
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) await write();
    })();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
    await pair.failOver();
    over.abort();
    await writing;
    await eventually(write, Boolean, GOES_ON_MILLIS_MAX, () => "nothing is written");
    for (const id of acknowledged) expect((await tenants.findProfile(id as never))?.id).toBe(id);
    await pair.complete();
  }
  await database.close();
});

test("a standby is refused: it answers what was so before", async () => {
  const standby = pair.primary === first ? second : first;
  await expect(open(standby.url)).rejects.toThrow(/takes no writes: it is a standby/);
});

test("an address has several hosts, and one that cannot be an address is refused without saying it", () => {
  const hrefs = (address: string): readonly string[] => serversOf(address).map(({ href }) => href);
  expect(hrefs("postgres://u:p%2F@one:1,[::1],three:3/base?sslmode=require")).toEqual([
    "postgres://u:p%2F@one:1/base?sslmode=require",
    "postgres://u:p%2F@[::1]/base?sslmode=require",
    "postgres://u:p%2F@three:3/base?sslmode=require",
  ]);
  expect(hrefs("postgresql://one/base")).toEqual(["postgresql://one/base"]);
  for (const wrong of [
    "mysql://secret@one/base",
    "postgres:///secret",
    "postgres://one,,secret/base",
    "secret",
    "postgres://one:secret/base",
  ])
    expect(() => serversOf(wrong)).toThrow(/^CLUSTER_POSTGRES_URL(?!.*secret)/);
});
