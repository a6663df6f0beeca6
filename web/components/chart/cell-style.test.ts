// Looks of cells: names of calendar parts and colours by value, read from what the author of a view has saved.
import { expect, test } from "vitest";
import { cellStyles, colorOf, colorRanges, labelOf, urgencyOf } from "./cell-style.ts";
import { cellText } from "./report-cell.ts";

const styles = cellStyles([
  { id: "day", source: { type: "timePart", part: "dayOfWeek" }, format: { labels: ["Mon", "", "Wed"] } },
  { id: "hour", source: { type: "timePart", part: "hourOfDay" }, format: { labels: ["midnight"] } },
  {
    id: "kwh",
    format: { prefix: "≈ " },
    colors: [
      { to: 0, color: "blue" },
      { from: 30, to: 50, color: "red" },
      { from: 40, color: "green" },
      { color: "url(x)" },
      7,
    ],
  },
  { id: "plain", source: { type: "telemetry", key: "x" } },
  null,
]);

test("names stand for the days from 1 on and for the hours from 0 on; a value without one stays", () => {
  expect([1, 2, 3, 4, null].map((cell) => labelOf(styles.get("day"), cell))).toEqual(["Mon", null, "Wed", null, null]);
  expect(labelOf(styles.get("hour"), 0)).toBe("midnight");
});

test("the first rule that is about a value gives its colour; the end of a range is outside of it", () => {
  expect([-1, 0, 30, 45, 50, null, "30"].map((cell) => colorOf(styles.get("kwh"), cell))).toEqual([
    "blue",
    null,
    "red",
    "red",
    "green",
    null,
    null,
  ]);
});

test("cells are described with their names and prefixes; what is missing is only missing", () => {
  const column = { type: "number", decimals: 1 } as const;
  expect(cellText(2, { ...column, style: styles.get("kwh") })).toBe("≈ 2.0");
  expect(cellText(null, { ...column, style: styles.get("kwh") })).toBe("–");
  expect(cellText(3, { ...column, style: styles.get("day") })).toBe("Wed");
});

test("columns that say nothing, and what is no column, have none", () => {
  expect([...styles.keys()]).toEqual(["day", "hour", "kwh"]);
});

test("the ranges of colours are all numbers in order, each with the colour of its values", () => {
  expect(colorRanges(styles.get("kwh"))).toEqual([
    { from: -Infinity, to: 0, color: "blue" },
    { from: 0, to: 30, color: null },
    { from: 30, to: 50, color: "red" },
    { from: 50, to: Infinity, color: "green" },
  ]);
  expect(colorRanges(undefined)).toEqual([{ from: -Infinity, to: Infinity, color: null }]);
});

test("red is more urgent than orange, and what says that all is well is not", () => {
  const colors = ["green", "red", null, "blue", "orange"] as const;
  expect(colors.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))).toEqual([
    ...["red", "orange", "blue", "green", null],
  ]);
  expect(urgencyOf("green")).toBe(urgencyOf(null));
});
