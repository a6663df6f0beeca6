import { expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { millis } from "../../lib/clock.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import { newId, type CustomerId } from "../ids.ts";
import { PointBatch } from "./point-batch.ts";
import { PointWatch } from "./point-watch.ts";
import { PointsOfAllNodes } from "./points-of-all-nodes.ts";
import type { NamedSeries } from "./series-directory.ts";
import { otherOwner } from "./series-owner.ts";
import type { PointListener } from "./telemetry-store.ts";
import { ValueKind } from "./telemetry.ts";

const KNOWN = 1;
const NEW = 2;
const OF_OTHERS = 3;

class World {
  readonly owner = otherOwner(newId<CustomerId>(), "owner");
  readonly bus = new InProcessBus(silentLogger);
  readonly watch = new PointWatch(this.bus);
  readonly published: string[] = [];
  /** Series that were looked up, each time. */
  readonly asked: (readonly number[])[] = [];
  lookup: () => Promise<readonly NamedSeries[]>;
  listener: PointListener | undefined;
  readonly points: PointsOfAllNodes;

  constructor() {
    this.owner.series.set("known", KNOWN as SeriesNumber);
    this.lookup = () => Promise.resolve([{ ownerId: this.owner.id, key: "new", series: NEW as SeriesNumber }]);
    this.points = new PointsOfAllNodes({
      changes: {
        points: 0,
        follow: (listener) => {
          this.listener = listener;
          return { cancel: () => (this.listener = undefined) };
        },
        reached: () => Promise.resolve(),
      },
      watch: this.watch,
      series: {
        named: (series) => {
          this.asked.push(series);
          return this.lookup();
        },
      },
      bus: this.bus,
      log: silentLogger,
    });
    this.bus.subscribe("telemetry-stored", ({ keys, values }) =>
      this.published.push(keys.map((key, row) => `${key}=${JSON.stringify(values[row])}`).join(" ")),
    );
    this.bus.subscribe("telemetry-deleted", ({ keys, latest }) =>
      this.published.push(keys.map((key, row) => `${key}:${JSON.stringify(latest[row]?.value ?? null)}`).join(" ")),
    );
    this.bus.subscribe("points-missed", () => this.published.push("missed"));
    this.points.start();
  }

  store(...rows: readonly (readonly [series: number, value: number])[]): void {
    const batch = new PointBatch();
    for (const [series, value] of rows) batch.add(series, value, ValueKind.NUMBER, value);
    this.listener?.stored(batch, (series) => series !== KNOWN);
  }
}

test("points of watched owners are published once, in order; a series that another node has begun is looked up first", async () => {
  const world = new World();
  world.watch.watch(world.owner);
  world.store([KNOWN, 1], [OF_OTHERS, 1]);
  world.store([KNOWN, 2], [NEW, 2]);
  world.store([KNOWN, 3], [NEW, 3]);
  world.listener?.deleted([KNOWN, OF_OTHERS], () => ({ ts: millis(1), value: 1 }));
  await world.points.settled();
  world.store([KNOWN, 4], [NEW, 4]);

  expect(world.published).toEqual(["known=1", "known=2 new=2", "known=3 new=3", "known:1", "known=4 new=4"]);
});

test("where nobody watches, nothing is looked up and nothing is published", async () => {
  const world = new World();
  world.store([KNOWN, 1], [NEW, 1]);
  world.listener?.deleted([KNOWN], () => undefined);
  await world.points.settled();
  world.points.stop();

  expect([world.asked, world.published, world.listener]).toEqual([[], [], undefined]);
});

test("points whose series cannot be looked up are missed, and those after them are published", async () => {
  const world = new World();
  world.watch.watch(world.owner);
  world.lookup = () => Promise.reject(new Error("the database is away"));
  world.store([NEW, 1]);
  world.store([KNOWN, 2]);
  await world.points.settled();
  world.store([KNOWN, 3]);

  expect(world.published).toEqual(["missed", "known=3"]);
});

test("too many points behind a lookup are missed", async () => {
  const world = new World();
  world.watch.watch(world.owner);
  const lookup = Promise.withResolvers<readonly NamedSeries[]>();
  world.lookup = () => lookup.promise;
  world.store([NEW, 1]);
  const many = new PointBatch(1_000_000);
  many.count = 1_000_000;
  many.series.fill(OF_OTHERS);
  world.listener?.stored(many, () => false);
  expect(world.published).toEqual(["missed"]);
  world.store([KNOWN, 2]);
  lookup.resolve([]);
  await world.points.settled();

  expect(world.published).toEqual(["missed", "known=2"]);
});
