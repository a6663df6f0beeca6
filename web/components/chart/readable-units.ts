// Units of the values of a picture: 25 kWh rather than 25,000 Wh. A picture has one unit for all values that are saved in one, so that they
// are compared at a glance; it is drawn from a report in that unit, whose names do not repeat it. Tables and files keep the unit of the
// column.
import { useMemo, useState } from "react";
import { boundsOf, type CellStyle } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import { drawingOfFigures, stackingOf, type Drawing } from "./drawing.ts";
import { earlierOf, shortLabel, type ReportColumn, type ReportData, type ReportRow } from "./report-cell.ts";

/** How many thousands further the unit of a picture is than that of its columns, by the latter; without those that stay. */
export type UnitSteps = ReadonlyMap<string, number>;

interface Readable<R extends ReportData> {
  readonly report: R;
  readonly drawing: Drawing;
}

const THOUSAND = 1_000;
const DIGITS_OF_THOUSAND = 3;
/**
 * From here on a unit is changed, which is one digit later than it could be, and back only below one of the new unit. So values that
 * go up and down around a thousand, as those of a live picture do, keep their unit.
 */
const CHANGED_FROM = 10 * THOUSAND;
const NO_STEPS: UnitSteps = new Map();
/** As the SI writes them: whether `wh` or `KW` are the same is a guess. */
const PREFIXES = ["m", "", "k", "M", "G", "T"];
const SYMBOLS = ["W", "Wh", "VA", "VAh", "var", "varh", "J", "V", "A", "Hz", "Pa"];
const SCALES: readonly (readonly string[])[] = SYMBOLS.map((symbol) => PREFIXES.map((prefix) => `${prefix}${symbol}`));

/** What a picture is drawn from, in units that fit the largest of its values. */
export function useReadableUnits<R extends ReportData>(report: R, drawing: Drawing): Readable<R> {
  const named = useMemo(() => withShortLabels(report, drawing), [report, drawing]);
  const steps = useUnitSteps(useMemo(() => largestByUnit(named, drawing), [named, drawing]));
  return useMemo(() => inReadableUnits(named, drawing, steps), [named, drawing, steps]);
}

/** Of the largest values in each unit. */
export function useUnitSteps(largest: ReadonlyMap<string, number>): UnitSteps {
  const [before, setBefore] = useState(NO_STEPS);
  const steps = stepsFor(largest, before);
  if (steps !== before) setBefore(steps);
  return steps;
}

/** As useReadableUnits, for a picture of all measures, each written as a figure. */
export function useReadableFigures<R extends ReportData>(report: R): R {
  const { columns } = report;
  return useReadableUnits(
    report,
    useMemo(() => drawingOfFigures(columns), [columns]),
  ).report;
}

/** The same object as before if nothing changes. */
export function stepsFor(largest: ReadonlyMap<string, number>, before: UnitSteps = NO_STEPS): UnitSteps {
  const steps = [...largest].flatMap(([unit, value]): readonly (readonly [string, number])[] => {
    const units = SCALES.find((scale) => scale.includes(unit));
    if (units === undefined) return [];
    const furthest = units.length - 1 - units.indexOf(unit);
    const step = Math.min(furthest, stepFor(value, before.get(unit) ?? 0));
    return step === 0 ? [] : [[unit, step]];
  });
  const isSame = steps.length === before.size && steps.every(([unit, step]) => before.get(unit) === step);
  return isSame ? before : new Map(steps);
}

/** So many thousands further: `Wh` becomes `kWh`. */
export function unitAfter(unit: string, step: number): string {
  const units = SCALES.find((scale) => scale.includes(unit)) ?? [];
  return units[units.indexOf(unit) + step] ?? unit;
}

/** What values are divided by for a unit that is so many thousands further. */
export function divisorOf(step: number): number {
  return THOUSAND ** step;
}

/** Decimals that were chosen are for the other unit: they are a bound, as 12,000 kWh without decimals are 12 MWh and not 12.000 MWh. */
export function decimalsMaxAfter(decimals: number | null, step: number): { readonly decimalsMax?: number } {
  return decimals === null ? {} : { decimalsMax: decimals + DIGITS_OF_THOUSAND * step };
}

/** Whether a unit is named in one of these: another one would contradict "Wh since noon". */
export function isNamedIn(unit: string, names: readonly string[]): boolean {
  return names.some((name) => name.split(/[^\p{L}]+/u).includes(unit));
}

/** The units of a picture that can be changed, with the largest value in each. */
export function largestByUnit({ columns, rows }: ReportData, drawing: Drawing): ReadonlyMap<string, number> {
  const byUnit = Map.groupBy(drawnColumns(columns, drawing), ({ column }) => column.unit);
  return new Map(
    [...byUnit]
      .filter(([unit, placed]) => isScalable(unit, placed, drawing, byUnit.size))
      .map(([unit, placed]) => [
        unit,
        [...endsFor(unit, columns, drawing), ...sumsOf(rows, placed, columns, drawing)].reduce(
          (most, value) => Math.max(most, Math.abs(value)),
          0,
        ),
      ]),
  );
}

/** Names without the units that stand beside them, also in those of a former period, unless two became one. */
export function withShortLabels<R extends ReportData>(report: R, drawing: Drawing): R {
  const shortened = drawnColumns(report.columns, drawing).flatMap(({ column }) => {
    const short = shortLabel(column);
    const isTaken = report.columns.some((other) => other.label !== column.label && shortLabel(other) === short);
    return short === column.label || isTaken ? [] : [{ ...column, short }];
  });
  if (shortened.length === 0) return report;
  const columns = report.columns.map((column) => {
    const known = shortened.find(({ id }) => id === column.id || id === earlierOf(column));
    if (known === undefined) return column;
    return { ...column, label: known.short + column.label.slice(known.label.length), fullLabel: column.label };
  });
  return { ...report, columns };
}

/**
 * The report and its drawing in those units: cells, decimals, the bounds of colours and the ends of the scale. All are divided alike, and
 * so a value is on the same side of a bound as before.
 */
export function inReadableUnits<R extends ReportData>(report: R, drawing: Drawing, steps: UnitSteps): Readable<R> {
  if (steps.size === 0) return { report, drawing };
  const divisors = new Map(
    drawnColumns(report.columns, drawing).flatMap(({ column, place }) => {
      const step = steps.get(column.unit);
      return step === undefined ? [] : [[place, divisorOf(step)] as const];
    }),
  );
  const columns = report.columns.map((column, place) =>
    divisors.has(place) ? withUnitStep(column, steps.get(column.unit) ?? 0) : column,
  );
  const rows = report.rows.map((row) =>
    row.map((cell, place) => {
      const divisor = divisors.get(place);
      const value = divisor === undefined ? null : drawnNumber(cell);
      return divisor === undefined || value === null ? cell : value / divisor;
    }),
  );
  const { min, max } = drawing.options;
  const scale = divisorOf(steps.get(unitOfEnds(report.columns, drawing) ?? "") ?? 0);
  const options = {
    ...drawing.options,
    min: min === null ? null : min / scale,
    max: max === null ? null : max / scale,
  };
  return { report: { ...report, columns, rows }, drawing: { ...drawing, options } };
}

function stepFor(largest: number, before: number): number {
  let fresh = 0;
  while (largest >= CHANGED_FROM * THOUSAND ** fresh) fresh += 1;
  let kept = before;
  while (kept > 0 && largest < THOUSAND ** kept) kept -= 1;
  return Math.max(fresh, kept);
}

interface Drawn {
  readonly column: ReportColumn;
  readonly place: number;
}

/** Those whose cells are drawn as amounts. States and the figures of a pivot table, which is a table, are not. */
function drawnColumns(columns: readonly ReportColumn[], drawing: Drawing): readonly Drawn[] {
  const ids = amountIds(drawing);
  return columns.flatMap((column, place) =>
    ids.includes(column.id) && column.type !== "time" ? [{ column, place }] : [],
  );
}

function amountIds({ kind, x, y, value }: Drawing): readonly (string | null)[] {
  switch (kind) {
    case "pivot":
    case "timeline":
      return [];
    case "heatMap":
    case "map":
      return [value];
    case "scatter":
      return [x, ...y];
    case "pie":
    case "donut":
      return y.slice(0, 1);
    default:
      return y;
  }
}

/**
 * A name with the unit in it, as "Energy in kWh", would contradict another one; values with names are no amounts; and the ends that are set
 * for gauges of several units can be meant in one of them only.
 */
function isScalable(unit: string, drawn: readonly Drawn[], { kind, options }: Drawing, units: number): boolean {
  const names = [options.axisName ?? "", ...drawn.map(({ column }) => column.label)];
  const hasEnds = options.min !== null || options.max !== null;
  return (
    !isNamedIn(unit, names) &&
    drawn.every(({ column }) => (column.style?.labels.length ?? 0) === 0) &&
    !(kind === "gauges" && hasEnds && units > 1)
  );
}

/** Of the axis that the ends of a scale are set for. */
function unitOfEnds(columns: readonly ReportColumn[], { kind, y, value }: Drawing): string | undefined {
  const id = kind === "heatMap" || kind === "map" ? value : y[0];
  return columns.find((column) => column.id === id)?.unit;
}

function endsFor(unit: string, columns: readonly ReportColumn[], drawing: Drawing): readonly number[] {
  const { min, max } = drawing.options;
  const ofScale = unitOfEnds(columns, drawing) === unit ? [min ?? [], max ?? []].flat() : [];
  // The scale of a gauge reaches its colours.
  const ofColors =
    drawing.kind === "gauges" ? columns.flatMap((column) => (column.unit === unit ? boundsOf(column.style) : [])) : [];
  return [...ofScale, ...ofColors];
}

/** The values, and what is drawn of several: the height of a stack, and the total below slices. */
function sumsOf(
  rows: readonly ReportRow[],
  drawn: readonly Drawn[],
  columns: readonly ReportColumn[],
  drawing: Drawing,
): readonly number[] {
  const values = rows.flatMap((row) => drawn.flatMap(({ place }) => drawnNumber(row[place]) ?? []));
  const isSliced = drawing.kind === "pie" || drawing.kind === "donut";
  if (!isSliced && stackingOf(drawing) !== "stacked") return values;
  const along = columns.findIndex(({ id }) => id === drawing.x);
  const sums = new Map<unknown, number>();
  for (const row of rows)
    for (const { place } of drawn) {
      const key = isSliced ? null : row[along];
      sums.set(key, (sums.get(key) ?? 0) + Math.max(0, drawnNumber(row[place]) ?? 0));
    }
  return [...values, ...sums.values()];
}

function withUnitStep(column: ReportColumn, step: number): ReportColumn {
  const { decimals, style } = column;
  return {
    ...column,
    unit: unitAfter(column.unit, step),
    decimals: null,
    ...decimalsMaxAfter(decimals, step),
    style: style === undefined ? undefined : inUnit(style, divisorOf(step)),
  };
}

/** The style of values that are divided. */
export function inUnit(style: CellStyle, divisor: number): CellStyle {
  const colors = style.colors.map(({ from, to, color }) => ({
    from: from === null ? null : from / divisor,
    to: to === null ? null : to / divisor,
    color,
  }));
  return { ...style, colors };
}
