// A checkpoint that ends in the middle of a write, as when the process is killed or the power fails: the file opens, with every
// point. Record: docs/decisions/0040-journal-for-checkpoints.md.
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, rmdir, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configOf } from "../../src/app/config.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { TEST_SETTINGS } from "../support/platform.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { DuckdbDatabase } from "../../src/adapters/duckdb/duckdb-database.ts";
import { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";

const SERIES = 1 as SeriesNumber;
const FIRST_TS = 1_700_000_000_000;
const BATCH_POINTS = 40_000;
const HEADERS_BYTES = 12_288;
const BLOCK_BYTES = 262_144;

/** Its checkpoints break when everything is written but the header; the folder is copied then, as a crash would leave it. */
class CrashingDatabase extends DuckdbDatabase {
  async crashAtNextCheckpoint(): Promise<void> {
    isCrashing = true;
    await this.writer.run("SET debug_checkpoint_abort = 'after_free_list_write'");
  }

  override async openForWriting(): Promise<void> {
    if (isCrashing) await cp(folder, crashed, { recursive: true });
    isCrashing = false;
    await super.openForWriting();
  }
}

let isCrashing: boolean;
let parent: string;
let folder: string;
let crashed: string;
let clock: ManualClock;
let database: CrashingDatabase;
let store: DuckdbTelemetryStore;
let points: number;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "bridgehead-torn-"));
  folder = join(parent, "data");
  crashed = join(parent, "crashed");
  isCrashing = false;
  points = 0;
  await open(folder);
});
afterEach(async () => {
  await store.stop();
  await rm(parent, { recursive: true, force: true });
});

test.each([
  ["nothing", 0],
  ["one page", 4_096],
  ["half", BLOCK_BYTES / 2],
  ["all but one page", BLOCK_BYTES - 4_096],
  ["all", BLOCK_BYTES],
])("a block that a checkpoint overwrites, and of which %s has been written, costs no point", async (_, bytes) => {
  const { before, after } = await crash();
  const overwritten = changedBlocks(before, after);
  expect(overwritten).not.toEqual([]);
  for (const start of overwritten) before.copy(after, start + bytes, start + bytes, start + BLOCK_BYTES);
  await writeFile(fileIn(crashed), after);

  await open(crashed);

  expect(await stored()).toBe(points);
  await write();
  await reopen(crashed);
  expect(await stored()).toBe(points);
});

test.each([
  ["empty", 0],
  ["cut in its front", 7],
  ["cut in the headers", 5_000],
  ["cut in a block", 100_000],
])("a journal that is %s was waited for by no checkpoint, and is left out", async (_, bytes) => {
  const { before } = await crash();
  await writeFile(fileIn(crashed), before);
  await truncate(journalIn(crashed), bytes);

  await open(crashed);

  expect(await stored()).toBe(points);
});

test("a journal that has been damaged is left out", async () => {
  const { before } = await crash();
  await writeFile(fileIn(crashed), before);
  const journal = await readFile(journalIn(crashed));
  journal.fill(7, 20_000, 30_000);
  await writeFile(journalIn(crashed), journal);

  await open(crashed);

  expect(await stored()).toBe(points);
});

test("a start on a file without a log, and with a journal of which a loss of power has left any bytes, is not kept from it", async () => {
  const parted = join(parent, "started");
  const config = configOf({ ...TEST_SETTINGS, dataDir: parted });
  const start = (): Promise<Platform> => startPlatform(config, { clock, log: silentLogger });
  await (await start()).stop();
  await writeFile(join(parted, "telemetry.duckdb.journal"), Buffer.alloc(300_000, 0xa5));

  await (await start()).stop();
});

test("a journal whose checkpoint has ended changes nothing, nor does one without its file", async () => {
  await crash();
  const journal = await readFile(journalIn(crashed));
  await open(folder);
  await write();
  await reopen();
  await write();
  await store.stop();
  await writeFile(journalIn(folder), journal);

  await open(folder);
  expect(await stored()).toBe(points);
  await store.stop();

  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(journalIn(folder), journal);
  await open(folder);
  expect(await stored()).toBe(0);
});

test("what has been closed has no journal", async () => {
  await write();
  await write();
  await settled();
  await reopen();
  await write();
  await settled();
  await expect.poll(() => existsSync(journalIn(folder))).toBe(true);

  await store.stop();
  expect(existsSync(journalIn(folder))).toBe(false);
});

test("a checkpoint that can have no journal does not begin: telemetry is refused until it can", async () => {
  await write();
  await reopen();
  await expect.poll(() => existsSync(journalIn(folder))).toBe(true);
  await rm(journalIn(folder));
  await mkdir(journalIn(folder));
  // This one has its journal, and the next has none.
  await write();
  await settled();
  const before = await readFile(fileIn(folder));

  await write();
  await expect.poll(() => store.isHealthy).toBe(false);
  await expect(write()).rejects.toMatchObject({ kind: "unavailable" });
  expect((await readFile(fileIn(folder))).equals(before)).toBe(true);
  expect(await stored()).toBe(points);

  await rmdir(journalIn(folder));
  await expect
    .poll(async () => {
      clock.advance(60_000);
      await settled().catch(() => undefined);
      return store.isHealthy;
    })
    .toBe(true);
  await write();
  expect(await stored()).toBe(points);
});

/** A folder as a crash leaves it in which everything of a checkpoint but its header has been written; the file before and then. */
async function crash(): Promise<{ before: Buffer; after: Buffer }> {
  await write();
  await write();
  await reopen();
  await write();
  await settled();
  const before = await readFile(fileIn(folder));
  await database.crashAtNextCheckpoint();
  await write();
  await expect.poll(() => isCrashing).toBe(false);
  await store.stop();
  return { before, after: await readFile(fileIn(crashed)) };
}

/** Where the blocks begin that are in both, and differ. */
function changedBlocks(before: Buffer, after: Buffer): number[] {
  expect(after.subarray(0, HEADERS_BYTES).equals(before.subarray(0, HEADERS_BYTES))).toBe(true);
  const changed: number[] = [];
  for (let start = HEADERS_BYTES; start + BLOCK_BYTES <= before.length; start += BLOCK_BYTES)
    if (before.compare(after, start, start + BLOCK_BYTES, start, start + BLOCK_BYTES) !== 0) changed.push(start);
  return changed;
}

function fileIn(path: string): string {
  return join(path, "telemetry.duckdb");
}

function journalIn(path: string): string {
  return `${fileIn(path)}.journal`;
}

async function reopen(path = folder): Promise<void> {
  await store.stop();
  await open(path);
}

async function open(path: string): Promise<void> {
  const settings = telemetrySettings(fileIn(path), { checkpointMebibytes: 64 });
  clock = new ManualClock();
  database = new CrashingDatabase(settings, clock);
  store = new DuckdbTelemetryStore({ clock, log: silentLogger, database }, settings);
  await store.start();
}

/** Two of them would overfill a row group, so that a checkpoint follows each. */
async function write(): Promise<void> {
  const batch = new PointBatch();
  for (let row = 0; row < BATCH_POINTS; row++) batch.add(SERIES, FIRST_TS + points + row, ValueKind.NUMBER, row);
  await store.write(batch);
  points += BATCH_POINTS;
  // So that the engine has it.
  await store.withPoints([SERIES]).catch(() => undefined);
}

/** What the last operation has begun has ended when one behind it has. */
async function settled(): Promise<void> {
  const nothing = { window: { startTs: 0, endTs: 1 }, deleteLatest: false, rewriteLatest: false };
  await store.delete([SERIES], nothing);
}

async function stored(): Promise<number> {
  const query = { startTs: FIRST_TS, endTs: FIRST_TS + 10_000_000 };
  const [bucket] = await store.aggregate(SERIES, { aggregation: "COUNT", bounds: [query.startTs, query.endTs] });
  return Number(bucket?.value ?? 0);
}
