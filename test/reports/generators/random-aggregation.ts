// Functions with all of their parameters, as far as a source allows them.
import { AGGREGATE_RULES } from "../../../src/core/analytics/view/aggregate-rules.ts";
import type { AggregateFunction } from "../../../src/core/analytics/view/table-view.ts";
import { AGGREGATE_FUNCTIONS } from "../../../src/core/analytics/view/field-schema.ts";
import { KEYS } from "./random-world.ts";
import type { SeededRandom } from "./seeded-random.ts";

type Json = Record<string, unknown>;
const HOUR = 3_600_000;

/** Functions that add nothing up. */
const PICKING: readonly AggregateFunction[] = [
  ...(["count", "countDistinct", "min", "max", "mode", "onlyValue", "list", "first", "latest", "firstTs"] as const),
  ...(["latestTs", "lastKnown", "current"] as const),
];

export function randomAggregation(random: SeededRandom, source: Json): Json {
  const isText = source["cast"] === "text";
  const isHuge = source["key"] === KEYS.huge;
  const known = isHuge ? PICKING : AGGREGATE_FUNCTIONS;
  const fitting = known.filter((fn) => !(isText && AGGREGATE_RULES[fn].numeric));
  const fn = random.pick(fitting);
  const rule = AGGREGATE_RULES[fn];
  const uses = (name: (typeof rule.parameters)[number]): boolean => rule.parameters.includes(name);
  const isPerSeries = !isHuge && uses("perSeries") && random.chance(0.25);
  const mayCombine = !isHuge && (rule.form === "series" || isPerSeries) && rule.combines.length > 0;
  return {
    fn,
    ...(isPerSeries ? { perSeries: true } : {}),
    ...(mayCombine && random.chance(0.3) ? { combine: random.pick(rule.combines) } : {}),
    ...(fn === "percentile" ? { p: random.pick([0.1, 0.5, 0.9, 0.25]) } : {}),
    ...(uses("method") && random.chance(0.4) ? { method: "linear" } : {}),
    ...(uses("per") && random.chance(0.4) ? { per: random.pick(["second", "minute", "day"]) } : {}),
    ...(uses("maxGapMs") && random.chance(0.4) ? { maxGapMs: random.pick([HOUR, 6 * HOUR, 48 * HOUR]) } : {}),
    ...(uses("carryIn") && random.chance(0.15) ? { carryIn: false } : {}),
    ...(uses("lookbackMs") && random.chance(0.3) ? { lookbackMs: random.pick([1, HOUR, 24 * HOUR]) } : {}),
    ...(uses("of") && random.chance(0.4) ? { of: "bucket" } : {}),
    ...(uses("durationUnit") && random.chance(0.4) ? { durationUnit: random.pick(["ms", "minute", "hour"]) } : {}),
    ...(fn === "completeness" ? { expectedEveryMs: random.pick([HOUR / 4, HOUR, 5 * HOUR]) } : {}),
    ...(uses("state") && random.chance(0.8) ? randomState(random, source) : {}),
  };
}

function randomState(random: SeededRandom, source: Json): Json {
  if (random.chance(0.2))
    return {
      state: random.pick(["a == 'run' and b > 0", "b > 5 or a != 'idle'"]),
      inputs: { a: { type: "telemetry", key: "status" }, b: { type: "telemetry", key: "temp" } },
    };
  if (source["cast"] === "text" || source["key"] === "status") return { state: "value == 'run'" };
  if (source["cast"] === "boolean" || source["key"] === "door") return { state: "value == true" };
  return { state: random.pick(["value > 0", "value > attr.server.area", "value >= 5 or entity.active"]) };
}
