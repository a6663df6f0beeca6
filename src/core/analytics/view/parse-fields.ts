// The fields of a view, each on its own: what it shows and from where. What fields are to each other is checked when all
// have been read (check-view.ts). Source: analytics contract 2.4.
import { DECIMALS_MAX } from "../expressions/rounding.ts";
import type { JsonObject } from "../../devices/device.ts";
import { labelProblem, normalLabel } from "./labels.ts";
import { ObjectReader } from "./object-reader.ts";
import type { MeasureInput } from "./parse-aggregation.ts";
import { parseAggregation } from "./parse-aggregation.ts";
import { EXPRESSION_LENGTH_MAX } from "../expressions/formula-parser.ts";
import { parseGapFill } from "./parse-rows.ts";
import { IDENTIFIER, parseSource } from "./parse-source.ts";
import { parseTimeRange } from "./parse-time-range.ts";
import { isOfGroups, isOfSamples } from "./source-rules.ts";
import type { CalendarRules, Field, FieldId, FieldKind, Source } from "./table-view.ts";
import { MAX_FIELDS } from "./table-view.ts";
import type { ViewProblems } from "./view-problems.ts";
import { quote } from "./view-problems.ts";

const UNIT_MAX = 32;
const DESCRIPTION_MAX = 500;
const COLORS_MAX = 64;
const LABEL_TEXT_MAX = 1_024;
const NEEDED = "A view needs 1 to 64 fields, at least one of them visible.";

/** A field, and what was left to the data: the aggregation of a measure that names none. */
export interface FieldDraft {
  readonly field: Field;
  readonly pointer: string;
  readonly isAggregationOpen: boolean;
}

export interface FieldContext {
  readonly isRaw: boolean;
  readonly calendar: CalendarRules;
}

export function parseFields(view: ObjectReader, context: FieldContext): readonly FieldDraft[] {
  const list = view.list("fields", MAX_FIELDS, "FIELDS_REQUIRED");
  if (list === undefined && view.has("fields")) return [];
  if (list === undefined || list.length === 0) view.problem("fields", NEEDED, "FIELDS_REQUIRED");
  const drafts = (list ?? []).flatMap((json, index) => {
    const pointer = `${view.at("fields")}/${String(index)}`;
    const reader = ObjectReader.of(json, pointer, view.problems, "FIELD_INVALID");
    const draft = reader === undefined ? null : parseField(reader, context);
    return draft === null ? [] : [draft];
  });
  if (drafts.length > 0 && drafts.length === list?.length && drafts.every(({ field }) => field.hidden))
    view.problem("fields", NEEDED, "FIELDS_REQUIRED");
  requireUniqueIds(drafts, view.problems);
  return drafts;
}

/** Null where the field has no id or source to be known by; its problems have been told. */
function parseField(reader: ObjectReader, context: FieldContext): FieldDraft | null {
  const id = parseFieldId(reader);
  const label = parseLabel(reader);
  const source = parseFieldSource(reader);
  const kind = source === null ? reader.word("kind", KINDS) : parseKind(reader, source);
  const aggregation = reader.object("aggregation", "AGGREGATION_INVALID");
  const needsAggregation = source !== null && kind === "measure" && !context.isRaw && !isOfGroups(source);
  checkAggregated(reader, source, kind, context);
  const range = reader.object("range", "RANGE_INVALID");
  const field = {
    label,
    aggregation:
      source !== null && aggregation !== undefined && needsAggregation
        ? parseAggregation(aggregation, inputOf(source))
        : null,
    where: reader.text("where", EXPRESSION_LENGTH_MAX, "EXPRESSION_LIMIT") ?? null,
    range: range === undefined ? null : parseTimeRange(range, context.calendar),
    dataType: reader.word("dataType", ["auto", "number", "text", "boolean", "time", "json"]) ?? "auto",
    unit: reader.text("unit", UNIT_MAX) ?? "",
    decimals: reader.integer("decimals", 0, DECIMALS_MAX) ?? null,
    round: reader.flag("round", false),
    format: (reader.any("format") === undefined ? undefined : objectAt(reader, "format")) ?? {},
    colors: parseColors(reader),
    fill: parseFill(reader),
    hidden: reader.flag("hidden", false),
    description: reader.text("description", DESCRIPTION_MAX) ?? "",
  } as const;
  reader.finish();
  if (field.round && field.decimals === null) reader.problem("round", '"round" needs "decimals", the digits to keep.');
  if (id === undefined || source === null || kind === undefined) return null;
  return {
    field: { ...field, id, kind, source },
    pointer: reader.pointer,
    isAggregationOpen: needsAggregation && aggregation === undefined,
  };
}

function parseFieldId(reader: ObjectReader): FieldId | undefined {
  const id = reader.any("id");
  if (typeof id === "string" && IDENTIFIER.test(id)) return id as FieldId;
  reader.problem(
    "id",
    `Field id ${quote(id)} must match the pattern and be unique: 1 to 64 letters, digits and _, not a digit first.`,
    "FIELD_ID_INVALID",
  );
  return undefined;
}

function requireUniqueIds(drafts: readonly FieldDraft[], problems: ViewProblems): void {
  const used = new Set<string>();
  for (const { field, pointer } of drafts) {
    if (used.has(field.id))
      problems.add(
        `${pointer}/id`,
        "FIELD_ID_INVALID",
        `Field id ${quote(field.id)} must match the pattern and be unique.`,
      );
    used.add(field.id);
  }
}

function parseLabel(reader: ObjectReader): string {
  const text = reader.text("label", LABEL_TEXT_MAX, "LABEL_INVALID");
  if (text === undefined) {
    if (!reader.has("label")) reader.problem("label", 'A field needs a "label".', "LABEL_INVALID");
    return "";
  }
  const label = normalLabel(text);
  const problem = labelProblem(label);
  if (problem !== undefined) reader.problem("label", `The label ${quote(text)} ${problem}.`, "LABEL_INVALID");
  return label;
}

function parseFieldSource(reader: ObjectReader): Source | null {
  const source = reader.object("source", "SOURCE_INVALID");
  if (source !== undefined) return parseSource(source);
  if (!reader.has("source")) reader.problem("source", 'A field needs a "source".', "SOURCE_INVALID");
  return null;
}

// --- Kinds ---

const KINDS: readonly FieldKind[] = ["dimension", "measure", "time"];

/** The kinds that a source allows, its default first. */
function kindsOf(source: Source, hasAggregation: boolean): readonly FieldKind[] {
  switch (source.type) {
    case "entity":
    case "attribute":
      return hasAggregation ? ["measure", "dimension"] : ["dimension", "measure"];
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
      return hasAggregation || isOfSamples(source) ? ["measure", "dimension"] : ["dimension", "measure"];
  }
}

function parseKind(reader: ObjectReader, source: Source): FieldKind {
  const kinds = kindsOf(source, reader.has("aggregation"));
  const [otherwise = "dimension"] = kinds;
  const kind = reader.word("kind", KINDS, "KIND_MISMATCH") ?? otherwise;
  if (!kinds.includes(kind))
    reader.problem("kind", `A field from ${source.type} cannot be a ${kind}.`, "KIND_MISMATCH");
  return kind;
}

// --- Aggregation ---

function checkAggregated(
  reader: ObjectReader,
  source: Source | null,
  kind: FieldKind | undefined,
  { isRaw }: FieldContext,
): void {
  if (!reader.has("aggregation") || source === null) return;
  const name = quote(reader.any("id"));
  if (isRaw)
    reader.problem(
      "aggregation",
      `Raw mode has one row per sample; remove the aggregation of ${name}.`,
      "RAW_AGGREGATION",
    );
  else if (kind !== "measure")
    reader.problem(
      "aggregation",
      `A ${String(kind)} is not aggregated; remove the aggregation of ${name}.`,
      "AGGREGATION_INVALID",
    );
  else if (isOfGroups(source))
    reader.problem(
      "aggregation",
      `A formula over finished rows is not aggregated; remove the aggregation of ${name}.`,
      "AGGREGATION_INVALID",
    );
}

function inputOf(source: Source): MeasureInput {
  const isDimension = !isOfSamples(source);
  const called =
    source.type === "entity" ? "an entity field" : source.type === "attribute" ? "an attribute" : "facts of devices";
  return { called, isDimension, isText: source.type === "telemetry" && source.cast === "text" };
}

// --- Display, which no computation reads ---

function objectAt(reader: ObjectReader, name: string): JsonObject | undefined {
  const json = reader.any(name);
  if (isJsonObject(json)) return json;
  reader.problem(name, `"${name}" must be an object, not ${quote(json)}.`);
  return undefined;
}

function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function parseColors(reader: ObjectReader): readonly JsonObject[] {
  const list = reader.list("colors", COLORS_MAX) ?? [];
  const rules = list.filter(isJsonObject);
  if (rules.length < list.length) reader.problem("colors", '"colors" is a list of objects {from, to, color}.');
  return rules;
}

function parseFill(reader: ObjectReader): Field["fill"] {
  const fill = reader.object("fill");
  if (fill === undefined) return null;
  const parsed = parseGapFill(fill);
  fill.finish();
  return parsed;
}
