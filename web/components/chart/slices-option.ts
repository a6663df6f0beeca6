// Slices of a pie or a donut.
import { shareText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import {
  distinctNames,
  hatched,
  ITEM_TOOLTIP,
  legendItem,
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
import { cellText, cellWithUnit, groupsOf, placedIn, type ReportData } from "./report-cell.ts";
import { chosenColor, seriesStyle } from "./series-style.ts";

/** More slices could not be distinguished. */
const SLICES_MAX = 24;

export function slices(
  { columns, rows }: ReportData,
  { kind, x, y, options }: Drawing,
  { isDark, hidden }: Look,
): DrawnChart {
  const [group, measure] = [placedIn(columns, x), placedIn(columns, y[0] ?? null)];
  if (group === null || measure === null) return NOTHING;
  const amounts = new Map<string, number>();
  for (const row of rows) {
    const amount = drawnNumber(row[measure.place]) ?? 0;
    const name = cellText(row[group.place], group.column);
    if (amount > 0) amounts.set(name, (amounts.get(name) ?? 0) + amount);
  }
  // A group has the colour of its place, as in other charts of the same rows.
  const places = groupsOf(rows, group);
  const all = [...amounts].sort(([, one], [, other]) => other - one);
  const nameOf = distinctNames();
  const drawn = all.slice(0, SLICES_MAX).map(([text, value]) => {
    const place = places.get(text) ?? 0;
    const usual = seriesStyle(place, isDark);
    const chosen = options.colors.get(text);
    const style = chosen === undefined ? usual : { ...usual, color: chosenColor(chosen, isDark) };
    return { id: `${place}`, name: nameOf(text), value, style };
  });
  const shown = drawn.filter(({ id }) => !hidden.has(id));
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  const evenly = evenFigures([total, ...shown.map(({ value }) => value)]);
  // Of the value itself: the library's own shares are rounded so that they make 100 %.
  const share = (value: unknown): string => shareText((100 * Number(value)) / total);
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: ({ name = "", value }: Hovered & { readonly name?: string }) =>
        `${name}\n${plainText(cellWithUnit(Number(value), measure.column))}, ${share(value)}`,
    },
    series: [
      {
        type: "pie",
        radius: kind === "donut" ? ["42%", "68%"] : "68%",
        center: ["50%", "50%"],
        label: {
          ...{ overflow: "truncate", width: 130, lineHeight: 15, color: textColor(isDark) },
          // Names are in the legend, where they have room.
          formatter: ({ name = "", value }: Hovered & { readonly name?: string }) =>
            `${options.isLegendShown ? "" : `${name}\n`}${share(value)}`,
        },
        labelLine: { length: 8, length2: 6 },
        data: shown.map(({ name, value, style }) => ({
          ...{ name, value },
          itemStyle: { color: style.color, decal: hatched(style, isDark) },
        })),
      },
    ],
  };
  const legend = drawn.map(({ value, ...one }) => ({
    ...legendItem({ ...one, hidden, isArea: true }),
    value: `${cellWithUnit(value, measure.column, evenly)}, ${share(value)}`,
  }));
  const caption = words.charts.total(measure.column.label, cellWithUnit(total, measure.column, evenly));
  return { option, legend, leftOut: Math.max(0, all.length - SLICES_MAX), caption };
}
