// Retention through the log: the rules are those of the store in a file (duckdb-retention.test.ts); here they also hold when the
// keeper has brought some of the points into the lake, and for a node that comes later.
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { useLakes, type LakeWorld } from "../../../../test/support/lake-world.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { millis } from "../../../lib/clock.ts";
import type { LakeKeeper } from "./lake-keeper.ts";
import type { LakeTelemetryStore } from "./lake-telemetry-store.ts";

const lakes = useLakes();
const A = 1 as SeriesNumber;
const B = 2 as SeriesNumber;
const ALL = { startTs: -1e15, endTs: 1e15, limit: 10_000, order: "ASC" } as const;
/** Later than any clock of the test. */
const NEVER = 1e15;

type Row = readonly [series: SeriesNumber, ts: number];

function rows(...given: readonly Row[]) {
  return batchOf(given.map(([series, ts]) => [series, ts, ts]));
}

function expiring(expiresAt: number, ...given: readonly Row[]) {
  const batch = rows(...given);
  batch.expiring.push({ from: 0, to: batch.count, expiresAt });
  return batch;
}

async function deleteOld({ retention }: LakeTelemetryStore, series: readonly SeriesNumber[], before: number) {
  await retention.begin();
  await retention.add(series, millis(before));
  await retention.dropLatest();
  let deleted = 0;
  for (const slice of await retention.slices(2, null)) deleted += await retention.deleteSlice(slice);
  await retention.end();
  return deleted;
}

interface Shown {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly latest: readonly (number | undefined)[];
}

async function shown(store: LakeTelemetryStore): Promise<Shown> {
  const times = async (series: SeriesNumber) => (await store.range(series, ALL)).map(({ ts }) => ts);
  const latest = (await store.latest([A, B])).map((point) => point?.ts);
  return { a: await times(A), b: await times(B), latest };
}

/** What is shown before a fold, after it, and by a node that starts then. */
async function everywhere(world: LakeWorld, store: LakeTelemetryStore, keeper: LakeKeeper): Promise<readonly Shown[]> {
  const before = await shown(store);
  await keeper.fold();
  const after = await shown(store);
  const fresh = await world.node();
  const later = await shown(fresh);
  await fresh.stop();
  return [before, after, later];
}

for (const isFolded of [false, true])
  test(`old points go with their latest values, those with their own time to live stay; in the lake: ${String(isFolded)}`, async () => {
    const world = lakes.world();
    const [store, keeper] = [await world.node(), await world.keeper()];
    await store.write(rows([A, 10], [A, 20], [A, 30], [B, 20]));
    await store.write(expiring(NEVER, [A, 15], [B, 10]));
    if (isFolded) await keeper.fold();
    expect(await deleteOld(store, [A, B], 25)).toBe(3);
    const expected = { a: [15, 30], b: [10], latest: [30, 10] };
    expect(await everywhere(world, store, keeper)).toEqual([expected, expected, expected]);
    expect(await deleteOld(store, [A, B], 25)).toBe(0);
    for (const part of [store, keeper]) await part.stop();
  });

for (const isFolded of [false, true])
  test(`points go when their own time to live is over, and the newest that is left is the latest; in the lake: ${String(isFolded)}`, async () => {
    const world = lakes.world();
    const [store, keeper] = [await world.node(), await world.keeper()];
    await store.write(rows([A, 10], [A, 20]));
    await store.write(expiring(500, [A, 30], [B, 30]));
    await store.write(expiring(500, [B, 25]));
    if (isFolded) await keeper.fold();
    await store.write(rows([B, 20], [B, 25]));
    expect(await store.retention.deleteOutlived(millis(499), 100)).toBe(0);
    expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(2);
    const expected = { a: [10, 20], b: [20, 25], latest: [20, 25] };
    expect(await everywhere(world, store, keeper)).toEqual([expected, expected, expected]);
    expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(0);
    for (const part of [store, keeper]) await part.stop();
  });

test("a bounded number goes at a time, those that are longest over first", async () => {
  const world = lakes.world();
  const store = await world.node();
  for (const ts of [1, 2, 3]) await store.write(expiring(100 * (4 - ts), [A, ts]));
  expect(await store.retention.deleteOutlived(millis(500), 2)).toBe(2);
  expect(await shown(store)).toEqual({ a: [1], b: [], latest: [undefined, undefined] });
  expect(await store.retention.deleteOutlived(millis(500), 2)).toBe(1);
  expect((await shown(store)).a).toEqual([]);
  await store.stop();
});

test("while the files of the history are away nothing is deleted, and latest values go on", async () => {
  const world = lakes.world();
  const [early, keeper] = [await world.node(), await world.keeper()];
  // More than the catalog keeps by itself.
  const many = Array.from({ length: 2_000 }, (_, number): Row => [A, -number]);
  await early.write(expiring(NEVER, [A, 10], ...many));
  await early.write(expiring(500, [B, 20]));
  await early.write(rows([A, 20], [B, 10]));
  await keeper.fold();
  // It has read none of these files.
  const store = await world.node();
  const files = join(world.place.folder, world.place.name);
  await rename(files, `${files} elsewhere`);

  await store.retention.begin();
  await store.retention.add([A], millis(25));
  await expect(store.retention.dropLatest()).rejects.toThrow();
  await expect(store.retention.deleteOutlived(millis(500), 100)).rejects.toThrow();
  await store.write(rows([A, 30]));
  expect((await store.latest([A, B])).map((point) => point?.ts)).toEqual([30, 20]);

  await rename(`${files} elsewhere`, files);
  expect(await store.retention.deleteOutlived(millis(500), 100)).toBe(1);
  expect(await deleteOld(store, [A], 25)).toBe(1);
  const { a, b, latest } = await shown(store);
  expect({ a: a.slice(-2), b, latest }).toEqual({ a: [10, 30], b: [10], latest: [30, 10] });
  for (const part of [store, early, keeper]) await part.stop();
});
