// The series of a chart with axes: one for each group and measure, how they differ, and their values.
import { words } from "../../words/words.ts";
import { chosenFor } from "./chart-options.ts";
import { distinctNames, SERIES_MAX } from "./drawn-chart.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import {
  cellText,
  groupsOf,
  headingOf,
  MISSING,
  placedIn,
  type Placed,
  type ReportColumn,
  type ReportData,
  type ReportRow,
} from "./report-cell.ts";
import { calmStyle, chosenColor, seriesStyle, type SeriesStyle } from "./series-style.ts";
import type { TimePoint } from "./time-series.ts";

export interface AxesSeries {
  readonly id: string;
  readonly name: string;
  readonly placed: Placed;
  readonly rows: readonly ReportRow[];
  readonly style: SeriesStyle;
}

const COMPARED_DASHES = [7, 4];

interface AllSeries {
  readonly measures: readonly Placed[];
  /** Of those that are drawn at all, hidden ones too. */
  readonly all: readonly AxesSeries[];
  /** Whether each value of a column has one. */
  readonly isGrouped: boolean;
  readonly leftOut: number;
}

export function axesSeries({ columns, rows }: ReportData, drawing: Drawing, isDark: boolean): AllSeries {
  const { y, options } = drawing;
  const by = placedIn(columns, drawing.series);
  const measures = y.flatMap((id) => placedIn(columns, id) ?? []);
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, Math.max(1, Math.floor(SERIES_MAX / Math.max(1, measures.length))));
  const bySeries = by === null ? null : Map.groupBy(rows, (row) => cellText(row[by.place], by.column));
  const hasThresholds = measures.some(({ column }) => (column.style?.colors.length ?? 0) > 0);
  const styleOf = hasThresholds ? calmStyle : seriesStyle;
  const nameOf = distinctNames();
  const all = shown
    .flatMap((group) => measures.map((placed) => ({ group, placed })))
    .map(({ group, placed }, place): AxesSeries => {
      const name = nameOf(seriesName(group, placed.column, measures.length));
      const ofPlace = styleOf(place, isDark);
      // A comparison also differs without colour.
      const usual = placed.column.role === "comparison" ? { ...ofPlace, dashes: COMPARED_DASHES } : ofPlace;
      const chosen = chosenFor(options.colors, group, placed.column);
      return {
        ...{ id: `${place}`, name, placed, rows: group === null ? rows : (bySeries?.get(group) ?? []) },
        style: chosen === undefined ? usual : { ...usual, color: chosenColor(chosen, isDark) },
      };
    });
  return { measures, all, isGrouped: by !== null, leftOut: kinds.length - shown.length };
}

function seriesName(group: string | null, column: ReportColumn, measures: number): string {
  if (group === null) return headingOf(column);
  const name = group === MISSING ? words.charts.none : group;
  return measures === 1 ? name : `${name}, ${column.label}`;
}

/** Oldest first, without times at which only other series have a value: each line is broken by its own distances. */
export function timePoints(
  { rows }: AxesSeries,
  measures: readonly Placed[],
  timeOf: (row: ReportRow) => unknown,
  amount: (row: ReportRow) => number | null,
): readonly TimePoint[] {
  return rows
    .flatMap((row): readonly TimePoint[] => {
      const [ts, value] = [timeOf(row), amount(row)];
      // Where nothing at all was measured, the report says that there is a gap.
      const isGap = value === null && measures.every(({ place }) => row[place] === null || row[place] === undefined);
      return typeof ts === "number" && (value !== null || isGap) ? [[ts, value]] : [];
    })
    .sort(([one], [other]) => one - other);
}

export function valuesOf(series: readonly AxesSeries[], unit: string): readonly number[] {
  return series
    .filter(({ placed }) => placed.column.unit === unit)
    .flatMap(({ rows, placed }) => rows.flatMap((row) => drawnNumber(row[placed.place]) ?? []));
}

/** The sum of all series at each place along the bottom. */
export function totalsOf(
  series: readonly AxesSeries[],
  keyOf: (row: ReportRow) => unknown,
): ReadonlyMap<unknown, number> {
  const totals = new Map<unknown, number>();
  for (const { rows, placed } of series)
    for (const row of rows) {
      const key = keyOf(row);
      totals.set(key, (totals.get(key) ?? 0) + Math.max(0, drawnNumber(row[placed.place]) ?? 0));
    }
  return totals;
}

export function shareOf(value: number, total: number): number | null {
  return total > 0 ? (100 * Math.max(0, value)) / total : null;
}
