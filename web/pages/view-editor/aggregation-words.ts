// The functions of measures in words: what each tells, what it can be told, and how devices meet in it. The same rules as
// the service's; a test compares them. Source: analytics contract 2.6, 3.5.
import type { Schema } from "../../api/schemas.ts";

type Aggregation = Schema<"Aggregation">;
export type Parameter = Exclude<keyof Aggregation, "fn">;
type Combine = NonNullable<Aggregation["combine"]>;

export interface AggregationWords {
  readonly fn: Aggregation["fn"];
  readonly label: string;
  readonly says: string;
  readonly group: string;
  /** May be asked of attributes and device fields. */
  readonly onDimensions: boolean;
  readonly parameters: readonly Parameter[];
  readonly combines: readonly Combine[];
  /** How devices meet unless the view says otherwise. */
  readonly combine: Combine | null;
}

const USUAL = "Usual";
const NEWEST = "One of the values";
const COUNTERS = "Counters";
const TIME = "Weighed by time";
const STATES = "States";
const SPREAD = "Spread and order";
const COUNTS = "Counts and lists";

const POOLED = {
  onDimensions: true,
  parameters: ["perSeries", "combine"],
  combines: ["avg", "sum", "min", "max"],
  combine: null,
} as const;
const WHOLE = { onDimensions: true, parameters: [], combines: [], combine: null } as const;
const SERIES = {
  onDimensions: false,
  parameters: ["combine"],
  combines: ["sum", "avg", "min", "max"],
  combine: "sum",
} as const;
const PICKED = { ...SERIES, combines: ["newest", "oldest", "sum", "avg", "min", "max"], combine: "newest" } as const;
const CARRIED = { ...SERIES, parameters: ["combine", "carryIn", "lookbackMs"] } as const;
const STATE = [...CARRIED.parameters, "state", "inputs", "maxGapMs"] as const;
const WEIGHED = ["weighted", "sum", "avg", "min", "max"] as const;

export const AGGREGATIONS: readonly AggregationWords[] = [
  { fn: "avg", label: "Average", says: "The mean of all values; each counts the same.", group: USUAL, ...POOLED },
  { fn: "min", label: "Lowest", says: "The smallest value.", group: USUAL, ...POOLED },
  { fn: "max", label: "Highest", says: "The greatest value.", group: USUAL, ...POOLED },
  {
    fn: "sum",
    label: "Sum of values",
    says: "All values added up. For a meter that counts upwards, take “Consumption”.",
    group: USUAL,
    ...POOLED,
  },
  { fn: "latest", label: "Latest", says: "The newest value inside the time.", group: USUAL, ...PICKED },
  {
    fn: "increase",
    label: "Consumption",
    says: "How much a counter has gone up; a counter that began anew is understood.",
    group: COUNTERS,
    ...CARRIED,
  },
  {
    fn: "delta",
    label: "Change",
    says: "The last value less the first one; may be negative.",
    group: COUNTERS,
    ...CARRIED,
  },
  {
    fn: "rate",
    label: "Consumption per time",
    says: "How much a counter goes up in each hour, or another unit.",
    group: COUNTERS,
    ...CARRIED,
    parameters: [...CARRIED.parameters, "per"],
  },
  {
    fn: "timeWeightedAvg",
    label: "Average over time",
    says: "The mean by how long each value held, for devices that report at uneven times.",
    group: TIME,
    ...CARRIED,
    combines: WEIGHED,
    combine: "weighted",
    parameters: [...CARRIED.parameters, "method", "maxGapMs"],
  },
  {
    fn: "integral",
    label: "Value times time",
    says: "Makes power into energy: kW held for an hour are kWh.",
    group: TIME,
    ...CARRIED,
    parameters: [...CARRIED.parameters, "method", "per", "maxGapMs"],
  },
  {
    fn: "duration",
    label: "Time in a state",
    says: "For how long a condition held.",
    group: STATES,
    ...CARRIED,
    parameters: [...STATE, "durationUnit"],
  },
  {
    fn: "durationPercent",
    label: "Share of time in a state",
    says: "For which part of the time a condition held, in percent.",
    group: STATES,
    ...CARRIED,
    combines: WEIGHED,
    combine: "weighted",
    parameters: [...STATE, "of"],
  },
  {
    fn: "transitions",
    label: "Times a state began",
    says: "How often a condition became true.",
    group: STATES,
    ...CARRIED,
    parameters: STATE,
  },
  {
    fn: "lastKnown",
    label: "Last known",
    says: "The newest value up to the end, also from before the time.",
    group: NEWEST,
    ...PICKED,
    parameters: [...CARRIED.parameters, "maxGapMs"],
  },
  { fn: "current", label: "Now", says: "The newest value of all, whatever the time.", group: NEWEST, ...PICKED },
  {
    fn: "first",
    label: "First",
    says: "The oldest value inside the time.",
    group: NEWEST,
    ...PICKED,
    combine: "oldest",
  },
  {
    fn: "firstTs",
    label: "Time of the first",
    says: "When the oldest value was measured.",
    group: NEWEST,
    ...SERIES,
    combines: ["min", "max"],
    combine: "min",
  },
  {
    fn: "latestTs",
    label: "Time of the latest",
    says: "When the newest value was measured.",
    group: NEWEST,
    ...SERIES,
    combines: ["min", "max"],
    combine: "max",
  },
  {
    fn: "onlyValue",
    label: "The same everywhere",
    says: "The value where all are equal, else nothing.",
    group: NEWEST,
    ...WHOLE,
  },
  { fn: "count", label: "Count", says: "How many values there are.", group: COUNTS, ...POOLED },
  { fn: "countDistinct", label: "Different values", says: "How many values differ.", group: COUNTS, ...POOLED },
  { fn: "mode", label: "Most frequent", says: "The value that occurs most.", group: COUNTS, ...WHOLE },
  {
    fn: "list",
    label: "List",
    says: "All different values beside each other, a hundred at most.",
    group: COUNTS,
    ...WHOLE,
  },
  {
    fn: "completeness",
    label: "Completeness",
    says: "How many of the planned values have come, in percent.",
    group: COUNTS,
    ...SERIES,
    combines: WEIGHED,
    combine: "weighted",
    parameters: ["combine", "expectedEveryMs"],
  },
  { fn: "median", label: "Median", says: "Half of the values are smaller.", group: SPREAD, ...POOLED },
  {
    fn: "percentile",
    label: "Percentile",
    says: "The value that a given part of all values stays below.",
    group: SPREAD,
    ...POOLED,
    parameters: [...POOLED.parameters, "p"],
  },
  { fn: "range", label: "Range", says: "The highest less the lowest value.", group: SPREAD, ...POOLED },
  { fn: "stddev", label: "Standard deviation", says: "How far values lie from their mean.", group: SPREAD, ...POOLED },
  { fn: "variance", label: "Variance", says: "The standard deviation squared.", group: SPREAD, ...POOLED },
];

export function aggregationOf(fn: string): AggregationWords | undefined {
  return AGGREGATIONS.find((known) => known.fn === fn);
}
