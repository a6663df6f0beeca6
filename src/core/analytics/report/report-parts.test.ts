// Small parts of a report by themselves: groups, order of cells, names of calendar parts, bytes.
import { expect, test } from "vitest";
import type { SeriesNumber } from "../../devices/known-device.ts";
import { JsonText } from "../../values.ts";
import { sampleColumn } from "../../../../test/support/sample-report.ts";
import { compareCells, partLabelsOf } from "./cells.ts";
import { tableRowWriter } from "./encode-report.ts";
import { groupDevices } from "./group-by.ts";
import { distinctInGroups } from "./measure-query.ts";
import { rowsWithin } from "./result-rows.ts";
import type { Cell } from "./report-engine.ts";

test("AN §3.4 devices are grouped by canonical text; missing is a value of its own", () => {
  const column: readonly Cell[] = ["5", 5, null, "null", "__proto__", "constructor", null];
  const groups = groupDevices(7, [column], { isEntity: false, dropMissing: false });
  expect([...groups.groupOfDevice]).toEqual([0, 0, 1, 2, 3, 4, 1]);
  expect(groups.cells).toEqual([["5", null, "null", "__proto__", "constructor"]]);
  expect(groupDevices(7, [column], { isEntity: false, dropMissing: true }).count).toBe(4);
  expect(groupDevices(7, [column], { isEntity: true, dropMissing: false }).count).toBe(7);
});

test("AN §3.4 pairs of texts that look alike when joined are different groups", () => {
  const columns = [
    ["a,b", "a"],
    ["c", "b,c"],
  ];
  expect(groupDevices(2, columns, { isEntity: false, dropMissing: false }).count).toBe(2);
});

test("AN §3.10 numbers, then truth values, then texts by code point, then JSON; missing ones as asked in both directions", () => {
  const cells: readonly Cell[] = [null, new JsonText("{}"), "\u{1f600}", "\uffee", "b", true, false, 2n ** 60n, 7, -1];
  const sorted = (direction: "asc" | "desc"): readonly Cell[] =>
    [...cells].sort((left, right) => compareCells(left, right, direction, "last"));
  expect(sorted("asc")).toEqual([-1, 7, 2n ** 60n, false, true, "b", "\uffee", "\u{1f600}", new JsonText("{}"), null]);
  expect(sorted("desc").at(-1)).toBeNull();
  expect(compareCells(null, 1, "desc", "first")).toBeLessThan(0);
});

test("AN §3.9 names of calendar parts begin with the part's first number", () => {
  const source = { type: "timePart", part: "dayOfWeek" } as const;
  const labels = partLabelsOf({ source, format: { labels: ["Mo", "Tu"] } });
  expect([labels?.get(1), labels?.get(2)]).toEqual(["Mo", "Tu"]);
  expect(partLabelsOf({ source, format: { labels: { "7": "Su" } } })?.get(7)).toBe("Su");
  expect(partLabelsOf({ source, format: {} })).toBeNull();
});

test("AN §3.10 rows are counted in bytes of the table, exactly where lengths do not tell", () => {
  const columns = [sampleColumn("a", "Ä"), sampleColumn("b", "B")];
  const nulls = { encode: "empty", text: "", dropRows: "none" } as const;
  const rows: readonly (readonly Cell[])[] = [
    ["ü", 1],
    [null, 2.5],
  ];
  const bytes = rows.map((row) => Buffer.byteLength(tableRowWriter(columns, nulls)(row)) + 1);
  const [first = 0, second = 0] = bytes;
  expect(rowsWithin(columns, rows, nulls, first + second)).toBe(2);
  expect(rowsWithin(columns, rows, nulls, first + second - 1)).toBe(1);
  expect(rowsWithin(columns, rows, nulls, first - 1)).toBe(0);
});

test("AN §2.5 a series counts once in each group that its devices are in", () => {
  const [one, other] = [1 as SeriesNumber, 2 as SeriesNumber];
  const source = {
    series: { devices: Int32Array.of(0, 1, 2, 3), series: [one, one, one, other] },
    path: null,
    cast: "auto",
  } as const;
  const { series } = distinctInGroups(source, Int32Array.of(0, 0, 1, 1));
  expect([[...series.devices], series.series]).toEqual([
    [0, 2, 3],
    [one, one, other],
  ]);
});
