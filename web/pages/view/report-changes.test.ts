// A watched report as it changes.
import { expect, test } from "vitest";
import { newsOf } from "./report-changes.ts";
import type { Report } from "../../components/chart/report-cell.ts";

const REPORT = {
  ...{
    columns: [],
    rows: [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ],
    totals: [],
    filled: [],
  },
  meta: { rangeStartTs: 0, rangeEndTs: 1 },
} as unknown as Report;

test("changed rows take their places, and rows beyond the new length are gone", () => {
  const data = JSON.stringify({
    length: 2,
    rows: [[1, ["b", 9]]],
    totals: [{ groupedBy: [], cells: [null, 10] }],
    range: [5, 6],
  });
  expect(newsOf({ event: "rows", data }, REPORT)).toMatchObject({
    report: {
      rows: [
        ["a", 1],
        ["b", 9],
      ],
      totals: [{ cells: [null, 10] }],
      meta: { rangeStartTs: 5, rangeEndTs: 6 },
    },
  });
  expect(REPORT.rows).toHaveLength(3);
});

test("the whole report comes first, an end says why, and nonsense says nothing", () => {
  expect(newsOf({ event: "result", data: JSON.stringify(REPORT) }, null)).toEqual({ kind: "report", report: REPORT });
  expect(newsOf({ event: "end", data: '{"code":"LINK_INVALID","message":"gone"}' }, REPORT)).toEqual({
    ...{ kind: "end", code: "LINK_INVALID", message: "gone" },
  });
  expect(newsOf({ event: "rows", data: "{}" }, null)).toBeNull();
  expect(newsOf({ event: "result", data: "nonsense" }, null)).toBeNull();
});
