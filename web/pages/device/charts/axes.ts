// Decides which numbers share an axis: those of similar size, all, or each key on its own. Nothing says what a key
// measures, so only size distinguishes pressures from temperatures.
import type { Axes } from "./chart-address.ts";

export interface KeySize {
  readonly key: string;
  /** The greatest absolute value. */
  readonly most: number;
}

export interface AxisPlan {
  readonly axisOf: ReadonlyMap<string, number>;
  readonly names: readonly string[];
}

/** A factor in size above this would flatten the smaller line. */
const FACTOR = 20;
const FITTING_MAX = 2;

/** `axesMax` is the number of axes that fit; keys without an axis of their own share the last one. */
export function planAxes(keys: readonly KeySize[], axes: Axes, axesMax: number): AxisPlan {
  if (axes === "one" || keys.length < 2) return named(keys.map(({ key }) => ({ key, axis: 0 })));
  if (axes === "own") return named(keys.map(({ key }, place) => ({ key, axis: Math.min(place, axesMax - 1) })));
  const bySize = [...keys].sort((a, b) => a.most - b.most);
  let axis = 0;
  let least = bySize[0]?.most ?? 0;
  const placed = bySize.map(({ key, most }) => {
    if (least > 0 && most > FACTOR * least && axis < FITTING_MAX - 1) {
      axis += 1;
      least = most;
    }
    if (least === 0) least = most;
    return { key, axis };
  });
  // The axis of the first key stays on the left.
  const first = placed.find(({ key }) => key === keys[0]?.key)?.axis ?? 0;
  const ordered = keys.map(({ key }) => placed.find((one) => one.key === key) ?? { key, axis: 0 });
  return named(first === 0 ? ordered : ordered.map((one) => ({ key: one.key, axis: 1 - one.axis })));
}

function named(placed: readonly { readonly key: string; readonly axis: number }[]): AxisPlan {
  const count = 1 + Math.max(0, ...placed.map(({ axis }) => axis));
  const keysOn = (axis: number): string =>
    placed
      .filter((one) => one.axis === axis)
      .map(({ key }) => key)
      .join(", ");
  return {
    axisOf: new Map(placed.map(({ key, axis }) => [key, axis])),
    // A single axis needs no name: the legend has all names.
    names: count === 1 ? [""] : Array.from({ length: count }, (_, axis) => keysOn(axis)),
  };
}
