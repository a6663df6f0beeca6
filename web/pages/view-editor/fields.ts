// The fields of a view as the editor sees them: what kind each is, its names, and what refers to it when it is called
// something else or goes. Source: analytics contract 2.4, 2.5.
import { isRecord } from "../../api/json.ts";
import type { Schema } from "../../api/schemas.ts";
import { listOf, recordsOf, textAt, textsAt, valueAt, withValue, type Json } from "./document.ts";

export interface PickedSource {
  readonly source: Json;
  /** What to call it at first. */
  readonly label: string;
  readonly isNumeric: boolean;
}

export type FieldKind = NonNullable<Schema<"ViewField">["kind"]>;

const TIME_SOURCES = ["timeBucket", "timePart", "timestamp"];

export function fieldsOf(view: Json): readonly Json[] {
  return recordsOf(view["fields"]);
}

/** By the rules of the service where the view does not say it. */
export function kindOf(field: Json): FieldKind {
  const kind = textAt(field, ["kind"]);
  if (kind === "dimension" || kind === "measure" || kind === "time") return kind;
  const type = textAt(field, ["source", "type"]);
  if (TIME_SOURCES.includes(type)) return "time";
  if (type === "telemetry") return "measure";
  if (type === "expression" && textAt(field, ["source", "stage"]) !== "row") return "measure";
  return isRecord(field["aggregation"]) || type === "expression" ? "measure" : "dimension";
}

export function fieldsOfKinds(view: Json, kinds: readonly FieldKind[]): readonly Json[] {
  return fieldsOf(view).filter((field) => kinds.includes(kindOf(field)));
}

export function idOf(field: Json): string {
  return textAt(field, ["id"]);
}

export function labelOf(field: Json): string {
  return textAt(field, ["label"]) || idOf(field) || "Unnamed";
}

const ID_MAX = 40;

/** A name for formulas that nothing in the view has yet. */
export function freshId(wanted: string, view: Json): string {
  return identifier(wanted, "field", new Set(fieldsOf(view).map(idOf)));
}

/** A name for formulas, from any text; `prefix` stands before one that begins with no letter. */
export function identifier(wanted: string, prefix: string, taken: ReadonlySet<string>): string {
  const plain = wanted
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, ID_MAX);
  const start = /^[A-Za-z_]/.test(plain) ? plain : `${prefix}_${plain}`.replace(/_$/, "");
  return firstFree(start, (count) => `${start}_${count}`, taken);
}

const LABEL_MAX = 100;

/** Names from outside as labels may be: short, in one line, and nothing that looks like markup or a placeholder. */
export function plainLabel(wanted: string): string {
  const plain = wanted
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("{{", "{ {")
    .slice(0, LABEL_MAX)
    .toWellFormed()
    .trim();
  return plain === "" || plain === "__proto__" ? "Column" : plain;
}

/** A label that no other column has. */
export function freshLabel(wanted: string, view: Json): string {
  const taken = new Set(fieldsOf(view).map(labelOf));
  const plain = plainLabel(wanted);
  return firstFree(plain, (count) => `${plain} ${count}`, taken);
}

export function firstFree(wanted: string, numbered: (count: number) => string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = numbered(count);
  return name;
}

/** Gives a field another id, and every reference to it. */
export function withFieldId(view: Json, index: number, to: string): Json {
  const from = textAt(view, ["fields", index, "id"]);
  const named = asJson(withValue(view, ["fields", index, "id"], to));
  // While two fields have one id, what means which is not known.
  if (from === "" || to === "" || fieldsOf(named).some((field) => idOf(field) === from)) return named;
  return withReferences(
    named,
    (id) => (id === from ? to : id),
    (formula) => renamedIn(formula, from, to),
  );
}

/** Takes a field away, and what sorts, ranks, compares, filters or draws by it. Formulas keep its name, and say so. */
export function withoutField(view: Json, index: number): Json {
  const id = textAt(view, ["fields", index, "id"]);
  const fields = listOf(view["fields"]).toSpliced(index, 1);
  const left = { ...view, fields };
  if (fields.some((field) => textAt(field, ["id"]) === id)) return left;
  return withReferences(
    left,
    (other) => (other === id ? null : other),
    (formula) => formula,
  );
}

type Rename = (id: string) => string | null;
const ROLES_OF_ONE = ["x", "series", "size", "value", "latitude", "longitude"];
const ROLES_OF_SEVERAL = ["y", "columns", "values"];

function withReferences(view: Json, rename: Rename, inFormula: (formula: string) => string): Json {
  let next = view;
  const set = (path: readonly (string | number)[], value: unknown): void => {
    if (valueAt(next, path) !== undefined) next = asJson(withValue(next, path, value));
  };
  set(["sort"], renamedEntries(view["sort"], ["field"], rename));
  set(["filters"], renamedEntries(view["filters"], ["target", "field"], rename, isResultFilter));
  set(["compare", "fields"], renamedList(view, ["compare", "fields"], rename));
  set(["limit", "top", "per"], renamedList(view, ["limit", "top", "per"], rename));
  const by = textAt(view, ["limit", "top", "by"]);
  if (by !== "") set(rename(by) === null ? ["limit", "top"] : ["limit", "top", "by"], rename(by) ?? undefined);
  for (const role of ROLES_OF_ONE) {
    const id = textAt(view, ["visualization", role]);
    if (id !== "") set(["visualization", role], rename(id) ?? undefined);
  }
  for (const role of ROLES_OF_SEVERAL) set(["visualization", role], renamedList(view, ["visualization", role], rename));
  for (const [index, field] of listOf(view["fields"]).entries()) {
    const isOfRows = textAt(field, ["source", "stage"]) !== "row";
    const formula = textAt(field, ["source", "expr"]);
    if (isOfRows && formula !== "") set(["fields", index, "source", "expr"], inFormula(formula));
  }
  return next;
}

/** A filter on attributes may name an entity field by the same member. */
function isResultFilter(entry: unknown): boolean {
  return textAt(entry, ["target", "type"]) === "";
}

function renamedEntries(
  list: unknown,
  path: readonly string[],
  rename: Rename,
  concerns: (entry: unknown) => boolean = () => true,
): unknown {
  return listOf(list).flatMap((entry) => {
    const id = textAt(entry, path);
    if (id === "" || !concerns(entry)) return [entry];
    const next = rename(id);
    return next === null ? [] : [withValue(entry, path, next)];
  });
}

function renamedList(view: Json, path: readonly string[], rename: Rename): readonly string[] {
  return textsAt(view, path).flatMap((id) => rename(id) ?? []);
}

const TEXT_OR_NAME = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_][A-Za-z0-9_.]*/g;

function renamedIn(formula: string, from: string, to: string): string {
  return formula.replace(TEXT_OR_NAME, (token) => (token === from ? to : token));
}

export function asJson(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** What a source that was picked gives: a label, an id, and the function that fits its values. */
export function newColumn({ source, label, isNumeric }: PickedSource, view: Json): Json {
  const isRaw = textAt(view, ["grouping", "mode"]) === "raw";
  const fn = functionFor(source, isNumeric);
  return {
    id: freshId(label, view),
    label: freshLabel(label, view),
    source,
    ...(fn === null || isRaw ? {} : { aggregation: { fn } }),
  };
}

/** The same column of another source; what does not fit it goes. */
export function withSource(field: Json, { source, isNumeric }: PickedSource): Json {
  const { kind: _kind, aggregation, ...rest } = field;
  const fn = functionFor(source, isNumeric);
  if (fn === null) return { ...rest, source };
  const kept = kindOf(field) === "measure" && isRecord(aggregation) ? aggregation : { fn };
  return { ...rest, source, aggregation: kept };
}

function functionFor(source: Json, isNumeric: boolean): string | null {
  if (textAt(source, ["type"]) !== "telemetry") return null;
  return isNumeric ? "avg" : "latest";
}
