// How a view is drawn. No computation reads it; here only its references to fields are checked, and that what a kind of
// drawing needs is there. Source: analytics contract 2.12.
import type { JsonObject } from "../../devices/device.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { Field, FieldKind } from "./table-view.ts";
import { MAX_FIELDS } from "./table-view.ts";
import { quote } from "./view-problems.ts";

const TYPES = [
  ...(["table", "pivotTable", "line", "area", "bar", "stackedBar", "pie", "donut", "card", "gauge"] as const),
  ...(["heatMap", "scatter", "timeline", "map"] as const),
] as const;
type VisualizationType = (typeof TYPES)[number];

const ONE_FIELD = ["x", "series", "size", "value", "latitude", "longitude"] as const;
const SEVERAL_FIELDS = ["y", "columns", "values"] as const;
type Role = (typeof ONE_FIELD)[number] | (typeof SEVERAL_FIELDS)[number];

interface Needs {
  readonly required: readonly Role[];
  /** Roles that are not listed take any field. */
  readonly kinds: Readonly<Partial<Record<Role, readonly FieldKind[]>>>;
}

const GROUPS: readonly FieldKind[] = ["dimension", "time"];
const MEASURES: readonly FieldKind[] = ["measure"];
const ANY: Needs = { required: [], kinds: {} };
const AXES: Needs = { required: ["x", "y"], kinds: { x: GROUPS, y: MEASURES, series: GROUPS } };
const SLICES: Needs = { required: ["x", "y"], kinds: { x: GROUPS, y: MEASURES } };
const FIGURE: Needs = { required: ["y"], kinds: { y: MEASURES } };

const NEEDS: Readonly<Record<VisualizationType, Needs>> = {
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

export function parseVisualization(view: ObjectReader, fields: readonly Field[]): JsonObject {
  const object = view.object("visualization");
  if (object === undefined) return { type: "table" };
  const type = object.word("type", TYPES) ?? "table";
  const { required, kinds } = NEEDS[type];
  const named = new Set<Role>();
  for (const role of ONE_FIELD) {
    const id = object.any(role);
    if (id === undefined) continue;
    named.add(role);
    checkReference(object, role, id, kinds[role], fields);
  }
  for (const role of SEVERAL_FIELDS) {
    const list = object.list(role, MAX_FIELDS);
    if (list !== undefined && list.length > 0) named.add(role);
    for (const id of list ?? []) checkReference(object, role, id, kinds[role], fields);
  }
  for (const role of required)
    if (!named.has(role)) object.problem(role, `A visualization of type "${type}" needs "${role}".`, "FIELD_UNKNOWN");
  object.object("options");
  object.finish();
  const json = view.any("visualization");
  return { type, ...(isJsonObject(json) ? json : {}) };
}

function checkReference(
  object: ObjectReader,
  role: Role,
  id: unknown,
  kinds: readonly FieldKind[] | undefined,
  fields: readonly Field[],
): void {
  const field = fields.find((known) => known.id === id);
  if (field === undefined) object.problem(role, `${quote(id)} is not a field of this view.`, "FIELD_UNKNOWN");
  else if (kinds !== undefined && !kinds.includes(field.kind))
    object.problem(
      role,
      `"${role}" needs a ${kinds.join(" or ")}, but ${quote(id)} is a ${field.kind}.`,
      "FIELD_UNKNOWN",
    );
}

function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
