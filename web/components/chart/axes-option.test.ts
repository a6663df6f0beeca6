// Lines and bars: names of any kind are labels, and what is too much is left out and named.
import { expect, test } from "vitest";
import { chartOptions } from "./chart-options.ts";
import type { Drawing } from "./drawing.ts";
import { AT, BARS, COLUMNS, LOOK, column, reportOf, type Option } from "./example-report.ts";
import type { ReportColumn } from "./report-cell.ts";
import { chartOf } from "./report-option.ts";

test("groups are distinguished by their places, even where their names are cut to the same", () => {
  const long = "x".repeat(500);
  const { option } = chartOf(
    reportOf([
      [`${long}1`, "a", 1],
      [`${long}2`, "a", null],
      ["", "a", 3],
    ]),
    BARS,
    LOOK,
  );
  const { xAxis, series } = option as unknown as Option;
  expect(xAxis.data[0]).toHaveLength(48);
  expect(series[0]?.data).toEqual([
    [0, 1],
    [1, null],
    [2, 3],
  ]);
});

test("a line over time goes on between its own values where only another one has more, and ends in a silence", () => {
  const columns = [
    { ...column("hour", "time"), role: "time" as const },
    column("often", "number"),
    column("seldom", "number"),
  ];
  const rows = Array.from({ length: 31 }, (_, index) => [index * 60, index, index % 10 === 0 ? index : null]);
  const silent = [
    [31 * 600, 31, null],
    [31 * 600 + 60, 32, null],
  ];
  const lines: Drawing = { ...BARS, kind: "line", x: "hour", y: ["often", "seldom"] };
  const { option } = chartOf({ columns, rows: [...rows, ...silent] }, lines, LOOK);
  const [often, seldom] = (option as unknown as Option).series;
  const circles = (times: readonly number[]) => times.map((ts) => ({ value: [ts, ts / 60], symbol: "circle" }));
  expect(seldom?.data).toEqual(circles([0, 600, 1200, 1800]));
  expect(often?.data).toHaveLength(34);
  expect(often?.data[31]).toEqual([31 * 600, null]);
});

test("names of series differ, and more of them than can be distinguished are left out", () => {
  const rows = Array.from({ length: 60 }, (_, index) => [
    "n",
    index < 2 ? `${"y".repeat(99)}${index}` : `s${index}`,
    index,
  ]);
  const { option, leftOut } = chartOf(reportOf(rows), { ...BARS, series: "kind" }, LOOK);
  const names = (option as unknown as Option).series.map(({ name }) => name);
  expect(new Set(names).size).toBe(40);
  expect(leftOut).toBe(20);
});

test("hidden series keep their place in the legend, and the others their colours", () => {
  const rows = ["a", "b", "c"].map((kind, index) => ["n", kind, index]);
  const { option, legend } = chartOf(reportOf(rows), { ...BARS, series: "kind" }, { ...LOOK, hidden: new Set(["0"]) });
  const series = (option as unknown as { series: { name: string; color: string }[] }).series;
  expect(legend.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
  expect(series.map(({ name, color }) => [name, color])).toEqual([
    ["b", "#d9822b"],
    ["c", "#6a5acd"],
  ]);
});

test("an axis names the measure that it has for itself, where there is room, and else the unit", () => {
  const names = (units: readonly string[], labels: readonly string[], options = {}) => {
    const measures = labels.map((label, place) => ({
      ...column(label, "number"),
      unit: units[place] ?? "",
    }));
    const drawing = { ...BARS, y: labels, options: chartOptions(options) };
    const columns = [column("name", "text"), ...measures];
    const { option } = chartOf({ columns, rows: [["n", 1, 2]] }, drawing, LOOK);
    return (option as unknown as { yAxis: readonly { name: string }[] }).yAxis.map(({ name }) => name);
  };
  expect(names(["mm/s"], ["Vibration"])).toEqual(["Vibration, mm/s"]);
  expect(names(["mm/s", "mm/s"], ["Front", "Back"])).toEqual(["mm/s"]);
  expect(names(["mm/s", "°C"], ["Vibration", "Heat"])).toEqual(["Vibration, mm/s", "Heat, °C"]);
  expect(names(["mm/s"], ["Vibration of the bearing on the other side"])).toEqual(["mm/s"]);
  expect(names(["mm/s"], ["Vibration"], { axisName: "Speed" })).toEqual(["Speed"]);
  expect(names(["%"], ["Humidity"], { stacking: "share" })).toEqual(["Share of Humidity, %"]);
});

test("parts of a hundred add up, where there is anything", () => {
  const rows = [
    ["n", "a", 1],
    ["n", "b", 3],
    ["m", "a", 0],
  ];
  const options = chartOptions({ stacking: "share", max: 7 });
  const { option } = chartOf(reportOf(rows), { ...BARS, kind: "stackedBar", series: "kind", options }, LOOK);
  const { series, yAxis } = option as unknown as Option & { yAxis: readonly object[] };
  expect(series.map(({ data }) => data)).toEqual([
    [
      [0, 25],
      [1, null],
    ],
    [[0, 75]],
  ]);
  expect(yAxis).toMatchObject([{ name: "Share of kwh, %", max: 100 }]);
});

test("a bucket in which nothing was measured breaks the line", () => {
  const columns = [{ ...column("hour", "time"), role: "time" as const }, column("kwh", "number")];
  const rows = [1, 2, null, 4].map((value, hour) => [hour * 60, value]);
  const { option } = chartOf({ columns, rows }, { ...BARS, kind: "line", x: "hour" }, LOOK);
  const [line] = (option as unknown as Option).series;
  expect(line?.data).toHaveLength(4);
  expect(line?.data[2]).toEqual([180, null]);
});

test("a comparison has dashes, in the chart and in its legend", () => {
  const former: ReportColumn = { ...column("kwh.value", "number"), role: "comparison" };
  const lines: Drawing = { ...BARS, kind: "line", y: ["kwh", "kwh.value"] };
  const { option, legend } = chartOf({ columns: [...COLUMNS, former], rows: [["n", "a", 1, 2]] }, lines, LOOK);
  const { series } = option as unknown as { series: { lineStyle: { type: unknown } }[] };
  const ofLegend = legend.map(({ mark }) => (mark !== null && "style" in mark ? mark.style.dashes : null));

  expect(series.map(({ lineStyle }) => lineStyle.type)).toEqual(["solid", [7, 4]]);
  expect(ofLegend).toEqual([[], [7, 4]]);
});

test("below an axis of time, there is room for the control that selects a part of it", () => {
  const { option } = chartOf({ columns: [AT, column("kwh", "number")], rows: [[0, 1]] }, { ...BARS, x: "at" }, LOOK);
  const { grid, dataZoom } = option as unknown as {
    readonly grid: { readonly bottom: number };
    readonly dataZoom: readonly { readonly type: string; readonly bottom?: number; readonly height?: number }[];
  };
  const { bottom = 0, height = 0 } = dataZoom.find(({ type }) => type === "slider") ?? {};
  // Its upper bar, seven pixels high, is added to its height, and its handles stand out.
  expect(bottom).toBeGreaterThan(7);
  expect(grid.bottom).toBeGreaterThan(bottom + height);
});
