// A report as options of the charting library. Names are labels only: groups are told apart by their places, so that names
// which look alike stay apart. What is too much for a picture is left out and told.
import { linePoints } from "../../components/chart/line-points.ts";
import { plainText } from "../../components/chart/plain-text.ts";
import type { TimePoint } from "../../components/chart/time-series.ts";
import { distinctNames, groupsOf, headingOf, labels, placedIn, SERIES_MAX, type DrawnChart } from "./chart-parts.ts";
import type { Drawing } from "./drawing.ts";
import { heatMap, scatter, slices } from "./item-charts.ts";
import { cellText, MISSING, type Report, type ReportColumn } from "./report-cell.ts";

/** With more groups along an axis, a part of it is shown at a time. */
const GROUPS_SHOWN = 40;

export function chartOf(report: Report, drawing: Drawing): DrawnChart {
  switch (drawing.kind) {
    case "pie":
    case "donut":
      return slices(report, drawing);
    case "scatter":
      return scatter(report, drawing);
    case "heatMap":
      return heatMap(report, drawing);
    default:
      return axes(report, drawing);
  }
}

function axes({ columns, rows }: Report, { kind, x, y, series }: Drawing): DrawnChart {
  const [along, by] = [placedIn(columns, x), placedIn(columns, series)];
  const isTime = along?.column.type === "time";
  const groups = isTime ? new Map<string, number>() : groupsOf(rows, along);
  const measures = y.flatMap((id) => placedIn(columns, id) ?? []);
  const units = [...new Set(measures.map(({ column }) => column.unit))];
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, Math.max(1, Math.floor(SERIES_MAX / Math.max(1, measures.length))));
  const bySeries = by === null ? null : Map.groupBy(rows, (row) => cellText(row[by.place], by.column));
  const isBar = kind === "bar" || kind === "stackedBar";
  const nameOf = distinctNames();
  const option = {
    xAxis: isTime
      ? { type: "time", axisLabel: { hideOverlap: true } }
      : { type: "category", data: labels(groups), axisLabel: { hideOverlap: true } },
    yAxis: units.slice(0, 2).map((unit, index) => ({
      type: "value",
      name: plainText(unit),
      scale: kind === "line",
      position: index === 0 ? "left" : "right",
      splitLine: { show: index === 0, lineStyle: { opacity: 0.4 } },
    })),
    grid: { left: 8, right: 16, top: 48, bottom: groups.size > GROUPS_SHOWN || isTime ? 36 : 8, containLabel: true },
    dataZoom: zoomOf(isTime, groups.size),
    series: shown.flatMap((group) =>
      measures.map(({ place, column }) => {
        const own = group === null ? rows : (bySeries?.get(group) ?? []);
        const points = own.map((row) => [
          isTime ? row[along.place] : (groups.get(cellText(row[along?.place ?? 0], along?.column ?? column)) ?? 0),
          row[place],
        ]);
        return {
          name: nameOf(seriesName(group, column, measures.length)),
          type: isBar ? "bar" : "line",
          stack: kind === "stackedBar" ? column.id : undefined,
          barMaxWidth: 48,
          yAxisIndex: Math.max(0, Math.min(1, units.indexOf(column.unit))),
          areaStyle: kind === "area" ? { opacity: 0.25 } : undefined,
          // What it is compared with is told apart without colour.
          lineStyle: { width: 1.75, type: column.role === "comparison" ? "dashed" : "solid" },
          ...(isTime && !isBar
            ? { symbol: "none", data: linePoints(timePoints(own, along.place, place), 0) }
            : { showSymbol: points.length < 60, data: points }),
          symbolSize: 5,
        };
      }),
    ),
  };
  return { option, leftOut: kinds.length - shown.length };
}

/** Oldest first, without the times at which only others have a value: each line goes on at a distance of its own. */
function timePoints(rows: Report["rows"], timePlace: number, valuePlace: number): readonly TimePoint[] {
  return rows
    .flatMap((row): readonly TimePoint[] => {
      const [ts, value] = [row[timePlace], row[valuePlace]];
      return typeof ts === "number" && typeof value === "number" ? [[ts, value]] : [];
    })
    .sort(([one], [other]) => one - other);
}

function zoomOf(isTime: boolean, groups: number): readonly object[] {
  if (!isTime && groups <= GROUPS_SHOWN) return [];
  const end = isTime ? 100 : (100 * GROUPS_SHOWN) / groups;
  return [
    { type: "inside", filterMode: "none", start: 0, end, zoomOnMouseWheel: "ctrl" },
    { type: "slider", height: 20, bottom: 0, filterMode: "none", showDetail: false, start: 0, end },
  ];
}

function seriesName(group: string | null, column: ReportColumn, measures: number): string {
  if (group === null) return headingOf(column);
  const name = group === MISSING ? "(none)" : group;
  return measures === 1 ? name : `${name}, ${column.label}`;
}
