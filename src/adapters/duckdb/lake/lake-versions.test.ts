// What versions of the platform share in the log and the lake. A change of what is expected here needs a migration without
// `needs`: nodes of the version before cannot go on (decision 0166).
import { expect, test } from "vitest";
import { useLakes } from "../../../../test/support/lake-world.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";

const lakes = useLakes();
const SERIES = 1 as SeriesNumber;

function points(ts: number): PointBatch {
  const batch = new PointBatch();
  batch.add(SERIES, ts, 0, ts);
  return batch;
}

test("the catalog of a new lake has the form that nodes of the version before know", async () => {
  const world = lakes.world();
  const node = await world.node();
  const { postgres, name } = { postgres: lakes.postgres(), name: world.place.name };
  expect(await postgres.query("postgres", `SELECT value FROM ${name}.ducklake_metadata WHERE key = 'version'`)).toEqual(
    [{ value: "1.0" }],
  );
  await node.stop();
});

test("a change that only a newer version knows is not passed over: points are refused, rather than shown without it", async () => {
  const world = lakes.world();
  const node = await world.node({ tail: { bytesMax: 64_000_000, patienceMillis: 500, lookMillis: 500 } });
  await node.write(points(1_000));
  expect(await node.latest([SERIES])).toEqual([{ ts: 1_000, value: 1_000 }]);
  await world.log.append(42, [Buffer.from('{"kind":42,"series":[1]}')]);
  await node.write(points(2_000));
  for (let read = 0; read < 3; read++)
    await expect(node.latest([SERIES])).rejects.toMatchObject({ kind: "unavailable" });
  await node.stop();
});

test("members of a change that only a newer version knows are passed over", async () => {
  const world = lakes.world();
  const node = await world.node();
  await node.write(points(1_000));
  const deletion = { series: [SERIES], query: { window: undefined, deleteLatest: true, rewriteLatest: false } };
  await world.log.append(2, [Buffer.from(JSON.stringify({ kind: 2, ...deletion, later: [1] }))]);
  expect(await node.latest([SERIES])).toEqual([undefined]);
  await node.stop();
});
