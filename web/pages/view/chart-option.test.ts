// Charts of reports: names of any kind are labels, and what is too much is left out and told.
import { expect, test } from "vitest";
import { chartOf } from "./chart-option.ts";
import type { Drawing } from "./drawing.ts";
import type { Report, ReportColumn } from "./report-cell.ts";

const column = (id: string, type: ReportColumn["type"]): ReportColumn => ({
  ...{ id, type, label: id, unit: "", decimals: null },
  role: type === "number" ? "measure" : "dimension",
});
const COLUMNS = [column("name", "text"), column("kind", "text"), column("kwh", "number")];
const reportOf = (rows: readonly (readonly unknown[])[]) => ({ columns: COLUMNS, rows }) as unknown as Report;
const BARS: Drawing = { kind: "bar", x: "name", y: ["kwh"], series: null, value: null };

interface Option {
  readonly xAxis: { readonly data: readonly string[] };
  readonly series: readonly { readonly name: string; readonly data: readonly unknown[] }[];
}

test("groups are told apart by their places, even where their names are cut to the same", () => {
  const long = "x".repeat(500);
  const { option } = chartOf(
    reportOf([
      [`${long}1`, "a", 1],
      [`${long}2`, "a", null],
      ["", "a", 3],
    ]),
    BARS,
  );
  const { xAxis, series } = option as unknown as Option;
  expect(xAxis.data[0]).toHaveLength(48);
  expect(series[0]?.data).toEqual([
    [0, 1],
    [1, null],
    [2, 3],
  ]);
});

test("names of series differ, and more of them than can be told apart are left out", () => {
  const rows = Array.from({ length: 60 }, (_, index) => [
    "n",
    index < 2 ? `${"y".repeat(99)}${index}` : `s${index}`,
    index,
  ]);
  const { option, leftOut } = chartOf(reportOf(rows), { ...BARS, series: "kind" });
  const names = (option as unknown as Option).series.map(({ name }) => name);
  expect(new Set(names).size).toBe(40);
  expect(leftOut).toBe(20);
});
