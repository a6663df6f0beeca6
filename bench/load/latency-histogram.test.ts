import { expect, test } from "vitest";
import { LatencyHistogram } from "./latency-histogram.ts";

test("percentiles are within a sixty-fourth of the exact value", () => {
  const histogram = new LatencyHistogram();
  for (let micros = 1; micros <= 100_000; micros++) histogram.record(micros / 1000);
  for (const percent of [1, 10, 50, 90, 99, 99.9, 100]) {
    const exact = percent;
    expect(histogram.percentile(percent)).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(histogram.percentile(percent)).toBeLessThanOrEqual(exact * (1 + 1 / 64));
  }
});

test("short durations are exact to the microsecond", () => {
  const histogram = new LatencyHistogram();
  histogram.record(0.042);
  expect(histogram.percentile(50)).toBe(0.042);
});

test("no percentile exceeds the largest record, and nothing is lost at the far end", () => {
  const histogram = new LatencyHistogram();
  histogram.record(10_000_000);
  histogram.record(-1);
  expect(histogram.percentile(100)).toBe(histogram.maxMillis);
  expect(histogram.total).toBe(2);
});

test("an empty histogram answers 0", () => {
  expect(new LatencyHistogram().percentile(99)).toBe(0);
});

test("two histograms add up", () => {
  const one = new LatencyHistogram();
  const other = new LatencyHistogram();
  one.record(1);
  other.record(3);
  one.add(other);
  other.clear();
  expect([one.total, one.maxMillis, other.total]).toEqual([2, 3, 0]);
});
