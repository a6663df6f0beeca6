// Cells of a report as readable text.
import { isObject } from "../../../src/lib/members.ts";
import type { Schema } from "../../api/schemas.ts";
import { DECIMAL_SEPARATOR, exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { cellStyles, colorOf, labelOf, type CellStyle } from "./cell-style.ts";
import { DECIMALS_MAX, figureText, shortFigure, withDecimalsAtMost, withUnit } from "./figure-text.ts";

/** How figures are made of what was measured. */
type AggregateFunction = keyof typeof words.viewEditor.aggregation.functions;

export type ReportColumn = Schema<"ReportColumn"> & {
  /** As its author wrote it, where a picture has a shorter one. */
  readonly fullLabel?: string;
  readonly style?: CellStyle | undefined;
  /** Where it is known. */
  readonly fn?: AggregateFunction | undefined;
  /** That its figures in a picture have at least, where no decimals are chosen. */
  readonly decimalsMin?: number;
  /** That its figures in a picture have at most, where they are not in the unit that decimals were chosen for. */
  readonly decimalsMax?: number | undefined;
};
/** When each cell was measured, by row and column; null where that is not known. */
export type CellTimes = readonly (readonly (number | null)[])[];
export type Report = Omit<Schema<"TypedReport">, "columns"> & {
  readonly columns: ReportColumn[];
  readonly times?: CellTimes;
};

/** What a chart is drawn from: a report, or the columns and rows of a panel. */
export interface ReportData {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly times?: CellTimes;
  readonly meta?: Pick<Schema<"ReportMeta">, "rangeStartTs" | "rangeEndTs"> &
    Partial<Pick<Schema<"ReportMeta">, "bucketWidth" | "partialBuckets">>;
}

/** Cells in the order of the columns. */
export type ReportRow = readonly unknown[];

export const MISSING = "–";

/** When a cell was measured; null if it is not known. */
export function timeOfCell({ rows, times }: ReportData, row: ReportRow, place: number): number | null {
  return times?.[rows.indexOf(row)]?.[place] ?? null;
}

/** The report with the cell styles and the functions of its view. */
export function withStyles(report: Report, fields: readonly unknown[]): Report {
  const [styles, functions] = [cellStyles(fields), functionsOf(fields)];
  return {
    ...report,
    columns: report.columns.map((column) => ({
      ...column,
      style: styles.get(column.id),
      fn: functions.get(earlierOf(column) ?? column.id),
    })),
  };
}

/** By column id. */
function functionsOf(fields: readonly unknown[]): ReadonlyMap<string, AggregateFunction> {
  return new Map(
    fields.flatMap((field): readonly (readonly [string, AggregateFunction])[] => {
      const { id, aggregation } = isObject(field) ? field : {};
      const fn = isObject(aggregation) ? aggregation["fn"] : undefined;
      return typeof id === "string" && isFunction(fn) ? [[id, fn]] : [];
    }),
  );
}

/** A later platform may have more of them. */
function isFunction(fn: unknown): fn is AggregateFunction {
  return typeof fn === "string" && Object.hasOwn(words.viewEditor.aggregation.functions, fn);
}

type TextColumn = Pick<ReportColumn, "type" | "decimals" | "style" | "decimalsMin" | "decimalsMax">;

export function cellText(cell: unknown, column: TextColumn, figure: typeof shortFigure = figureText): string {
  if (cell === null || cell === undefined) return MISSING;
  return labelOf(column.style, cell) ?? `${column.style?.prefix ?? ""}${valueText(cell, column, figure)}`;
}

/** In a picture, where fewer digits are read. */
export function shortText(cell: unknown, column: TextColumn): string {
  return cellText(cell, column, shortFigure);
}

/** Like "63.03 kWh". */
export function cellWithUnit(cell: unknown, column: ReportColumn, figure: typeof shortFigure = figureText): string {
  const text = cellText(cell, column, figure);
  return text === MISSING ? text : withUnit(text, column.unit);
}

/** Like "Energy used, kWh"; the label of a comparison in percent already contains its unit. */
export function headingOf({ label, unit }: Labelled): string {
  return unit === "" || label.endsWith(`${unit})`) ? label : `${shortLabel({ label, unit })}, ${unit}`;
}

type Labelled = Pick<ReportColumn, "label" | "unit">;

/** A single letter, or a word, may belong to the name: `phaseA`, "Good parts". */
const PART_OF_NAME = /^\p{L}(\p{Ll}{3,})?$/u;
const SEPARATE = /[\s_,:-]$/;
const CAPITAL = /^\p{Lu}/u;
const NO_CAPITAL = /[\p{Ll}\d]$/u;
const BEFORE_UNIT = /(\sin)?[\s_,:-]*$/;

/** For a label beside its unit, so that this is not said twice: "Energy" for "Energy Wh" or "Energy (Wh)", and `energy` for `energyWh`. */
export function shortLabel({ label, unit }: Labelled): string {
  const inBrackets = `(${unit})`;
  const end = label.endsWith(inBrackets) ? inBrackets : unit;
  if (unit === "" || !label.endsWith(end)) return label;
  const before = label.slice(0, -end.length);
  const isWord = SEPARATE.test(before) || (CAPITAL.test(unit) && NO_CAPITAL.test(before));
  const isUnit = end === inBrackets || (isWord && !PART_OF_NAME.test(unit));
  const short = before.replace(BEFORE_UNIT, "");
  return isUnit && short !== "" ? short : label;
}

function valueText(cell: unknown, column: TextColumn, figure: typeof shortFigure): string {
  if (typeof cell === "number") return column.type === "time" ? exactTime(cell) : coloredFigure(cell, column, figure);
  if (typeof cell === "boolean") return cell ? words.charts.yes : words.charts.no;
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

/**
 * The colour is that of the exact value, as others decide by it too. So where rounding would take the figure across a threshold, it has as
 * many more decimals as keep it on its side: 2.97 is not called 3.0 where red begins at 3, however many decimals were chosen.
 */
function coloredFigure(
  value: number,
  { style, decimals, decimalsMin, decimalsMax }: TextColumn,
  figure: typeof shortFigure,
): string {
  const text = figure(withDecimalsAtMost(value, decimalsMax), decimals, decimalsMin);
  if (style === undefined || style.colors.length === 0) return text;
  const color = colorOf(style, value);
  const shown = text.split(DECIMAL_SEPARATOR)[1]?.length ?? 0;
  const needed = DECIMALS.slice(shown).find((some) => colorOf(style, Number(value.toFixed(some))) === color);
  return needed === undefined || needed === shown ? text : figureText(value, needed);
}

const DECIMALS = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals) => decimals);

// --- Columns and rows of a chart ---

export interface Placed {
  readonly place: number;
  readonly column: ReportColumn;
}

export function placedIn(columns: readonly ReportColumn[], id: string | null): Placed | null {
  const place = columns.findIndex((column) => column.id === id);
  const column = columns[place];
  return column === undefined ? null : { place, column };
}

/** The measure whose earlier value the column has: `kwh.value` is that of `kwh`; changes and shares have scales of their own. */
export function earlierOf({ id, role }: Pick<ReportColumn, "id" | "role">): string | null {
  const [measure = "", kind] = id.split(".");
  return role === "comparison" && kind === "value" ? measure : null;
}

/** Names of groups in order of appearance, with the index of each. */
export function groupsOf(rows: readonly ReportRow[], placed: Placed | null): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  if (placed === null) return groups;
  for (const row of rows) {
    const text = cellText(row[placed.place], placed.column);
    if (!groups.has(text)) groups.set(text, groups.size);
  }
  return groups;
}

/** What a row is about: its groups and its time, without the columns left out. */
export function rowName(columns: readonly ReportColumn[], row: ReportRow, leftOut: readonly string[] = []): string {
  return columns
    .flatMap((column, place) =>
      (column.role === "dimension" || column.role === "time") && !leftOut.includes(column.id)
        ? [cellText(row[place], column)]
        : [],
    )
    .join(" · ");
}
