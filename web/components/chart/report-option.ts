// A report as options for the charting library, by its kind.
import { axes } from "./axes-option.ts";
import type { DrawnChart, Look } from "./drawn-chart.ts";
import type { Drawing } from "./drawing.ts";
import { heatMap } from "./heat-map-option.ts";
import { partialIn } from "./partial-intervals.ts";
import type { ReportData } from "./report-cell.ts";
import { scatter } from "./scatter-option.ts";
import { slices } from "./slices-option.ts";

export function chartOf(report: ReportData, drawing: Drawing, look: Look): DrawnChart {
  switch (drawing.kind) {
    case "pie":
    case "donut":
      return slices(report, drawing, look);
    case "scatter":
      return scatter(report, drawing, look);
    case "heatMap":
      return heatMap(report, drawing, look);
    default:
      return axes(report, drawing, look);
  }
}

/** Whether such a picture shows parts of intervals in its own way. */
export function hasPaler(report: ReportData, { kind }: Drawing): boolean {
  return ["bar", "stackedBar", "scatter"].includes(kind) && report.rows.some(partialIn(report));
}
