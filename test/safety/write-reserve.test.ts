// The engine has one limit of memory for all: what reports hold must not keep telemetry from being stored. Source: analytics
// contract 5.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { DuckdbDatabase, wantsMemory } from "../../src/adapters/duckdb/duckdb-database.ts";
import type { DuckdbSession } from "../../src/adapters/duckdb/duckdb-session.ts";

const MEMORY_MEBIBYTES = 64;
/** A batch that needs some ten MiB until it is committed. */
const BATCH =
  "INSERT INTO points SELECT 1, ts, 2, 0, repeat('x', 80) || ts, 1 FROM range($1::BIGINT, $2::BIGINT) stored(ts)";
const BATCH_ROWS = 100_000;

let folder: string;
let database: DuckdbDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-reserve-"));
  const scratchFolder = join(folder, "scratch");
  await mkdir(scratchFolder);
  database = new DuckdbDatabase(
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder,
      threads: 2,
      memoryMaxMebibytes: MEMORY_MEBIBYTES,
      writeReserveMebibytes: 64,
      // Nothing can be put aside: what a report holds, it holds.
      spillMaxMebibytes: 0,
      readersMax: 2,
    },
    systemClock,
  );
  await database.openForWriting();
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test("AN §5: a report that holds all memory of the engine gives way to telemetry", async () => {
  const report = await database.openYieldingSession();
  await holdAllMemory(report);
  // So it is without the reserve.
  await expect(insert(0)).rejects.toSatisfy(wantsMemory);

  await insertWithoutReports(1);

  expect(report.hasGivenWay).toBe(true);
  expect(await stored()).toBe(BATCH_ROWS);
});

test("AN §5: reports whose scratch folder cannot be written to, as on a full disk, give way to telemetry", async () => {
  await database.writer.run("SET max_temp_directory_size = '1GiB'");
  await writeFile(join(folder, "scratch", "spill"), "no folder");
  const report = await database.openYieldingSession();
  await holdAllMemory(report);
  await expect(insert(0)).rejects.toSatisfy(wantsMemory);

  await insertWithoutReports(1);
  expect(await stored()).toBe(BATCH_ROWS);
});

test("AN §5: a scratch file for which the disk has no room is a want of memory, a log is not", () => {
  const full = (file: string): Error =>
    new Error(`Failed to append: Could not write file "${file}": No space left on device`);
  expect(wantsMemory(full("/data/scratch/spill/duckdb_temp_storage_DEFAULT-0.tmp"))).toBe(true);
  expect(wantsMemory(full("/data/telemetry.duckdb.log/000000000000001"))).toBe(false);
});

test("AN §5: a checkpoint finds room, too", async () => {
  await database.transaction(() => insert(0));
  const report = await database.openYieldingSession();
  await holdAllMemory(report);

  await database.checkpoint();

  expect(await stored()).toBe(BATCH_ROWS);
  // The reserve was enough and is back, so that nobody had to be stopped.
  expect(report.hasGivenWay).toBe(false);
  expect(await report.query("SELECT current_setting('memory_limit')")).toEqual([[`${String(MEMORY_MEBIBYTES)}.0 MiB`]]);
});

test("the reserve is lent for as long as reports hold memory, and the next report begins without it", async () => {
  const report = await database.openYieldingSession();
  await holdAllMemory(report);
  await insertWithoutReports(0);

  const next = await database.openYieldingSession();

  expect(await next.query("SELECT current_setting('memory_limit')")).toEqual([[`${String(MEMORY_MEBIBYTES)}.0 MiB`]]);
  await expect(report.query("SELECT 1")).rejects.toThrow("closed meanwhile");
  await next.close();
});

test("what else works with the file, as exports do, ends when telemetry needs a new engine, and can begin again", async () => {
  const exporting = await database.openSession();
  await exporting.query("CREATE TEMP TABLE taken AS SELECT 1 AS one");
  await holdAllMemory(await database.openYieldingSession());

  await insertWithoutReports(0);

  await expect(exporting.query("SELECT one FROM taken")).rejects.toThrow("closed meanwhile");
  const again = await database.openSession();
  expect(await again.query("SELECT count(*)::INTEGER FROM points")).toEqual([[BATCH_ROWS]]);
  await again.close();
});

test("a read that is interrupted because telemetry needs a new engine runs again in that one", async () => {
  await holdAllMemory(await database.openYieldingSession());
  const isReading = Promise.withResolvers<undefined>();
  let runs = 0;
  const answer = database.read(async (session) => {
    if (++runs === 1) {
      isReading.resolve(undefined);
      await session.run("SELECT count(*) FROM range(100_000_000_000) AS one, range(1000) AS other");
    }
    return await session.query("SELECT 'read'");
  });
  await isReading.promise;

  await insertWithoutReports(0);

  expect(await answer).toEqual([["read"]]);
  expect(runs).toBe(2);
});

test("AN §5: what reports put aside is bounded by its setting", async () => {
  const report = await database.openYieldingSession();
  let rejected: unknown;
  for (let number = 0; number < 20 && rejected === undefined; number++)
    await report
      .query(`CREATE TEMP TABLE aside_${String(number)} AS SELECT random() AS a FROM range(1000000)`)
      .catch((error: unknown) => (rejected = error));

  expect(String(rejected)).toContain("max_temp_directory_size");
});

/** Tables of ever smaller steps, until not even the smallest finds room. */
async function holdAllMemory(session: DuckdbSession): Promise<void> {
  let rows = 1_000_000;
  for (let number = 0; rows > 30_000; number++)
    try {
      await session.query(
        `CREATE TEMP TABLE held_${String(number)} AS SELECT random() AS a FROM range(${String(rows)})`,
      );
    } catch (error) {
      expect(wantsMemory(error), String(error)).toBe(true);
      rows /= 4;
    }
}

/** As the store does after a batch for which memory was wanting. */
async function insertWithoutReports(number: number): Promise<void> {
  await database.withoutReports(async () => {
    await database.openForWriting();
    await database.transaction(() => insert(number));
  });
}

async function insert(number: number): Promise<void> {
  await database.writer.run(BATCH, [BigInt(number * BATCH_ROWS), BigInt((number + 1) * BATCH_ROWS)]);
}

async function stored(): Promise<number> {
  const rows = await database.writer.query("SELECT count(*) FROM points");
  return Number(rows[0]?.[0]);
}
