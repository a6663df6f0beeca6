// The fields of a view in the editor: their kinds, names and references, which change when a field is renamed or
// removed. Source: analytics contract 2.4, 2.5.
import { formatMembers, NO_FORMAT, type KeyFormat, type KeyFormats } from "../../components/chart/key-format.ts";
import { words } from "../../words/words.ts";
import type { FieldDraft, FieldKind, ViewDraft } from "./view-draft.ts";

export interface PickedSource {
  readonly source: NonNullable<FieldDraft["source"]>;
  /** The initial label. */
  readonly label: string;
  readonly isNumeric: boolean;
}

export function fieldsOf({ fields = [] }: ViewDraft): readonly FieldDraft[] {
  return fields;
}

/** Follows the service's rules if the view does not state it. */
export function kindOf({ kind, source, aggregation }: FieldDraft): FieldKind {
  if (kind !== undefined) return kind;
  const type = source?.type;
  if (type === "timeBucket" || type === "timePart" || type === "timestamp") return "time";
  return type === "telemetry" || type === "expression" || aggregation ? "measure" : "dimension";
}

export function fieldsOfKinds(view: ViewDraft, kinds: readonly FieldKind[]): readonly FieldDraft[] {
  return fieldsOf(view).filter((field) => kinds.includes(kindOf(field)));
}

export function idOf({ id = "" }: FieldDraft): string {
  return id;
}

export function labelOf({ id = "", label = "" }: FieldDraft): string {
  return label || id || words.viewEditor.unnamed;
}

const ID_MAX = 40;

/** A name for formulas that is not yet used in the view. */
export function freshId(wanted: string, view: ViewDraft): string {
  return identifier(wanted, "field", new Set(fieldsOf(view).map(idOf)));
}

/** A name for formulas made from any text; `prefix` is added if the text does not begin with a letter. */
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

/**
 * Makes a valid label from a name from outside: short, one line, without anything that looks like markup or a
 * placeholder.
 */
export function plainLabel(wanted: string): string {
  const plain = wanted
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("<", "‹")
    .replaceAll(">", "›")
    .replaceAll("{{", "{ {")
    .slice(0, LABEL_MAX)
    .toWellFormed()
    .trim();
  return plain === "" || plain === "__proto__" ? words.viewEditor.column : plain;
}

/** A label that no other column has. */
export function freshLabel(wanted: string, view: ViewDraft): string {
  const taken = new Set(fieldsOf(view).map(labelOf));
  const plain = plainLabel(wanted);
  return firstFree(plain, (count) => `${plain} ${count}`, taken);
}

export function firstFree(wanted: string, numbered: (count: number) => string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = numbered(count);
  return name;
}

/** Renames a field's id, with every reference to it. */
export function withFieldId(view: ViewDraft, index: number, to: string): ViewDraft {
  const fields = fieldsOf(view);
  const from = fields[index]?.id ?? "";
  const named = { ...view, fields: fields.map((field, place) => (place === index ? { ...field, id: to } : field)) };
  // While two fields have the same id, references are ambiguous.
  if (from === "" || to === "" || named.fields.some(({ id }) => id === from)) return named;
  return withReferences(
    named,
    (id) => (id === from ? to : id),
    (formula) => renamedIn(formula, from, to),
  );
}

/**
 * Removes a field, and everything that sorts, ranks, compares, filters or draws by it. Formulas keep its name and
 * report the problem.
 */
export function withoutField(view: ViewDraft, index: number): ViewDraft {
  const gone = fieldsOf(view)[index]?.id;
  const fields = fieldsOf(view).toSpliced(index, 1);
  const left = { ...view, fields };
  if (fields.some(({ id }) => id === gone)) return left;
  return withReferences(
    left,
    (id) => (id === gone ? undefined : id),
    (formula) => formula,
  );
}

/** Undefined removes the reference. */
type Rename = (id: string) => string | undefined;

function withReferences(view: ViewDraft, rename: Rename, inFormula: (formula: string) => string): ViewDraft {
  const { sort, filters, compare, limit, visualization: drawn, fields } = view;
  const top = limit?.top;
  const one = (id: string | undefined) => (id === undefined ? undefined : rename(id));
  const isRankedByOther = top?.by === undefined || one(top.by) !== undefined;
  const several = (ids: readonly string[] | undefined) => ids?.flatMap((id) => rename(id) ?? []);
  return {
    ...view,
    sort: sort?.flatMap((entry) => {
      const field = one(entry.field);
      return field === undefined && entry.field !== undefined ? [] : [{ ...entry, field }];
    }),
    filters: filters?.flatMap((filter) => {
      const { target } = filter;
      // A filter on devices may name an entity field with the same member.
      if (target?.type !== undefined || target?.field === undefined) return [filter];
      const field = rename(target.field);
      return field === undefined ? [] : [{ ...filter, target: { ...target, field } }];
    }),
    compare: compare && { ...compare, fields: several(compare.fields) },
    limit: limit && {
      ...limit,
      top: isRankedByOther ? top && { ...top, by: one(top.by), per: several(top.per) } : undefined,
    },
    visualization: drawn && {
      ...drawn,
      ...{ x: one(drawn.x), series: one(drawn.series), size: one(drawn.size), value: one(drawn.value) },
      ...{ latitude: one(drawn.latitude), longitude: one(drawn.longitude) },
      ...{ y: several(drawn.y), columns: several(drawn.columns), values: several(drawn.values) },
    },
    fields: fields?.map((field) => {
      const { source } = field;
      return source?.expr === undefined || source.stage === "row"
        ? field
        : { ...field, source: { ...source, expr: inFormula(source.expr) } };
    }),
  };
}

const TEXT_OR_NAME = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_][A-Za-z0-9_.]*/g;

function renamedIn(formula: string, from: string, to: string): string {
  return formula.replace(TEXT_OR_NAME, (token) => (token === from ? to : token));
}

/** The names or ids of the profiles of the view's devices; null if it may be any. */
export function profilesOfView({ scope }: ViewDraft): readonly string[] | null {
  return scope?.profiles?.flatMap(({ id, name }) => id ?? name ?? []) ?? null;
}

/** The column for a picked source: a label, an id, a function that fits its values, and the unit and decimals of its key. */
export function newColumn(picked: PickedSource, view: ViewDraft, formats: KeyFormats): FieldDraft {
  const aggregation = view.grouping?.mode === "raw" ? undefined : aggregationFor(picked);
  return {
    ...{ id: freshId(picked.label, view), label: freshLabel(picked.label, view), source: picked.source },
    ...(aggregation && { aggregation }),
    ...formatMembers(formatOf(picked.source, formats)),
  };
}

/** The same column with another source; parts that do not fit it are removed, as are the unit and the decimals of the key that it had. */
export function withSource(field: FieldDraft, picked: PickedSource, formats: KeyFormats): FieldDraft {
  const { source } = picked;
  const { kind: _kind, aggregation, ...rest } = withFormat(field, source, formats);
  const fitting = aggregationFor(picked);
  if (fitting === undefined) return { ...rest, source };
  return { ...rest, source, aggregation: kindOf(field) === "measure" ? (aggregation ?? fitting) : fitting };
}

function aggregationFor({ source, isNumeric }: PickedSource): FieldDraft["aggregation"] {
  return source.type === "telemetry" ? { fn: isNumeric ? "avg" : "latest" } : undefined;
}

type Source = FieldDraft["source"];

/** Profiles know units of telemetry, not of attributes. */
function formatOf(source: Source, formats: KeyFormats): KeyFormat {
  return (source?.type === "telemetry" ? formats.get(source.key ?? "") : undefined) ?? NO_FORMAT;
}

function withFormat(field: FieldDraft, source: Source, formats: KeyFormats): FieldDraft {
  const { unit = "", decimals = null, ...rest } = field;
  const before = formatOf(field.source, formats);
  const isOwn = unit !== before.unit || decimals !== before.decimals;
  return isOwn ? field : { ...rest, ...formatMembers(formatOf(source, formats)) };
}
