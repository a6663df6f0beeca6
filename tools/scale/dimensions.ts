// All dimensions of a plant, and with how many devices each would reach its bound.
import type { Dimension, Model } from "./dimension.ts";
import { entityDimensions } from "./entity-dimensions.ts";
import { historyDimensions } from "./history-dimensions.ts";
import { logDimensions } from "./log-dimensions.ts";
import { nodeDimensions } from "./node-dimensions.ts";
import { peerDimensions } from "./peer-dimensions.ts";

export function dimensionsOf(model: Model): readonly Dimension[] {
  return [
    ...logDimensions(model),
    ...nodeDimensions(model),
    ...peerDimensions(model),
    ...entityDimensions(model),
    ...historyDimensions(model),
  ];
}

export interface Breaking {
  readonly dimension: Dimension;
  /** With which it reaches its bound, in the same plant otherwise; `DEVICES_MIN` with fewer, infinite where a thousand times as many do not. */
  readonly devices: number;
}

export const DEVICES_MIN = 1_000;
const TIMES_MORE = 1_000;
const GROWTH = 1.3;
const STEPS = 60;

/** What reaches its bound with fewer devices comes first. */
export function breakingOrder(model: Model): readonly Breaking[] {
  return dimensionsOf(model)
    .flatMap((dimension, index) =>
      dimension.bound === undefined ? [] : [{ dimension, devices: devicesAtBound(model, index) }],
    )
    .toSorted((one, other) => one.devices - other.devices);
}

/** By halving, as some grow in steps. */
function devicesAtBound(model: Model, index: number): number {
  const isBeyond = (devices: number): boolean => {
    const { value, bound } = dimensionsOf({ ...model, plant: { ...model.plant, devices } })[index] ?? { value: 0 };
    return bound !== undefined && value > bound.value;
  };
  let low = DEVICES_MIN;
  if (isBeyond(low)) return low;
  // Some grow, and shrink again when something else has broken: the first time counts.
  let high = low;
  while (!isBeyond(high)) {
    low = high;
    high = Math.ceil(high * GROWTH);
    if (high > model.plant.devices * TIMES_MORE) return Infinity;
  }
  for (let step = 0; step < STEPS && high - low > 1; step++) {
    const middle = Math.round((low + high) / 2);
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return low;
}
