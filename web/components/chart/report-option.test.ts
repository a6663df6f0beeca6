// Charts of reports: names of any kind are labels, and what is too much is left out and named.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { chartOptions } from "./chart-options.ts";
import { chartOf } from "./report-option.ts";
import type { Drawing } from "./drawing.ts";
import type { ReportColumn, ReportData } from "./report-cell.ts";

const column = (id: string, type: ReportColumn["type"]): ReportColumn => ({
  ...{ id, type, label: id, unit: "", decimals: null },
  role: type === "number" ? "measure" : "dimension",
});
const COLUMNS = [column("name", "text"), column("kind", "text"), column("kwh", "number")];
const reportOf = (rows: ReportData["rows"]): ReportData => ({ columns: COLUMNS, rows });
const BARS: Drawing = {
  ...{ kind: "bar", x: "name", y: ["kwh"], series: null, value: null, time: null, across: [] },
  ...{ latitude: null, longitude: null, options: chartOptions({}) },
};
const LOOK = { isDark: false, hidden: new Set<string>() };

interface Option {
  readonly xAxis: { readonly data: readonly string[] };
  readonly series: readonly { readonly name: string; readonly data: readonly unknown[] }[];
}

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

test("texts that spell a number are drawn as it, and other texts leave a gap", () => {
  const rows = ["12.5", " 7 ", "0x10", "n/a", 3].map((cell, index) => [`n${index}`, "a", cell]);
  const { series } = chartOf(reportOf(rows), BARS, LOOK).option as unknown as Option;
  expect(series[0]?.data).toEqual([
    [0, 12.5],
    [1, 7],
    [2, null],
    [3, null],
    [4, 3],
  ]);
  const slices = chartOf(reportOf(rows), { ...BARS, kind: "pie" }, LOOK).option as unknown as Option;
  expect(slices.series[0]?.data).toMatchObject([
    { name: "n0", value: 12.5 },
    { name: "n1", value: 7 },
    { name: "n4", value: 3 },
  ]);
});

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
  expect(yAxis).toMatchObject([{ name: "%", max: 100 }]);
});

test("the text under the pointer is rounded, has the unit, and names no more lines than are read", () => {
  const columns = COLUMNS.map((one) => (one.id === "kwh" ? { ...one, unit: "kWh" } : one));
  const rows = Array.from({ length: 20 }, (_, place) => ["n", `s${place}`, place + 0.029999999999994]);
  const { option } = chartOf({ columns, rows }, { ...BARS, series: "kind" }, LOOK);
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  const text = tooltip.formatter(rows.map((row, place) => ({ seriesId: `${place}`, value: [0, row[2]], marker: "" })));
  const lines = text.split("\n");
  expect(lines.slice(0, 2)).toEqual(["n", "s19: 19.03 kWh"]);
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe("and 8 more");
});

/** The text at the first time. */
function tooltipOf(columns: readonly ReportColumn[], rows: ReportData["rows"], width: object | null): string {
  const meta = { rangeStartTs: 0, rangeEndTs: 600_000, bucketWidth: width } as NonNullable<ReportData["meta"]>;
  const y = columns.flatMap(({ id, role }) => (role === "measure" ? [id] : []));
  const { option } = chartOf({ columns, rows, meta }, { ...BARS, kind: "line", x: "hour", y }, LOOK);
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  const [first = []] = rows;
  return tooltip.formatter(y.map((_, place) => ({ seriesId: `${place}`, value: [first[0], first[place + 1]] })));
}

test("the text under the pointer of a chart over time says what its figures are, with the decimals that tell them apart", () => {
  const hour: ReportColumn = { ...column("hour", "time"), role: "time" };
  const temp: ReportColumn = { ...column("temp", "number"), fn: "avg", unit: "°C" };
  const rows = [
    [0, 21.466_666_666],
    [300_000, 19.2],
  ];
  const lines = (columns: readonly ReportColumn[], cells: ReportData["rows"], width: object | null) =>
    tooltipOf(columns, cells, width).split("\n").slice(1);

  expect(lines([hour, temp], rows, { bucket: "minute", amount: 5 })).toEqual([
    ...["Average over 5 minutes", "temp, °C: 21.47 °C"],
  ]);
  expect(lines([hour, { ...temp, decimals: 1 }], rows, null)).toEqual(["temp, °C: 21.5 °C"]);
  const most: ReportColumn = { ...column("most", "number"), fn: "max" };
  const both = rows.map(([ts, value]) => [ts, value, 21.466_666_666]);
  expect(lines([hour, temp, most], both, { bucket: "day", amount: 1 })).toEqual([
    ...["Average, Max over 1 day", "temp, °C: 21.47 °C", "most: 21.4667"],
  ]);
});

test("a bucket in which nothing was measured breaks the line", () => {
  const columns = [{ ...column("hour", "time"), role: "time" as const }, column("kwh", "number")];
  const rows = [1, 2, null, 4].map((value, hour) => [hour * 60, value]);
  const { option } = chartOf({ columns, rows }, { ...BARS, kind: "line", x: "hour" }, LOOK);
  const [line] = (option as unknown as Option).series;
  expect(line?.data).toHaveLength(4);
  expect(line?.data[2]).toEqual([180, null]);
});

test("the bounds of colours by value are lines, once for each column", () => {
  const style = cellStyles([
    {
      id: "kwh",
      colors: [
        { from: 2, to: 3, color: "orange" },
        { from: 3, color: "red" },
      ],
    },
  ]);
  const columns = COLUMNS.map((one) => ({ ...one, style: style.get(one.id) }));
  const rows = [
    ["n", "a", 1],
    ["n", "b", 3],
  ];
  const { option } = chartOf({ columns, rows }, { ...BARS, series: "kind" }, LOOK);
  const { series } = option as unknown as { series: { markLine?: { data: object[] } }[] };
  expect(series.map(({ markLine }) => markLine?.data.length)).toEqual([2, undefined]);
  expect(series[0]?.markLine?.data).toMatchObject([{ yAxis: 2 }, { yAxis: 3, lineStyle: { color: "#d33a3a" } }]);
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

test("few bars over time have a label each", () => {
  const times = [0, 4, 8].map((hours) => Date.UTC(2026, 0, 1, hours));
  const columns = [column("at", "time"), column("kwh", "number")];
  const rows = times.map((ts) => [ts, 1]);
  const { option } = chartOf({ columns, rows }, { ...BARS, x: "at" }, LOOK);
  expect(option["xAxis"]).toMatchObject({ type: "time", axisLabel: { customValues: times } });
});
