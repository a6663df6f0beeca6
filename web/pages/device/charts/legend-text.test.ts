// The figure of a series in the legend, which changes while it is watched.
import { expect, test } from "vitest";
import { legendText } from "./legend-text.ts";
import type { NumberPoint } from "./read-series.ts";
import type { ReadableSeries } from "./readable-series.ts";

const series = (numbers: readonly NumberPoint[], decimals: number | null = null): ReadableSeries => ({
  ...{ id: "d p", deviceId: "d", key: "p", name: "p", styleIndex: 0, kind: "numbers", states: [], intervalMillis: 0 },
  ...{ format: { unit: "kWh", decimals }, numbers },
});
const averages = [5_300, 5_320, 5_366.1234].map((value, ts) => ({ ts, value, low: value - 1, high: value + 1 }));

test("what arrives after averages has as many decimals as they have", () => {
  expect(legendText(series(averages), null)).toBe("5,366.1 kWh");
  expect(legendText(series([...averages, { ts: 3, value: 5_366.12 }]), null)).toBe("5,366.1 kWh");
  expect(legendText(series([...averages, { ts: 3, value: 5_366.12 }, { ts: 4, value: 5_367 }]), null)).toBe(
    "5,367.0 kWh",
  );
});

test("measured values are as wide as others of the series, and chosen decimals hold for all", () => {
  const measured = [5_366.12, 5_366.1, 5_366.15].map((value, ts) => ({ ts, value }));
  expect([0, 1, 2].map((ts) => legendText(series(measured), ts))).toEqual([
    "5,366.12 kWh",
    "5,366.10 kWh",
    "5,366.15 kWh",
  ]);
  expect(legendText(series([...averages, { ts: 3, value: 5_366.12 }], 0), null)).toBe("5,366 kWh");
});

test("the ends of an average are shown at the pointer", () => {
  expect(legendText(series(averages, 0), 1)).toBe("5,320 (5,319 – 5,321) kWh");
});
