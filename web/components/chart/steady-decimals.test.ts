// Figures of a column have the same decimals, also one after the other.
import { expect, test } from "vitest";
import { mapPoints } from "./map-points.ts";
import { drawingOf } from "./drawing.ts";
import { gaugesOf } from "./gauge-scale.ts";
import { shortText, type ReportData } from "./report-cell.ts";
import { withDecimals, withShown, type ShownDecimals } from "./steady-decimals.ts";

const column = (id: string, more: object = {}) => ({
  ...{ id, label: id, type: "number" as const, unit: "", role: "measure" as const, decimals: null },
  ...more,
});
const report = (...rows: readonly (readonly unknown[])[]): ReportData => ({ columns: [column("temp")], rows });

/** What is shown of each report, one after the other. */
function shownOf(...reports: readonly ReportData[]): readonly string[] {
  let shown: ShownDecimals = new Map();
  return reports.flatMap((each) => {
    shown = withShown(shown, each);
    const { columns, rows } = withDecimals(each, shown);
    return rows.flatMap((row) => columns.map((known, place) => shortText(row[place], known)));
  });
}

test("a live figure keeps its decimals from one value to the next", () => {
  expect(shownOf(report([21.5]), report([21.43]), report([21]), report([0]))).toEqual([
    ...["21.5", "21.43", "21.00", "0.00"],
  ]);
  expect(shownOf(report([7]), report([8]), report([null]))).toEqual(["7", "8", "–"]);
});

test("figures of one column have the same decimals, as far as four digits go, and others their own", () => {
  expect(shownOf(report([21.5], [21.43], [1_013.25]))).toEqual(["21.50", "21.43", "1,013"]);
  const two = { columns: [column("temp"), column("count"), column("chosen", { decimals: 1 })], rows: [[0.5, 3, 2.25]] };
  expect(shownOf(two)).toEqual(["0.5", "3", "2.3"]);
});

test("another key at the place of one has nothing of its decimals", () => {
  const other = { columns: [column("temp", { label: "count" })], rows: [[3]] };
  expect(shownOf(report([21.43]), other)).toEqual(["21.43", "3"]);
});

test("gauges and points of a map are written with them", () => {
  const steady = withDecimals(
    { columns: [column("lat"), column("lon"), column("temp")], rows: [[51.45, -2.59, 21]] },
    new Map([["temp temp", 2]]),
  );
  const gauges = drawingOf({ type: "gauge", y: ["temp"] }, steady.columns) ?? expect.fail("no gauge");
  const map = drawingOf({ type: "map", latitude: "lat", longitude: "lon", value: "temp" }, steady.columns);
  expect(gaugesOf(steady, gauges).figures.map(({ text }) => text)).toEqual(["21.0"]);
  expect(mapPoints(steady, map ?? expect.fail("no map"), false).points.map(({ figure }) => figure)).toEqual(["21.00"]);
});
