import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { afterAll, afterEach, expect, test } from "vitest";
import { DomainError } from "../../core/errors.ts";
import { systemClock, type Clock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { stores } from "../../../test/support/probe-stores.ts";
import { putEmptyDatabase, scratchFolder } from "../../../test/support/scratch-sqlite.ts";
import { SqliteConnection } from "./connection.ts";
import { splitStore } from "../sql/store-table.ts";
import { openSqlite, openSqliteWith } from "./sqlite-database.ts";
import type { WriterOptions } from "../sql/store-writer.ts";

const opened: { folder: string; close: () => Promise<void> }[] = [];
let ofTheFile: ReturnType<typeof openProbe> | undefined;

afterEach(async () => {
  for (const probe of opened.splice(0)) await remove(probe);
});

afterAll(async () => {
  if (ofTheFile !== undefined) await remove(await ofTheFile);
});

async function remove({ folder, close }: (typeof opened)[number]): Promise<void> {
  await close();
  await rm(folder, { recursive: true, force: true });
}

const WRITER: WriterOptions = {
  batchCallsMax: 5_000,
  batchBytesMax: 16 * 1024 * 1024,
  waitingBytesMax: 256 * 1024 * 1024,
};

async function openProbe(
  options: Partial<WriterOptions> = {},
  clock: Clock = systemClock,
  requireFiles: () => void = () => undefined,
) {
  const folder = await scratchFolder();
  await putEmptyDatabase(folder);
  const url = new URL("../../../test/support/probe-stores.ts", import.meta.url);
  const writer = { ...WRITER, ...options };
  const database = await openSqliteWith(stores, url, folder, { clock, log: silentLogger, writer, requireFiles });
  await database.stores.probe.prepare();
  return { folder, database, probe: database.stores.probe, close: () => database.close() };
}

/** For a test that sets bounds or ends threads. */
async function ownProbe(...given: Parameters<typeof openProbe>) {
  const probe = await openProbe(...given);
  opened.push(probe);
  return probe;
}

/** For all other tests, as starting threads takes longer than what they do; each finds it empty. */
async function emptyProbe() {
  const shared = await (ofTheFile ??= openProbe());
  await shared.probe.empty();
  return shared;
}

test("calls made while a batch is being committed are committed together", async () => {
  const { database, probe } = await emptyProbe();
  const before = database.counts.batches;
  await Promise.all(Array.from({ length: 100 }, (_, index) => probe.put(`k${String(index)}`, "v")));
  expect(await probe.count()).toBe(100);
  expect(database.counts.batches - before).toBe(1);
});

test("a batch takes at most the configured number of calls, the others wait", async () => {
  const { database, probe } = await ownProbe({ batchCallsMax: 10 });
  const before = database.counts.batches;
  await Promise.all(Array.from({ length: 95 }, (_, index) => probe.put(`k${String(index)}`, "v")));
  expect(await probe.count()).toBe(95);
  expect(database.counts.batches - before).toBe(10);
});

test("a batch takes at most the configured bytes, one larger call goes alone", async () => {
  const { database, probe } = await ownProbe({ batchBytesMax: 1_000 });
  const before = database.counts.batches;
  await Promise.all([
    probe.put("a", "x".repeat(600)),
    probe.put("b", "x".repeat(600)),
    probe.put("c", "x".repeat(5_000)),
  ]);
  expect(database.counts.batches - before).toBe(3);
});

test("a call beyond the bytes that may wait is refused as unavailable, naming the limit", async () => {
  const { database, probe } = await ownProbe({ waitingBytesMax: 1_000 });
  const outcomes = await Promise.allSettled([probe.put("a", "x".repeat(900)), probe.put("b", "x".repeat(900))]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(outcomes[1]).toMatchObject({
    reason: { kind: "unavailable", details: { limit: { name: "sqlite.waitingBytesMax", value: 1_000 } } },
  });
  expect(database.counts.refused).toBe(1);
});

test("a call that throws fails alone and leaves nothing behind", async () => {
  const { probe } = await emptyProbe();
  const outcomes = await Promise.allSettled([
    probe.put("a", "1"),
    probe.putThenThrow("b", "domain"),
    probe.putThenThrow("c", "bug"),
    probe.putTwice("d"),
    probe.put("e", "2"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "rejected", "fulfilled"]);
  expect(await probe.count()).toBe(2);
});

test("a DomainError crosses the thread with its kind, message and details", async () => {
  const { probe } = await emptyProbe();
  await expect(probe.putThenThrow("b", "domain")).rejects.toMatchObject({
    name: "DomainError",
    kind: "limit-exceeded",
    message: "too many",
    details: { limit: { name: "probes", value: 7 }, entityType: "PROBE" },
  });
});

test("a commit that fails rejects every call of its batch, is counted, and the next batch works", async () => {
  const { database, probe } = await emptyProbe();
  const before = database.counts.failedBatches;
  const outcomes = await Promise.allSettled([probe.put("a", "1"), probe.putOrphan("b"), probe.put("c", "3")]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  expect(await probe.count()).toBe(0);
  await probe.put("a", "2");
  expect(await probe.get("a")).toBe("2");
  expect(database.counts.failedBatches - before).toBe(1);
});

test("a full disk rejects the batch as unavailable, and says so; when there is room again, writes work again", async () => {
  const { probe } = await emptyProbe();
  await probe.setPagesMax(2);
  const outcomes = await Promise.allSettled([probe.put("a", "1"), probe.fill(), probe.put("c", "3")]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { kind: "unavailable", cause: { message: "database or disk is full" } },
    });
  await probe.setPagesMax(null);
  await probe.fill();
  expect(await probe.count()).toBe(1);
});

test("an argument that cannot be cloned fails its own call only", async () => {
  const { probe } = await emptyProbe();
  const unclonable: unknown = { toString: () => "" };
  const outcomes = await Promise.allSettled([
    probe.put("a", "1"),
    probe.put("b", unclonable as string),
    probe.put("c", "3"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await probe.count()).toBe(2);
});

test("when the writer dies, waiting calls fail as unavailable and the database says so once", async () => {
  const { database, probe } = await ownProbe();
  const outcomes = await Promise.allSettled([probe.put("a", "1"), probe.crash()]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  expect((await database.failed).message).toContain("7");
  await expect(probe.put("b", "2")).rejects.toMatchObject({ kind: "unavailable" });
  expect(await probe.getDirect("a")).toBe(undefined);
});

test("closing commits what was taken in; later calls are refused; closing twice is harmless", async () => {
  const { folder, database, probe } = await ownProbe();
  const last = probe.put("a", "1");
  await Promise.all([database.close(), database.close()]);
  await last;
  await expect(probe.put("b", "2")).rejects.toMatchObject({ kind: "unavailable" });
  const url = new URL("../../../test/support/probe-stores.ts", import.meta.url);
  const again = await openSqliteWith(stores, url, folder, { clock: systemClock, log: silentLogger, writer: WRITER });
  expect(await again.stores.probe.get("a")).toBe("1");
  await again.close();
});

test("while it closes its files are not looked for: the log goes with the last connection, and nobody has removed it", async () => {
  const folder = await scratchFolder();
  const url = new URL("../../../test/support/probe-stores.ts", import.meta.url);
  let looks = 0;
  const requireFiles = (): void => {
    looks++;
  };
  const setting = { clock: systemClock, log: silentLogger, writer: WRITER, requireFiles };
  const database = await openSqliteWith(stores, url, folder, setting);
  const closing = database.close();
  opened.push({ folder, close: () => closing });

  await expect(database.stores.probe.put("a", "1")).rejects.toMatchObject({ kind: "unavailable" });

  expect(looks).toBe(0);
});

test("a database of a newer version is refused, and stays as it was", async () => {
  const folder = await scratchFolder();
  opened.push({ folder, close: () => Promise.resolve() });
  const setting = { clock: systemClock, log: silentLogger, writer: WRITER };
  await (await openSqlite(folder, setting)).close();
  const connection = new SqliteConnection(join(folder, "bridgehead.sqlite"), "write");
  connection.run("INSERT INTO migration (number, name, applied_at) VALUES (9999, 'later', 0)");
  connection.close();
  await expect(openSqlite(folder, setting)).rejects.toThrow(/migration 9999 \(later\).*newer version/);
});

test("a read refuses to write, in a reader and on the thread that asks", async () => {
  const { database, probe } = await emptyProbe();
  expect(() => database.direct.connection.run("INSERT INTO probe (key, value) VALUES ('a', '')")).toThrow(/readonly/);
  await expect(probe.putInReader("a")).rejects.toMatchObject({ kind: "unavailable" });
  expect(await probe.count()).toBe(0);
});

test("a read sees every write that has resolved, in each reader and on the thread that asks", async () => {
  const { probe } = await emptyProbe();
  for (let round = 0; round < 50; round++) {
    const value = String(round);
    await probe.put("a", value);
    const found = await Promise.all([probe.get("a"), probe.get("a"), probe.getDirect("a"), probe.get("a")]);
    expect(found).toEqual([value, value, value, value]);
  }
});

test("reads of a tenant that wait in masses delay those of another by one each", async () => {
  const { probe } = await emptyProbe();
  const done: string[] = [];
  const read = async (tenant: string) => {
    await probe.get(tenant);
    done.push(tenant);
  };
  const flood = Array.from({ length: 200 }, () => read("a"));
  await Promise.all([...flood, read("b"), read("b")]);
  expect(done.lastIndexOf("b")).toBeLessThan(20);
});

test("when too many reads wait, the newest of the tenant with the most is refused, not that of another", async () => {
  const { probe } = await emptyProbe();
  const flood = Array.from({ length: 10_100 }, () => probe.get("a"));
  const other = probe.get("b");
  const ends = await Promise.allSettled(flood);
  expect(await other).toBeUndefined();
  const refused = ends.filter(({ status }) => status === "rejected");
  expect(refused[0]).toMatchObject({ reason: { kind: "unavailable" } });
  expect(ends[0]).toMatchObject({ status: "fulfilled" });
});

test("a reader that has had nothing to read for five minutes ends, and the next read starts another", async () => {
  const clock = new ManualClock();
  const { probe } = await ownProbe({}, clock);
  const thread = await probe.thread();
  clock.advance(299_999);
  expect(await probe.thread()).toBe(thread);
  clock.advance(300_000);
  expect(await probe.thread()).not.toBe(thread);
});

test("a reader that cannot start, as the files are away, fails its read, and the next one starts", async () => {
  const { folder, database, probe } = await ownProbe();
  await rename(folder, `${folder}-away`);
  await expect(probe.count()).rejects.toMatchObject({ kind: "unavailable" });
  await rename(`${folder}-away`, folder);
  expect(await probe.count()).toBe(0);
  expect(await Promise.race([database.failed, Promise.resolve("works")])).toBe("works");
});

test("while the files are not those that were opened, reads go on where they are open, and no reader starts", async () => {
  let isAway = false;
  const { probe } = await ownProbe({}, systemClock, () => {
    if (isAway) throw new DomainError("unavailable", "the files are away");
  });
  isAway = true;
  expect([await probe.thread(), await probe.count()]).toEqual([threadId, 0]);
  isAway = false;
  const first = await probe.thread();
  isAway = true;
  const threads = await Promise.all(Array.from({ length: 20 }, () => probe.thread()));
  expect(new Set(threads)).toEqual(new Set([first]));
});

test("many reads at once start one reader, not two at the same time", async () => {
  const { probe } = await ownProbe();
  const threads = await Promise.all(Array.from({ length: 8 }, () => probe.thread()));
  expect(new Set(threads).size).toBe(1);
});

test("a DomainError crosses from a reader with its kind, message and details", async () => {
  const { probe } = await emptyProbe();
  await expect(probe.throwDomainError()).rejects.toMatchObject({
    name: "DomainError",
    kind: "limit-exceeded",
    message: "too many",
    details: { limit: { name: "probes", value: 7 }, entityType: "PROBE" },
  });
});

test("when a reader dies, waiting reads fail as unavailable and the database says so", async () => {
  const { database, probe } = await ownProbe();
  await probe.put("a", "1");
  const outcomes = await Promise.allSettled([probe.crashReader(), probe.crashReader(), probe.get("a")]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  expect((await database.failed).message).toContain("7");
  await expect(probe.get("a")).rejects.toMatchObject({ kind: "unavailable" });
});

test("an argument of a read that cannot be cloned fails its own call only", async () => {
  const { probe } = await emptyProbe();
  await probe.put("a", "1");
  const unclonable: unknown = { toString: () => "" };
  const outcomes = await Promise.allSettled([probe.get("a"), probe.get(unclonable as string), probe.get("a")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a fault of the storage comes out of a direct read as unavailable, a bug as it is", async () => {
  class FailingStore {
    async storage(): Promise<void> {
      throw Object.assign(new Error("disk I/O error"), { errcode: 266 });
    }
    async bug(): Promise<void> {
      throw new TypeError("a bug");
    }
    async write(): Promise<unknown> {
      return "here";
    }
    async read(): Promise<unknown> {
      return "here";
    }
  }
  const remote = (thread: string) => (method: string, args: readonly unknown[]) =>
    Promise.resolve([thread, method, args]);
  const port = splitStore(
    new FailingStore(),
    { methods: ["storage", "bug", "write", "read"], writes: ["write"], direct: ["storage", "bug"] },
    { write: remote("writer"), read: remote("reader") },
  );
  await expect(port.storage()).rejects.toMatchObject({ kind: "unavailable" });
  await expect(port.bug()).rejects.toThrow(TypeError);
  await expect(port.bug()).rejects.toThrow(TypeError);
  expect(await port.write()).toEqual(["writer", "write", []]);
  expect(await port.read()).toEqual(["reader", "read", []]);
});
