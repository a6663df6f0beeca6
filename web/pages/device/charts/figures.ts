// The figures of a chart as rows, for its table and its file: a row for each time with a value, a column for each
// series, and two more for the minimum and maximum of averages.
import { decimalsBetween, withDecimalsAtMost } from "../../../components/chart/figure-text.ts";
import { NO_FORMAT, type KeyFormat } from "../../../components/chart/key-format.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { words } from "../../../words/words.ts";
import type { ShownSeries } from "./shown-series.ts";

export interface Figures {
  readonly columns: readonly string[];
  /** In the order of the columns. */
  readonly formats: readonly KeyFormat[];
  readonly rows: readonly FigureRow[];
}

export interface FigureRow {
  readonly ts: number;
  /** In the order of the columns; null for no value. */
  readonly cells: readonly (number | string | null)[];
}

/** Oldest first. `ts` of an interval is its beginning. */
export function figuresOf(series: readonly ShownSeries[], window: TimeWindow): Figures {
  const { minimum, maximum } = words.device.charts.table;
  const columns: string[] = [];
  const formats: KeyFormat[] = [];
  const rows = new Map<number, Map<number, number | string>>();
  const put = (ts: number, column: number, cell: number | string): void => {
    const row = rows.get(ts) ?? new Map<number, number | string>();
    row.set(column, cell);
    rows.set(ts, row);
  };
  for (const one of series) {
    const place = columns.length;
    const hasBand = one.numbers.some(({ low }) => low !== undefined);
    const names = hasBand ? [one.name, minimum(one.name), maximum(one.name)] : [one.name];
    const rounded = roundingOf(one, hasBand);
    columns.push(...names);
    formats.push(...names.map(() => (one.kind === "numbers" ? one.format : NO_FORMAT)));
    for (const { ts, value, low, high } of one.numbers) {
      // After the averages come values that no interval includes yet: they get a row with their interval.
      if (hasBand && low === undefined) continue;
      const begins = ts - Math.floor(one.intervalMillis / 2);
      if (ts < window.startTs - one.intervalMillis || begins >= window.endTs) continue;
      put(begins, place, rounded(value));
      if (hasBand) put(begins, place + 1, low ?? value);
      if (hasBand) put(begins, place + 2, high ?? value);
    }
    for (const { ts, text } of one.states) if (ts >= window.startTs && ts < window.endTs) put(ts, place, text);
  }
  const times = [...rows.keys()].sort((a, b) => a - b);
  return {
    columns,
    formats,
    rows: times.map((ts) => ({ ts, cells: columns.map((_, place) => rows.get(ts)?.get(place) ?? null) })),
  };
}

/** What is computed has digits that nobody measured: an average is rounded as its chart does, a single value stays exact. */
function roundingOf({ numbers, format, intervalMillis }: ShownSeries, isAverage: boolean): (value: number) => number {
  if (intervalMillis === 0) return (value) => value;
  const between = isAverage ? decimalsBetween(numbers.map(({ value }) => value)) : null;
  const decimals = format.decimals ?? between;
  return decimals === null
    ? (value) => Number(value.toPrecision(isAverage ? AVERAGE_DIGITS : EXACT_DIGITS))
    : (value) => withDecimalsAtMost(value, decimals);
}

/** Significant digits of averages that are all the same: as many as the table shows. */
const AVERAGE_DIGITS = 10;
/** Of a sum or a count, which may be long and exact: those that a double keeps. */
const EXACT_DIGITS = 15;

/** Without units, as what the platform exports. Each row has the instant in a form for programs and one for people. Source: RFC 4180. */
export function csvOf({ columns, rows }: Figures): string {
  const lines = [
    ["ts", "time", ...columns],
    ...rows.map(({ ts, cells }) => [
      String(ts),
      new Date(ts).toISOString(),
      ...cells.map((cell) => String(cell ?? "")),
    ]),
  ];
  return lines.map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
