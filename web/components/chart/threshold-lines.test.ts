// Lines at the bounds of colours by value.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { BARS, COLUMNS, LOOK } from "./example-report.ts";
import { chartOf } from "./report-option.ts";

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
  expect(series.map(({ markLine }) => markLine?.data.length)).toEqual([4, undefined]);
  const [grounds, dots] = [series[0]?.markLine?.data.slice(0, 2), series[0]?.markLine?.data.slice(2)];
  expect(dots).toMatchObject([{ yAxis: 2 }, { yAxis: 3, lineStyle: { color: "#d33a3a" } }]);
  // Below all dots is a ground, so that they differ from the lines of series that they cross.
  const ground = { lineStyle: { color: "#ffffff", type: "solid" }, label: { show: false } };
  expect(grounds).toMatchObject([
    { yAxis: 2, ...ground },
    { yAxis: 3, ...ground },
  ]);
  // Their labels have a ground, so that no line goes through them, and they are no lines as series have.
  const { label } = series[0]?.markLine as unknown as { label: object };
  expect(label).toMatchObject({ backgroundColor: "#ffffff" });
  expect(dots).toMatchObject([{ lineStyle: { type: [1, 4], cap: "round" } }, {}]);
});

test("a bound is written as it was set, whatever decimals the figures have", () => {
  const style = cellStyles([{ id: "kwh", colors: [{ from: 2.96, color: "red" }] }]);
  const columns = COLUMNS.map((one) => ({ ...one, style: style.get(one.id), decimals: 1 }));
  const { series } = chartOf({ columns, rows: [["n", "a", 3]] }, BARS, LOOK).option as unknown as {
    series: { markLine?: { data: object[] } }[];
  };
  expect(series[0]?.markLine?.data.at(-1)).toMatchObject({ yAxis: 2.96, label: { formatter: "2.96" } });
});

test("with thresholds, the first series have none of the colours of alarms", () => {
  const style = cellStyles([{ id: "kwh", colors: [{ from: 2.5, color: "red" }] }]);
  const rows = ["a", "b", "c", "d", "e"].map((kind) => ["n", kind, 1]);
  const colorsOf = (columns: typeof COLUMNS) => {
    const { series } = chartOf({ columns, rows }, { ...BARS, series: "kind" }, LOOK).option as unknown as {
      series: { color: string }[];
    };
    return series.map(({ color }) => color);
  };
  const [orange, red] = ["#d9822b", "#c23b5e"];
  expect(colorsOf(COLUMNS)).toEqual(expect.arrayContaining([orange, red]));
  const calm = colorsOf(COLUMNS.map((one) => ({ ...one, style: style.get(one.id) })));
  expect(new Set(calm).size).toBe(5);
  expect([orange, red].filter((color) => calm.includes(color))).toEqual([]);
});
