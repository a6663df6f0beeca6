// The drawing of values over time.
import { expect, test } from "vitest";
import { timeDrawing } from "./time-chart-option.ts";
import type { TimeSeries } from "./time-series.ts";

interface ValueAxis {
  readonly axisLabel: { readonly width: number; readonly fontSize: number; formatter(value: number): string };
}

function labelsOf(values: readonly number[]) {
  const points = values.map((value, place) => [place * 60_000, value] as const);
  const series: TimeSeries = { id: "a", name: "a", styleIndex: 0, shape: "line", axis: 0, points };
  const window = { startTs: 0, endTs: values.length * 60_000 };
  const { option } = timeDrawing(
    { series: [series], states: [], axes: ["energy"], window },
    { isDark: false, plotHeight: 300, intervalMillis: 0 },
  );
  const { axisLabel } = (option as unknown as { readonly yAxis: readonly [ValueAxis] }).yAxis[0];
  return axisLabel;
}

/** Pixels, as fonts of pages have them: of digits and of what is between them. */
function widthIn(text: string, size: number): number {
  return [...text].reduce((sum, character) => sum + size * (/[.,]/.test(character) ? 0.3 : 0.58), 0);
}

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
