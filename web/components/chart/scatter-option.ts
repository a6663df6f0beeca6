// Dots at two measures, one for each row.
import { chosenFor } from "./chart-options.ts";
import {
  distinctNames,
  endsOf,
  ITEM_TOOLTIP,
  membersOf,
  NOTHING,
  PARTIAL_OPACITY,
  SERIES_MAX,
  type DrawnChart,
  type Hovered,
  type Look,
} from "./drawn-chart.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { axisFigure } from "./figure-text.ts";
import { partialIn } from "./partial-intervals.ts";
import { plainText } from "./plain-text.ts";
import { cellText, cellWithUnit, groupsOf, headingOf, placedIn, type Placed, type ReportData } from "./report-cell.ts";
import { chosenColor, seriesStyle } from "./series-style.ts";

export function scatter(report: ReportData, drawing: Drawing, { isDark, hidden }: Look): DrawnChart {
  const { columns, rows } = report;
  const { x, y, series, options } = drawing;
  const [along, up, by] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, series)];
  if (along === null || up === null) return NOTHING;
  const isPartial = partialIn(report);
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, SERIES_MAX);
  const nameOf = distinctNames();
  const all = shown.map((group, place) => {
    const usual = seriesStyle(place, isDark);
    const chosen = chosenFor(options.colors, group, up.column);
    const style = chosen === undefined ? usual : { ...usual, color: chosenColor(chosen, isDark) };
    return { id: `${place}`, name: nameOf(group ?? up.column.label), group, style };
  });
  const axis = ({ column }: Placed, extra: object): object => ({
    type: "value",
    name: plainText(headingOf(column)),
    nameLocation: "middle",
    scale: true,
    axisLabel: { formatter: axisFigure, hideOverlap: true },
    ...extra,
  });
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: ({ value, seriesId = "" }: Hovered) => {
        const [across, high] = membersOf(value) ?? [];
        const lines = [
          ...(by === null ? [] : [all.find(({ id }) => id === seriesId)?.name ?? ""]),
          `${plainText(along.column.label)}: ${plainText(cellWithUnit(across, along.column))}`,
          `${plainText(up.column.label)}: ${plainText(cellWithUnit(high, up.column))}`,
        ];
        return lines.join("\n");
      },
    },
    grid: { left: 8, right: 16, top: 32, bottom: 36, containLabel: true },
    xAxis: axis(along, { nameGap: 26 }),
    yAxis: axis(up, {
      nameLocation: "end",
      nameTextStyle: { align: "left" },
      ...endsOf(drawing),
      name: plainText(options.axisName ?? headingOf(up.column)),
    }),
    series: all
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, name, group, style }) => ({
        ...{ id, name, type: "scatter", color: style.color, symbol: style.symbol, symbolSize: 9 },
        data: rows
          .filter((row) => by === null || cellText(row[by.place], by.column) === group)
          .map((row) => {
            const value = [drawnNumber(row[along.place]), drawnNumber(row[up.place])];
            return isPartial(row) ? { value, itemStyle: { opacity: PARTIAL_OPACITY } } : value;
          }),
      })),
  };
  const legend =
    by === null
      ? []
      : all.map(({ id, name, style }) => ({
          ...{ id, name, value: "", isHidden: hidden.has(id) },
          mark: { style, shape: "dot" as const },
        }));
  return { option, legend, leftOut: kinds.length - shown.length };
}
