// Filters on dimensions, samples, moments and results, with values that sometimes match.
import type { SeededRandom } from "./seeded-random.ts";

type Json = Record<string, unknown>;
type Values = readonly (string | number | boolean | null)[];

export function randomFilters(random: SeededRandom, measures: readonly string[]): readonly Json[] {
  const count = random.pick([1, 1, 1, 2, 3]);
  return Array.from({ length: count }, (_, index) => ({
    name: `filter ${String(index)}`,
    ...randomFilter(random, measures),
  }));
}

function randomFilter(random: SeededRandom, measures: readonly string[]): Json {
  const target = random.pick<() => Json>([
    () =>
      ofTexts(random, { type: "entity", field: random.pick(["name", "label", "profile", "customer"]) }, [
        "Pump",
        "5",
        "Meter",
        "Acme",
        null,
      ]),
    () => ofTexts(random, { type: "attribute", scope: "server", key: "building" }, ["North", "South", "ärea 🦆", null]),
    () => ofTexts(random, { type: "attribute", scope: "any", key: "floor" }, [5, "5", "05", 1, true, null]),
    () => ofNumbers(random, { type: "attribute", scope: "server", key: "area" }),
    () => ({ ...ofTexts(random, { type: "telemetry", key: "status" }, ["run", "idle", "x"]), ...randomApply(random) }),
    () => ({
      ...ofNumbers(random, { type: "telemetry", key: random.pick(["temp", "kwh", "mixed"]) }),
      ...randomApply(random),
    }),
    () => ({
      ...ofTexts(random, { type: "telemetry", key: "mixed" }, [5, "x", true, "05", 3]),
      ...randomApply(random),
    }),
    () => ({
      ...ofTexts(random, { type: "telemetry", key: "conf", path: "mode" }, ["auto", "hand"]),
      ...randomApply(random),
    }),
    () => ofNumbers(random, { type: "timePart", part: random.pick(["hourOfDay", "dayOfWeek"]) }),
    () => ofNumbers(random, { type: "timePart", part: "hourOfDay" }),
  ])();
  if (measures.length > 0 && random.chance(0.25))
    return random.chance(0.7)
      ? ofNumbers(random, { field: random.pick(measures) })
      : ofTexts(random, { field: random.pick(measures) }, [0, 1, "some", null]);
  return target;
}

/** Values that a request could have for a filter; undefined where it takes none. */
export function otherValues(random: SeededRandom, { operator, valueType }: Json): Values | undefined {
  const others = valueType === "number" ? NUMBERS : OTHERS;
  switch (operator) {
    case "isMissing":
    case "isPresent":
      return undefined;
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return [random.integer(-10, 15)];
    case "between":
      return [random.integer(-30, 5), random.integer(6, 40)];
    case "contains":
    case "startsWith":
    case "matches":
      return [random.pick(["*", "p", "*e*", "n", "r", "a"])];
    case "eq":
    case "ne":
      return [random.pick(others)];
    default:
      return random.some(others, 0.5);
  }
}

const NUMBERS: Values = [5, 1, 12, 8.5];
const OTHERS: Values = ["Pump", "North", "run", "idle", 5, "5", 1, true, "Meter", "auto", null];

function randomApply(random: SeededRandom): Json {
  return { apply: random.pick(["samples", "samples", "aligned", "latest"]) };
}

function ofTexts(random: SeededRandom, target: Json, values: Values): Json {
  const operator = random.pick([
    "in",
    "in",
    "notIn",
    "eq",
    "ne",
    "contains",
    "startsWith",
    "matches",
    "isMissing",
    "isPresent",
  ]);
  const known = values.filter((value) => value !== null);
  const common = { target, operator, ...(random.chance(0.15) ? { caseSensitive: random.chance(0.5) } : {}) };
  switch (operator) {
    case "isMissing":
    case "isPresent":
      return common;
    case "in":
    case "notIn":
      return { ...common, values: random.some(values, 0.5), ...(random.chance(0.1) ? { emptyMeans: "none" } : {}) };
    case "matches":
      return { ...common, values: [random.pick(["*o*", "?5", "*", "N*h"])] };
    case "contains":
    case "startsWith":
      return { ...common, values: [random.pick(["o", "u", "5", "N"])] };
    default:
      return { ...common, values: [random.pick(known)] };
  }
}

function ofNumbers(random: SeededRandom, target: Json): Json {
  const operator = random.pick(["gt", "gte", "lt", "lte", "between", "in", "ne"]);
  const values = operator === "between" ? [random.integer(-5, 5), random.integer(6, 40)] : [random.integer(0, 20)];
  return {
    target,
    operator,
    values,
    ...(random.chance(0.2) ? { valueType: "number" } : {}),
  };
}
