// Estimates of reports over tables of more than a million samples.
import { expect, test } from "vitest";
import type { Value } from "../../src/core/values.ts";
import { useEngineWorld } from "../support/engine-world.ts";

/** 2026-01-01T00:00:00Z. */
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;

const world = useEngineWorld({ storePer: "test" });

test("AN §7 no. 6: the estimate finds samples that lie close together in a large table", async () => {
  const engine = world();
  const every = (count: number, from = 0) =>
    Array.from({ length: count }, (_none, index): readonly [number, Value] => [T0 + from + index, index]);
  const burst = 250_000;
  const rare = ["a", "b", "c", "d", "e"];
  for (const [place, key] of rare.entries()) {
    await engine.store("A", "n", every(burst, place * burst));
    await engine.store("A", key, every(100, place * burst));
  }
  const window = { startTs: T0, endTs: T0 + rare.length * burst };
  const signal = new AbortController().signal;
  const found: number[] = [];
  for (const key of rare)
    found.push(await engine.telemetry.reports.estimate(engine.source(key).series.series, window, signal));
  expect(found).toEqual(rare.map(() => 100));
});

test("AN §5 the most samples of a window are known after an estimate, and count what has come since", async () => {
  const engine = world();
  const { telemetry } = engine;
  const window = { startTs: T0, endTs: T0 + HOUR };
  const samples = (from: number, count: number) =>
    Array.from({ length: count }, (_none, index): readonly [number, Value] => [T0 + from + index, index]);
  await engine.store("A", "n", samples(0, 600_000));
  expect(telemetry.reports.mostSamples(window)).toBeUndefined();
  await telemetry.reports.estimate([], window, new AbortController().signal);

  const whole = telemetry.reports.mostSamples({ startTs: T0, endTs: T0 + 600_000 }) ?? 0;
  expect(whole).toBeGreaterThanOrEqual(600_000);
  const half = telemetry.reports.mostSamples({ startTs: T0, endTs: T0 + 300_000 }) ?? 0;
  expect(half).toBeGreaterThanOrEqual(300_000);
  expect(half).toBeLessThan(400_000);
  await engine.store("A", "n", samples(600_000, 1000));
  expect(telemetry.reports.mostSamples({ startTs: T0, endTs: T0 + 300_000 })).toBe(half + 1000);
  await engine.store("A", "n", samples(700_000, 600_000));
  expect(telemetry.reports.mostSamples(window)).toBeUndefined();
});
