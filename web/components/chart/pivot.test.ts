// Rows of a report around a table with headings on two sides.
import { expect, test } from "vitest";
import { drawingOf } from "./drawing.ts";
import { chartOptions } from "./chart-options.ts";
import { pivotOf, pivotScales } from "./pivot.ts";
import type { ReportColumn } from "./report-cell.ts";

const column = (id: string, role: ReportColumn["role"], type: ReportColumn["type"] = "text"): ReportColumn => ({
  ...{ id, role, type, label: id, unit: "", decimals: null },
});
const COLUMNS = [
  column("building", "dimension"),
  column("day", "time", "number"),
  column("kind", "dimension"),
  column("kwh", "measure", "number"),
  column("cost", "measure", "number"),
];
const pivot = (across: readonly string[], rows: readonly (readonly unknown[])[], values = ["kwh"]) => {
  const drawing = drawingOf({ type: "pivotTable", columns: across, values }, COLUMNS);
  if (drawing === null) throw new Error("no drawing");
  return pivotOf({ columns: COLUMNS, rows }, drawing);
};
const ROWS = [
  ["North", 2, "a", 5, 1],
  ["North", 1, "a", 63.029999999999994, 2],
  ["South", 1, "b", 7, 3],
];

test("groups are down the side and across the top, and where the report has no row there is nothing", () => {
  const { side, heads, rows, leftOut } = pivot(["day"], ROWS);
  expect(side.map(({ id }) => id)).toEqual(["building", "kind"]);
  expect(heads).toEqual([
    [
      { text: "1", fullText: "1", span: 1 },
      { text: "2", fullText: "2", span: 1 },
    ],
  ]);
  expect(rows).toEqual([
    { names: ["North", "a"], cells: [63.029999999999994, 5] },
    { names: ["South", "b"], cells: [7, undefined] },
  ]);
  expect(leftOut).toEqual({ rows: 0, columns: 0 });
});

test("several columns across the top are above each other, with each figure below", () => {
  const { heads, rows } = pivot(["kind", "day"], ROWS, ["kwh", "cost"]);
  expect(heads).toEqual([
    [
      { text: "a", fullText: "a", span: 4 },
      { text: "b", fullText: "b", span: 2 },
    ],
    [
      { text: "1", fullText: "1", span: 2 },
      { text: "2", fullText: "2", span: 2 },
      { text: "1", fullText: "1", span: 2 },
    ],
  ]);
  expect(rows[0]?.cells).toEqual([63.029999999999994, 2, 5, 1, undefined, undefined]);
});

test("values that read the same stay apart", () => {
  const { heads } = pivot(
    ["kind"],
    [
      ["N", 1, "1", 5, 0],
      ["N", 1, 1, 6, 0],
    ],
  );
  expect(heads[0]).toHaveLength(2);
});

test("what is too much is left out and counted", () => {
  const many = Array.from({ length: 600 }, (_, place) => [`B${place}`, place, "a", place, 0]);
  expect(pivot(["day"], many).leftOut).toEqual({ rows: 100, columns: 500 });
});

test("times are as short as all of their column allow", () => {
  const columns = [column("at", "time", "time"), column("kwh", "measure", "number")];
  const drawing = drawingOf({ type: "pivotTable", columns: ["at"], values: ["kwh"] }, columns);
  if (drawing === null) throw new Error("no drawing");
  const midnight = new Date(2026, 2, 1).getTime();
  const texts = (...times: readonly number[]) =>
    pivotOf({ columns, rows: times.map((ts) => [ts, 1]) }, drawing).heads[0]?.map(({ text }) => text);
  expect(texts(midnight)).toEqual(["Mar 1, 2026"]);
  expect(texts(midnight, midnight + 60_000)?.[0]).toMatch(/^Mar 1, 2026\n12:00\sAM$/);
  expect(texts(midnight, midnight + 1_000)?.[0]).toMatch(/12:00:00/);
});

test("times across the top have their day once, and all of it as the text that is theirs", () => {
  const columns = [column("name", "dimension"), column("at", "time", "time"), column("kwh", "measure", "number")];
  const drawing = drawingOf({ type: "pivotTable", columns: ["at"], values: ["kwh"] }, columns);
  if (drawing === null) throw new Error("no drawing");
  const times = [22, 23, 24].map((hour) => new Date(2026, 10, 29, hour).getTime());
  const { heads } = pivotOf({ columns, rows: times.map((ts) => ["A", ts, 1]) }, drawing);
  const plain = heads[0]?.map(({ text, fullText }) => [text, fullText].map((one) => one.replaceAll("\u202f", " ")));
  expect(plain).toEqual([
    ["Nov 29, 2026\n10:00 PM", "Nov 29, 2026, 10:00 PM"],
    ["11:00 PM", "Nov 29, 2026, 11:00 PM"],
    ["Nov 30, 2026\n12:00 AM", "Nov 30, 2026, 12:00 AM"],
  ]);
});

test("intervals across the top that the range covers only in part are known", () => {
  const columns = [column("name", "dimension"), column("at", "time", "time"), column("kwh", "measure", "number")];
  const rows = [1_000, 2_000, 3_000].map((ts) => ["A", ts, 1]);
  const partialOf = (across: readonly string[]) => {
    const drawing = drawingOf({ type: "pivotTable", columns: across, values: ["kwh"] }, columns);
    if (drawing === null) throw new Error("no drawing");
    const meta = { rangeStartTs: 1_500, rangeEndTs: 3_500, partialBuckets: ["first" as const, "last" as const] };
    return pivotOf({ columns, rows, meta }, drawing).partial;
  };
  expect(partialOf(["at"])).toEqual([true, false, true]);
  expect(partialOf(["name"])).toEqual([false]);
});

test("each value has a scale of its own figures, if there is to be one", () => {
  const both = pivot(["day"], ROWS, ["kwh", "cost"]);
  const scales = pivotScales(both, chartOptions({ colorScale: "oneColor" }), false);
  expect(scales).toMatchObject([
    { min: 5, max: 63.029999999999994 },
    { min: 1, max: 3 },
  ]);
  expect(pivotScales(both, chartOptions({}), false)).toEqual([null, null]);
});
