// Points of a report on a map.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { drawingOf } from "./drawing.ts";
import { mapOf } from "./map-option.ts";
import type { ReportColumn } from "./report-cell.ts";

const column = (id: string, type: ReportColumn["type"], role: ReportColumn["role"]): ReportColumn => ({
  ...{ id, type, role, label: id, unit: "", decimals: null },
});
const COLORS = cellStyles([{ id: "power", colors: [{ from: 50, color: "red" }] }]).get("power");
const COLUMNS = [
  column("device", "text", "dimension"),
  column("lat", "any", "dimension"),
  column("lon", "any", "dimension"),
  { ...column("power", "number", "measure"), unit: "W", style: COLORS },
];
const drawn = (rows: readonly (readonly unknown[])[]) => {
  const saved = { type: "map", latitude: "lat", longitude: "lon", value: "power" };
  const drawing = drawingOf(saved, COLUMNS);
  if (drawing === null) throw new Error("no drawing");
  return mapOf({ columns: COLUMNS, rows }, drawing, false);
};

interface Map {
  readonly tooltip: { formatter(hovered: object): string };
  readonly geo: { readonly boundingCoords: readonly (readonly number[])[] };
  readonly series: readonly { readonly data: readonly { readonly value: unknown; readonly itemStyle: unknown }[] }[];
}

test("points lie where the report says, in the colour of their figure, and texts that spell a number count", () => {
  const { option, withoutPlace } = drawn([
    ["A", 51.5, "-2.5", 63.029999999999994],
    ["B", null, -2, 1],
    ["C", 91, 0, 1],
    ["D", 52, -2, 1],
  ]);
  const { series, tooltip } = option as unknown as Map;
  expect(series[0]?.data).toEqual([
    { value: [-2.5, 51.5], itemStyle: { color: "#d33a3a" } },
    { value: [-2, 52], itemStyle: { color: "#0b7a82" } },
  ]);
  expect(withoutPlace).toBe(2);
  expect(tooltip.formatter({ seriesId: "points", dataIndex: 0 })).toBe("A\n63.03 W\n51.50000, -2.50000");
});

test("the map shows all points with room around them, within the world", () => {
  const { geo } = drawn([
    ["A", 80, -170, 1],
    ["B", -40, 170, 1],
  ]).option as unknown as Map;
  expect(geo.boundingCoords).toEqual([
    [-180, 85],
    [180, -70],
  ]);
});
