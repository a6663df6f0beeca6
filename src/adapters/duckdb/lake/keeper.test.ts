// Each change gets into the lake once, whatever fails while it is brought there, and however many keepers do it.
import { afterEach, expect, test, vi } from "vitest";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { useLakes, type LakeWorld } from "../../../../test/support/lake-world.ts";
import { failAt } from "../../../../test/support/failing-statements.ts";
import { readAll } from "../../../../test/support/point-model.ts";
import { isEveryCase } from "../../../../test/support/seed.ts";
import type { LakeTelemetryStore } from "./lake-telemetry-store.ts";

const lakes = useLakes();
const SERIES = [1, 2, 3] as const;
const series = SERIES.map((number) => number as SeriesNumber);

afterEach(() => vi.restoreAllMocks());

/** New, late and repeated points, and a deletion that brings back an earlier latest point. */
async function change(world: LakeWorld, node: LakeTelemetryStore, round: number): Promise<void> {
  const ts = 100 * round;
  await world.write(
    node,
    batchOf([
      [1, ts, round],
      [2, ts, `text ${String(round)}`],
      [3, ts, round],
    ]),
  );
  await world.write(
    node,
    batchOf([
      [1, ts - 50, -round],
      [1, ts - 100, "replaced"],
      [2, ts + 1, round],
    ]),
  );
  const window = { startTs: ts, endTs: ts + 100 };
  await world.delete(node, series.slice(1, 2), { window, deleteLatest: true, rewriteLatest: true });
}

/** Statements from one that fails to the next one that does. The two tests begin with others. */
const STEP = isEveryCase ? 1 : 6;
/** Rounds in which two keepers fold at the same time. */
const ROUNDS = isEveryCase ? 10 : 4;

/** What a fold changes. */
const FOLDING = /^(DELETE|INSERT)[^]*\blake\.|^BEGIN|^COMMIT/;

for (const when of ["before", "after"] as const)
  test(`a fold of which a statement fails, and which is tried again: one after the other, ${when} it`, async () => {
    const world = lakes.world();
    const node = await world.node();
    const keeper = await world.keeper({ latestPoints: 0 });
    let statements = isEveryCase || when === "before" ? 0 : STEP / 2;
    for (let hasFailed = true; hasFailed; statements += STEP) {
      await change(world, node, statements + 1);
      // Its transactions are over when the keeper's begin.
      await node.withPoints(series);
      const failure = failAt(FOLDING, statements, when);
      await keeper.fold().catch(() => undefined);
      vi.restoreAllMocks();
      ({ hasFailed } = failure);
      await expect.poll(() => isDone(keeper.fold())).toBe(true);
      expect(await readAll(node, SERIES), `statement ${String(statements)}`).toEqual(world.model.all(SERIES));
    }
    // Those of the keeper's tail, and those of the fold.
    expect(statements).toBeGreaterThan(10);
    const fresh = await world.node();
    expect(await readAll(fresh, SERIES)).toEqual(world.model.all(SERIES));
    for (const part of [node, keeper, fresh]) await part.stop();
  });

test("two keepers that fold at the same time: one of them does, and each point is there once", async () => {
  const world = lakes.world();
  const node = await world.node();
  const keepers = [await world.keeper(), await world.keeper()];
  let folds = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    await change(world, node, round);
    const done = await Promise.allSettled(keepers.map((keeper) => keeper.fold()));
    folds += done.filter(({ status }) => status === "fulfilled").length;
    expect(await readAll(node, SERIES)).toEqual(world.model.all(SERIES));
  }
  expect(folds).toBeGreaterThanOrEqual(ROUNDS);
  const fresh = await world.node();
  expect(await readAll(fresh, SERIES)).toEqual(world.model.all(SERIES));
  for (const part of [node, ...keepers, fresh]) await part.stop();
});

test("the log keeps what the lake has for a time, but not once it is half full", async () => {
  const world = lakes.world();
  const node = await world.node();
  const keeper = await world.keeper({ latestPoints: 0, keepSeconds: 3_600 });
  await change(world, node, 1);
  await keeper.fold();
  expect(world.log.first).toBe(1);
  world.log.taken = 0.6;
  await change(world, node, 2);
  const position = await keeper.fold();
  expect(world.log.first).toBe(position + 1);
  const fresh = await world.node();
  for (const each of [node, fresh]) expect(await readAll(each, SERIES)).toEqual(world.model.all(SERIES));
  for (const part of [node, keeper, fresh]) await part.stop();
});

test("a node that is behind the lake begins again from it", async () => {
  const world = lakes.world();
  const [ahead, behind] = [
    await world.node(),
    await world.node({ tail: { bytesMax: 1, patienceMillis: 300, lookMillis: 20 } }),
  ];
  const keeper = await world.keeper({ latestPoints: 0 });
  world.log.holdBack();
  for (let round = 1; round <= 3; round++) await change(world, ahead, round);
  await expect(behind.latest(series)).rejects.toMatchObject({ kind: "unavailable" });
  world.log.showAll();
  await keeper.fold();
  expect(world.log.first).toBeGreaterThan(1);
  await expect.poll(() => readAll(behind, SERIES).catch(() => undefined)).toEqual(world.model.all(SERIES));
  for (const part of [ahead, behind, keeper]) await part.stop();
});

test("a tail that is full waits for the lake, reads are refused until then, and writes go on", async () => {
  const world = lakes.world();
  const node = await world.node({ tail: { bytesMax: 4_000, patienceMillis: 300, lookMillis: 20 } });
  const keeper = await world.keeper();
  for (let round = 1; round <= 5; round++) {
    const batch = new PointBatch();
    for (let row = 0; row < 60; row++) batch.add(1, 100 * round + row, 0, row);
    await world.write(node, batch);
  }
  await expect(node.latest(series)).rejects.toMatchObject({ kind: "unavailable" });
  expect(node.tailBytes).toBeGreaterThanOrEqual(4_000);
  await keeper.fold();
  await expect.poll(() => readAll(node, SERIES).catch(() => undefined)).toEqual(world.model.all(SERIES));
  await expect.poll(() => node.tailBytes).toBe(0);
  for (const part of [node, keeper]) await part.stop();
});

test("a lake is refused by the nodes of another log", async () => {
  const world = lakes.world();
  await (await world.node()).stop();
  const other = lakes.world();
  const { place } = world;
  await expect(Object.assign(other, { place }).node()).rejects.toThrow(/belongs to neither/);
});

test("while the catalog is away, writes and latest points go on, reads of points are refused, and all comes back", async () => {
  const world = lakes.world();
  const node = await world.node();
  const keeper = await world.keeper();
  await change(world, node, 1);
  await keeper.fold();
  // It has made the deletion, for which it asks the catalog what the points were.
  await node.latest(series);
  const postgres = lakes.postgres();
  await postgres.end();
  await world.write(node, batchOf([[1, 1_000, 5]]));
  expect(await node.latest(series.slice(0, 1))).toEqual([{ ts: 1_000, value: 5 }]);
  await expect(node.range(1 as SeriesNumber, { startTs: 0, endTs: 9e9, limit: 9, order: "ASC" })).rejects.toMatchObject(
    {
      kind: "unavailable",
    },
  );
  await expect(keeper.fold()).rejects.toThrow();
  await postgres.begin();
  await expect.poll(() => readAll(node, SERIES).catch(() => undefined)).toEqual(world.model.all(SERIES));
  await expect.poll(() => isDone(keeper.fold())).toBe(true);
  expect(await readAll(node, SERIES)).toEqual(world.model.all(SERIES));
  for (const part of [node, keeper]) await part.stop();
});

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}
