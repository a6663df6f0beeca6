// The scale of gauges: one for all of a chart, so that their needles can be compared.
import type { ChartOptions } from "./chart-options.ts";
import { boundsOf, colorOf, colorRanges, type CellColor } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { DECIMALS_MAX, shortDecimals } from "./figure-text.ts";
import { madeWord } from "./made-word.ts";
import {
  placedIn,
  rowName,
  shortText,
  timeOfCell,
  type Placed,
  type ReportColumn,
  type ReportData,
  type ReportRow,
} from "./report-cell.ts";
import { extremesOf, type ShownExtremes } from "./steady-scale.ts";

export interface GaugeScale {
  readonly min: number;
  readonly max: number;
}

export interface GaugeFigure {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  /** How it was made; empty for a value of now. */
  readonly made: string;
  /** Null if there is none. */
  readonly value: number | null;
  readonly color: CellColor | null;
  /** When it was measured; null if that is not known. */
  readonly ts: number | null;
  readonly scale: GaugeScale;
  /** Coloured parts of the scale. */
  readonly bands: readonly GaugeBand[];
}

export interface GaugeBand extends GaugeScale {
  readonly color: CellColor;
}

export interface GaugeFigures {
  readonly figures: readonly GaugeFigure[];
  readonly leftOut: number;
}

/** More gauges than this are no longer taken in at a glance. */
const GAUGES_MAX = 24;
/** What a gauge tells apart, by eye and in figures. */
const SCALE_PARTS = 1_000;

/** `before`: what has been shown of the same. */
export function gaugesOf(report: ReportData, { y, options }: Drawing, before: ShownExtremes = new Map()): GaugeFigures {
  const { columns, rows } = report;
  const measures = y.flatMap((id) => placedIn(columns, id) ?? []);
  const shown = shownRows(rows, options.row ?? "all");
  const parts = shown.flatMap((row, number) => measures.map((placed) => ({ row, number, placed })));
  const scales = new Map(
    measures.map((placed) => {
      const { least, most } = extremesOf(before, placed.column) ?? { least: 0, most: 0 };
      return [placed.column.id, scaleOf([...valuesOf(shown, placed), least, most], placed.column, options)];
    }),
  );
  const written = new Map(
    measures.map((placed) => [placed.column.id, withScaleDecimals(shown, placed, scales.get(placed.column.id))]),
  );
  const figures = parts.slice(0, GAUGES_MAX).map(({ row, number, placed: { column, place } }): GaugeFigure => {
    const value = drawnNumber(row[place]);
    const name = rowName(columns, row);
    const scale = scales.get(column.id) ?? { min: 0, max: 1 };
    return {
      ...{ id: `${number} ${column.id}`, value, scale },
      ...{ text: shortText(row[place], written.get(column.id) ?? column), unit: column.unit },
      made: madeWord(column),
      name: name === "" ? column.label : measures.length === 1 ? name : `${name}, ${column.label}`,
      color: colorOf(column.style, value),
      ts: timeOfCell(report, row, place),
      bands: bandsOf(column, scale),
    };
  });
  return { figures, leftOut: parts.length - figures.length };
}

export function shownRows(rows: readonly ReportRow[], shown: "first" | "last" | "all"): readonly ReportRow[] {
  return shown === "all" ? rows : shown === "last" ? rows.slice(-1) : rows.slice(0, 1);
}

function valuesOf(rows: readonly ReportRow[], { place }: Placed): readonly number[] {
  return rows.flatMap((row) => drawnNumber(row[place]) ?? []);
}

/** From 0, or from what is less, to a round number that no value and no bound of a colour exceeds. */
function scaleOf(values: readonly number[], column: ReportColumn, { min, max }: ChartOptions): GaugeScale {
  const all = [...values, ...boundsOf(column.style)];
  const least = all.reduce((one, other) => Math.min(one, other), 0);
  const most = all.reduce((one, other) => Math.max(one, other), column.unit === "%" ? 100 : 0);
  const low = min ?? 0 - roundUp(-least);
  const high = max ?? roundUp(most);
  return high > low ? { min: low, max: high } : { min: low, max: low + 1 };
}

/**
 * Where no decimals are chosen, all figures of a scale have the same: those of its thousandth, and no more than one of them needs. So they
 * stay while values change, as the scale does.
 */
function withScaleDecimals(rows: readonly ReportRow[], { place, column }: Placed, scale?: GaugeScale): ReportColumn {
  if (column.decimals !== null || scale === undefined) return column;
  const needed = rows.reduce((most, row) => {
    const cell = row[place];
    return typeof cell === "number" ? Math.max(most, shortDecimals(cell)) : most;
  }, column.decimalsMin ?? 0);
  const distinct = Math.max(0, Math.floor(Math.log10(SCALE_PARTS / (scale.max - scale.min))));
  return { ...column, decimals: Math.min(needed, distinct, DECIMALS_MAX) };
}

/** The next of 1, 2, 2.5 and 5 times a power of ten; 0 for what is not above it. */
export function roundUp(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((times) => times * power >= value) ?? 10;
  return step * power;
}

function bandsOf({ style }: ReportColumn, { min, max }: GaugeScale): readonly GaugeBand[] {
  return colorRanges(style).flatMap(({ from, to, color }) => {
    const band = { min: Math.max(min, from), max: Math.min(max, to) };
    return color === null || band.min >= band.max ? [] : [{ ...band, color }];
  });
}
