// Points of a report on a map.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { drawingOf } from "./drawing.ts";
import { mapPoints, namedPoints } from "./map-points.ts";
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
const drawn = (
  rows: readonly (readonly unknown[])[],
  colors?: readonly object[],
  decimals: number | null = null,
  options: object = {},
) => {
  const saved = {
    options,
    type: "map",
    latitude: "lat",
    longitude: "lon",
    value: "power",
  };
  const style = colors === undefined ? COLORS : cellStyles([{ id: "power", colors }]).get("power");
  const columns = COLUMNS.map((one) => (one.id === "power" ? { ...one, style, decimals } : one));
  const drawing = drawingOf(saved, columns);
  if (drawing === null) throw new Error("no drawing");
  return mapPoints({ columns, rows }, drawing, false);
};

test("points lie where the report says, in the colour of their figure, and texts that spell a number count", () => {
  const { points, withoutPlace } = drawn([
    ["A", 51.5, "-2.5", 63.029999999999994],
    ["B", null, -2, 1],
    ["C", 91, 0, 1],
    ["D", 52, -2, 1],
  ]);
  expect(points).toEqual([
    { latitude: 51.5, longitude: -2.5, name: "A", figure: "63.03 W", color: "#d33a3a", level: "red" },
    { latitude: 52, longitude: -2, name: "D", figure: "1.00 W", color: "#0b7a82", level: null },
  ]);
  expect(withoutPlace).toEqual(["B", "C"]);
});

const RULES = [
  { from: 50, color: "red" },
  { from: 20, to: 60, color: "orange" },
  { to: 0, color: "green" },
];

test("the most urgent points are named first, and alone where points are too many for names", () => {
  const few = drawn(
    [1, 30, -5, 70, 25].map((power, place) => [`P${place}`, 51, place, power]),
    RULES,
  ).points;
  expect(namedPoints(few).map((place) => few[place]?.name)).toEqual(["P3", "P1", "P4", "P0", "P2"]);

  const many = drawn(
    Array.from({ length: 200 }, (_, place) => [
      `P${place}`,
      51,
      place / 2,
      place === 150 ? 70 : place === 90 ? 30 : -1,
    ]),
    RULES,
  ).points;
  expect(namedPoints(many).map((place) => many[place]?.name)).toEqual(["P150", "P90"]);
});

test("the legend says which values have which colour, with bounds as they were written", () => {
  const legendOf = (rows: readonly (readonly unknown[])[], colors?: readonly object[]) =>
    drawn(rows, colors, 0).legend.map(({ name, mark }) => [
      ...[name, mark !== null && "style" in mark ? mark.style.color : null],
    ]);
  expect(legendOf([["A", 51, -2, 10]], RULES)).toEqual([
    ["below 0 W", "#3f8f3f"],
    ["20 to 50 W", "#d9822b"],
    ["50 W or more", "#d33a3a"],
    ["Others", "#0b7a82"],
  ]);
  expect(legendOf([["A", 51, -2, 70]], [{ from: 2.5, color: "red" }])).toEqual([["2.5 W or more", "#d33a3a"]]);
  expect(legendOf([["A", 51, -2, 70]], [{ color: "red" }])).toEqual([["any value", "#d33a3a"]]);
  expect(legendOf([["A", 51, -2, 70]], [])).toEqual([]);
});

test("a point that no threshold colours has the colour of its place on the scale, which the others are not among", () => {
  const rows = [0, 20, 40, 70, null].map((power, place) => [`P${place}`, 51, place, power]);
  const { points, legend, scale } = drawn(rows, [{ from: 50, color: "red" }], null, {
    ...{ colorScale: "blueRed", max: 40 },
  });
  expect(points.map(({ color }) => color)).toEqual(["#2f6fc4", "#d2c9b8", "#d33a3a", "#d33a3a", "#0b7a82"]);
  expect(scale).toMatchObject({ min: 0, max: 40 });
  expect(legend.map(({ name }) => name)).toEqual(["50 W or more", "Others"]);
  const all = drawn(rows.slice(0, 3), [{ from: 50, color: "red" }], null, { colorScale: "oneColor" });
  expect(all.legend.map(({ name }) => name)).toEqual(["50 W or more"]);
  expect(drawn(rows, []).scale).toBeNull();
});
