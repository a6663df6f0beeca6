// The engine against the contract's own data set, on a real file. Source: analytics contract 3.5, 3.6, 3.12.
import { describe, expect, test } from "vitest";
import type { Aggregation } from "../../../core/analytics/view/table-view.ts";
import { parseExpression } from "../../../core/analytics/expressions/parse-expression.ts";
import { stateScope } from "../../../core/analytics/expressions/scopes.ts";
import type { Value } from "../../../core/values.ts";
import { useEngineWorld, type MeasureOptions, type EngineWorld } from "../../../../test/support/engine-world.ts";

/** 2026-01-01T00:00:00Z. */
const T0 = 1_767_225_600_000;
const MINUTE = 60_000;
const BUCKETS = [T0, T0 + 60 * MINUTE, T0 + 120 * MINUTE];

async function storeGolden(engine: EngineWorld): Promise<EngineWorld> {
  await engine.store("A", "kwh", at([-10, 100], [20, 110], [50, 130], [80, 160], [110, 5]));
  await engine.store("B", "kwh", at([30, 40], [90, 46]));
  await engine.store("A", "temp", at([0, 20], [30, 22], [60, 30], [120, 99]));
  await engine.store("B", "temp", at([15, "n/a"], [45, 24]));
  await engine.store("A", "status", at([-10, "idle"], [15, "run"], [75, "idle"]));
  await engine.store("B", "door", at([10, true], [40, false]));
  return engine;
}

function at(...samples: readonly (readonly [minute: number, value: Value])[]): readonly (readonly [number, Value])[] {
  return samples.map(([minute, value]) => [T0 + minute * MINUTE, value]);
}

const NORTH: Partial<MeasureOptions> = { groups: { A: 0, B: 0 } };
const EACH: Partial<MeasureOptions> = { groups: { A: 0, B: 1 } };

/** Cells by group and bucket, as `group/bucket`. */
async function cells(engine: EngineWorld, key: string, aggregation: Aggregation, options: Partial<MeasureOptions>) {
  const rows = await engine.measure(key, aggregation, {
    startTs: T0,
    endTs: T0 + 120 * MINUTE,
    now: T0 + 240 * MINUTE,
    edges: BUCKETS,
    ...options,
  });
  const found: Record<string, unknown> = {};
  for (let row = 0; row < rows.length; row++)
    found[`${String(rows.groups[row])}/${String(rows.buckets[row])}`] = rows.cells[row];
  return found;
}

// Slices of a few samples give the same as one slice of all.
describe.each([2_000_000, 2])("slices of %i samples", (sliceSamples) => {
  const world = useEngineWorld({ sliceSamples });
  const golden = (): Promise<EngineWorld> => storeGolden(world());

  test.each([
    [{ fn: "avg" }, 22, 30],
    [{ fn: "min" }, 20, 30],
    [{ fn: "max" }, 24, 30],
    [{ fn: "count" }, 4, 1],
    [{ fn: "median" }, 22, 30],
    [{ fn: "percentile", p: 0.9 }, 23.6, 30],
    [{ fn: "avg", perSeries: true, combine: "avg" }, 22.5, 30],
    [{ fn: "timeWeightedAvg", method: "locf", lookbackMs: 0 }, 21.6, 27],
  ] as const)("AN-46, AN-49: temp of North, %j", async (aggregation, first, second) => {
    const engine = await golden();

    expect(await cells(engine, "temp", aggregation, NORTH)).toEqual({
      "0/0": expect.closeTo(first, 9) as number,
      "0/1": expect.closeTo(second, 9) as number,
    });
  });

  test("AN-46: count of numbers only", async () => {
    const engine = await golden();

    expect(await cells(engine, "temp", { fn: "count" }, { ...NORTH, cast: "number" })).toEqual({ "0/0": 3, "0/1": 1 });
  });

  test("AN-54: texts never break a numeric function; they are counted", async () => {
    const engine = await golden();
    const rows = await engine.measure(
      "temp",
      { fn: "avg" },
      { startTs: T0, endTs: T0 + 120 * MINUTE, now: T0 + 240 * MINUTE, edges: BUCKETS, ...NORTH },
    );

    expect(rows.skippedValues).toBe(1);
  });

  test("AN-47, AN-48: delta and increase, with carry-in, and a reset", async () => {
    const engine = await golden();
    const lookbackMs = 7 * 86_400_000;

    expect(await cells(engine, "kwh", { fn: "delta", lookbackMs }, EACH)).toEqual({
      "0/0": 30,
      "0/1": -125,
      "1/0": null,
      "1/1": 6,
    });
    expect(await cells(engine, "kwh", { fn: "delta", lookbackMs }, NORTH)).toEqual({ "0/0": 30, "0/1": -119 });
    expect(await cells(engine, "kwh", { fn: "increase", lookbackMs }, EACH)).toEqual({
      "0/0": 30,
      "0/1": 35,
      "1/0": null,
      "1/1": 6,
    });
    expect(await cells(engine, "kwh", { fn: "increase", lookbackMs }, NORTH)).toEqual({ "0/0": 30, "0/1": 41 });
  });

  test("AN-49: time-weighted averages of each device", async () => {
    const engine = await golden();

    expect(await cells(engine, "temp", { fn: "timeWeightedAvg", lookbackMs: 86_400_000 }, EACH)).toEqual({
      "0/0": 21,
      "0/1": 30,
      "1/0": 24,
      "1/1": 24,
    });
  });

  test("AN-50: duration of states, known and unknown time", async () => {
    const engine = await golden();
    const running = parseExpression("value == 'run'", stateScope(null, null));
    const lookbackMs = 86_400_000;
    const onlyA = { groups: { A: 0 } };
    const onlyB = { groups: { B: 0 } };

    expect(await cells(engine, "status", { fn: "duration", lookbackMs }, { ...onlyA, state: running })).toEqual({
      "0/0": 2700,
      "0/1": 900,
    });
    expect(await cells(engine, "status", { fn: "durationPercent", lookbackMs }, { ...onlyA, state: running })).toEqual({
      "0/0": 75,
      "0/1": 25,
    });
    expect(await cells(engine, "door", { fn: "duration", lookbackMs }, onlyB)).toEqual({ "0/0": 1800, "0/1": 0 });
    expect(await cells(engine, "door", { fn: "durationPercent", lookbackMs }, onlyB)).toEqual({ "0/0": 60, "0/1": 0 });
    expect(await cells(engine, "door", { fn: "durationPercent", of: "bucket", lookbackMs }, onlyB)).toEqual({
      "0/0": 50,
      "0/1": 0,
    });
  });

  test("AN-53: increases of consecutive buckets add up to that of the range", async () => {
    const engine = await golden();
    const aggregation = { fn: "increase", lookbackMs: 7 * 86_400_000 } as const;
    const edges = Array.from({ length: 25 }, (_none, index) => T0 + index * 5 * MINUTE);
    const fine = Object.values(await cells(engine, "kwh", aggregation, { ...NORTH, edges }));

    expect(fine.reduce((sum: number, cell) => sum + Number(cell), 0)).toBe(71);
    expect(await cells(engine, "kwh", aggregation, { ...NORTH, edges: null })).toEqual({ "0/0": 71 });
  });

  test("AN-55: latest is of the range, current of all time, lastKnown with carry-in", async () => {
    const engine = await golden();

    expect(await cells(engine, "temp", { fn: "latest" }, { ...EACH, edges: null })).toEqual({ "0/0": 30, "1/0": 24 });
    expect(await cells(engine, "temp", { fn: "current" }, { ...EACH, edges: null })).toEqual({ "0/0": 99, "1/0": 24 });
    expect(await cells(engine, "temp", { fn: "latest" }, EACH)).toEqual({ "0/0": 22, "0/1": 30, "1/0": 24 });
    expect(await cells(engine, "temp", { fn: "lastKnown", lookbackMs: 86_400_000 }, EACH)).toEqual({
      "0/0": 22,
      "0/1": 30,
      "1/0": 24,
      "1/1": 24,
    });
    expect(await cells(engine, "temp", { fn: "current", combine: "sum" }, { ...NORTH, edges: null })).toEqual({
      "0/0": 123,
    });
  });

  test("AN-80: the newest time of several series, and of none", async () => {
    const engine = await golden();
    const newestTs = (keys: readonly string[]): number | null =>
      engine.telemetry.reports.newestTs(keys.flatMap((key) => engine.source(key).series.series));

    expect(newestTs(["door", "temp"])).toBe(T0 + 120 * MINUTE);
    expect(newestTs(["door"])).toBe(T0 + 40 * MINUTE);
    expect(newestTs(["none"])).toBeNull();
  });

  test.each([
    [{ fn: "sum" }, 6e-9],
    [{ fn: "avg" }, 2e-9],
    [{ fn: "avg", perSeries: true, combine: "min" }, 1.5e-9],
    [{ fn: "increase", lookbackMs: 0 }, 1e-9],
    [{ fn: "integral", per: "minute", lookbackMs: 0 }, 8e-9],
    [{ fn: "timeWeightedAvg", lookbackMs: 0, combine: "max" }, 3e-9],
  ] as const)("AN-43: values of unusual size among usual ones, %j", async (aggregation, expected) => {
    const engine = world();
    await engine.store("tiny", "load", at([0, 1e-9], [1, 2e-9]));
    await engine.store("other", "load", at([2, 3e-9]));
    await engine.store("usual", "load", at([0, 0.1], [1, 0.2], [2, "none"]));
    const end = T0 + 3 * MINUTE;

    const found = await cells(engine, "load", aggregation, {
      edges: null,
      endTs: end,
      now: end,
      groups: { tiny: 0, other: 0, usual: 1 },
    });

    expect(Number(found["0/0"]) / expected).toBeCloseTo(1, 12);
    expect(found["1/0"]).toBeGreaterThan(0.09);
  });

  test("AN §2.11: what is stored but no number of a double is no sample", async () => {
    const engine = world();
    await engine.store("A", "load", at([0, 1], [1, Infinity], [2, Number.NaN], [3, -Infinity], [4, Number.MAX_VALUE]));

    expect(await cells(engine, "load", { fn: "count" }, { groups: { A: 0 }, edges: null })).toEqual({ "0/0": 2 });
    expect(await cells(engine, "load", { fn: "max" }, { groups: { A: 0 }, edges: null })).toEqual({
      "0/0": Number.MAX_VALUE,
    });
  });
});
