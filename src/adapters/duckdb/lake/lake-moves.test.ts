// Points move from a telemetry file into a lake and back, and are all there, whatever fails in between.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { failAt } from "../../../../test/support/failing-statements.ts";
import { lakePlace, lakeSettings } from "../../../../test/support/cluster-store.ts";
import { useLakes, type LakeWorld } from "../../../../test/support/lake-world.ts";
import { PointModel, readAll } from "../../../../test/support/point-model.ts";
import { isEveryCase } from "../../../../test/support/seed.ts";
import { telemetrySettings } from "../../../../test/support/telemetry-settings.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { millis, systemClock } from "../../../lib/clock.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { DuckdbTelemetryStore } from "../duckdb-telemetry-store.ts";
import { LakeExport } from "./lake-export.ts";
import { LakeImport } from "./lake-import.ts";

const lakes = useLakes();
const SERIES = [1, 2, 3, 900] as const;
const MARK = { installation: "of a test", generation: 7 };
/** When the points with their own time to live end that do. */
const SOON = 5_000;
const NEVER = 1e15;
const ROUNDS = 30;
const POINTS_MAX = 40;
const ignore = (): void => undefined;

let folder: string;
let file: string;
let files = 0;
const model = new PointModel();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridgehead-moves-"));
  file = join(folder, "telemetry.duckdb");
  const store = await openStore(file);
  for (let round = 1; round <= ROUNDS; round++) await change(store, round);
  await store.saveMark(MARK);
  await store.stop();
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

async function openStore(at: string): Promise<DuckdbTelemetryStore> {
  const store = new DuckdbTelemetryStore({ clock: systemClock, log: silentLogger }, telemetrySettings(at));
  await store.start();
  return store;
}

/** New, late and repeated points, some with their own time to live, and deletions. */
async function change(store: DuckdbTelemetryStore, round: number): Promise<void> {
  const ts = 100 * round;
  const fresh = batchOf([
    [1, ts, round],
    [2, ts, `text ${String(round)} \u0000 ü`],
    [3, ts, round % 2 === 0],
  ]);
  const late = batchOf([
    [1, ts - 50, -round],
    [1, ts - 100, 0.1 * round],
    [2, ts + 1, Number.MAX_SAFE_INTEGER],
  ]);
  for (const batch of [fresh, late]) {
    model.write(batch);
    await store.write(batch);
  }
  const expiring = batchOf([[900, ts, round]]);
  model.write(expiring);
  expiring.expiring.push({ from: 0, to: 1, expiresAt: round % 3 === 0 ? SOON : NEVER });
  await store.write(expiring);
  if (round % 10 !== 0) return;
  for (const [number, rewriteLatest] of [
    [2, true],
    [3, false],
  ] as const) {
    const query = { window: { startTs: ts, endTs: ts + 100 }, deleteLatest: true, rewriteLatest };
    model.delete([number as SeriesNumber], query);
    await store.delete([number as SeriesNumber], query);
  }
}

const importOptions = (world: LakeWorld) => ({
  ...lakeSettings(world.place),
  file,
  log: world.log.id,
  id: "an import",
  mark: MARK,
  pointsMax: POINTS_MAX,
});

async function runImport(world: LakeWorld, options = importOptions(world)): Promise<number> {
  const moving = new LakeImport(options, systemClock);
  await moving.open();
  try {
    await moving.copy(ignore, ignore);
    return await moving.verify();
  } finally {
    await moving.close();
  }
}

/** Into a file of its own. */
function exportTo(world: LakeWorld, to: string): () => Promise<number> {
  return async () => {
    const keeper = await world.keeper();
    const options = { ...lakeSettings(world.place), place: lakePlace(world.place), file: to, mark: MARK };
    const moving = new LakeExport({ ...options, pointsMax: POINTS_MAX }, systemClock);
    try {
      await keeper.fold();
      const latest = await keeper.latest();
      await moving.open();
      await moving.copy(latest, ignore, ignore);
      return await moving.verify();
    } finally {
      await moving.close();
      await keeper.stop();
    }
  };
}

async function expectAll(store: Awaited<ReturnType<typeof openStore>> | Awaited<ReturnType<LakeWorld["node"]>>) {
  expect(await readAll(store, SERIES)).toEqual(model.all(SERIES));
  expect(await store.readMark()).toMatchObject({ ...MARK, seriesMax: 900 });
}

test("points of a file are in the lake as they were, and in a file made of it, with what ends by itself", async () => {
  const world = lakes.world();
  const points = await runImport(world);
  expect(points).toBe(model.all(SERIES).flatMap((of) => (of as { points: unknown[] }).points).length);

  const node = await world.node();
  await expectAll(node);
  await node.stop();

  const to = join(folder, `back-${String(files++)}.duckdb`);
  expect(await exportTo(world, to)()).toBe(points);
  const store = await openStore(to);
  await expectAll(store);
  expect(await store.retention.deleteOutlived(millis(SOON), 1_000)).toBe(ROUNDS / 3);
  await store.stop();
});

test("what is written in the cluster after an import replaces what was imported, and is in the export", async () => {
  const world = lakes.world();
  await runImport(world);
  const node = await world.node();
  const batch = batchOf([
    [1, 100, "replaced"],
    [900, 300, "stays"],
    [901, 5, 1],
  ]);
  await node.write(batch);
  expect(await node.retention.deleteOutlived(millis(SOON), 1_000)).toBe(ROUNDS / 3 - 1);
  const all = [...SERIES, 901];
  const inCluster = await readAll(node, all);
  await node.stop();

  const to = join(folder, `back-${String(files++)}.duckdb`);
  await exportTo(world, to)();
  const store = await openStore(to);
  expect(await readAll(store, all)).toEqual(inCluster);
  await store.stop();
});

/** What a move changes. */
const MOVING = /^(BEGIN|INSERT|UPDATE|DELETE|COPY|DROP|COMMIT|CHECKPOINT|CREATE TABLE IF)/;

/** Tries again until nothing fails, each time up to another statement. Most tries get a part further, some not. */
async function failOften(work: () => Promise<unknown>, when: "before" | "after"): Promise<number> {
  for (let tries = 1; ; tries++) {
    const failure = failAt(MOVING, (5 * tries) % 17, when);
    await work().catch((error: unknown) => {
      if (!failure.hasFailed) throw error;
    });
    vi.restoreAllMocks();
    if (!failure.hasFailed) return tries;
  }
}

for (const when of isEveryCase ? (["before", "after"] as const) : (["before"] as const))
  test(`moves that fail ${when} one statement after the other, and are tried again until they do not`, async () => {
    const world = lakes.world();
    expect(await failOften(() => runImport(world), when)).toBeGreaterThan(2);
    const node = await world.node();
    await expectAll(node);
    await node.stop();

    const to = join(folder, `back-${String(files++)}.duckdb`);
    expect(await failOften(exportTo(world, to), when)).toBeGreaterThan(2);
    const store = await openStore(to);
    await expectAll(store);
    await store.stop();
  });

test("a lake that is not empty is refused, and so is another import", async () => {
  const world = lakes.world();
  const node = await world.node();
  await node.write(batchOf([[1, 1, 1]]));
  const keeper = await world.keeper();
  await keeper.fold();
  for (const part of [keeper, node]) await part.stop();
  await expect(runImport(world)).rejects.toThrow("the history in CLUSTER_FILES is not empty: it has 1 points");

  const begun = lakes.world();
  const moving = new LakeImport(importOptions(begun), systemClock);
  await moving.open();
  await moving.close();
  await expect(runImport(begun, { ...importOptions(begun), id: "another" })).rejects.toThrow(
    "the history in CLUSTER_FILES has a part of another import",
  );
});
