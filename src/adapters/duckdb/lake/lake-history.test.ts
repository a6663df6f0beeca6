// Exports from a lake: the points are those of the moment when the export began, in files, in memory, and in both.
import { expect, test } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { useLakes } from "../../../../test/support/lake-world.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { SeriesLabel } from "../../../core/history/history.ts";

const lakes = useLakes();
const SERIES = 1 as SeriesNumber;

async function* labels(): AsyncGenerator<readonly SeriesLabel[]> {
  yield await Promise.resolve([{ series: SERIES, owner: "meter", key: "kwh" }]);
}

test("an export has the points of the moment when it began, whatever is written and folded while it is read", async () => {
  const world = lakes.world();
  const store = await world.node({ exportWindow: { pointsMax: 10, textBytesMax: 100 } });
  const keeper = await world.keeper();
  const rows = (from: number, to: number, value: number) =>
    batchOf(Array.from({ length: to - from }, (_, index) => [1, from + index, value] as const));
  await store.write(rows(0, 50, 1));
  await keeper.fold();
  await store.write(rows(40, 80, 2));
  const request = {
    format: "CSV",
    window: { startTs: 0, endTs: 1_000 },
    ownerColumn: "device",
    labels: labels(),
  } as const;
  const lines: string[] = [];
  let pieces = 0;
  for await (const piece of store.history.read(request, new AbortController().signal)) {
    lines.push(...Buffer.from(piece).toString().split(/\r?\n/));
    if (++pieces !== 2) continue;
    await store.write(rows(0, 100, 3));
    await keeper.fold();
    await store.delete([SERIES], { window: undefined, deleteLatest: true, rewriteLatest: false });
  }
  const values = lines.filter((line) => line.includes("kwh")).map((line) => Number(line.split(",")[3]));
  expect(values.filter((value) => value === 1)).toHaveLength(40);
  expect(values.filter((value) => value === 2)).toHaveLength(40);
  expect(values).toHaveLength(80);
  expect(await store.range(SERIES, { startTs: 0, endTs: 1_000, limit: 10, order: "ASC" })).toEqual([]);
  for (const part of [store, keeper]) await part.stop();
});
