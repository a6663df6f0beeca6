// A lake and a log of which one has lost changes go on together, without what is lost.
import { expect, test } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { lakeSettings } from "../../../../test/support/cluster-store.ts";
import { useLakes, type LakeWorld } from "../../../../test/support/lake-world.ts";
import { readAll } from "../../../../test/support/point-model.ts";
import { soakTest } from "../../../../test/support/soak-test.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { systemClock } from "../../../lib/clock.ts";
import { acceptLoss, type AcceptedLoss, type LogEnds } from "./accept-loss.ts";

const lakes = useLakes();
const SERIES = [1, 2] as const;
const INSTALLATION = "of a test";
const series = SERIES as readonly number[] as readonly SeriesNumber[];

async function accept({ log, place }: LakeWorld, ends: Partial<LogEnds> = {}): Promise<AcceptedLoss | undefined> {
  const found = async (): Promise<LogEnds> => ({ id: log.id, first: log.first, last: await log.last(), ...ends });
  const deps = { clock: systemClock, log: found, requireLocks: () => undefined };
  return await acceptLoss({ ...lakeSettings(place), installation: INSTALLATION }, deps);
}

/** With three points in the lake, of which the log has none any more. */
async function folded(): Promise<LakeWorld> {
  const world = lakes.world();
  const node = await world.node();
  const keeper = await world.keeper({ latestPoints: 0 });
  await world.write(
    node,
    batchOf([
      [1, 1_000, 1],
      [1, 2_000, 2],
      [2, 1_500, "on"],
    ]),
  );
  await keeper.fold();
  for (const part of [node, keeper]) await part.stop();
  return world;
}

/** Points that the lake never gets. */
async function lose(world: LakeWorld): Promise<void> {
  const node = await world.node();
  await node.write(batchOf([[1, 3_000, 3]]));
  await node.stop();
  await world.log.trim(await world.log.last());
}

/** A node that starts shows what the model has, takes points, and shows these as well. */
async function goesOn(world: LakeWorld): Promise<void> {
  const node = await world.node();
  expect(await readAll(node, SERIES)).toEqual(world.model.all(SERIES));
  expect(await node.latest(series)).toEqual(SERIES.map((number) => world.model.range(number).at(-1)));
  await world.write(node, batchOf([[1, 4_000, 4]]));
  expect(await readAll(node, SERIES)).toEqual(world.model.all(SERIES));
  await node.stop();
}

test("changes that are in neither are lost, and nodes start again", async () => {
  const world = await folded();
  await lose(world);
  await expect(world.node({ tail: { bytesMax: 1_000_000, patienceMillis: 300, lookMillis: 20 } })).rejects.toThrow(
    /the log begins with 3\. .*run `bridgehead cluster accept-loss`/,
  );
  expect(await accept(world)).toEqual({ changes: 1, newestTs: 2_000 });
  await goesOn(world);
  expect(await accept(world)).toBeUndefined();
});

test("what another log has follows what the lake has", async () => {
  const { model, place } = await folded();
  const world = Object.assign(lakes.world(), { model, place });
  await expect(world.node()).rejects.toThrow(/run `bridgehead cluster accept-loss`/);
  expect(await accept(world)).toEqual({ changes: null, newestTs: 2_000 });
  await goesOn(world);
});

test("a log that ends before the lake goes on behind its own end", async () => {
  const former = await folded();
  expect(await accept(former, { first: 1, last: 0 })).toEqual({ changes: null, newestTs: 2_000 });
  const { model, place, log } = former;
  const { id } = log;
  const world = Object.assign(lakes.world(), { model, place });
  await goesOn(Object.assign(world, { log: Object.assign(world.log, { id }) }));
});

soakTest("a lake and a log that fit are left alone; without a lake there is nothing to accept", async () => {
  const world = await folded();
  expect(await accept(world)).toBeUndefined();
  await goesOn(world);
  await expect(accept(lakes.world())).rejects.toMatchObject({ kind: "conflict" });
});

test("the lake of another installation is refused before the log is asked, and locks that were lost before it is changed", async () => {
  const world = await folded();
  const node = await world.node();
  await node.saveMark({ installation: "another", generation: 0 });
  const keeper = await world.keeper({ latestPoints: 0 });
  await keeper.fold();
  for (const part of [node, keeper]) await part.stop();
  const options = { ...lakeSettings(world.place), installation: INSTALLATION };
  const log = (): Promise<LogEnds> => Promise.resolve({ id: "another", first: 1, last: 0 });
  const unasked = (): Promise<LogEnds> => expect.fail("the log was asked");
  const requireLocks = (): void => {
    throw new Error("the locks are lost");
  };
  await expect(acceptLoss(options, { clock: systemClock, log: unasked, requireLocks })).rejects.toMatchObject({
    kind: "conflict",
  });
  const own = { ...options, installation: "another" };
  await expect(acceptLoss(own, { clock: systemClock, log, requireLocks })).rejects.toThrow("the locks are lost");
  await (await world.node()).stop();
});

test("points that have outlived their time are no latest points", async () => {
  const world = lakes.world();
  const node = await world.node();
  const keeper = await world.keeper({ latestPoints: 0 });
  await node.write(batchOf([[1, 1_000, 1]]));
  const expiring = batchOf([[1, 2_000, 2]]);
  expiring.expiring.push({ from: 0, to: 1, expiresAt: 5_000 });
  await node.write(expiring);
  await keeper.fold();
  for (const part of [node, keeper]) await part.stop();
  await lose(world);
  await accept(world);
  const again = await world.node();
  expect(await again.latest(series)).toEqual([{ ts: 1_000, value: 1 }, undefined]);
  await again.stop();
});
