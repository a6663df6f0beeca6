// A report as a pivot table: groups down the side and across the top, figures where they meet. The report stays as it is.
import { timeFormat } from "../../words/format.ts";
import { CLOCK } from "../local-time.ts";
import type { ChartOptions } from "./chart-options.ts";
import { colorScale, type ColorScale } from "./color-scale.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { partialIn } from "./partial-intervals.ts";
import { cellText, placedIn, type Placed, type ReportColumn, type ReportData, type ReportRow } from "./report-cell.ts";

export interface Pivot {
  /** The columns down the side. */
  readonly side: readonly ReportColumn[];
  /** The columns across the top. */
  readonly across: readonly ReportColumn[];
  readonly values: readonly ReportColumn[];
  /** For each column across the top, its headings, each over so many columns of figures. */
  readonly heads: readonly (readonly PivotHead[])[];
  /** For each heading of the last row, whether it is an interval that the range covers only in part. */
  readonly partial: readonly boolean[];
  readonly rows: readonly PivotRow[];
  /** Rows and columns that are not shown. */
  readonly leftOut: { readonly rows: number; readonly columns: number };
}

export interface PivotHead {
  /** Without the day that the heading before it has. */
  readonly text: string;
  readonly fullText: string;
  readonly span: number;
}

export interface PivotRow {
  readonly names: readonly string[];
  /** For each heading of the last row, a cell for each value; undefined where the report has no row. */
  readonly cells: readonly unknown[];
}

/** A page cannot show more; the table of the report has pages. */
const ROWS_MAX = 500;
const COLUMNS_MAX = 100;

export function pivotOf(report: ReportData, { across: top, y }: Drawing): Pivot {
  const { columns, rows } = report;
  const across = top.flatMap((id) => placedIn(columns, id) ?? []);
  const values = y.flatMap((id) => placedIn(columns, id) ?? []);
  const side = columns.flatMap((column, place) =>
    (column.role === "dimension" || column.role === "time") && !top.includes(column.id) ? [{ column, place }] : [],
  );
  const columnGroups = sorted(distinct(rows, across), across);
  const rowGroups = distinct(rows, side);
  const shownColumns = columnGroups.slice(0, Math.max(1, Math.floor(COLUMNS_MAX / Math.max(1, values.length))));
  const shownRows = rowGroups.slice(0, ROWS_MAX);
  const textOf = textsOf(rows);
  const isPartial = across.some(({ column }) => column.role === "time") ? partialIn(report) : () => false;
  const found = new Map(rows.map((row) => [`${keyOf(row, side)} ${keyOf(row, across)}`, row]));
  return {
    side: side.map(({ column }) => column),
    across: across.map(({ column }) => column),
    values: values.map(({ column }) => column),
    heads: across.map((placed, level) =>
      headsOf(shownColumns, across.slice(0, level + 1), {
        values: values.length,
        textOf: (row) => textOf.parts(row, placed),
      }),
    ),
    partial: shownColumns.map(isPartial),
    rows: shownRows.map((row) => ({
      names: side.map((placed) => textOf.whole(row, placed)),
      cells: shownColumns.flatMap((column) => {
        const meeting = found.get(`${keyOf(row, side)} ${keyOf(column, across)}`);
        return values.map(({ place }) => meeting?.[place]);
      }),
    })),
    leftOut: { rows: rowGroups.length - shownRows.length, columns: columnGroups.length - shownColumns.length },
  };
}

/** For each value, the scale of all of its figures; null for none. */
export function pivotScales(
  { values, rows }: Pick<Pivot, "values" | "rows">,
  options: ChartOptions,
  isDark: boolean,
): readonly (ColorScale | null)[] {
  return values.map((_, place) => {
    const cells = rows.flatMap(({ cells: all }) => all.filter((_cell, at) => at % values.length === place));
    return colorScale(
      options,
      cells.flatMap((cell) => drawnNumber(cell) ?? []),
      isDark,
    );
  });
}

/** The first row of each group, in order of appearance. */
function distinct(rows: readonly ReportRow[], by: readonly Placed[]): readonly ReportRow[] {
  const groups = new Map<string, ReportRow>();
  for (const row of rows) {
    const key = keyOf(row, by);
    if (!groups.has(key)) groups.set(key, row);
  }
  return [...groups.values()];
}

/** Times and numbers across the top are in their order, whichever row comes first; texts as they appear. */
function sorted(groups: readonly ReportRow[], by: readonly Placed[]): readonly ReportRow[] {
  const places = new Map(by.map(({ place }) => [place, [...new Set(groups.map((row) => row[place]))]]));
  return groups.toSorted((one, other) => {
    for (const { place } of by) {
      const [a, b] = [one[place], other[place]];
      if (a === b) continue;
      if (typeof a === "number" && typeof b === "number") return a - b;
      const order = places.get(place) ?? [];
      return order.indexOf(a) - order.indexOf(b);
    }
    return 0;
  });
}

interface HeadParts {
  /** Number of columns of figures below each group. */
  readonly values: number;
  readonly textOf: (row: ReportRow) => HeadText;
}

/** Neighbours with the same groups so far have one heading. */
function headsOf(groups: readonly ReportRow[], by: readonly Placed[], { values, textOf }: HeadParts) {
  const heads: { readonly key: string; readonly shown: HeadText; span: number }[] = [];
  for (const row of groups) {
    const [key, last] = [keyOf(row, by), heads.at(-1)];
    if (last?.key === key) last.span += values;
    else heads.push({ key, shown: textOf(row), span: values });
  }
  return heads.map(({ shown: { day, text }, span }, place): PivotHead => {
    const isFurther = day === "" || heads[place - 1]?.shown.day === day;
    const fullText = day === "" ? text : `${day}, ${text}`;
    return { text: isFurther ? text : `${day}\n${text}`, fullText, span };
  });
}

/** A time within a day has the day for itself. */
interface HeadText {
  readonly day: string;
  readonly text: string;
}

const DAY = timeFormat({ dateStyle: "medium" });
const TIME = timeFormat({ timeStyle: "short" });
const MINUTE = timeFormat({ dateStyle: "medium", timeStyle: "short" });
const MINUTE_MILLIS = 60_000;

/** The texts of headings; times are as short as all of their column allow. */
function textsOf(rows: readonly ReportRow[]) {
  const formats = new Map<number, Intl.DateTimeFormat | null>();
  const formatOf = (place: number): Intl.DateTimeFormat | null => {
    const times = rows.map((row) => row[place]).filter((ts) => typeof ts === "number");
    if (!times.every((ts) => ts % MINUTE_MILLIS === 0)) return null;
    return times.every((ts) => CLOCK.textOf(ts).endsWith("T00:00:00")) ? DAY : MINUTE;
  };
  const knownFormat = (place: number): Intl.DateTimeFormat | null => {
    const format = formats.get(place) ?? formatOf(place);
    formats.set(place, format);
    return format;
  };
  const whole = (row: ReportRow, { column, place }: Placed): string => {
    const cell = row[place];
    if (column.type !== "time" || typeof cell !== "number") return cellText(cell, column);
    return knownFormat(place)?.format(new Date(cell)) ?? cellText(cell, column);
  };
  const parts = (row: ReportRow, placed: Placed): HeadText => {
    const cell = row[placed.place];
    return placed.column.type === "time" && typeof cell === "number" && knownFormat(placed.place) === MINUTE
      ? { day: DAY.format(new Date(cell)), text: TIME.format(new Date(cell)) }
      : { day: "", text: whole(row, placed) };
  };
  return { whole, parts };
}

function keyOf(row: ReportRow, by: readonly Placed[]): string {
  return JSON.stringify(by.map(({ place }) => row[place] ?? null));
}
