// Looks of cells: names of calendar parts and colours by value, read from what the author of a view has saved.
import { expect, test } from "vitest";
import { cellLooks, colorOf, labelOf } from "./cell-look.ts";
import { cellText } from "./report-cell.ts";

const looks = cellLooks([
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
  expect([1, 2, 3, 4, null].map((cell) => labelOf(looks.get("day"), cell))).toEqual(["Mon", null, "Wed", null, null]);
  expect(labelOf(looks.get("hour"), 0)).toBe("midnight");
});

test("the first rule that is about a value gives its colour; the end of a range is outside of it", () => {
  expect([-1, 0, 30, 45, 50, null, "30"].map((cell) => colorOf(looks.get("kwh"), cell))).toEqual([
    "blue",
    null,
    "red",
    "red",
    "green",
    null,
    null,
  ]);
});

test("cells are told with their names and what stands before them; what is missing is only missing", () => {
  const column = { type: "number", decimals: 1 } as const;
  expect(cellText(2, { ...column, look: looks.get("kwh") })).toBe("≈ 2.0");
  expect(cellText(null, { ...column, look: looks.get("kwh") })).toBe("–");
  expect(cellText(3, { ...column, look: looks.get("day") })).toBe("Wed");
});

test("columns that say nothing, and what is no column, have none", () => {
  expect([...looks.keys()]).toEqual(["day", "hour", "kwh"]);
});
