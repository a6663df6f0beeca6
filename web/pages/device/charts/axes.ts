// Decides which numbers share an axis: those of one unit, or of similar size where no unit is known; all; or each key on its own.
import { headingOf } from "../../../components/chart/report-cell.ts";
import type { Axes } from "./chart-address.ts";

/** The numbers of a key; devices of different profiles may have it in different units. */
export interface KeySize {
  readonly key: string;
  /** Empty for none. */
  readonly unit: string;
  /** The greatest absolute value. */
  readonly most: number;
}

export interface AxisPlan {
  /** By `axisId`. */
  readonly axisOf: ReadonlyMap<string, number>;
  readonly names: readonly string[];
}

/** Tells apart keys that are written alike: `energy` in Wh, and `energyWh`. */
export function axisId({ key, unit }: Pick<KeySize, "key" | "unit">): string {
  return JSON.stringify([key, unit]);
}

/** A factor in size above this would flatten the smaller line. */
const FACTOR = 20;
const FITTING_MAX = 2;

/** `axesMax` is the number of axes that fit; keys without an axis of their own share the last one. */
export function planAxes(keys: readonly KeySize[], axes: Axes, axesMax: number): AxisPlan {
  if (axes === "one" || keys.length < 2) return named(keys.map((key) => ({ ...key, axis: 0 })));
  if (axes === "own") return named(keys.map((key, place) => ({ ...key, axis: Math.min(place, axesMax - 1) })));
  const units = [...new Set(keys.map(({ unit }) => unit))];
  if (units.length > 1)
    return named(keys.map((key) => ({ ...key, axis: Math.min(units.indexOf(key.unit), FITTING_MAX - 1) })));
  const bySize = [...keys].sort((a, b) => a.most - b.most);
  let axis = 0;
  let least = bySize[0]?.most ?? 0;
  const placed = bySize.map((key) => {
    if (least > 0 && key.most > FACTOR * least && axis < FITTING_MAX - 1) {
      axis += 1;
      least = key.most;
    }
    if (least === 0) least = key.most;
    return { ...key, axis };
  });
  // The axis of the first key stays on the left.
  const first = placed.find(({ key }) => key === keys[0]?.key)?.axis ?? 0;
  const ordered = keys.map((key) => placed.find((one) => one.key === key.key) ?? { ...key, axis: 0 });
  return named(first === 0 ? ordered : ordered.map((one) => ({ ...one, axis: 1 - one.axis })));
}

function named(placed: readonly (KeySize & { readonly axis: number })[]): AxisPlan {
  const count = 1 + Math.max(0, ...placed.map(({ axis }) => axis));
  return {
    axisOf: new Map(placed.map((one) => [axisId(one), one.axis])),
    names: Array.from({ length: count }, (_, axis) =>
      nameOf(
        placed.filter((one) => one.axis === axis),
        count === 1,
      ),
    ),
  };
}

/** A single axis needs only its unit: the legend has all names. */
function nameOf(keys: readonly KeySize[], isSingle: boolean): string {
  const units = [...new Set(keys.map(({ unit }) => unit))];
  const [unit = ""] = units.length === 1 ? units : [];
  if (isSingle || (unit !== "" && keys.length > 1)) return unit;
  return keys.map((key) => headingOf({ label: key.key, unit: key.unit })).join(", ");
}
