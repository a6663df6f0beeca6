// Which intervals the range of a report covers only in part.
import { expect, test } from "vitest";
import { partialIn, shortestStep } from "./partial-intervals.ts";
import type { ReportColumn } from "./report-cell.ts";

const column = (id: string, role: ReportColumn["role"], type: ReportColumn["type"]): ReportColumn => ({
  ...{ id, role, type, label: id, unit: "", decimals: null },
});
const COLUMNS = [column("at", "time", "time"), column("kwh", "measure", "number")];
const ROWS = [0, 100, 200, 300].map((ts) => [ts, 1]);
const partialOf = (partialBuckets: ("first" | "last")[], rows: readonly (readonly unknown[])[] = ROWS) => {
  const isPartial = partialIn({
    columns: COLUMNS,
    rows,
    meta: { rangeStartTs: 50, rangeEndTs: 350, partialBuckets },
  });
  return rows.filter(isPartial).map(([ts]) => ts);
};

test("the first and the last interval are partial where the report says so", () => {
  expect(partialOf(["first", "last"])).toEqual([0, 300]);
  expect(partialOf(["last"])).toEqual([300]);
  expect(partialOf([])).toEqual([]);
});

test("a whole interval is not partial because nothing was measured in the one before it", () => {
  expect(partialOf(["first", "last"], ROWS.slice(1, 3))).toEqual([]);
});

test("an interval is as long as the shortest distance of two", () => {
  expect([shortestStep([300, null, 0, 100, 0]), shortestStep([5, 5]), shortestStep([])]).toEqual([100, 0, 0]);
});
