// Completes the fields of a view whose structure has been checked: kinds, sources and aggregations get their defaults,
// and everything a schema cannot express is checked. Relations between fields are checked later, in check-view.ts.
// Source: analytics contract 2.4 to 2.6, 3.5.
import { quote } from "../../problems.ts";
import type { SchemaReader } from "../../schema-reader.ts";
import { isKey } from "../../values.ts";
import { RESERVED_NAMES } from "../expressions/scopes.ts";
import { AGGREGATE_RULES, withDefaults, type AggregationParameter } from "./aggregate-rules.ts";
import { labelProblem, normalLabel } from "./labels.ts";
import { completeRange } from "./parse-time-range.ts";
import { isOfGroups, isOfSamples } from "./source-rules.ts";
import { IDENTIFIER } from "./field-schema.ts";
import { leftOut } from "./view-schema.ts";
import type {
  Aggregation,
  BucketUnit,
  CalendarRules,
  ExpressionSource,
  Field,
  FieldKind,
  GapFill,
  Source,
} from "./table-view.ts";
import type { ViewCode, ViewProblems } from "./view-problems.ts";

/** A field with its JSON pointer, and whether its aggregation is left to the data because the measure names none. */
export interface FieldDraft {
  readonly field: Field;
  readonly pointer: string;
  readonly isAggregationOpen: boolean;
}

export interface FieldContext {
  readonly isRaw: boolean;
  readonly calendar: CalendarRules;
  readonly reader: SchemaReader<ViewCode>;
  readonly problems: ViewProblems;
}

export function completeFields(fields: readonly Field[], context: FieldContext): readonly FieldDraft[] {
  const { problems } = context;
  const used = new Set<string>();
  return fields.map((field) => {
    const draft = completeField(field, context);
    if (used.has(field.id))
      problems.add(
        `${draft.pointer}/id`,
        "FIELD_ID_INVALID",
        `Field id ${quote(field.id)} must match the pattern and be unique.`,
      );
    used.add(field.id);
    return draft;
  });
}

function completeField(field: Field, { isRaw, calendar, reader, problems }: FieldContext): FieldDraft {
  const pointer = reader.pointerOf(field);
  const label = normalLabel(field.label);
  const misfit = labelProblem(label);
  if (misfit !== undefined)
    problems.add(`${pointer}/label`, "LABEL_INVALID", `The label ${quote(field.label)} ${misfit}.`);
  const source = completeSource(field.source, `${pointer}/source`, "SOURCE_INVALID", problems);
  const { aggregation, range, fill } = field;
  const isAggregated = aggregation !== null || problems.has(`${pointer}/aggregation`);
  const kinds = kindsOf(source, isAggregated);
  const kind = leftOut(field, "kind") ?? kinds[0];
  if (!kinds.includes(kind))
    problems.add(`${pointer}/kind`, "KIND_MISMATCH", `A field from ${source.type} cannot be a ${kind}.`);
  const needsAggregation = kind === "measure" && !isRaw && !isOfGroups(source);
  const because = isRaw
    ? "Raw mode has one row per sample"
    : kind === "measure"
      ? "A formula over finished rows is not aggregated"
      : `A ${kind} is not aggregated`;
  if (isAggregated && !needsAggregation)
    problems.add(
      `${pointer}/aggregation`,
      isRaw ? "RAW_AGGREGATION" : "AGGREGATION_INVALID",
      `${because}; remove the aggregation of ${quote(field.id)}.`,
    );
  if (aggregation !== null && needsAggregation)
    checkAggregation(aggregation, source, `${pointer}/aggregation`, problems);
  if (fill !== null) checkFill(fill, `${pointer}/fill`, "FIELD_INVALID", problems);
  if (field.round && field.decimals === null)
    problems.add(`${pointer}/round`, "FIELD_INVALID", '"round" needs "decimals", the digits to keep.');
  return {
    field: {
      ...field,
      ...{ label, kind, source },
      aggregation: aggregation !== null && needsAggregation ? withDefaults(aggregation) : null,
      range: range === null ? null : completeRange(range, calendar, `${pointer}/range`, problems),
    },
    pointer,
    isAggregationOpen: needsAggregation && !isAggregated,
  };
}

/** The kinds that a source allows, the default first. */
function kindsOf(source: Source, isAggregated: boolean): readonly [FieldKind, ...FieldKind[]] {
  switch (source.type) {
    case "entity":
    case "attribute":
      return isAggregated ? ["measure", "dimension"] : ["dimension", "measure"];
    case "telemetry":
      return ["measure", "dimension"];
    case "timeBucket":
    case "timePart":
    case "timestamp":
      return ["time"];
    case "constant":
      return ["dimension"];
    case "expression":
      if (source.stage === "group") return ["measure"];
      return isAggregated || isOfSamples(source) ? ["measure", "dimension"] : ["dimension", "measure"];
  }
}

export function checkFill({ value, constant }: GapFill, pointer: string, code: ViewCode, problems: ViewProblems): void {
  if (value === "constant" && constant === null)
    problems.add(`${pointer}/constant`, code, 'Filling with "constant" needs "constant", the value.');
}

// --- Sources ---

const PATH_PARTS_MAX = 16;
const DIVISORS_OF_60 = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];
/** The allowed amounts of each unit: a list of divisors, or the maximum of a range from 1. */
const AMOUNTS: Readonly<Record<BucketUnit, readonly number[] | number>> = {
  auto: 1,
  second: DIVISORS_OF_60,
  minute: DIVISORS_OF_60,
  hour: [1, 2, 3, 4, 6, 8, 12, 24],
  day: 366,
  week: 52,
  month: 12,
  quarter: 4,
  year: 100,
};

/** `code` is the error code of the place where the source is used. */
export function completeSource<Given extends Source>(
  source: Given,
  pointer: string,
  code: ViewCode,
  problems: ViewProblems,
): Given {
  const addProblem = (name: string, message: string, codeOfIt = code): void => {
    problems.add(`${pointer}/${name}`, codeOfIt, message);
  };
  if ("key" in source && !isKey(source.key))
    addProblem("key", `A key has 1 to 255 characters and is not blank, got ${quote(source.key)}.`);
  if ("path" in source && source.path !== null) {
    const parts = source.path.split(".");
    if (parts.length > PATH_PARTS_MAX || parts.includes(""))
      addProblem("path", `A path has 1 to ${String(PATH_PARTS_MAX)} names joined by dots, got ${quote(source.path)}.`);
  }
  if (source.type === "timeBucket") {
    const misfit = amountProblem(source.bucket, source.amount);
    if (misfit !== undefined) addProblem("amount", misfit, "BUCKET_AMOUNT");
  }
  if (source.type !== "expression") return source;
  const formula: ExpressionSource = source;
  const inputs = leftOut(formula, "inputs");
  const align = leftOut(formula, "align");
  if (source.stage === "group")
    for (const [name, given] of Object.entries({ inputs, align }))
      if (given !== undefined) addProblem(name, `Only a formula of the row stage has "${name}".`);
  checkInputs(inputs ?? new Map(), pointer, problems);
  return { ...source, inputs: inputs ?? new Map(), align: align ?? "exact" };
}

function amountProblem(bucket: BucketUnit, amount: number): string | undefined {
  const allowed = AMOUNTS[bucket];
  if (typeof allowed === "number" ? amount <= allowed : allowed.includes(amount)) return undefined;
  const unit = bucket === "auto" ? '"auto"' : bucket;
  const use = typeof allowed === "number" ? (allowed === 1 ? "1" : `1 to ${String(allowed)}`) : allowed.join(", ");
  const why = typeof allowed === "number" ? "is not possible for" : "does not divide";
  return `An amount of ${String(amount)} ${why} the unit ${unit}; use one of ${use}.`;
}

const NAME = new RegExp(IDENTIFIER);

/** Checks the names of inputs, which formulas use. */
function checkInputs(inputs: ReadonlyMap<string, Source>, pointer: string, problems: ViewProblems): void {
  for (const [name, input] of inputs) {
    const place = `${pointer}/inputs/${name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!NAME.test(name) || RESERVED_NAMES.has(name)) {
      const why = RESERVED_NAMES.has(name) ? "means something else in formulas" : "does not match the pattern of names";
      problems.add(place, "SOURCE_INVALID", `The input name ${quote(name)} ${why}.`);
    }
    completeSource(input, place, "SOURCE_INVALID", problems);
  }
}

// --- Aggregations ---

const PARAMETERS: readonly AggregationParameter[] = [
  ...(["p", "method", "per", "state", "inputs", "of", "durationUnit", "carryIn", "lookbackMs", "maxGapMs"] as const),
  ...(["expectedEveryMs", "combine", "perSeries"] as const),
];
/** Each device has one value, so there are no series to compute first; only `perSeries: false` is allowed. */
const OF_DIMENSIONS: readonly AggregationParameter[] = ["p", "perSeries"];

function checkAggregation(given: Aggregation, source: Source, pointer: string, problems: ViewProblems): void {
  const { fn, combine } = given;
  const rule = AGGREGATE_RULES[fn];
  const isDimension = !isOfSamples(source);
  const called =
    source.type === "entity" ? "an entity field" : source.type === "attribute" ? "an attribute" : "facts of devices";
  const addProblem = (name: string, message: string, code: ViewCode = "AGGREGATION_PARAMETER"): void => {
    problems.add(`${pointer}/${name}`, code, message);
  };
  if (isDimension && !rule.onDimensions)
    addProblem("fn", `Function "${fn}" cannot be used on ${called}; it needs samples.`, "AGGREGATION_INVALID");
  if (source.type === "telemetry" && source.cast === "text" && rule.numeric)
    addProblem("fn", `Function "${fn}" cannot be used on a text; it needs numbers.`, "AGGREGATION_INVALID");
  const used = isDimension ? rule.parameters.filter((name) => OF_DIMENSIONS.includes(name)) : rule.parameters;
  for (const name of PARAMETERS)
    if (given[name] !== undefined && !used.includes(name))
      addProblem(name, `"${fn}" does not use "${name}"${isDimension ? ` on ${called}` : ""}.`);
  if (fn === "percentile" && given.p === undefined) addProblem("p", '"percentile" needs p between 0 and 1.');
  if (fn === "completeness" && given.expectedEveryMs === undefined)
    addProblem("expectedEveryMs", '"completeness" needs "expectedEveryMs", the planned distance of samples.');
  if (given.inputs !== undefined) {
    checkInputs(given.inputs, pointer, problems);
    if (given.state === undefined) addProblem("state", '"inputs" need "state", a condition over their names.');
  }
  if (combine === undefined || !used.includes("combine")) return;
  if (!rule.combines.includes(combine))
    addProblem("combine", `"${fn}" combines by ${rule.combines.join(", ")}, not ${quote(combine)}.`);
  else if (rule.form === "pooled" && given.perSeries !== true)
    addProblem("combine", `"${fn}" combines devices only with "perSeries": true.`);
}
