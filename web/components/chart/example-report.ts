// A small report and its drawing as bars, for tests of charts.
import { chartOptions } from "./chart-options.ts";
import type { Drawing } from "./drawing.ts";
import type { ReportColumn, ReportData } from "./report-cell.ts";

export const column = (id: string, type: ReportColumn["type"]): ReportColumn => ({
  ...{ id, type, label: id, unit: "", decimals: null },
  role: type === "number" ? "measure" : "dimension",
});
export const COLUMNS = [column("name", "text"), column("kind", "text"), column("kwh", "number")];
export const reportOf = (rows: ReportData["rows"]): ReportData => ({ columns: COLUMNS, rows });
export const BARS: Drawing = {
  ...{ kind: "bar", x: "name", y: ["kwh"], series: null, value: null, time: null, across: [] },
  ...{ latitude: null, longitude: null, options: chartOptions({}) },
};
export const LOOK = { isDark: false, hidden: new Set<string>() };

export interface Option {
  readonly xAxis: { readonly data: readonly string[] };
  readonly series: readonly { readonly name: string; readonly data: readonly unknown[] }[];
}

export const HOUR = 3_600_000;
export const AT = { ...column("at", "time"), role: "time" as const };
