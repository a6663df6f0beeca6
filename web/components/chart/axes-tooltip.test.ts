// The text under the pointer of lines and bars.
import { expect, test } from "vitest";
import { BARS, COLUMNS, LOOK, column } from "./example-report.ts";
import type { ReportColumn, ReportData } from "./report-cell.ts";
import { chartOf } from "./report-option.ts";

test("the text under the pointer is rounded, has the unit, and names no more lines than are read", () => {
  const columns = COLUMNS.map((one) => (one.id === "kwh" ? { ...one, unit: "kWh" } : one));
  const rows = Array.from({ length: 20 }, (_, place) => ["n", `s${place}`, place + 0.029999999999994]);
  const { option } = chartOf({ columns, rows }, { ...BARS, series: "kind" }, LOOK);
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  const text = tooltip.formatter(rows.map((row, place) => ({ seriesId: `${place}`, value: [0, row[2]], marker: "" })));
  const lines = text.split("\n");
  expect(lines.slice(0, 2)).toEqual(["n", "s19: 19.03 kWh"]);
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toBe("and 8 more");
});

/** The text at the first time. */
function tooltipOf(columns: readonly ReportColumn[], rows: ReportData["rows"], width: object | null): string {
  const meta = { rangeStartTs: 0, rangeEndTs: 600_000, bucketWidth: width } as NonNullable<ReportData["meta"]>;
  const y = columns.flatMap(({ id, role }) => (role === "measure" ? [id] : []));
  const { option } = chartOf({ columns, rows, meta }, { ...BARS, kind: "line", x: "hour", y }, LOOK);
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  const [first = []] = rows;
  return tooltip.formatter(y.map((_, place) => ({ seriesId: `${place}`, value: [first[0], first[place + 1]] })));
}

test("the text under the pointer of a chart over time says what its figures are, with the decimals that tell them apart", () => {
  const hour: ReportColumn = { ...column("hour", "time"), role: "time" };
  const temp: ReportColumn = { ...column("temp", "number"), fn: "avg", unit: "°C" };
  const rows = [
    [0, 21.466_666_666],
    [300_000, 19.2],
  ];
  const lines = (columns: readonly ReportColumn[], cells: ReportData["rows"], width: object | null) =>
    tooltipOf(columns, cells, width).split("\n").slice(1);

  expect(lines([hour, temp], rows, { bucket: "minute", amount: 5 })).toEqual([
    ...["Average over 5 minutes", "temp, °C: 21.47 °C"],
  ]);
  expect(lines([hour, { ...temp, decimals: 1 }], rows, null)).toEqual(["temp, °C: 21.5 °C"]);
  const most: ReportColumn = { ...column("most", "number"), fn: "max" };
  const both = rows.map(([ts, value]) => [ts, value, 21.466_666_666]);
  expect(lines([hour, temp, most], both, { bucket: "day", amount: 1 })).toEqual([
    ...["Average, Max over 1 day", "temp, °C: 21.47 °C", "most: 21.4667"],
  ]);
});
