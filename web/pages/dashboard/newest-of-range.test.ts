// Live values of panels that show the last one of their range.
import { expect, test } from "vitest";
import type { Report } from "../../components/chart/report-cell.ts";
import { withNewestOfRange } from "./newest-of-range.ts";
import { NO_VALUES, type PanelResult } from "./panel-results.ts";

const column = (id: string, label: string, role: string) => ({
  id,
  label,
  role,
  type: "text",
  unit: "",
  decimals: null,
});
const COLUMNS = [column("device", "device", "dimension"), column("name", "name", "dimension")];
const MEASURE = column("k0", "temp", "measure");
const meta = { rangeStartTs: 100, rangeEndTs: 200 };
const FIGURE = { columns: [...COLUMNS, MEASURE], rows: [["d", "Boiler", 20]], meta } as unknown as Report;
const TREND = {
  columns: [...COLUMNS, column("time", "time", "dimension"), MEASURE],
  rows: [["d", "Boiler", 150, 20]],
  meta,
} as unknown as Report;
const after = (report: Report, ts: number, endTs: number | null): PanelResult =>
  withNewestOfRange(
    {
      ...{ report, error: null, asked: "" },
      newest: new Map([["d", new Map([["temp", [ts, 23] as const]])]]),
    },
    endTs,
  );

test.each([
  [199, 200],
  [100, 200],
  [250, Infinity],
])(
  "a newest value at %d is the last of a range of 100 to %d, with and without a trend, and its age is known",
  (ts, endTs) => {
    const { report, newest } = after(FIGURE, ts, endTs);
    expect(report?.rows).toEqual([["d", "Boiler", 23]]);
    expect(newest.get("d")?.get("temp")).toEqual([ts, 23]);
    if (ts >= 150) expect(after(TREND, ts, endTs).report?.rows.at(-1)).toEqual(["d", "Boiler", 150, 23]);
  },
);

test.each([
  [200, 200],
  [99, 200],
  [99, Infinity],
  [250, null],
])("one at %d is not the last of a range of 100 to %s, and has no age there", (ts, endTs) => {
  const { report, newest } = after(FIGURE, ts, endTs);
  expect(report?.rows).toEqual(FIGURE.rows);
  expect([...newest].flatMap(([, values]) => [...values])).toEqual([]);
  expect(after(TREND, ts, endTs).report?.rows).toEqual(TREND.rows);
});

test("a panel without a report stays the same", () => {
  const refused: PanelResult = { report: null, error: null, asked: "", newest: NO_VALUES };
  expect(withNewestOfRange(refused, Infinity)).toBe(refused);
});
