// All queries of one report see the points of one moment; and what that may keep from the writer.
import { expect, test } from "vitest";
import { useEngineWorld, type EngineWorld } from "../../../../test/support/engine-world.ts";
import { GaveWayError } from "../../../core/analytics/analytics-error.ts";
import type { ReportPoints } from "../../../core/analytics/report/report-engine.ts";

const world = useEngineWorld({ checkpointMebibytes: 1, sliceSamples: 10_000 });
const { signal } = new AbortController();
const ALL = { startTs: 0, endTs: 1_000_000, groups: { A: 0 } };
const EVERYTHING = { window: undefined, deleteLatest: true, rewriteLatest: false };

function points(count: number, from: number, value = 1): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, index) => [from + index, value]);
}

async function read<Result>(queries: number, use: (points: ReportPoints) => Promise<Result>): Promise<Result> {
  return await world().telemetry.reports.read({ queries, standing: "", order: 0, signal }, use);
}

const cell = async (engine: EngineWorld, from: ReportPoints, fn: "count" | "sum" | "increase"): Promise<unknown> =>
  (await from.measures([engine.query("v", { fn }, ALL)])[0])?.cells[0];

for (const queries of [1, 2, 20])
  test(`AN §3.1 queries of one report see nothing of what is stored, replaced or deleted meanwhile, ${String(queries)} expected`, async () => {
    const engine = world();
    await engine.store("A", "v", points(1_000, 1_000));
    const seen = await read(queries, async (from) => {
      const cells = [await cell(engine, from, "count")];
      await engine.store("A", "v", points(500, 2_000));
      cells.push(await cell(engine, from, "sum"));
      await engine.store("A", "v", points(500, 1_200, 7));
      cells.push(await cell(engine, from, "sum"), await cell(engine, from, "increase"));
      const { series } = engine.source("v").series;
      await engine.telemetry.delete(series, EVERYTHING);
      cells.push(await cell(engine, from, "sum"));
      return cells;
    });

    expect(seen).toEqual([1_000, 1_000, 1_000, 0, 1_000]);
    expect(await read(1, (from) => cell(engine, from, "count"))).toBeUndefined();
  });

test("a report reads slices of many samples in one transaction, and leaves no file behind", async () => {
  const engine = world();
  await engine.store(
    "A",
    "v",
    Array.from({ length: 50_000 }, (_, index) => [index, index]),
  );
  expect(await read(1, (from) => cell(engine, from, "increase"))).toBe(49_999);
});

test("a report that keeps checkpoints from coming gives way when the log has grown to its bound", async () => {
  const engine = world();
  await engine.store("A", "v", points(1_000, 1_000));
  await engine.store("A", "other", points(1, 1_000));
  const reading = read(2, async (from) => {
    await cell(engine, from, "count");
    // It replaces rows of the latest values, which the report still sees.
    await engine.telemetry.delete(engine.source("other").series.series, EVERYTHING);
    for (let batch = 0; batch < 12; batch++) await engine.store("A", "v", points(40_000, 500));
    return await cell(engine, from, "count");
  });

  await expect(reading).rejects.toBeInstanceOf(GaveWayError);
  expect(await read(1, (from) => cell(engine, from, "count"))).toBe(40_000);
});
