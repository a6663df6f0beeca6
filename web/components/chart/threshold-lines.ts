// Lines at the bounds of the colours by value, in a chart with axes or over time.
import type { AxesSeries } from "./axes-series.ts";
import type { CellStyle } from "./cell-style.ts";
import { surfaceColor, textColor } from "./framing.ts";
import { plainText } from "./plain-text.ts";
import { cellWithUnit } from "./report-cell.ts";
import { chosenColor } from "./series-style.ts";

/** Lines at the bounds of the colours of a column, on the first of its series. */
export function thresholdsOf(series: readonly AxesSeries[], index: number, isDark: boolean): object | undefined {
  const one = series[index];
  if (one === undefined) return undefined;
  const { column } = one.placed;
  const isFirst = series.findIndex(({ placed }) => placed.column === column) === index;
  if (!isFirst) return undefined;
  const textOf = (at: number): string => cellWithUnit(at, { ...column, decimals: null, decimalsMax: undefined });
  return thresholdLines(column.style, textOf, isDark);
}

/** Lines at the bounds of colours, as marks of a series; undefined without any. */
export function thresholdLines(
  style: CellStyle | undefined,
  textOf: (at: number) => string,
  isDark: boolean,
): object | undefined {
  const bounds = boundsOf(style);
  if (bounds.length === 0) return undefined;
  return {
    ...{ silent: true, symbol: "none", animation: false },
    // On a ground of its own, so that no line of values goes through it.
    label: {
      ...{ position: "insideEndTop", distance: [4, 5], fontSize: 11, color: textColor(isDark) },
      ...{ backgroundColor: surfaceColor(isDark), borderWidth: 1, borderRadius: 3, padding: [3, 4, 2, 4] },
    },
    // Dots, as no series has them, on a ground of their own: the colours are those of series.
    data: [
      ...bounds.map(({ at }) => groundOf(at, isDark)),
      ...bounds.map(({ at, color }) => ({
        yAxis: at,
        lineStyle: { color: chosenColor(color, isDark), type: [1, 4], cap: "round", width: 2.5 },
        label: {
          formatter: plainText(textOf(at), 24),
          borderColor: chosenColor(color, isDark),
        },
      })),
    ],
  };
}

/** Over the lines and bars of series, and below the dots. */
function groundOf(at: number, isDark: boolean): object {
  const lineStyle = { color: surfaceColor(isDark), type: "solid", width: 4, opacity: 0.5 };
  return { yAxis: at, lineStyle, label: { show: false } };
}

/** Each bound once: a rule that begins there gives its colour, otherwise the one that ends there. */
function boundsOf(style: CellStyle | undefined) {
  const rules = style?.colors ?? [];
  const starts = rules.flatMap(({ from, color }) => (from === null ? [] : [{ at: from, color }]));
  const ends = rules.flatMap(({ to, color }) => (to === null ? [] : [{ at: to, color }]));
  return [...starts, ...ends].filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place);
}
