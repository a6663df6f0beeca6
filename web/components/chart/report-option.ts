// A report as options for the charting library. Groups are identified by their indexes and names are only labels, so
// that names that look alike stay separate. Groups that are too many for a picture are left out and counted.
import type { EChartsCoreOption } from "echarts/core";
import { drawnNumber } from "./drawn-number.ts";
import { linePoints } from "./line-points.ts";
import { plainText } from "./plain-text.ts";
import type { TimePoint } from "./time-series.ts";
import type { Drawing } from "./drawing.ts";
import { cellText, MISSING, type Report, type ReportColumn } from "./report-cell.ts";

/** If an axis has more groups, only a part of it is shown at a time. */
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
          drawnNumber(row[place]),
        ]);
        return {
          name: nameOf(seriesName(group, column, measures.length)),
          type: isBar ? "bar" : "line",
          stack: kind === "stackedBar" ? column.id : undefined,
          barMaxWidth: 48,
          yAxisIndex: Math.max(0, Math.min(1, units.indexOf(column.unit))),
          areaStyle: kind === "area" ? { opacity: 0.25 } : undefined,
          // A comparison also differs without colour.
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

/** Oldest first, without times at which only other series have a value: each line is broken by its own distances. */
function timePoints(rows: Report["rows"], timePlace: number, valuePlace: number): readonly TimePoint[] {
  return rows
    .flatMap((row): readonly TimePoint[] => {
      const [ts, value] = [row[timePlace], drawnNumber(row[valuePlace])];
      return typeof ts === "number" && value !== null ? [[ts, value]] : [];
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

/** More slices could not be distinguished. */
const SLICES_MAX = 24;

function slices({ columns, rows }: Report, { kind, x, y }: Drawing): DrawnChart {
  const [group, measure] = [placedIn(columns, x), placedIn(columns, y[0] ?? null)];
  if (group === null || measure === null) return { option: {}, leftOut: 0 };
  const amounts = new Map<string, number>();
  for (const row of rows) {
    const amount = drawnNumber(row[measure.place]) ?? 0;
    const name = cellText(row[group.place], group.column);
    if (amount > 0) amounts.set(name, (amounts.get(name) ?? 0) + amount);
  }
  const all = [...amounts].sort(([, one], [, other]) => other - one);
  const nameOf = distinctNames();
  const option = {
    tooltip: { trigger: "item", renderMode: "richText", confine: true },
    series: [
      {
        type: "pie",
        radius: kind === "donut" ? ["45%", "72%"] : "72%",
        center: ["50%", "56%"],
        label: { overflow: "truncate", width: 120 },
        data: all.slice(0, SLICES_MAX).map(([name, value]) => ({ name: nameOf(name), value })),
      },
    ],
  };
  return { option, leftOut: Math.max(0, all.length - SLICES_MAX) };
}

function scatter({ columns, rows }: Report, { x, y, series }: Drawing): DrawnChart {
  const [along, up, by] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, series)];
  if (along === null || up === null) return { option: {}, leftOut: 0 };
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, SERIES_MAX);
  const nameOf = distinctNames();
  const axis = ({ column }: Placed, extra: object): object => ({
    type: "value",
    name: plainText(headingOf(column)),
    nameLocation: "middle",
    scale: true,
    ...extra,
  });
  const option = {
    tooltip: { trigger: "item", renderMode: "richText", confine: true },
    grid: { left: 36, right: 16, top: 40, bottom: 36, containLabel: true },
    xAxis: axis(along, { nameGap: 26 }),
    yAxis: axis(up, { nameGap: 40 }),
    series: shown.map((group) => ({
      name: nameOf(group ?? up.column.label),
      type: "scatter",
      symbolSize: 8,
      data: rows
        .filter((row) => by === null || cellText(row[by.place], by.column) === group)
        .map((row) => [drawnNumber(row[along.place]), drawnNumber(row[up.place])]),
    })),
  };
  return { option, leftOut: kinds.length - shown.length };
}

function heatMap({ columns, rows }: Report, { x, y, value }: Drawing): DrawnChart {
  const [along, up, heat] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, value)];
  if (along === null || up === null || heat === null) return { option: {}, leftOut: 0 };
  const [across, upwards] = [groupsOf(rows, along), groupsOf(rows, up)];
  const cells = rows.map((row) => [
    across.get(cellText(row[along.place], along.column)) ?? 0,
    upwards.get(cellText(row[up.place], up.column)) ?? 0,
    drawnNumber(row[heat.place]),
  ]);
  const amounts = cells.map(([, , amount]) => amount).filter((amount) => typeof amount === "number");
  const option = {
    tooltip: { trigger: "item", renderMode: "richText", confine: true },
    grid: { left: 8, right: 16, top: 16, bottom: 56, containLabel: true },
    xAxis: { type: "category", data: labels(across), axisLabel: { hideOverlap: true } },
    yAxis: { type: "category", data: labels(upwards) },
    visualMap: {
      min: amounts.reduce((least, amount) => Math.min(least, amount), Infinity),
      max: amounts.reduce((most, amount) => Math.max(most, amount), -Infinity),
      calculable: true,
      orient: "horizontal",
      left: "center",
      bottom: 0,
      inRange: { color: ["#d3eded", "#2aa2a5", "#075d63"] },
    },
    series: [{ name: plainText(headingOf(heat.column)), type: "heatmap", data: cells }],
  };
  return { option, leftOut: 0 };
}

interface DrawnChart {
  readonly option: EChartsCoreOption;
  /** Number of series or slices that are not drawn. */
  readonly leftOut: number;
}

interface Placed {
  readonly place: number;
  readonly column: ReportColumn;
}

type Row = readonly unknown[];

/** More series could not be distinguished. */
const SERIES_MAX = 40;

/** Names of groups in order of appearance, with the index of each. */
function groupsOf(rows: readonly Row[], placed: Placed | null): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  if (placed === null) return groups;
  for (const row of rows) {
    const text = cellText(row[placed.place], placed.column);
    if (!groups.has(text)) groups.set(text, groups.size);
  }
  return groups;
}

function placedIn(columns: readonly ReportColumn[], id: string | null): Placed | null {
  const place = columns.findIndex((column) => column.id === id);
  const column = columns[place];
  return column === undefined ? null : { place, column };
}

function labels(groups: ReadonlyMap<string, number>): readonly string[] {
  return [...groups.keys()].map((text) => plainText(text));
}

/** Like "Energy used, kWh"; the label of a comparison in percent already contains its unit. */
export function headingOf({ label, unit }: Pick<ReportColumn, "label" | "unit">): string {
  return unit === "" || label.endsWith(`${unit})`) ? label : `${label}, ${unit}`;
}

/** Makes names distinct: the library identifies series by name, and shortened names may be equal. */
function distinctNames(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const name = plainText(text);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
}
