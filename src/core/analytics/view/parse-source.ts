// Where the values of a field, an input or a filter come from. Source: analytics contract 2.5.
import { isKey } from "../../values.ts";
import { ATTRIBUTE_SCOPES, ENTITY_FIELDS, RESERVED_NAMES } from "../expressions/scopes.ts";
import { EXPRESSION_LENGTH_MAX } from "../expressions/formula-parser.ts";
import { TIME_PARTS } from "../time/time-part.ts";
import { ObjectReader } from "./object-reader.ts";
import type {
  BucketUnit,
  Cast,
  DataSource,
  EntityField,
  ExpressionSource,
  Of,
  Source,
  TimeBucketSource,
} from "./table-view.ts";
import { quote } from "./view-problems.ts";

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** Most inputs of one formula over samples. */
const INPUTS_MAX = 16;
const PATH_LENGTH_MAX = 255;
const PATH_PARTS_MAX = 16;
const TEXT_VALUE_MAX = 1_024;
const BUCKETS_DEFAULT = 300;
const BUCKETS_MAX = 50_000;

const TYPES = [
  "entity",
  "attribute",
  "telemetry",
  "timeBucket",
  "timePart",
  "timestamp",
  "constant",
  "expression",
] as const;
type SourceType = (typeof TYPES)[number];
const DATA_TYPES = ["entity", "attribute", "telemetry"] as const;
const OF: readonly Of[] = ["self", "gateway", "customer"];
const CASTS: readonly Cast[] = ["auto", "number", "text", "boolean"];

/** Null where no source could be read; its problems have been told. */
export function parseSource(source: ObjectReader): Source | null {
  return parseTyped(source, TYPES);
}

/** Of an input of a formula. */
export function parseDataSource(source: ObjectReader): DataSource | null {
  const parsed = parseTyped(source, DATA_TYPES);
  return parsed === null || !isDataSource(parsed) ? null : parsed;
}

export function isDataSource(source: Source): source is DataSource {
  return DATA_TYPES.some((type) => type === source.type);
}

function parseTyped(source: ObjectReader, types: readonly SourceType[]): Source | null {
  const type = source.word("type", types);
  if (type === undefined) {
    if (!source.has("type")) source.problem("type", `A source needs "type": ${types.join(", ")}.`);
    return null;
  }
  const parsed = parseMembers(source, type);
  source.finish();
  return parsed;
}

function parseMembers(source: ObjectReader, type: SourceType): Source | null {
  switch (type) {
    case "entity": {
      const field = needed(source, type, "field", source.word("field", [...ENTITY_FIELDS.keys()]));
      return both(field, parseOf(source), (name: EntityField, of) => ({ type, field: name, of }));
    }
    case "attribute": {
      const scope = needed(source, type, "scope", source.word("scope", ATTRIBUTE_SCOPES));
      const [of, path] = [parseOf(source), parsePath(source)];
      return both(scope, parseKey(source, type), (known, key) => ({ type, scope: known, key, of, path }));
    }
    case "telemetry": {
      const [path, cast, of] = [parsePath(source), source.word("cast", CASTS) ?? "auto", parseOf(source)];
      const key = parseKey(source, type);
      return key === undefined ? null : { type, key, path, cast, of };
    }
    case "timeBucket":
      return parseBucket(source);
    case "timePart": {
      const part = needed(source, type, "part", source.word("part", TIME_PARTS));
      return part === undefined ? null : { type, part };
    }
    case "timestamp":
      return { type };
    case "constant":
      return parseConstant(source);
    case "expression":
      return parseFormulaSource(source);
  }
}

function parseOf(source: ObjectReader): Of {
  return source.word("of", OF) ?? "self";
}

function parseKey(source: ObjectReader, type: SourceType): string | undefined {
  const key = needed(source, type, "key", source.text("key", 255));
  if (key === undefined || isKey(key)) return key;
  source.problem("key", `A key has 1 to 255 characters and is not blank, got ${quote(key)}.`);
  return undefined;
}

function parsePath(source: ObjectReader): string | null {
  const path = source.text("path", PATH_LENGTH_MAX);
  if (path === undefined) return null;
  const parts = path.split(".");
  if (parts.length <= PATH_PARTS_MAX && parts.every((part) => part !== "")) return path;
  source.problem("path", `A path has 1 to ${String(PATH_PARTS_MAX)} names joined by dots, got ${quote(path)}.`);
  return null;
}

function parseConstant(source: ObjectReader): Source | null {
  const value = source.any("value");
  const isFit =
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value)) ||
    (typeof value === "string" && value.length <= TEXT_VALUE_MAX && value.isWellFormed());
  if (isFit) return { type: "constant", value };
  source.problem(
    "value",
    `A constant is a number, true, false or a text of at most ${String(TEXT_VALUE_MAX)} characters, not ${quote(value)}.`,
  );
  return null;
}

// --- Buckets ---

const BUCKETS: readonly BucketUnit[] = ["auto", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];
const DIVISORS_OF_60 = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60];
/** The amounts of each unit: a list of divisors, or the greatest of all from 1. */
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

function parseBucket(source: ObjectReader): TimeBucketSource {
  const bucket = source.word("bucket", BUCKETS) ?? "auto";
  const amount = source.integer("amount", 1, 366, "BUCKET_AMOUNT") ?? 1;
  const allowed = AMOUNTS[bucket];
  if (typeof allowed === "number" ? amount > allowed : !allowed.includes(amount)) {
    const unit = bucket === "auto" ? '"auto"' : bucket;
    const use = typeof allowed === "number" ? (allowed === 1 ? "1" : `1 to ${String(allowed)}`) : allowed.join(", ");
    const why = typeof allowed === "number" ? "is not possible for" : "does not divide";
    source.problem(
      "amount",
      `An amount of ${String(amount)} ${why} the unit ${unit}; use one of ${use}.`,
      "BUCKET_AMOUNT",
    );
  }
  return {
    type: "timeBucket",
    bucket,
    amount,
    labelAt: source.word("labelAt", ["start", "end"]) ?? "start",
    maxBuckets: source.integer("maxBuckets", 1, BUCKETS_MAX) ?? BUCKETS_DEFAULT,
  };
}

// --- Formulas ---

function parseFormulaSource(source: ObjectReader): ExpressionSource | null {
  const type = "expression";
  const stage = source.word("stage", ["group", "row"]) ?? "group";
  const expr = needed(source, type, "expr", source.text("expr", EXPRESSION_LENGTH_MAX, "EXPRESSION_LIMIT"));
  const inputs = new Map<string, DataSource>();
  if (stage === "group") {
    for (const name of ["inputs", "align"])
      if (source.any(name) !== undefined) source.problem(name, `Only a formula of the row stage has "${name}".`);
    return expr === undefined ? null : { type, expr, stage, inputs, align: "exact" };
  }
  for (const [name, input] of parseInputs(source)) {
    const parsed = parseDataSource(input);
    if (parsed !== null) inputs.set(name, parsed);
  }
  const align = source.word("align", ["exact", "locf"]) ?? "exact";
  return expr === undefined ? null : { type, expr, stage, inputs, align };
}

/** The objects of `inputs` by their names, which formulas can use. */
export function parseInputs(owner: ObjectReader): readonly (readonly [name: string, input: ObjectReader])[] {
  const json = owner.any("inputs");
  if (json === undefined) return [];
  const inputs = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : undefined;
  if (inputs === undefined || inputs.length > INPUTS_MAX) {
    owner.problem("inputs", `"inputs" is an object of at most ${String(INPUTS_MAX)} sources by their names.`);
    return [];
  }
  return inputs.flatMap(([name, input]) => {
    const pointer = `${owner.at("inputs")}/${name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!IDENTIFIER.test(name) || RESERVED_NAMES.has(name)) {
      const why = RESERVED_NAMES.has(name) ? "means something else in formulas" : "does not match the pattern of names";
      owner.problems.add(pointer, "SOURCE_INVALID", `The input name ${quote(name)} ${why}.`);
    }
    const reader = ObjectReader.of(input, pointer, owner.problems, "SOURCE_INVALID");
    return reader === undefined ? [] : [[name, reader] as const];
  });
}

function needed<Found>(
  source: ObjectReader,
  type: SourceType,
  name: string,
  found: Found | undefined,
): Found | undefined {
  if (found === undefined && !source.has(name)) source.problem(name, `Source "${type}" needs "${name}".`);
  return found;
}

function both<Left, Right>(
  left: Left | undefined,
  right: Right | undefined,
  make: (left: Left, right: Right) => Source,
): Source | null {
  return left === undefined || right === undefined ? null : make(left, right);
}
