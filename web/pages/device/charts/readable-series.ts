// Series of numbers as the chart draws them: in units that fit the largest of their values, and with names that do not repeat the unit.
// The table and the file keep the unit of the key.
import { useMemo } from "react";
import {
  decimalsMaxAfter,
  divisorOf,
  inUnit,
  isNamedIn,
  unitAfter,
  useUnitSteps,
  type UnitSteps,
} from "../../../components/chart/readable-units.ts";
import { shortLabel } from "../../../components/chart/report-cell.ts";
import type { ShownSeries } from "./shown-series.ts";

export interface ReadableSeries extends ShownSeries {
  /** That its values have at most, where they are not in the unit that decimals were chosen for. */
  readonly decimalsMax?: number;
}

export function useReadableSeries(series: readonly ShownSeries[]): readonly ReadableSeries[] {
  const named = useMemo(() => series.map((one) => withShortName(one, series)), [series]);
  const steps = useUnitSteps(useMemo(() => largestByUnit(named), [named]));
  return useMemo(() => inReadableUnits(named, steps), [named, steps]);
}

/** The units that can be changed, with the largest value in each. */
export function largestByUnit(series: readonly ShownSeries[]): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const [unit, of] of Map.groupBy(series, ({ format }) => format.unit)) {
    const names = of.map(({ key }) => key);
    if (!isNamedIn(unit, names)) largest.set(unit, mostOf(of));
  }
  return largest;
}

export function inReadableUnits(series: readonly ShownSeries[], steps: UnitSteps): readonly ReadableSeries[] {
  if (steps.size === 0) return series;
  return series.map((one) => {
    const { unit, decimals } = one.format;
    const step = steps.get(unit) ?? 0;
    if (step === 0) return one;
    const divisor = divisorOf(step);
    return {
      ...one,
      format: { unit: unitAfter(unit, step), decimals: null },
      ...decimalsMaxAfter(decimals, step),
      ...(one.style === undefined ? {} : { style: inUnit(one.style, divisor) }),
      numbers: one.numbers.map(({ ts, value, low, high }) => ({
        ts,
        value: value / divisor,
        ...(low === undefined ? {} : { low: low / divisor }),
        ...(high === undefined ? {} : { high: high / divisor }),
      })),
    };
  });
}

/** The greatest absolute value. */
export function mostOf(series: readonly ShownSeries[]): number {
  return series.reduce(
    (most, { numbers }) => numbers.reduce((greatest, { value }) => Math.max(greatest, Math.abs(value)), most),
    0,
  );
}

/** Unless another key is called so. */
export function withShortName(one: ShownSeries, all: readonly ShownSeries[]): ShownSeries {
  const short = shortKey(one);
  if (
    one.kind === "states" ||
    short === one.key ||
    all.some((other) => other.key !== one.key && shortKey(other) === short)
  )
    return one;
  return { ...one, key: short, name: short + one.name.slice(one.key.length) };
}

function shortKey({ key, format: { unit } }: ShownSeries): string {
  return shortLabel({ label: key, unit });
}
