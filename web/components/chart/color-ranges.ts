// What the colours by value of a column mean, as items of a legend.
import { words } from "../../words/words.ts";
import { colorRanges, type ColorRange } from "./cell-style.ts";
import { cellText, cellWithUnit, type ReportColumn } from "./report-cell.ts";
import type { LegendItem } from "./series-legend.tsx";
import { chosenColor, seriesStyle } from "./series-style.ts";

/** The ranges that have a colour, the least first. */
export function rangeItems(column: ReportColumn, isDark: boolean): readonly LegendItem[] {
  return colorRanges(column.style).flatMap((range) =>
    range.color === null ? [] : [dotItem(rangeText(range, column), chosenColor(range.color, isDark), isDark)],
  );
}

export function dotItem(name: string, color: string, isDark: boolean): LegendItem {
  return {
    ...{ id: name, name, value: "", isHidden: false },
    mark: { style: { ...seriesStyle(0, isDark), color }, shape: "dot" },
  };
}

/** With its bounds as their author wrote them, whatever decimals the figures have. */
function rangeText({ from, to }: ColorRange, column: ReportColumn): string {
  const { any, below, between, from: since } = words.charts.range;
  const exact = { ...column, decimals: null, decimalsMax: undefined };
  if (from === -Infinity) return to === Infinity ? any : below(cellWithUnit(to, exact));
  return to === Infinity ? since(cellWithUnit(from, exact)) : between(cellText(from, exact), cellWithUnit(to, exact));
}
