// The engine keeps memory for each group of rows that several transactions have written to, or that has lost rows, for as long as the
// file is open. Telemetry goes on however many there are, and however small the memory is.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROW_GROUP_ROWS } from "../../src/adapters/duckdb/open-engine.ts";
import { DuckdbTelemetryStore, type DuckdbTelemetryOptions } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";
import { countAllTelemetry } from "../../src/adapters/duckdb/telemetry-counts.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import { soakTest } from "../support/soak-test.ts";

const MEMORY_MEBIBYTES = 32;
/** The engine keeps a quarter of a mebibyte for each: these would take half as much again as it may have. */
const GROUPS = 1.5 * 4 * MEMORY_MEBIBYTES;
const SERIES = 1_000;
/** Transactions end in the middle of a vector. */
const BATCH_POINTS = 15_000;
const LATE_EVERY = 50;
const FIRST_TS = 1_700_000_000_000;

let folder: string;
/** Points of all series, as many of each. */
let stored = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-memory-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = (subfolder = ""): DuckdbTelemetryOptions =>
  telemetrySettings(join(folder, subfolder, "telemetry.duckdb"), {
    memoryMaxMebibytes: MEMORY_MEBIBYTES,
    snapshotPoints: 250_000,
  });

async function open(events: string[], options = settings()): Promise<DuckdbTelemetryStore> {
  const log: Logger = {
    ...silentLogger,
    warn: (event) => void events.push(event),
    error: (event) => void events.push(event),
  };
  const store = new DuckdbTelemetryStore({ clock: systemClock, log }, options);
  await store.start();
  return store;
}

const numberOf = (series: number): SeriesNumber => (series + 1) as SeriesNumber;

/** Rounds of all series, of which the batches have parts; every so many points one is repeated with the value that `repeated` gives. */
async function fill(store: DuckdbTelemetryStore, repeated = (row: number): number => -row): Promise<number> {
  const batches = Math.ceil((GROUPS * ROW_GROUP_ROWS) / BATCH_POINTS);
  const batch = new PointBatch();
  let row = 0;
  for (let index = 0; index < batches; index++) {
    batch.clear();
    for (let point = 0; point < BATCH_POINTS; point++, row++) {
      batch.add(numberOf(row % SERIES), FIRST_TS + Math.floor(row / SERIES), ValueKind.NUMBER, row);
      if (row % LATE_EVERY === 0)
        batch.add(numberOf(row % SERIES), FIRST_TS + Math.floor(row / SERIES), ValueKind.NUMBER, repeated(row));
    }
    await store.write(batch);
    if (index % 4 === 0) await store.withPoints([numberOf(0)]);
  }
  return row;
}

test("points are stored, and replaced, in more groups than there is memory for", async () => {
  const events: string[] = [];
  const store = await open(events);
  stored = await fill(store);

  const rounds = stored / SERIES;
  for (const series of [0, 1, SERIES - 1]) {
    const counted = { aggregation: "COUNT", bounds: [FIRST_TS, FIRST_TS + rounds] } as const;
    expect(await store.aggregate(numberOf(series), counted)).toMatchObject([{ value: rounds }]);
  }
  expect(events).toEqual([]);
  expect(store.isHealthy).toBe(true);
  await store.stop();
});

test("a series is deleted out of more groups than there is memory for, and late points find those that they replace", async () => {
  const store = await open([]);
  await store.delete([numberOf(0), numberOf(1)], { deleteLatest: true, rewriteLatest: false, window: undefined });
  const late = new PointBatch();
  for (let series = 2; series < SERIES; series++) late.add(numberOf(series), FIRST_TS + series, ValueKind.NUMBER, 5);
  await store.write(late);
  expect(await store.withPoints([numberOf(0), numberOf(1), numberOf(2)])).toEqual([numberOf(2)]);
  const [found] = await store.range(numberOf(7), {
    startTs: FIRST_TS + 7,
    endTs: FIRST_TS + 8,
    limit: 5,
    order: "ASC",
  });
  expect(found).toMatchObject({ ts: FIRST_TS + 7, value: 5 });
  expect(store.isHealthy).toBe(true);
  await store.stop();
});

test("a read of all such groups may fail once, and then finds the memory that it needs", async () => {
  const store = await open([]);
  const bounds = [FIRST_TS, FIRST_TS + stored / SERIES];
  const count = (): Promise<unknown> => store.aggregate(numberOf(3), { aggregation: "COUNT", bounds });
  await expect.poll(() => count().catch(String)).toMatchObject([{ value: stored / SERIES }]);
  await store.stop();
});

test("all values of such a file are read to verify a backup", async () => {
  const { points } = await countAllTelemetry(settings());
  expect(points).toBe(stored - 2 * (stored / SERIES));
});

soakTest("points that come again in another batch, with the same values, cost no memory", async () => {
  await mkdir(join(folder, "again"));
  const filled = await open([], settings("again"));
  const rows = await fill(filled, (row) => row);
  const again = new PointBatch();
  for (let row = 0; row < rows; row += ROW_GROUP_ROWS / 4)
    again.add(numberOf(row % SERIES), FIRST_TS + Math.floor(row / SERIES), ValueKind.NUMBER, row);
  await filled.write(again);
  await filled.stop();

  const events: string[] = [];
  const store = await open(events, settings("again"));
  const bounds = [FIRST_TS, FIRST_TS + rows / SERIES];
  expect(await store.aggregate(numberOf(3), { aggregation: "COUNT", bounds })).toMatchObject([
    { value: rows / SERIES },
  ]);
  expect(events).toEqual([]);
  await store.stop();
});
