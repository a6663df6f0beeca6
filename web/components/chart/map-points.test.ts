// Points of a report on a map.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { drawingOf } from "./drawing.ts";
import { mapPoints } from "./map-points.ts";
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
  return mapPoints({ columns: COLUMNS, rows }, drawing, false);
};

test("points lie where the report says, in the colour of their figure, and texts that spell a number count", () => {
  const { points, withoutPlace } = drawn([
    ["A", 51.5, "-2.5", 63.029999999999994],
    ["B", null, -2, 1],
    ["C", 91, 0, 1],
    ["D", 52, -2, 1],
  ]);
  expect(points).toEqual([
    { latitude: 51.5, longitude: -2.5, name: "A", figure: "63.03 W", color: "#d33a3a" },
    { latitude: 52, longitude: -2, name: "D", figure: "1 W", color: "#0b7a82" },
  ]);
  expect(withoutPlace).toBe(2);
});
