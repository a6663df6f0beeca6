// The aggregation functions in words. Source: analytics contract 2.6, 3.5.
import { AGGREGATE_RULES } from "../../../src/core/analytics/view/aggregate-rules.ts";
import type { Choice } from "../../components/choices.ts";

export type AggregateFunction = keyof typeof AGGREGATE_RULES;
export type Parameter = (typeof AGGREGATE_RULES)[AggregateFunction]["parameters"][number];

const WORDS: Readonly<Record<string, readonly (readonly [fn: AggregateFunction, label: string, says: string])[]>> = {
  Usual: [
    ["avg", "Average", "The mean of all values; each counts the same."],
    ["min", "Lowest", "The smallest value."],
    ["max", "Highest", "The largest value."],
    ["sum", "Sum of values", "All values added up. For a meter that counts up, use “Consumption”."],
    ["latest", "Latest", "The newest value in the time range."],
  ],
  Counters: [
    ["increase", "Consumption", "How much a counter went up. Counter resets are recognised."],
    ["delta", "Change", "The last value minus the first one. Can be negative."],
    ["rate", "Consumption per time", "How much a counter goes up in each hour, or another unit."],
  ],
  "Weighted by time": [
    ["timeWeightedAvg", "Average over time", "The mean by how long each value held, for uneven reporting intervals."],
    ["integral", "Value times time", "Turns power into energy: kW over hours become kWh."],
  ],
  States: [
    ["duration", "Time in a state", "How long a condition was true."],
    ["durationPercent", "Share of time in a state", "Percentage of the time a condition was true."],
    ["transitions", "Times a state began", "How often a condition became true."],
  ],
  "One of the values": [
    ["lastKnown", "Last known", "The newest value up to the end, also from before the time range."],
    ["current", "Now", "The newest value of all, whatever the time range."],
    ["first", "First", "The oldest value in the time range."],
    ["firstTs", "Time of the first", "When the oldest value was measured."],
    ["latestTs", "Time of the latest", "When the newest value was measured."],
    ["onlyValue", "The same everywhere", "The value if all are equal, otherwise nothing."],
  ],
  "Counts and lists": [
    ["count", "Count", "How many values there are."],
    ["countDistinct", "Different values", "How many different values there are."],
    ["mode", "Most frequent", "The value that occurs most often."],
    ["list", "List", "All different values, up to 100."],
    ["completeness", "Completeness", "How many of the expected values arrived, in percent."],
  ],
  "Spread and order": [
    ["median", "Median", "The middle value: half of the values are smaller."],
    ["percentile", "Percentile", "The value that a given share of all values stays below."],
    ["range", "Range", "The highest value minus the lowest."],
    ["stddev", "Standard deviation", "How far values are from their mean."],
    ["variance", "Variance", "The standard deviation squared."],
  ],
};

export const AGGREGATIONS = Object.entries(WORDS).flatMap(([group, words]) =>
  words.map(([fn, label, says]) => ({ value: fn, label, says, group, ...AGGREGATE_RULES[fn] }) satisfies Choice),
);

export function aggregationOf(fn: AggregateFunction | undefined) {
  return AGGREGATIONS.find(({ value }) => value === fn);
}
