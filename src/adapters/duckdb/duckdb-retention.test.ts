import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { batchOf } from "../../../test/contracts/telemetry-store.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { telemetrySettings } from "../../../test/support/telemetry-settings.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";
import { slicesOf } from "./duckdb-retention.ts";

const A = 1 as SeriesNumber;
const B = 2 as SeriesNumber;
const ALL = { startTs: -1e15, endTs: 1e15, limit: 10_000, order: "ASC" } as const;
const NOW = millis(10_000);

let folder: string;
let store: DuckdbTelemetryStore;
let clock: ManualClock;
let opened: DuckdbTelemetryStore[];
/** Of the store that was opened last. */
let database: DuckdbDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-retention-"));
  clock = new ManualClock(NOW);
  opened = [];
  store = await open("telemetry.duckdb");
});

afterEach(async () => {
  for (const each of opened) await each.stop();
  await rm(folder, { recursive: true });
});

describe("points older than their tenant keeps them", () => {
  test("go, and those of other series and later ones stay", async () => {
    await store.write(rows([A, 10], [A, 20], [A, 30], [B, 10], [B, 20]));
    expect(await deleteOld([A], 25)).toBe(2);
    expect([await times(A), await times(B)]).toEqual([[30], [10, 20]]);
    expect((await latest(A))?.ts).toBe(30);
  });

  test("take the latest value with them, in a crash as well", async () => {
    await store.write(rows([A, 10], [A, 20], [B, 20]));
    expect(await deleteOld([A], 25)).toBe(2);
    expect([await latest(A), (await latest(B))?.ts]).toEqual([undefined, 20]);
    const crashed = await crash();
    expect([...(await crashed.latest([A, B]))].map((point) => point?.ts)).toEqual([undefined, 20]);
  });

  test("go in slices of about as many as asked for, oldest first", async () => {
    await store.write(rows(...Array.from({ length: 1000 }, (_, index) => [A, index] as const)));
    const { retention } = store;
    await retention.begin();
    await retention.add([A], millis(900));
    const slices = await retention.slices(100, null);
    expect(slices.reduce((sum, { points }) => sum + points, 0)).toBe(900);
    expect(Math.max(...slices.map(({ points }) => points))).toBeLessThanOrEqual(100);
    const first = slices[0];
    if (first === undefined) throw new Error("there is no slice");
    expect(await retention.deleteSlice(first)).toBe(first.points);
    expect((await times(A))[0]).toBe(first.points);
    await retention.end();
  });

  test("that a run has swept before are not looked at again", async () => {
    await store.write(rows([A, 10], [A, 20], [A, 30]));
    const { retention } = store;
    await retention.begin();
    await retention.add([A], millis(25));
    expect(await retention.slices(100, millis(15))).toEqual([{ startTs: 20, endTs: 21, points: 1 }]);
    await retention.end();
  });

  test("points written while a run is on are no less safe", async () => {
    await store.write(rows([A, 10], [A, 20]));
    const { retention } = store;
    await retention.begin();
    await retention.add([A], millis(25));
    await store.write(rows([A, 40]));
    expect(await retention.dropLatest()).toBe(0);
    for (const slice of await retention.slices(100, null)) await retention.deleteSlice(slice);
    await retention.end();
    expect([await times(A), (await latest(A))?.ts]).toEqual([[40], 40]);
  });
});

describe("points with a time to live of their own", () => {
  test("go when it is over, and the newest that is left is the latest", async () => {
    await store.write(rows([A, 10], [A, 20]));
    await store.write(expiring(500, [A, 30], [B, 30]));
    await store.write(rows([B, 20]));
    expect(await store.retention.deleteOutlived(millis(499), 100)).toBe(0);
    expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(2);
    expect([await times(A), (await latest(A))?.ts]).toEqual([[10, 20], 20]);
    expect([await times(B), (await latest(B))?.ts]).toEqual([[20], 20]);
    const crashed = await crash();
    expect([...(await crashed.latest([A, B]))].map((point) => point?.ts)).toEqual([20, 20]);
  });

  test("survive a crash with it", async () => {
    await store.write(expiring(500, [A, 30]));
    const crashed = await crash();
    expect(await crashed.retention.deleteOutlived(millis(500), 100)).toBe(1);
    expect(await crashed.range(A, ALL)).toEqual([]);
  });

  test("are left to it by what the tenant keeps, and stay the latest", async () => {
    await store.write(rows([A, 10], [A, 20], [B, 20]));
    await store.write(expiring(50_000, [A, 15], [B, 30]));
    expect(await deleteOld([A, B], 100)).toBe(3);
    expect([await times(A), (await latest(A))?.ts]).toEqual([[15], 15]);
    expect([await times(B), (await latest(B))?.ts]).toEqual([[30], 30]);
  });

  test("lose it when they are written again without, in one batch or in the next", async () => {
    await store.write(expiring(500, [A, 10], [B, 10]));
    await store.write(rows([A, 10]));
    const again = expiring(500, [A, 20], [B, 20]);
    again.add(B, 20, ValueKind.NUMBER, 7);
    await store.write(again);
    expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(2);
    expect([await times(A), await times(B)]).toEqual([[10], [20]]);
  });

  test("lose it when they are deleted, so that it does not fall to another", async () => {
    await store.write(expiring(500, [A, 10]));
    await store.delete([A], { window: { startTs: 0, endTs: 11 }, deleteLatest: true, rewriteLatest: false });
    await store.write(rows([A, 10]));
    expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(0);
    expect(await times(A)).toEqual([10]);
  });

  test("go a bounded number at a time, those that are longest over first", async () => {
    for (const ts of [1, 2, 3]) await store.write(expiring(100 * (4 - ts), [A, ts]));
    expect(await store.retention.deleteOutlived(millis(500), 2)).toBe(2);
    expect([await times(A), (await latest(A))?.ts]).toEqual([[1], undefined]);
    expect(await store.retention.deleteOutlived(millis(500), 2)).toBe(1);
    expect(await times(A)).toEqual([]);
  });
});

test("a run of deletions ends when telemetry needs a new engine in the middle, and telemetry goes on", async () => {
  const later = Array.from({ length: 20_000 }, (_none, index) => [A, 100 + index] as const);
  await store.write(rows([A, 10], [A, 20]));
  await store.retention.begin();
  await store.retention.add([A], millis(50));
  const [slice] = await store.retention.slices(1_000, null);
  const report = await database.openYieldingSession();
  await report.query("SET max_temp_directory_size = '0B'");
  const [used] = await report.query("SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()");
  await report.query(`SET memory_limit = '${String(Number(used?.[0]) + 65_536)}B'`);
  await store.write(rows(...later));
  await store.withPoints([A]);
  expect(report.hasGivenWay).toBe(true);

  await expect(store.retention.deleteSlice(slice ?? ALL)).rejects.toMatchObject({ kind: "unavailable" });

  expect(store.isHealthy).toBe(true);
  await store.retention.end();
  await store.write(rows([B, 10]));
  expect([(await times(A)).slice(0, 3), await times(B)]).toEqual([[10, 20, 100], [10]]);
});

test("slices hold no more than asked for, but for a part that cannot be cut", () => {
  const slots = [
    { slot: 0, points: 60 },
    { slot: 1, points: 60 },
    { slot: 5, points: 30 },
    { slot: 6, points: 500 },
  ];
  expect(slicesOf(slots, { first: 1000, width: 10, pointsMax: 100 })).toEqual([
    { startTs: 1000, endTs: 1010, points: 60 },
    { startTs: 1010, endTs: 1060, points: 90 },
    { startTs: 1060, endTs: 1070, points: 500 },
  ]);
  expect(slicesOf([], { first: 0, width: 1, pointsMax: 1 })).toEqual([]);
});

type Row = readonly [series: SeriesNumber, ts: number];

function rows(...given: readonly Row[]) {
  return batchOf(given.map(([series, ts]) => [series, ts, ts]));
}

function expiring(expiresAt: number, ...given: readonly Row[]) {
  const batch = rows(...given);
  batch.expiring.push({ from: 0, to: batch.count, expiresAt });
  return batch;
}

async function deleteOld(series: readonly SeriesNumber[], before: number): Promise<number> {
  const { retention } = store;
  await retention.begin();
  await retention.add(series, millis(before));
  await retention.dropLatest();
  let deleted = 0;
  for (const slice of await retention.slices(2, null)) deleted += await retention.deleteSlice(slice);
  await retention.end();
  return deleted;
}

async function times(series: SeriesNumber): Promise<number[]> {
  return (await store.range(series, ALL)).map(({ ts }) => ts);
}

async function latest(series: SeriesNumber) {
  return (await store.latest([series]))[0];
}

async function open(name: string): Promise<DuckdbTelemetryStore> {
  const settings = telemetrySettings(join(folder, name));
  database = new DuckdbDatabase(settings, clock);
  const opening = new DuckdbTelemetryStore({ clock, log: silentLogger, database }, settings);
  await opening.start();
  opened.push(opening);
  return opening;
}

/** What a crash would leave, looked at in a copy: the engine locks its file. */
async function crash(): Promise<DuckdbTelemetryStore> {
  const file = join(folder, "telemetry.duckdb");
  const copy = join(folder, "copy.duckdb");
  await cp(file, copy);
  await cp(`${file}.log`, `${copy}.log`, { recursive: true });
  return await open("copy.duckdb");
}
