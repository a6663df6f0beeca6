// Checks of a view that involve several of its parts, after each part has been parsed. Source: analytics contract 2.10,
// 2.14.
import { quote } from "../../problems.ts";
import { WARNINGS } from "../report/warning-words.ts";
import { checkLabels } from "./labels.ts";
import type { FieldDraft } from "./parse-fields.ts";
import { isOfGroups, isOfSamples } from "./source-rules.ts";
import { NEEDS_FIELDS } from "./view-schema.ts";
import type { Field, FieldId, FieldKind, ViewDefinition, Visualization } from "./table-view.ts";
import { readFormulas } from "./view-formulas.ts";
import type { ViewCode, ViewProblem, ViewProblems } from "./view-problems.ts";

/** `drafts` are the fields of `view`, in the same order. */
export function checkView(view: ViewDefinition, drafts: readonly FieldDraft[], problems: ViewProblems): void {
  const pointers = drafts.map(({ pointer }) => pointer);
  const references = new References(view, problems);
  if (view.fields.every(({ hidden }) => hidden) && !problems.has("/fields"))
    problems.add("/fields", "FIELDS_REQUIRED", NEEDS_FIELDS);
  for (const { field, pointer } of drafts) checkField(view, field, pointer, problems);
  checkLabels(
    drafts.map(({ field, pointer }) => ({ id: field.id, label: field.label, pointer })),
    view.compare,
    problems,
  );
  checkFilters(view, problems);
  checkGaps(view, problems);
  for (const [index, { field }] of view.sort.entries()) references.require(field, `/sort/${String(index)}/field`);
  checkTop(view, references, problems);
  checkCompare(view, references, problems);
  checkVisualization(view, problems);
  const { problems: formulaProblems } = readFormulas(view, (index) => pointers[index] ?? "/fields");
  for (const { pointer, code, message } of formulaProblems) problems.add(pointer, code, message);
}

/** Warnings about a valid view. */
export function warningsOf(view: ViewDefinition): readonly ViewProblem[] {
  const ranges = [
    { pointer: "/timeRange", range: view.timeRange },
    ...view.fields.map(({ range }, index) => ({ pointer: `/fields/${String(index)}/range`, range })),
  ];
  const message = WARNINGS.ZONE_OF_READER({});
  return ranges.flatMap(({ pointer, range }) =>
    range?.timezone === "viewer" ? [{ pointer: `${pointer}/timezone`, code: "ZONE_OF_READER" as const, message }] : [],
  );
}

function checkField(view: ViewDefinition, field: Field, pointer: string, problems: ViewProblems): void {
  const isRaw = view.grouping.mode === "raw";
  const isMeasured = field.kind === "measure" && isOfSamples(field.source);
  if (field.source.type === "timestamp" && !isRaw)
    problems.add(`${pointer}/source`, "SOURCE_INVALID", 'Source "timestamp" is for raw mode only.');
  if (field.kind === "dimension" && field.source.type === "expression" && isOfSamples(field.source))
    problems.add(
      `${pointer}/source/inputs`,
      "SOURCE_INVALID",
      "A calculated dimension looks at entity fields and attributes only.",
    );
  if (field.where !== null && !isMeasured)
    problems.add(`${pointer}/where`, "SOURCE_INVALID", "A condition on samples needs a measure of telemetry.");
  if (field.range === null) return;
  if (view.fields.some(({ kind }) => kind === "time") || isRaw)
    problems.add(
      `${pointer}/range`,
      "FIELD_RANGE_WITH_TIME",
      "A field cannot have its own range when the view is split by time.",
    );
  else if (!isMeasured)
    problems.add(`${pointer}/range`, "RANGE_INVALID", "Only a measure of telemetry can have a range of its own.");
}

class References {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #problems: ViewProblems;

  constructor(view: ViewDefinition, problems: ViewProblems) {
    this.#fields = new Map(view.fields.map((field) => [field.id, field]));
    this.#problems = problems;
  }

  /** The field must exist, and have one of `kinds` if any are given. A blank id was reported when it was parsed. */
  require(id: FieldId, pointer: string, kinds?: readonly FieldKind[], code: ViewCode = "FIELD_UNKNOWN"): void {
    const field = this.#fields.get(id);
    if (field === undefined) {
      if (id !== "") this.#problems.add(pointer, code, `${quote(id)} is not a field of this view.`);
    } else if (kinds !== undefined && !kinds.includes(field.kind)) {
      this.#problems.add(pointer, code, `${quote(id)} is a ${field.kind}; a ${kinds.join(" or ")} is needed here.`);
    }
  }
}

function checkFilters({ filters, fields, grouping }: ViewDefinition, problems: ViewProblems): void {
  const measures = new Set(fields.filter(({ kind }) => kind === "measure").map(({ id }) => id));
  for (const [index, { target }] of filters.entries()) {
    if ("type" in target || (grouping.mode !== "raw" && measures.has(target.field))) continue;
    const why = grouping.mode === "raw" ? "raw mode has no results" : `${quote(target.field)} is none`;
    const message = `A filter on a result needs a measure field; ${why}.`;
    problems.add(`/filters/${String(index)}/target/field`, "FILTER_TARGET", message);
  }
}

function checkGaps({ fields, gaps, grouping }: ViewDefinition, problems: ViewProblems): void {
  const buckets = fields.filter(({ source }) => source.type === "timeBucket").length;
  if (gaps.buckets === "all" && (buckets !== 1 || grouping.mode === "raw"))
    problems.add(
      "/gaps",
      "GAPS_WITHOUT_BUCKET",
      `Gap filling needs a time bucket field: exactly one, and rows that are grouped; the view has ${String(buckets)}.`,
    );
  if (grouping.keepEmptyGroups && buckets > 0 && gaps.buckets !== "all")
    problems.add(
      "/grouping/keepEmptyGroups",
      "EMPTY_GROUPS_WITHOUT_GAPS",
      'Keeping empty groups in a view with a time bucket needs gap filling: "gaps": {"buckets": "all"}.',
    );
}

function checkTop(
  { limit: { top }, fields, grouping }: ViewDefinition,
  references: References,
  problems: ViewProblems,
): void {
  if (top === null) return;
  references.require(top.by, "/limit/top/by", ["measure"]);
  for (const [index, id] of top.per.entries()) references.require(id, `/limit/top/per/${String(index)}`, ["dimension"]);
  const dimensions = fields.filter(({ kind, id }) => kind === "dimension" && !top.per.includes(id));
  const ranked = [dimensions.at(-1), ...fields.filter(({ id }) => top.per.includes(id))];
  // The rest is computed over the devices of its groups, but a telemetry value in force is not a property of a device.
  if (top.others && ranked.some((field) => field?.source.type === "telemetry"))
    problems.add(
      "/limit/top/others",
      "LIMIT_RANGE",
      'The rest of the groups can be one row only where facts of devices tell groups apart, not telemetry; leave out "others".',
    );
  if (grouping.mode === "raw" || dimensions.length === 0)
    problems.add(
      "/limit/top",
      "LIMIT_RANGE",
      'The best groups need grouped rows and a dimension that is not in "per".',
    );
}

function checkCompare(
  { compare, fields, grouping }: ViewDefinition,
  references: References,
  problems: ViewProblems,
): void {
  if (compare === null) return;
  if (grouping.mode === "raw")
    problems.add("/compare", "COMPARE_INVALID", "Comparison needs grouped rows; raw mode has none.");
  const hasMeasure = fields.some((field) => field.kind === "measure" || isOfGroups(field.source));
  if (!hasMeasure) problems.add("/compare", "COMPARE_INVALID", "Comparison needs at least one measure.");
  for (const [index, id] of compare.fields.entries())
    references.require(id, `/compare/fields/${String(index)}`, ["measure"], "COMPARE_INVALID");
}

// --- Visualization ---

const ONE_FIELD = ["x", "series", "size", "value", "latitude", "longitude"] as const;
const SEVERAL_FIELDS = ["y", "columns", "values"] as const;
type Role = (typeof ONE_FIELD)[number] | (typeof SEVERAL_FIELDS)[number];

interface Needs {
  readonly required: readonly Role[];
  /** Roles that are not listed accept any field. */
  readonly kinds: Readonly<Partial<Record<Role, readonly FieldKind[]>>>;
}

const GROUPS: readonly FieldKind[] = ["dimension", "time"];
const MEASURES: readonly FieldKind[] = ["measure"];
const ANY: Needs = { required: [], kinds: {} };
const AXES: Needs = { required: ["x", "y"], kinds: { x: GROUPS, y: MEASURES, series: GROUPS } };
const SLICES: Needs = { required: ["x", "y"], kinds: { x: GROUPS, y: MEASURES } };
const FIGURE: Needs = { required: ["y"], kinds: { y: MEASURES } };

const NEEDS: Readonly<Record<Visualization["type"], Needs>> = {
  table: ANY,
  pivotTable: { required: ["columns", "values"], kinds: { columns: GROUPS, values: MEASURES } },
  line: AXES,
  area: AXES,
  bar: AXES,
  stackedBar: AXES,
  pie: SLICES,
  donut: SLICES,
  card: FIGURE,
  gauge: FIGURE,
  heatMap: { required: ["x", "y"], kinds: { x: GROUPS, y: GROUPS, value: MEASURES, size: MEASURES } },
  scatter: { required: ["x", "y"], kinds: { x: MEASURES, y: MEASURES, series: GROUPS, size: MEASURES } },
  timeline: { required: ["x", "y"], kinds: { x: GROUPS, y: MEASURES } },
  map: { required: ["latitude", "longitude"], kinds: { value: MEASURES } },
};

/** Checks that a visualization refers to fields of the view, of a kind that it can show, and to all that it needs. */
function checkVisualization({ visualization, fields }: ViewDefinition, problems: ViewProblems): void {
  const { type } = visualization;
  const { required, kinds } = NEEDS[type];
  const byId = new Map(fields.map((field) => [field.id, field]));
  const addProblem = (role: Role, message: string): void => {
    problems.add(`/visualization/${role}`, "FIELD_UNKNOWN", message);
  };
  const check = (role: Role, id: FieldId): void => {
    const field = byId.get(id);
    if (field === undefined) addProblem(role, `${quote(id)} is not a field of this view.`);
    else if (kinds[role]?.includes(field.kind) === false)
      addProblem(role, `"${role}" needs a ${kinds[role].join(" or ")}, but ${quote(id)} is a ${field.kind}.`);
  };
  for (const role of ONE_FIELD) {
    const id = visualization[role];
    if (typeof id === "string") check(role, id);
  }
  for (const role of SEVERAL_FIELDS) for (const id of visualization[role] ?? []) check(role, id);
  for (const role of required) {
    const named = visualization[role] ?? [];
    if (named.length === 0) addProblem(role, `A visualization of type "${type}" needs "${role}".`);
  }
}
