// Slices and their legend.
import { expect, test } from "vitest";
import type { Drawing } from "./drawing.ts";
import { BARS, COLUMNS, LOOK, type Option } from "./example-report.ts";
import { chartOf } from "./report-option.ts";

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
    ["c", "3 kWh, 50.0 %"],
    ["b", "2 kWh, 33.3 %"],
    ["a", "1 kWh, 16.7 %"],
  ]);
  expect([shown([]).caption, shown(["2"]).caption]).toEqual(["kwh: 6 kWh in total", "kwh: 3 kWh in total"]);
  expect((shown(["2"]).option as unknown as Option).series[0]?.data).toHaveLength(2);
});
