// Axes of time: where they end, and where bars lie.
import { expect, test } from "vitest";
import type { Drawing } from "./drawing.ts";
import { AT, BARS, HOUR, LOOK, column } from "./example-report.ts";
import { chartOf } from "./report-option.ts";

test("the axis of time goes on to the end that it is given, and never ends before the last value", () => {
  const columns = [{ ...column("hour", "time"), role: "time" as const }, column("often", "number")];
  const lines: Drawing = { ...BARS, kind: "line", x: "hour", y: ["often"] };
  const endOf = (untilTs: number): number => {
    const { option } = chartOf({ columns, rows: [[100, 1]] }, lines, { ...LOOK, untilTs });
    return (option as { readonly xAxis: { readonly max: number } }).xAxis.max;
  };
  expect(endOf(5_000)).toBe(5_000);
  expect(endOf(50)).toBe(100);
});

test("few bars over time have a label each", () => {
  const times = [0, 4, 8].map((hours) => Date.UTC(2026, 0, 1, hours));
  const columns = [column("at", "time"), column("kwh", "number")];
  const rows = times.map((ts) => [ts, 1]);
  const { option } = chartOf({ columns, rows }, { ...BARS, x: "at" }, LOOK);
  expect(option["xAxis"]).toMatchObject({ type: "time", axisLabel: { customValues: times } });
});

test("bars over time lie in their intervals, and the axis ends with the last of them", () => {
  const times = [0, 4, 8].map((hours) => Date.UTC(2026, 0, 1, hours));
  const rows = times.map((ts) => [ts, 1]);
  const { option } = chartOf({ columns: [AT, column("kwh", "number")], rows }, { ...BARS, x: "at" }, LOOK);
  const { xAxis, series } = option as unknown as { xAxis: object; series: readonly { data: readonly number[][] }[] };
  expect(series[0]?.data.map(([ts]) => ts)).toEqual(times.map((ts) => ts + 2 * HOUR));
  // The library would make room for half a bar beyond these.
  expect(xAxis).toMatchObject({ min: times[0], max: Date.UTC(2026, 0, 1, 12), containShape: false });
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  expect(tooltip.formatter([{ seriesId: "0", value: series[0]?.data[1], marker: "" }])).toMatch(/4:00:00/);
});

test("a bar takes most of its interval, and a single one, whose interval is not known, is no wall", () => {
  const barOf = (hours: readonly number[]) => {
    const rows = hours.map((hour) => [Date.UTC(2026, 0, 1, hour), 1]);
    const { option } = chartOf({ columns: [AT, column("kwh", "number")], rows }, { ...BARS, x: "at" }, LOOK);
    return (option as unknown as { series: readonly object[] }).series[0];
  };
  expect(barOf([0, 4])).toMatchObject({ barCategoryGap: "30%" });
  expect(barOf([0, 4])).not.toHaveProperty("barMaxWidth");
  expect(barOf([0])).toMatchObject({ barMaxWidth: 48 });
});
