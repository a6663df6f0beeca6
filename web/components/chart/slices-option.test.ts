// Slices and their legend.
import { expect, test } from "vitest";
import type { Drawing } from "./drawing.ts";
import { BARS, COLUMNS, LOOK, type Option } from "./example-report.ts";
import { chartOf } from "./report-option.ts";

interface Formatters {
  readonly tooltip: { formatter(hovered: object): string };
  readonly series: readonly { readonly label: { formatter(slice: object): string } }[];
}

test("a share is the same in the slice, in the legend and under the pointer", () => {
  const rows = [353, 647, 1_000].map((amount, place) => [`n${place}`, "", amount]);
  const { option, legend } = chartOf({ columns: COLUMNS, rows }, { ...BARS, kind: "pie" }, LOOK);
  const { tooltip, series } = option as unknown as Formatters;
  // The library's own share, which makes 100 % with the others.
  const slice = { name: "n0", value: 353, percent: 17.64 };
  expect(legend.map(({ value }) => value)).toEqual(["1,000, 50.0%", "647, 32.4%", "353, 17.7%"]);
  expect([series[0]?.label.formatter(slice), tooltip.formatter(slice)]).toEqual(["17.7%", "n0\n353, 17.7%"]);
});

test("a slice has the colour that its group has in other charts, and its name, figure and share in the legend", () => {
  const columns = COLUMNS.map((one) => (one.id === "kwh" ? { ...one, unit: "kWh" } : one));
  const rows = ["a", "b", "c"].map((name, place) => [name, "", place + 1]);
  const colors = (["bar", "pie"] as const).map((kind) => {
    const drawing: Drawing = kind === "bar" ? { ...BARS, series: "name" } : { ...BARS, kind };
    const { legend } = chartOf({ columns, rows }, drawing, LOOK);
    return new Map(legend.map(({ name, mark }) => [name, mark !== null && "style" in mark ? mark.style.color : null]));
  });
  expect(colors[1]).toEqual(colors[0]);
  const shown = (hidden: readonly string[]) =>
    chartOf({ columns, rows }, { ...BARS, kind: "pie" }, { ...LOOK, hidden: new Set(hidden) });
  expect(shown([]).legend.map(({ name, value }) => [name, value])).toEqual([
    ["c", "3 kWh, 50.0%"],
    ["b", "2 kWh, 33.3%"],
    ["a", "1 kWh, 16.7%"],
  ]);
  expect([shown([]).caption, shown(["2"]).caption]).toEqual(["kwh: 6 kWh in total", "kwh: 3 kWh in total"]);
  expect((shown(["2"]).option as unknown as Option).series[0]?.data).toHaveLength(2);
});
