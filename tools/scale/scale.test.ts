// The arithmetic of the simulation on plants that are small enough to be counted, some of it by the product's own code.
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { configOf } from "../../src/app/config.ts";
import type { DeviceId } from "../../src/core/ids.ts";
import { newId } from "../../src/core/ids.ts";
import { pass, sessionNodes, SessionNode, settle } from "../../test/support/session-nodes.ts";
import { breakingOrder, DEVICES_MIN, dimensionsOf } from "./dimensions.ts";
import type { Model } from "./dimension.ts";
import { filesAfter } from "./history-dimensions.ts";
import { keeperScheduleOf } from "./keeper-schedule.ts";
import { logTrafficOf, ROW_BYTES } from "./log-dimensions.ts";
import { roomForSeries } from "./node-dimensions.ts";
import { PAGE_FILE, pageOf } from "./page.ts";
import { heartbeatsPerSecond, sessionPages } from "./peer-dimensions.ts";
import { PLANTS, trafficOf, type Plant } from "./plant.ts";
import { between, recordedCosts, type UnitCosts } from "./unit-costs.ts";

const PLANT: Plant = {
  name: "small",
  nodes: 3,
  devices: 60,
  devicesPerConnection: 10,
  devicesPerMessage: 5,
  seriesPerDevice: 3,
  secondsBetween: 20,
  memoryBytes: 1e9,
  databaseProcessors: 4,
};

const COSTS: UnitCosts = {
  frames: [
    { points: 10, bytes: 100, packMicros: 20, followMicros: 40 },
    { points: 1_000, bytes: 5_050, packMicros: 200, followMicros: 400 },
  ],
  log: [
    { writers: 1, framesPerSecond: 100, p50Millis: 10, p99Millis: 20 },
    { writers: 3, framesPerSecond: 200, p50Millis: 15, p99Millis: 30 },
  ],
  logHeadBytes: 50,
  tail: { nanosPerPoint: 1_000 },
  fold: { fixedMillis: 500, nanosPerPoint: 1_000, bytesPerPoint: 5, catalogRows: 10, mergeNanosPerPoint: 500 },
  latest: { bytesPerSeries: 30, copyNanosPerSeries: 1_000, restoreNanosPerSeries: 1_000 },
  session: { bytes: 300, scanNanos: 50 },
  peers: { messageMicros: 20 },
  entities: { createMicros: 1_000, activityMicros: 100, readMicros: 100, bytesPerDevice: 1_000 },
};

function modelOf(plant: Partial<Plant> = {}, settings = {}): Model {
  return { plant: { ...PLANT, ...plant }, config: configOf(settings), costs: COSTS };
}

test("what a plant sends in a minute is what its devices send, one after the other", () => {
  let messages = 0;
  let points = 0;
  for (let second = 0; second < 60; second += PLANT.secondsBetween)
    for (let device = 0; device < PLANT.devices; device += PLANT.devicesPerMessage) {
      messages++;
      points += PLANT.devicesPerMessage * PLANT.seriesPerDevice;
    }
  const traffic = trafficOf(PLANT);
  expect({ messages: traffic.messagesPerSecond * 60, points: traffic.pointsPerSecond * 60 }).toEqual({
    messages,
    points,
  });
  expect(traffic).toMatchObject({ connections: 6, connectionsPerNode: 2, devicesPerNode: 20, series: 180 });
});

test("a log that takes every message at once has a frame for each, and one that does not has larger frames", () => {
  // 0.6 messages of 15 points a second: between frames of 10 and of 1,000 points.
  const slow = logTrafficOf(modelOf());
  expect(slow.framesPerSecond).toBeCloseTo(0.6);
  expect(slow.pointsPerFrame).toBeCloseTo(15);
  expect(slow.bytesPerSecond).toBeCloseTo(0.6 * (100 + 5 * 5 + 50));
  // 2,000 messages a second, of which the log takes 200 at a time, but each of three nodes sends one in 20 ms: frames of 200 points.
  const fast = logTrafficOf(modelOf({ devices: 200_000 }));
  expect(fast.framesPerSecond).toBe(150);
  expect(fast.pointsPerFrame).toBe(200);
  expect(fast.bytesPerSecond).toBeCloseTo(150 * (100 + 5 * 190 + 50));
  // A message waits for 10 ms until its node sends the next frame, and for the 15 ms in which the log takes one of each node.
  expect(fast.waitMillis).toBeCloseTo(25);
});

test("a value between two measured ones is on the line between them, and beyond the last one in proportion to it", () => {
  const measured = [
    [10, 100],
    [20, 300],
  ] as const;
  expect([5, 10, 15, 20, 40].map((x) => between(measured, x))).toEqual([100, 100, 200, 300, 600]);
});

test("the keeper folds as often as one that goes through fold after fold", () => {
  for (const [devices, settings] of [
    [60, {}],
    [4_000_000, {}],
    [2_000_000, { "cluster.keeper.foldBytes": 1_000_000 }],
  ] as const) {
    const model = modelOf({ devices }, settings);
    const { pointsPerSecond } = trafficOf(model.plant);
    const { foldSeconds, foldBytes } = model.config.cluster.keeper;
    let [started, ended, every] = [0, 0, 0];
    for (let fold = 0; fold < 100; fold++) {
      const due = Math.min(ended + foldSeconds, started + foldBytes / (ROW_BYTES * pointsPerSecond));
      const start = Math.max(ended, due);
      every = start - started;
      ended = start + (COSTS.fold.fixedMillis / 1e3 + (every * pointsPerSecond * COSTS.fold.nanosPerPoint) / 1e9);
      started = start;
    }
    const schedule = keeperScheduleOf(model);
    expect(schedule.foldEverySeconds, String(devices)).toBeCloseTo(every, 6);
    expect(schedule.foldSeconds, String(devices)).toBeCloseTo(ended - started, 6);
  }
});

test("a keeper that gets more points than it can fold never ends", () => {
  expect(keeperScheduleOf(modelOf({ devices: 10_000_000 })).foldEverySeconds).toBe(Infinity);
});

test("latest points have room as they double", () => {
  expect([1, 1_023, 1_024, 2_047, 2_048, 30_000_000].map(roomForSeries)).toEqual([
    1_024, 1_024, 2_048, 2_048, 4_096, 33_554_432,
  ]);
});

test("files of a day are one for what was merged, and those since", () => {
  // Nine points a second of five bytes.
  expect(filesAfter(modelOf(), 1)).toBe(1 + 60);
  // 600,000 a second: 259 GB a day.
  expect(filesAfter(modelOf({ devices: 4_000_000 }), 1)).toBe(Math.ceil((600_000 * 86_400 * 5) / 64e6) + 60);
});

test("heartbeats are those of real nodes", async () => {
  const { network, clock, join } = sessionNodes();
  const nodes = [await join(), await join(), await join()];
  await pass(clock, 2_000);
  let heard = 0;
  network.loses = (topic) => {
    if (topic === "heartbeat") heard++;
    return false;
  };
  await pass(clock, 10_000);
  expect(heard).toBe(heartbeatsPerSecond(modelOf()) * 10);
  for (const node of nodes) await node.stop();
});

test("a node that joins asks for as many pages of sessions as real ones answer", async () => {
  const { network, clock, join } = sessionNodes();
  const nodes = [await join(), await join()];
  for (const node of nodes) for (let session = 0; session < 7; session++) node.open(newId<DeviceId>());
  await pass(clock, 1_000);
  const joining = new SessionNode(network, clock);
  const asked = vi.spyOn(joining.peers, "request");
  await pass(clock, 2_000);
  await settle();
  const pages = asked.mock.calls.filter(([, topic]) => topic === "sessions");
  // Nodes of that world put three sessions on a page.
  expect(pages).toHaveLength(
    sessionPages(modelOf({ devices: 21, devicesPerConnection: 1 }, { "cluster.peers.pageMax": 3 })),
  );
  for (const node of [...nodes, joining]) await node.stop();
});

test("with the devices at which something breaks it is at its bound, and beyond it with more", () => {
  const config = configOf({});
  const { costs } = recordedCosts();
  for (const plant of PLANTS)
    for (const { dimension, devices } of breakingOrder({ plant, config, costs })) {
      if (!Number.isFinite(devices)) continue;
      const valueWith = (count: number): number =>
        dimensionsOf({ plant: { ...plant, devices: count }, config, costs }).find(({ what }) => what === dimension.what)
          ?.value ?? Number.NaN;
      const bound = dimension.bound?.value ?? 0;
      if (devices > DEVICES_MIN) expect(valueWith(devices), dimension.what).toBeLessThanOrEqual(bound);
      expect(valueWith(devices * 1.01 + 1), dimension.what).toBeGreaterThan(bound);
    }
});

test("docs/cluster-scale.md has what the simulation prints; `node scripts/run.mjs tools/scale/main.ts --page` writes it", () => {
  const measured = recordedCosts();
  const models = PLANTS.map((plant) => ({ plant, config: configOf({}), costs: measured.costs }));
  expect(readFileSync(PAGE_FILE, "utf8") === pageOf(measured, models), "the page is out of date").toBe(true);
});
