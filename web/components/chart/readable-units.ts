// Units of the values of a picture: 25 kWh rather than 25,000 Wh. A picture has one unit for all values that are saved in one, so that they
// are compared at a glance; it is drawn from a report in that unit. Tables and files keep the unit of the column.
import { useMemo, useState } from "react";
import type { CellStyle } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import { figuresOf, stackingOf, type Drawing } from "./drawing.ts";
import type { ReportColumn, ReportData, ReportRow } from "./report-cell.ts";

/** How many thousands further the unit of a picture is than that of its columns, by the latter; without those that stay. */
export type UnitSteps = ReadonlyMap<string, number>;

interface Readable<R extends ReportData> {
  readonly report: R;
  readonly drawing: Drawing;
}

const THOUSAND = 1_000;
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
  const [before, setBefore] = useState(NO_STEPS);
  const steps = useMemo(() => unitSteps(report, drawing, before), [report, drawing, before]);
  if (steps !== before) setBefore(steps);
  return useMemo(() => inReadableUnits(report, drawing, steps), [report, drawing, steps]);
}

/** The same for a picture of all measures, each written as a figure. */
export function useReadableFigures<R extends ReportData>(report: R): R {
  const { columns } = report;
  return useReadableUnits(
    report,
    useMemo(() => figuresOf(columns), [columns]),
  ).report;
}

/** The same object as `before` if nothing changes. */
export function unitSteps({ columns, rows }: ReportData, drawing: Drawing, before: UnitSteps = NO_STEPS): UnitSteps {
  const drawn = drawnColumns(columns, drawing);
  const byUnit = Map.groupBy(drawn, ({ column }) => column.unit);
  const steps = [...byUnit].flatMap(([unit, placed]): readonly (readonly [string, number])[] => {
    const units = SCALES.find((scale) => scale.includes(unit));
    if (units === undefined || !isScalable(unit, placed, drawing, byUnit.size)) return [];
    const largest = [...endsFor(unit, columns, drawing), ...sumsOf(rows, placed, columns, drawing)].reduce(
      (most, value) => Math.max(most, Math.abs(value)),
      0,
    );
    const furthest = units.length - 1 - units.indexOf(unit);
    const step = Math.min(furthest, stepFor(largest, before.get(unit) ?? 0));
    return step === 0 ? [] : [[unit, step]];
  });
  const isSame = steps.length === before.size && steps.every(([unit, step]) => before.get(unit) === step);
  return isSame ? before : new Map(steps);
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
      return step === undefined ? [] : [[place, THOUSAND ** step] as const];
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
  const scale = THOUSAND ** (steps.get(unitOfEnds(report.columns, drawing) ?? "") ?? 0);
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
  const isNamed = names.some((name) => name.split(/[^\p{L}]+/u).includes(unit));
  const hasEnds = options.min !== null || options.max !== null;
  return (
    !isNamed &&
    drawn.every(({ column }) => (column.style?.labels.length ?? 0) === 0) &&
    !(kind === "gauges" && hasEnds && units > 1)
  );
}

/** Of the axis that the ends of a scale are set for. */
function unitOfEnds(columns: readonly ReportColumn[], { kind, y, value }: Drawing): string | undefined {
  const id = kind === "heatMap" ? value : y[0];
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

function boundsOf(style: CellStyle | undefined): readonly number[] {
  return (style?.colors ?? []).flatMap(({ from, to }) => [from ?? [], to ?? []].flat());
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
  const divisor = THOUSAND ** step;
  const units = SCALES.find((scale) => scale.includes(column.unit)) ?? [];
  const { decimals, style } = column;
  return {
    ...column,
    unit: units[units.indexOf(column.unit) + step] ?? column.unit,
    // Those that were chosen are for the other unit: they are a bound, as 12,000 kWh without decimals are 12 MWh and not 12.000 MWh.
    decimals: null,
    ...(decimals === null ? {} : { decimalsMax: decimals + 3 * step }),
    style: style === undefined ? undefined : inUnit(style, divisor),
  };
}

function inUnit(style: CellStyle, divisor: number): CellStyle {
  const colors = style.colors.map(({ from, to, color }) => ({
    from: from === null ? null : from / divisor,
    to: to === null ? null : to / divisor,
    color,
  }));
  return { ...style, colors };
}
