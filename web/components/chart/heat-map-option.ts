// A heat map: a cell for each two groups, whose colour is a measure.
import { colorsOfOne } from "./color-scale.ts";
import {
  groupLabels,
  ITEM_TOOLTIP,
  membersOf,
  NOTHING,
  type DrawnChart,
  type Hovered,
  type Look,
} from "./drawn-chart.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { evenFigures } from "./figure-text.ts";
import { textColor } from "./framing.ts";
import { plainText } from "./plain-text.ts";
import { cellText, cellWithUnit, groupsOf, headingOf, placedIn, type ReportData } from "./report-cell.ts";

export function heatMap({ columns, rows }: ReportData, drawing: Drawing, { isDark }: Look): DrawnChart {
  const { x, y, value, options } = drawing;
  const [along, up, heat] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, value)];
  if (along === null || up === null || heat === null) return NOTHING;
  const [across, upwards] = [groupsOf(rows, along), groupsOf(rows, up)];
  const cells = rows.map((row) => [
    across.get(cellText(row[along.place], along.column)) ?? 0,
    upwards.get(cellText(row[up.place], up.column)) ?? 0,
    drawnNumber(row[heat.place]),
  ]);
  const amounts = cells.map(([, , amount]) => amount).filter((amount) => typeof amount === "number");
  const [alongLabels, upLabels] = [groupLabels(across), groupLabels(upwards)];
  const ends = {
    min: options.min ?? amounts.reduce((least, amount) => Math.min(least, amount), Infinity),
    max: options.max ?? amounts.reduce((most, amount) => Math.max(most, amount), -Infinity),
  };
  const evenly = evenFigures([ends.min, ends.max]);
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: ({ value: cell }: Hovered) => {
        const [left = 0, high = 0, amount] = membersOf(cell) ?? [];
        const place = `${alongLabels[Number(left)] ?? ""}, ${upLabels[Number(high)] ?? ""}`;
        return `${place}\n${plainText(cellWithUnit(amount, heat.column))}`;
      },
    },
    grid: { left: 8, right: 16, top: 16, bottom: 94, containLabel: true },
    xAxis: {
      ...{ type: "category", data: alongLabels, axisLabel: { hideOverlap: true } },
      ...{ name: plainText(headingOf(along.column)), nameLocation: "middle", nameGap: 26 },
    },
    // The first of them at the top, as in a table.
    yAxis: { type: "category", data: upLabels, inverse: true },
    visualMap: {
      ...ends,
      calculable: true,
      textStyle: { color: textColor(isDark) },
      orient: "horizontal",
      left: "center",
      bottom: 0,
      formatter: (amount: unknown) => plainText(cellWithUnit(amount, heat.column, evenly), 24),
      inRange: { color: colorsOfOne(isDark) },
    },
    series: [{ name: plainText(headingOf(heat.column)), type: "heatmap", data: cells }],
  };
  return { option, legend: [], leftOut: 0, caption: headingOf(heat.column) };
}
