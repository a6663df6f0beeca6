// The aggregation functions in words. Source: analytics contract 2.6, 3.5.
import { AGGREGATE_RULES } from "../../../src/core/analytics/view/aggregate-rules.ts";
import type { Choice } from "../../components/choices.ts";
import { words } from "../../words/words.ts";

export type AggregateFunction = keyof typeof AGGREGATE_RULES;
export type Parameter = (typeof AGGREGATE_RULES)[AggregateFunction]["parameters"][number];

const texts = words.viewEditor.aggregation;
type Group = keyof typeof texts.groups;

const GROUPS: readonly (readonly [group: Group, functions: readonly AggregateFunction[]])[] = [
  ["usual", ["avg", "min", "max", "sum", "latest"]],
  ["counters", ["increase", "delta", "rate"]],
  ["weighted", ["timeWeightedAvg", "integral"]],
  ["states", ["duration", "durationPercent", "transitions"]],
  ["single", ["lastKnown", "current", "first", "firstTs", "latestTs", "onlyValue"]],
  ["counts", ["count", "countDistinct", "mode", "list", "completeness"]],
  ["statistics", ["median", "percentile", "range", "stddev", "variance"]],
];

export const AGGREGATIONS = GROUPS.flatMap(([group, functions]) =>
  functions.map(
    (fn) =>
      ({ value: fn, ...texts.functions[fn], group: texts.groups[group], ...AGGREGATE_RULES[fn] }) satisfies Choice,
  ),
);

export function aggregationOf(fn: AggregateFunction | undefined) {
  return AGGREGATIONS.find(({ value }) => value === fn);
}
