// Reports as slices, as clouds of points and as maps of heat.
import { plainText } from "../../components/chart/plain-text.ts";
import {
  distinctNames,
  groupsOf,
  headingOf,
  labels,
  placedIn,
  SERIES_MAX,
  type DrawnChart,
  type Placed,
} from "./chart-parts.ts";
import type { Drawing } from "./drawing.ts";
import { cellText, type Report } from "./report-cell.ts";

/** Slices that people still tell apart. */
const SLICES_MAX = 24;

export function slices({ columns, rows }: Report, { kind, x, y }: Drawing): DrawnChart {
  const [group, measure] = [placedIn(columns, x), placedIn(columns, y[0] ?? null)];
  if (group === null || measure === null) return { option: {}, leftOut: 0 };
  const amounts = new Map<string, number>();
  for (const row of rows) {
    const amount = row[measure.place];
    const name = cellText(row[group.place], group.column);
    if (typeof amount === "number" && amount > 0) amounts.set(name, (amounts.get(name) ?? 0) + amount);
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

export function scatter({ columns, rows }: Report, { x, y, series }: Drawing): DrawnChart {
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
        .map((row) => [row[along.place], row[up.place]]),
    })),
  };
  return { option, leftOut: kinds.length - shown.length };
}

export function heatMap({ columns, rows }: Report, { x, y, value }: Drawing): DrawnChart {
  const [along, up, heat] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, value)];
  if (along === null || up === null || heat === null) return { option: {}, leftOut: 0 };
  const [across, upwards] = [groupsOf(rows, along), groupsOf(rows, up)];
  const cells = rows.map((row) => [
    across.get(cellText(row[along.place], along.column)) ?? 0,
    upwards.get(cellText(row[up.place], up.column)) ?? 0,
    row[heat.place],
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
