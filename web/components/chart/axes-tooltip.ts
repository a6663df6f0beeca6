// The text under the pointer of a chart with axes: what its figures are, and all of them at one place.
import type { Schema } from "../../api/schemas.ts";
import { shareText } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import type { AxesSeries } from "./axes-series.ts";
import { membersOf, type Hovered } from "./drawn-chart.ts";
import { drawnNumber } from "./drawn-number.ts";
import { decimalsBetween } from "./figure-text.ts";
import { plainText } from "./plain-text.ts";
import { cellWithUnit, type ReportColumn } from "./report-cell.ts";

/** More lines would cover the picture. */
const TOOLTIP_LINES_MAX = 12;

interface TooltipParts {
  readonly heading: (value: number) => string;
  /** Of the intervals that the values are of; null if they are of none. */
  readonly width: Schema<"BucketWidth"> | null;
  readonly series: ReadonlyMap<string, AxesSeries>;
  readonly isShare: boolean;
}

/** All values at one place, the greatest first. */
export function axisTooltip(hovered: unknown, { heading, width, series, isShare }: TooltipParts): string {
  const found = ([hovered].flat() as readonly Hovered[]).flatMap(({ seriesId = "", value, marker, axisValue }) => {
    const [at, amount] = membersOf(value) ?? [axisValue, value];
    const one = series.get(seriesId);
    return one === undefined || typeof amount !== "number" ? [] : [{ ...one, at: Number(at), amount, marker }];
  });
  const [first] = found;
  if (first === undefined) return "";
  const lines = found
    .toSorted((one, other) => other.amount - one.amount)
    .slice(0, TOOLTIP_LINES_MAX)
    .map(({ marker, amount, ...one }) => {
      const { name } = one;
      const text = isShare ? shareText(amount) : cellWithUnit(amount, withFewDecimals(one));
      return `${markerOf(marker)}${name}: ${plainText(text)}`;
    });
  const more = found.length - lines.length;
  const made = width === null ? [] : functionWords(found.map(({ placed }) => placed.column.fn));
  const over = width === null || made.length === 0 ? [] : [words.charts.over(made.join(", "), intervalText(width))];
  return [heading(first.at), ...over, ...lines, ...(more > 0 ? [words.charts.andMore(more)] : [])].join("\n");
}

function functionWords(functions: readonly ReportColumn["fn"][]): readonly string[] {
  const { functions: known } = words.viewEditor.aggregation;
  return [...new Set(functions)].flatMap((fn) => (fn === undefined ? [] : [known[fn].label]));
}

function intervalText({ bucket, amount }: Schema<"BucketWidth">): string {
  return words.charts.intervals[bucket](amount);
}

/** Those that divide, so that their figures have more digits than what was measured. */
const DIVIDING: ReadonlySet<ReportColumn["fn"]> = new Set(["avg", "timeWeightedAvg", "rate", "stddev", "variance"]);

/** The column of a series, with no more decimals than tell its values apart. */
function withFewDecimals({ placed: { place, column }, rows }: AxesSeries): ReportColumn {
  if (column.decimals !== null || !DIVIDING.has(column.fn)) return column;
  return { ...column, decimals: decimalsBetween(rows.flatMap((row) => drawnNumber(row[place]) ?? [])) };
}

/** The library makes it of a style's name, so it is no text from outside. */
function markerOf(marker: unknown): string {
  return typeof marker === "string" ? marker : "";
}
