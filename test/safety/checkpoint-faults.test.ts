// An engine that cannot write a checkpoint, for good or for a while: what has been acknowledged stays readable, telemetry is
// refused, the reason is logged, and a start finds everything in the log. Record: docs/decisions/0004-recovery-without-restart.md.
import { mkdtemp, open as openFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ManualClock } from "../support/manual-clock.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { DuckdbDatabase } from "../../src/adapters/duckdb/duckdb-database.ts";
import { DuckdbTelemetryStore, type DuckdbTelemetryOptions } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";

const SERIES = 1 as SeriesNumber;
const FIRST_TS = 1_700_000_000_000;
const BATCH_POINTS = 40_000;
/** In the log. */
const POINT_BYTES = 21;
const REFUSED = "error telemetry is refused: its file cannot be written although the disk takes writes";

/** Of the telemetry file: behind its headers, blocks with a checksum each. */
const FIRST_BLOCK = 3 * 4096;
const BLOCK_BYTES = 262_144;

/** The engine's own fault injection: every checkpoint breaks before it counts. */
class FaultyDatabase extends DuckdbDatabase {
  override async openForWriting(): Promise<void> {
    await super.openForWriting();
    if (isFaulty) await this.setFault();
  }

  override async checkpoint(statement?: "CHECKPOINT" | "FORCE CHECKPOINT"): Promise<void> {
    if (isRefusing) throw new Error("there are other write transactions");
    await super.checkpoint(statement);
    checkpoints++;
  }

  async setFault(): Promise<void> {
    isFaulty = true;
    await this.writer.run("SET debug_checkpoint_abort = 'before_header'");
  }
}

let isFaulty: boolean;
let isRefusing: boolean;
let checkpoints: number;
let folder: string;
let clock: ManualClock;
let database: FaultyDatabase;
let store: DuckdbTelemetryStore;
let events: string[];
let points: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-checkpoint-"));
  clock = new ManualClock();
  events = [];
  isFaulty = false;
  isRefusing = false;
  checkpoints = 0;
  points = 0;
  await open();
});
afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

test("while no checkpoint can be written telemetry is refused, what was acknowledged is read on, and the reason is reported once", async () => {
  await database.setFault();
  await write();
  await expect.poll(() => store.isHealthy).toBe(false);

  await expect(write()).rejects.toMatchObject({ kind: "unavailable" });
  expect(await stored()).toBe(points);
  for (let second = 0; second < 30; second++) await tries();
  expect(events.filter((event) => event === REFUSED)).toHaveLength(1);
  // Ever more rarely: each try reads the log.
  expect(events.filter((event) => event.includes("still cannot be written")).length).toBeLessThan(10);
  expect(await stored()).toBe(points);

  isFaulty = false;
  await expect
    .poll(async () => {
      await tries();
      return store.isHealthy;
    })
    .toBe(true);
  await write();
  expect(await stored()).toBe(points);
});

test("a start does not need a checkpoint: what a broken one has left in the log is there, with the next points", async () => {
  await database.setFault();
  await write();
  await expect.poll(() => store.isHealthy).toBe(false);
  await store.stop();

  await open();

  expect(store.isHealthy).toBe(false);
  expect(await stored()).toBe(points);
  isFaulty = false;
  await expect
    .poll(async () => {
      await tries();
      return store.isHealthy;
    })
    .toBe(true);
  await write();
  expect(await stored()).toBe(points);
});

test("a log that has grown is folded into the file between two batches; where that breaks, each batch is there once", async () => {
  await store.stop();
  await open({ checkpointMebibytes: 1 });
  await database.setFault();
  isFaulty = false;

  // Small ones, which the engine writes to the log first; too few for a checkpoint of the store's own.
  for (let batch = 0; batch < 60; batch++) await write(1_000);

  expect(events).toContain("warn telemetry file reopened after a checkpoint that broke");
  expect(store.isHealthy).toBe(true);
  expect(await stored()).toBe(points);
});

test("a log that grows because checkpoints are put off is reported at four times its bound, and when it has doubled", async () => {
  await store.stop();
  await open({ checkpointMebibytes: 1 });
  const warning = "warn the log of telemetry grows, as no checkpoint can be taken";
  const grow = async (mebibytes: number): Promise<void> => {
    for (let bytes = 0; bytes < mebibytes * 1024 * 1024; bytes += 10_000 * POINT_BYTES) {
      await write(10_000);
      await store.withPoints([SERIES]);
    }
  };
  isRefusing = true;
  await grow(3);
  expect(events).not.toContain(warning);
  await grow(9);
  expect(events.filter((event) => event === warning).length).toBeGreaterThan(0);
  expect(events.filter((event) => event === warning).length).toBeLessThan(3);

  const before = checkpoints;
  isRefusing = false;
  await write();
  expect(await stored()).toBe(points);
  await expect.poll(() => checkpoints).toBeGreaterThan(before);
  expect(store.isHealthy).toBe(true);
  expect(await stored()).toBe(points);
});

test("a file that cannot be opened is named, with what to do", async () => {
  await write();
  await store.stop();
  const file = join(folder, "telemetry.duckdb");
  await writeFile(file, Buffer.alloc((await stat(file)).size, 7));

  await expect(open()).rejects.toThrow(
    /telemetry\.duckdb cannot be opened: .+\nCopy the data folder before anything else/,
  );
  await rm(file);
  await rm(`${file}.log`, { recursive: true });
  await open();
});

test("a changed byte in any block of the file that a start reads is named, with what to do", async () => {
  await store.saveMark({ installation: "plant", generation: 1 });
  await write();
  await store.stop();
  const file = join(folder, "telemetry.duckdb");
  const whole = await readFile(file);
  const refusals: string[] = [];
  for (let at = FIRST_BLOCK + BLOCK_BYTES / 2; at < whole.length; at += BLOCK_BYTES) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await open()
      .then(() => store.readMark())
      .catch((error: unknown) => refusals.push(String(error)));
    await store.stop();
  }
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals)
    expect(refusal).toMatch(/telemetry\.duckdb cannot be opened: .+\nCopy the data folder before anything else/);
  await writeFile(file, whole);
  await open();
});

test("a start on a full disk asks for space, not for a backup to restore", async () => {
  await write();
  await store.stop();
  const file = await openFile(folder, "r");
  await file.close();
  const calls = Object.getPrototypeOf(file) as { datasync(): Promise<void> };
  const full = vi
    .spyOn(calls, "datasync")
    .mockRejectedValue(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));

  await expect(open()).rejects.toThrow(
    /cannot be opened: ENOSPC: .*\nIts disk takes no writes: free or add space, or make it writable, and start again\. Nothing is lost\.$/,
  );
  full.mockRestore();
  await open();
  expect(await stored()).toBe(points);
});

test("a log that is too large for the memory is named, with the settings to raise", async () => {
  await database.setFault();
  await write();
  await expect.poll(() => store.isHealthy).toBe(false);
  await store.stop();

  await expect(open({ memoryMaxMebibytes: 2, spillMaxMebibytes: 0 })).rejects.toThrow(
    /needs more memory than the engine may use: raise TELEMETRY_DUCKDB_MEMORY_MAX_MIB/,
  );
  await open();
  expect(await stored()).toBe(points);
});

async function open(changes: Partial<DuckdbTelemetryOptions> = {}): Promise<void> {
  const settings = telemetrySettings(join(folder, "telemetry.duckdb"), {
    spillMaxMebibytes: 64,
    checkpointMebibytes: 64,
    ...changes,
  });
  const note =
    (level: string) =>
    (event: string): void =>
      void events.push(`${level} ${event}`);
  const log: Logger = { ...silentLogger, warn: note("warn"), error: note("error") };
  database = new FaultyDatabase(settings, clock);
  store = new DuckdbTelemetryStore({ clock, log, database }, settings);
  await store.start();
}

/** Two of them would overfill a row group, so that a checkpoint follows each. */
async function write(count = BATCH_POINTS): Promise<void> {
  const batch = new PointBatch();
  for (let row = 0; row < count; row++) batch.add(SERIES, FIRST_TS + points + row, ValueKind.NUMBER, row);
  await store.write(batch);
  points += count;
  // So that the engine has it.
  await store.withPoints([SERIES]).catch(() => undefined);
}

async function stored(): Promise<number> {
  const query = { startTs: FIRST_TS, endTs: FIRST_TS + 10_000_000 };
  const [bucket] = await store.aggregate(SERIES, { aggregation: "COUNT", bounds: [query.startTs, query.endTs] });
  return Number(bucket?.value ?? 0);
}

/** A second passes; what it begins has ended when an operation of the store behind it has. */
async function tries(): Promise<void> {
  clock.advance(1_000);
  const nothing = { window: { startTs: 0, endTs: 1 }, deleteLatest: false, rewriteLatest: false };
  await store.delete([SERIES], nothing).catch(() => undefined);
}
