// How the samples of a measure become one value: a function and its parameters, with every default written out, so that a
// saved view keeps its meaning when a default changes. Source: analytics contract 2.6, 3.5.
import { didYouMean } from "../did-you-mean.ts";
import { EXPRESSION_LENGTH_MAX } from "../expressions/formula-parser.ts";
import type { AggregationParameter } from "./aggregate-rules.ts";
import { AGGREGATE_RULES, LOOKBACK_MAX_MS, withDefaults } from "./aggregate-rules.ts";
import type { ObjectReader } from "./object-reader.ts";
import { parseDataSource, parseInputs } from "./parse-source.ts";
import type { AggregateFunction, Aggregation, CombineRule, DataSource, TelemetrySource } from "./table-view.ts";
import { AGGREGATE_FUNCTIONS } from "./table-view.ts";
import { quote } from "./view-problems.ts";

/** What a measure is computed from, as far as its function has to know. */
export interface MeasureInput {
  /** As messages call it. */
  readonly called: string;
  /** Attributes and entity fields: one value for each device. */
  readonly isDimension: boolean;
  /** Told to be read as text or boolean. */
  readonly isText: boolean;
}

const COMBINES: readonly CombineRule[] = ["sum", "avg", "min", "max", "newest", "oldest", "weighted"];
const PARAMETER = "AGGREGATION_PARAMETER";

/** Null where there is no function; its problem has been told. */
export function parseAggregation(object: ObjectReader, input: MeasureInput): Aggregation | null {
  const fn = parseFunction(object);
  if (fn === undefined) return null;
  const rule = AGGREGATE_RULES[fn];
  if (input.isDimension && !rule.onDimensions)
    object.problem(
      "fn",
      `Function "${fn}" cannot be used on ${input.called}; it needs samples.`,
      "AGGREGATION_INVALID",
    );
  if (input.isText && rule.numeric)
    object.problem("fn", `Function "${fn}" cannot be used on a text; it needs numbers.`, "AGGREGATION_INVALID");
  const inputs = parseStateInputs(object);
  const given = {
    fn,
    ...present("p", parseShare(object)),
    ...present("method", object.word("method", ["locf", "linear"], PARAMETER)),
    ...present("per", object.word("per", ["second", "minute", "hour", "day"], PARAMETER)),
    ...present("state", object.text("state", EXPRESSION_LENGTH_MAX, PARAMETER)),
    ...present("inputs", inputs),
    ...present("of", object.word("of", ["known", "bucket"], PARAMETER)),
    ...present("durationUnit", object.word("durationUnit", ["ms", "second", "minute", "hour"], PARAMETER)),
    ...present("carryIn", object.any("carryIn") === undefined ? undefined : object.flag("carryIn", true)),
    ...present("lookbackMs", object.integer("lookbackMs", 1, LOOKBACK_MAX_MS, PARAMETER)),
    ...present("maxGapMs", object.integer("maxGapMs", 1, LOOKBACK_MAX_MS, PARAMETER)),
    ...present("expectedEveryMs", object.integer("expectedEveryMs", 1, LOOKBACK_MAX_MS, PARAMETER)),
    ...present("combine", object.word("combine", COMBINES, PARAMETER)),
    ...present("perSeries", object.any("perSeries") === undefined ? undefined : object.flag("perSeries", false)),
  } as Aggregation; // the members are those of an aggregation, which the spread of optional ones hides from the compiler
  object.finish();
  checkParameters(object, given, input);
  return withDefaults(given);
}

function parseFunction(object: ObjectReader): AggregateFunction | undefined {
  const json = object.any("fn");
  const fn = AGGREGATE_FUNCTIONS.find((known) => known === json);
  if (fn !== undefined) return fn;
  const hint = typeof json === "string" ? didYouMean(json, AGGREGATE_FUNCTIONS) : "";
  const message =
    json === undefined
      ? 'An aggregation needs "fn", the name of a function.'
      : `There is no function ${quote(json)}.${hint} Functions are ${AGGREGATE_FUNCTIONS.join(", ")}.`;
  object.problem("fn", message, "AGGREGATION_INVALID");
  return undefined;
}

function checkParameters(object: ObjectReader, given: Aggregation, input: MeasureInput): void {
  const { fn } = given;
  const rule = AGGREGATE_RULES[fn];
  const used: readonly AggregationParameter[] = input.isDimension
    ? rule.parameters.filter(isOfDimensions)
    : rule.parameters;
  for (const name of PARAMETERS)
    if (given[name] !== undefined && !used.includes(name))
      object.problem(
        name,
        `"${fn}" does not use "${name}"${input.isDimension ? ` on ${input.called}` : ""}.`,
        PARAMETER,
      );
  if (fn === "percentile" && !object.has("p")) object.problem("p", '"percentile" needs p between 0 and 1.', PARAMETER);
  if (fn === "completeness" && !object.has("expectedEveryMs"))
    object.problem(
      "expectedEveryMs",
      '"completeness" needs "expectedEveryMs", the planned distance of samples.',
      PARAMETER,
    );
  if (given.inputs !== undefined && given.state === undefined)
    object.problem("state", '"inputs" need "state", a condition over their names.', PARAMETER);
  if (given.combine === undefined || !used.includes("combine")) return;
  if (!rule.combines.includes(given.combine))
    object.problem(
      "combine",
      `"${fn}" combines by ${rule.combines.join(", ")}, not ${quote(given.combine)}.`,
      PARAMETER,
    );
  else if (rule.form === "pooled" && given.perSeries !== true)
    object.problem("combine", `"${fn}" combines devices only with "perSeries": true.`, PARAMETER);
}

const PARAMETERS: readonly AggregationParameter[] = [
  ...(["p", "method", "per", "state", "inputs", "of", "durationUnit", "carryIn", "lookbackMs", "maxGapMs"] as const),
  ...(["expectedEveryMs", "combine", "perSeries"] as const),
];

/** Each device has one value, so that there are no series to compute first; `perSeries` may still say that it is false. */
function isOfDimensions(name: AggregationParameter): boolean {
  return name === "p" || name === "perSeries";
}

function parseShare(object: ObjectReader): number | undefined {
  const p = object.any("p");
  if (p === undefined || (typeof p === "number" && p > 0 && p < 1)) return p;
  object.problem("p", `"percentile" needs p between 0 and 1, not ${quote(p)}.`, PARAMETER);
  return undefined;
}

function parseStateInputs(object: ObjectReader): ReadonlyMap<string, TelemetrySource> | undefined {
  if (!object.has("inputs")) return undefined;
  const inputs = new Map<string, TelemetrySource>();
  for (const [name, reader] of parseInputs(object)) {
    const source: DataSource | null = parseDataSource(reader);
    if (source?.type === "telemetry") inputs.set(name, source);
    else if (source !== null) reader.problem("type", "A state looks at telemetry only.", "SOURCE_INVALID");
  }
  return inputs;
}

function present<Name extends string, Found>(name: Name, found: Found | undefined): Partial<Record<Name, Found>> {
  if (found === undefined) return {};
  const member: Partial<Record<Name, Found>> = {};
  member[name] = found;
  return member;
}
