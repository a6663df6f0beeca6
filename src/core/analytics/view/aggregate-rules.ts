// What each aggregation function accepts: values, parameters, and how its results from several series are combined.
// Validation and defaults both come from this table. Source: analytics contract 2.6, 3.5.
import type { AggregateFunction, Aggregation, CombineRule } from "./table-view.ts";

export type AggregationParameter = Exclude<keyof Aggregation, "fn">;

export interface AggregateRule {
  /** `series`: computed per device and interval, then combined. */
  readonly form: "pooled" | "series";
  /** Uses the newest sample before an interval. */
  readonly carryIn: boolean;
  /** May be applied to attributes and entity fields, over the devices of a group. */
  readonly onDimensions: boolean;
  /** Uses numbers only. */
  readonly numeric: boolean;
  /** "source": the type of the source. */
  readonly result: "number" | "time" | "text" | "source";
  readonly combine: CombineRule | null;
  readonly combines: readonly CombineRule[];
  /** In addition to those of all functions of its form. */
  readonly parameters: readonly AggregationParameter[];
}

const POOLED: AggregateRule = {
  form: "pooled",
  carryIn: false,
  onDimensions: true,
  numeric: true,
  result: "number",
  combine: null,
  combines: ["avg", "sum", "min", "max"],
  parameters: ["perSeries", "combine"],
};
const SERIES: AggregateRule = {
  form: "series",
  carryIn: false,
  onDimensions: false,
  numeric: false,
  result: "number",
  combine: "sum",
  combines: ["sum", "avg", "min", "max"],
  parameters: ["combine"],
};
const CARRIED: AggregateRule = { ...SERIES, carryIn: true, parameters: ["combine", "carryIn", "lookbackMs"] };
const PICKED: AggregateRule = {
  ...SERIES,
  result: "source",
  combine: "newest",
  combines: ["newest", "oldest", "sum", "avg", "min", "max"],
};
const WEIGHED: readonly CombineRule[] = ["weighted", "sum", "avg", "min", "max"];
/** The result is one text for all devices, so there is nothing to combine. */
const WHOLE: AggregateRule = { ...POOLED, numeric: false, parameters: [], combines: [] };
const STATE: readonly AggregationParameter[] = [...CARRIED.parameters, "state", "inputs", "maxGapMs"];

export const AGGREGATE_RULES: Readonly<Record<AggregateFunction, AggregateRule>> = {
  count: { ...POOLED, numeric: false },
  countDistinct: { ...POOLED, numeric: false },
  sum: POOLED,
  avg: POOLED,
  min: { ...POOLED, numeric: false, result: "source" },
  max: { ...POOLED, numeric: false, result: "source" },
  range: POOLED,
  median: POOLED,
  percentile: { ...POOLED, parameters: [...POOLED.parameters, "p"] },
  stddev: POOLED,
  variance: POOLED,
  mode: { ...WHOLE, result: "source" },
  onlyValue: { ...WHOLE, result: "source" },
  list: { ...WHOLE, result: "text" },
  first: { ...PICKED, combine: "oldest" },
  latest: PICKED,
  firstTs: { ...SERIES, result: "time", combine: "min", combines: ["min", "max"] },
  latestTs: { ...SERIES, result: "time", combine: "max", combines: ["min", "max"] },
  lastKnown: { ...PICKED, carryIn: true, parameters: [...CARRIED.parameters, "maxGapMs"] },
  current: PICKED,
  delta: { ...CARRIED, numeric: true },
  increase: { ...CARRIED, numeric: true },
  rate: { ...CARRIED, numeric: true, parameters: [...CARRIED.parameters, "per"] },
  timeWeightedAvg: {
    ...CARRIED,
    numeric: true,
    combine: "weighted",
    combines: WEIGHED,
    parameters: [...CARRIED.parameters, "method", "maxGapMs"],
  },
  integral: { ...CARRIED, numeric: true, parameters: [...CARRIED.parameters, "method", "per", "maxGapMs"] },
  duration: { ...CARRIED, parameters: [...STATE, "durationUnit"] },
  durationPercent: { ...CARRIED, combine: "weighted", combines: WEIGHED, parameters: [...STATE, "of"] },
  transitions: { ...CARRIED, parameters: STATE },
  completeness: { ...SERIES, combine: "weighted", combines: WEIGHED, parameters: ["combine", "expectedEveryMs"] },
};

export const LOOKBACK_DEFAULT_MS = 604_800_000;
export const LOOKBACK_MAX_MS = 31_622_400_000;
const STATE_DEFAULT = "value == true";

/**
 * The aggregation with all defaults of 2.6 and 3.5 filled in. Parameters that the function does not use stay absent.
 */
export function withDefaults(given: Aggregation): Aggregation {
  const rule = AGGREGATE_RULES[given.fn];
  const uses = (name: AggregationParameter): boolean => rule.parameters.includes(name);
  const combine = rule.form === "series" ? rule.combine : given.perSeries === true ? "avg" : null;
  return {
    ...(uses("perSeries") ? { perSeries: false } : {}),
    ...(combine === null ? {} : { combine }),
    ...(rule.carryIn ? { carryIn: true, lookbackMs: LOOKBACK_DEFAULT_MS } : {}),
    ...(uses("method") ? { method: "locf" } : {}),
    ...(uses("per") ? { per: "hour" } : {}),
    ...(uses("state") && given.inputs === undefined ? { state: STATE_DEFAULT } : {}),
    ...(uses("of") ? { of: "known" } : {}),
    ...(uses("durationUnit") ? { durationUnit: "second" } : {}),
    ...given,
  };
}
