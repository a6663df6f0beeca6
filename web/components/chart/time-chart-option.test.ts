// The drawing of values over time.
import { expect, test } from "vitest";
import { timeDrawing } from "./time-chart-option.ts";
import type { TimeSeries } from "./time-series.ts";

interface ValueAxis {
  readonly min?: number;
  readonly max?: number;
  readonly interval?: number;
  readonly axisLabel: {
    readonly width: number;
    readonly fontSize: number;
    readonly formatter: (value: number) => string;
  };
}

function axisOf(values: readonly number[]) {
  const points = values.map((value, place) => [place * 60_000, value] as const);
  const series: TimeSeries = { id: "a", name: "a", styleIndex: 0, shape: "line", axis: 0, points };
  const window = { startTs: 0, endTs: values.length * 60_000 };
  const { option } = timeDrawing(
    { series: [series], states: [], axes: ["energy"], window },
    { isDark: false, plotHeight: 300, intervalMillis: 0 },
  );
  return (option as unknown as { readonly yAxis: readonly [ValueAxis] }).yAxis[0];
}

function labelsOf(values: readonly number[]): ValueAxis["axisLabel"] {
  return axisOf(values).axisLabel;
}

/** Pixels, as fonts of pages have them: of digits and of what is between them. */
function widthIn(text: string, size: number): number {
  const marks = text.match(/[.,:\s]/g)?.length ?? 0;
  return size * (0.3 * marks + 0.58 * (text.length - marks));
}

test.each([
  ["numbers", 1],
  ["states alone", 0],
])("below %s, a time at an end of the axis is not cut off", (_what, numbers) => {
  const points = [[0, 21] as const];
  const series: readonly TimeSeries[] = [{ id: "a", name: "a", styleIndex: 0, shape: "line", axis: 0, points }];
  const states = [{ id: "s", name: "s", styleIndex: 0, spans: [{ startTs: 0, endTs: 60_000, text: "on" }] }];
  const { option } = timeDrawing(
    { series: series.slice(0, numbers), states, axes: ["°C"].slice(0, numbers), window: { startTs: 0, endTs: 60_000 } },
    { isDark: false, plotHeight: 300, intervalMillis: 0 },
  );
  const { grid } = option as unknown as { readonly grid: readonly { readonly left: number; readonly right: number }[] };
  for (const { left, right } of grid)
    expect(Math.min(left, right)).toBeGreaterThanOrEqual(widthIn("10:50:30 PM", 12) / 2);
});

test("a time at the left end of the axis does not touch the lowest figure beside it", () => {
  const series: TimeSeries = { id: "a", name: "a", styleIndex: 0, shape: "line", axis: 0, points: [[0, 21]] };
  const { option } = timeDrawing(
    { series: [series], states: [], axes: ["°C"], window: { startTs: 0, endTs: 60_000 } },
    { isDark: false, plotHeight: 300, intervalMillis: 0 },
  );
  const { xAxis } = option as unknown as {
    readonly xAxis: readonly [{ readonly axisLabel: { readonly margin: number } }];
  };
  expect(xAxis[0].axisLabel.margin).toBeGreaterThanOrEqual(labelsOf([21]).fontSize);
});

test.each([
  ["seven digits", [5_364_120, 5_367_900, 5_366_000]],
  ["seven digits that are close to each other", [5_364_120, 5_364_160]],
  ["six digits with decimals", [536_412.1, 536_412.9]],
  ["negative ones", [-5_364_120, -5_367_900]],
])("labels of %s are not cut off", (_what, values) => {
  const { width, fontSize, formatter } = labelsOf(values);
  for (const value of values) expect(widthIn(formatter(value), fontSize)).toBeLessThanOrEqual(width);
});

test("labels are as large as others where they have room", () => {
  expect([labelsOf([21, 22.5]), labelsOf([5_100_000, 5_900_000])].map(({ fontSize }) => fontSize)).toEqual([12, 12]);
});

test.each([
  [[7.5], { min: 7.4, max: 7.6, interval: 0.1 }],
  [[-230, -230], { min: -240, max: -220, interval: 10 }],
  [[21.43], { min: 21, max: 22, interval: 1 }],
  [[0], { min: -1, max: 1, interval: 1 }],
])("the axis of %j, which is one value, has a round line below and above it", (values, { min, max, interval }) => {
  const axis = axisOf(values);
  expect(axis.min).toBeCloseTo(min);
  expect(axis.max).toBeCloseTo(max);
  expect(axis.interval).toBeCloseTo(interval);
});

test("the axis of several values has ends of its own", () => {
  expect([axisOf([7.5, 8]), axisOf([])].map(({ min }) => min)).toEqual([undefined, undefined]);
});

test("the thresholds of a series are lines at its axis, with their unit", () => {
  const colors = [{ from: 25, to: null, color: "red" as const }];
  const style = { prefix: "", labels: [], firstLabelled: 0, colors };
  const points = [[0, 21] as const];
  const plain: TimeSeries = { id: "a", name: "a", styleIndex: 0, shape: "line", axis: 0, points };
  const limited: TimeSeries = { ...plain, id: "b", axis: 1, thresholds: { style, unit: "°C" } };
  const { option } = timeDrawing(
    { series: [plain, limited], states: [], axes: ["%", "°C"], window: { startTs: 0, endTs: 60_000 } },
    { isDark: false, plotHeight: 300, intervalMillis: 0 },
  );
  const { series } = option as unknown as { readonly series: readonly { readonly markLine?: object }[] };
  expect(series[0]?.markLine).toBeUndefined();
  const line = { yAxis: 25, lineStyle: { color: "#d33a3a" }, label: { formatter: "25 °C" } };
  expect(series[1]).toMatchObject({ yAxisIndex: 1, markLine: { data: [{ yAxis: 25 }, line] } });
});
