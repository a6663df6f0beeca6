// What a node hears of the changes of all nodes: each once, in the order of the log, or that it has missed some.
import { afterEach, expect, test, vi } from "vitest";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { PointListener } from "../../../core/telemetry/telemetry-store.ts";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { failAt } from "../../../../test/support/failing-statements.ts";
import { useLakes } from "../../../../test/support/lake-world.ts";
import type { LakeTelemetryStore } from "./lake-telemetry-store.ts";

const lakes = useLakes();
const [FIRST, SECOND] = [1 as SeriesNumber, 2 as SeriesNumber];

afterEach(() => vi.restoreAllMocks());

/** As words: the values of points, with a star for those of a new series, and what deletions have left. */
function heardBy(node: LakeTelemetryStore): string[] {
  const heard: string[] = [];
  const listener: PointListener = {
    stored: ({ count, series, num }, isNew) => {
      for (let row = 0; row < count; row++)
        heard.push(`${String(series[row])}=${String(num[row])}${isNew(series[row] ?? 0) ? "*" : ""}`);
    },
    deleted: (series, latestOf) => {
      for (const number of series) heard.push(`${String(number)}:${JSON.stringify(latestOf(number)?.value ?? null)}`);
    },
    missed: () => heard.push("missed"),
  };
  node.changes.follow(listener);
  return heard;
}

test("a node hears what any node stores and deletes, and which series are new", async () => {
  const world = lakes.world();
  const [node, other] = [await world.node(), await world.node()];
  const heard = heardBy(node);
  await world.write(other, batchOf([[FIRST, 100, 1]]));
  await world.write(
    node,
    batchOf([
      [FIRST, 200, 2],
      [SECOND, 100, 3],
    ]),
  );
  await world.write(other, batchOf([[FIRST, 50, 4]]));
  const window = { startTs: 200, endTs: 201 };
  await world.delete(other, [FIRST, SECOND], { window, deleteLatest: true, rewriteLatest: true });
  await world.delete(node, [SECOND], { window: undefined, deleteLatest: true, rewriteLatest: false });
  await node.changes.reached();

  expect(heard).toEqual(["1=1*", "1=2", "2=3*", "1=4", "1:1", "2:null"]);
  expect(node.changes.points).toBe(4);
  for (const part of [node, other]) await part.stop();
});

test("a node whose engine fails begins again, and hears nothing twice", async () => {
  const world = lakes.world();
  const [node, other] = [await world.node(), await world.node()];
  const keeper = await world.keeper({ latestPoints: 0 });
  await world.write(other, batchOf([[FIRST, 1, 1]]));
  await keeper.fold();
  await node.withPoints([FIRST]);
  const heard = heardBy(node);
  await world.write(other, batchOf([[FIRST, 2, 2]]));
  await node.changes.reached();
  const failure = failAt(/^COMMIT/, 0, "before");
  await expect.poll(() => failure.hasFailed).toBe(true);
  vi.restoreAllMocks();
  await world.write(other, batchOf([[FIRST, 3, 3]]));
  await expect.poll(() => node.withPoints([FIRST]).catch(() => [])).toEqual([FIRST]);
  await node.changes.reached();

  expect(heard).toEqual(["1=2", "1=3"]);
  for (const part of [node, other, keeper]) await part.stop();
});

test("a node that begins again from a lake that is ahead of it hears that it has missed points, and then those behind them", async () => {
  const world = lakes.world();
  const ahead = await world.node();
  const behind = await world.node({ tail: { bytesMax: 1, patienceMillis: 300, lookMillis: 20 } });
  const keeper = await world.keeper({ latestPoints: 0 });
  const heard = heardBy(behind);
  world.log.holdBack();
  for (let ts = 1; ts <= 5; ts++) await world.write(ahead, batchOf([[FIRST, ts, ts]]));
  await expect(behind.changes.reached()).rejects.toMatchObject({ kind: "unavailable" });
  world.log.showAll();
  await expect.poll(() => keeper.fold().then(() => world.log.first)).toBe(6);
  await expect
    .poll(() =>
      behind.changes.reached().then(
        () => "reached",
        () => "behind",
      ),
    )
    .toBe("reached");
  await world.write(ahead, batchOf([[FIRST, 6, 6]]));
  await behind.changes.reached();

  expect(heard.slice(-2)).toEqual(["missed", "1=6"]);
  for (const part of [ahead, behind, keeper]) await part.stop();
});
