// Parses a view from JSON: the result is complete and consistent with all defaults filled in, or the list of all
// problems. The schema describes the structure (view-schema.ts); this module checks what the schema cannot express.
// Source: analytics contract 2.
import { quote } from "../../problems.ts";
import { SchemaReader } from "../../schema-reader.ts";
import type { CustomerId, DeviceId, TenantId } from "../../ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { withDefaults } from "./aggregate-rules.ts";
import { checkView, warningsOf } from "./check-view.ts";
import { labelProblem, normalLabel, SUFFIX_LENGTH_MAX } from "./labels.ts";
import { checkFill, completeFields, type FieldDraft } from "./parse-fields.ts";
import { completeFilters } from "./parse-filters.ts";
import { completeRange, defaultRange } from "./parse-time-range.ts";
import { isOfSamples } from "./source-rules.ts";
import { leftOut, viewSchema } from "./view-schema.ts";
import type {
  AttributeSource,
  Compare,
  ComparedColumn,
  Field,
  FieldId,
  Scope,
  TelemetrySource,
  ViewDefinition,
  Visualization,
} from "./table-view.ts";
import type { ProfileReference, ViewDirectory } from "./view-directory.ts";
import { sampleTypeOf } from "./view-formulas.ts";
import { viewJson } from "./view-json.ts";
import { ViewProblems, type ViewCode, type ViewProblem } from "./view-problems.ts";
import { isObject } from "../../../lib/members.ts";

const VIEW_BYTES_MAX = 262_144;
/** Members written by the server. They are ignored in requests, so that a view can be sent back as it was received. */
const SERVER_MEMBERS = ["id", "revision", "owner", "createdTime", "updatedTime", "updatedBy", "links"];

export interface ViewContext {
  readonly tenantId: TenantId;
  readonly directory: ViewDirectory;
  /** The zone filled in if a time range names none: the author's or the tenant's, or "UTC". */
  readonly zone: string;
  /** Most rows that a report may request: `REPORT_MAX_ROWS`. */
  readonly rowsMax: number;
}

export type ParsedView =
  | { readonly view: ViewDefinition; readonly warnings: readonly ViewProblem[] }
  | { readonly errors: readonly ViewProblem[] };

/**
 * `json` is a parsed body. Queries the directory once for each kind of entity that the view names; rejects only if a
 * query does. That a view's name is unique within its folder is checked by the view service.
 */
export function parseView(json: unknown, context: ViewContext): Promise<ParsedView> {
  return parse(json, context, context);
}

/**
 * Parses a saved view. The tenant's entities that it names may have been deleted; they are looked up when the view
 * runs.
 */
export function parseSavedView(json: unknown, rowsMax: number): Promise<ParsedView> {
  return parse(json, { zone: "UTC", rowsMax }, null);
}

type Tenant = Pick<ViewContext, "tenantId" | "directory">;

async function parse(
  json: unknown,
  { zone, rowsMax }: Omit<ViewContext, keyof Tenant>,
  tenant: Tenant | null,
): Promise<ParsedView> {
  const problems = new ViewProblems();
  const sent = isObject(json) ? authored(json) : undefined;
  if (sent === undefined || sizeOf(sent) > VIEW_BYTES_MAX) {
    problems.add("/", "VIEW_INVALID", "The view must be a JSON object of at most 256 KiB.");
    return { errors: problems.list };
  }
  const reader = new SchemaReader<ViewCode>(problems);
  const read = reader.read(viewSchema(rowsMax), sent, "VIEW_INVALID");
  if (read === undefined) return { errors: problems.list };
  problems.endOfStructure();
  const { drafts, ...rest } = completed(read, zone, reader, problems);
  const [scope, fields] = await Promise.all([
    tenant === null ? rest.scope : resolveScope(rest, tenant, reader, problems),
    openAggregations(drafts, tenant),
  ]);
  const view: ViewDefinition = { ...rest, scope, fields, visualization: drawingOf(rest, sent) };
  checkView({ ...view, visualization: rest.visualization }, drafts, problems);
  checkSize(view, problems);
  return problems.isEmpty ? { view, warnings: warningsOf(view) } : { errors: problems.list };
}

/** Without the members that the server adds, so that sending back a view does not make it larger. */
function authored(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !SERVER_MEMBERS.includes(name)));
}

function sizeOf(json: object): number {
  return Buffer.byteLength(writeJson(json));
}

/** A view is stored with its defaults, so the stored form must be within the size limit too. */
function checkSize(view: ViewDefinition, problems: ViewProblems): void {
  const bytes = problems.isEmpty ? sizeOf(viewJson(view)) : 0;
  if (bytes <= VIEW_BYTES_MAX) return;
  const found = `with every default written out it has ${String(bytes)} bytes`;
  problems.add("/", "VIEW_INVALID", `The view must be a JSON object of at most 256 KiB; ${found}.`);
}

/** The visualization as its author wrote it; the server does not interpret its settings. */
function drawingOf({ visualization }: ViewDefinition, sent: Readonly<Record<string, unknown>>): Visualization {
  const { type } = visualization;
  return { type, ...(isObject(sent["visualization"]) ? sent["visualization"] : {}) };
}

/** All checks that need no directory. */
function completed(
  view: ViewDefinition,
  zone: string,
  reader: SchemaReader<ViewCode>,
  problems: ViewProblems,
): ViewDefinition & { readonly drafts: readonly FieldDraft[] } {
  const otherwise = defaultRange(zone);
  const timeRange = completeRange(leftOut(view, "timeRange") ?? otherwise, otherwise, "/timeRange", problems);
  const isRaw = view.grouping.mode === "raw";
  const drafts = completeFields(view.fields, { isRaw, calendar: timeRange, reader, problems });
  const fields = drafts.map(({ field }) => field);
  const measures = fields.filter(({ kind, hidden }) => kind === "measure" && !hidden).map(({ id }) => id);
  checkFill(view.gaps, "/gaps", "VIEW_INVALID", problems);
  return {
    ...view,
    ...{ timeRange, fields, drafts },
    folder: completeFolder(view.folder, problems),
    tags: [...new Set(view.tags)],
    filters: completeFilters(view.filters, reader, problems),
    compare: view.compare === null ? null : completeCompare(view.compare, measures, problems),
  };
}

const FOLDER_DEPTH_MAX = 8;
const FOLDER_PART_MAX = 128;

function completeFolder(text: string, problems: ViewProblems): string {
  if (text.trim() === "") return "";
  const parts = text.split("/").map((part) => part.trim());
  if (parts.length > FOLDER_DEPTH_MAX || parts.some((part) => part === "" || part.length > FOLDER_PART_MAX))
    problems.add(
      "/folder",
      "VIEW_INVALID",
      `A folder has 1 to ${String(FOLDER_DEPTH_MAX)} parts of 1 to ${String(FOLDER_PART_MAX)} characters, joined by "/".`,
    );
  return parts.join("/");
}

// --- Entities of the tenant ---

/** The scope with its profiles by id and name. Entities that the tenant does not have are reported as problems. */
async function resolveScope(
  { scope, sharing }: ViewDefinition,
  { tenantId, directory }: Tenant,
  reader: SchemaReader<ViewCode>,
  problems: ViewProblems,
): Promise<Scope> {
  const { profiles, deviceIds, customerIds, gatewayIds, nameMatches } = scope;
  for (const [name, list] of Object.entries({ profiles, deviceIds, customerIds, gatewayIds }))
    if (list?.length === 0 && !problems.has(`/scope/${name}`))
      problems.add(
        `/scope/${name}`,
        "SCOPE_EMPTY_LIST",
        `"${name}" is empty and would select nothing; leave it out to select all.`,
      );
  if (nameMatches === "")
    problems.add("/scope/nameMatches", "SCOPE_INVALID", "A name pattern has 1 to 255 characters.");
  const references = (profiles ?? []).flatMap((profile) => referenceOf(profile, reader.pointerOf(profile), problems));
  const placed = <Item>(pointer: string, items: readonly Item[] | null): readonly Placed<Item>[] =>
    // Entries that are not ids have been left out, so the positions of the others are unknown.
    problems.has(pointer) ? [] : (items ?? []).map((item, index) => ({ item, pointer: `${pointer}/${String(index)}` }));
  const devices = [...placed("/scope/deviceIds", deviceIds), ...placed("/scope/gatewayIds", gatewayIds)];
  const customers = [
    ...placed("/scope/customerIds", customerIds),
    ...placed("/sharing/customerIds", sharing.customerIds),
  ].filter((each): each is Placed<CustomerId> => each.item !== "none");
  const [foundProfiles, foundDevices, foundCustomers] = await Promise.all([
    profiles === null ? null : findProfiles(references, tenantId, directory, problems),
    devices.length === 0 ? new Set<DeviceId>() : directory.devices(tenantId, itemsOf(devices)),
    customers.length === 0 ? new Set<CustomerId>() : directory.customers(tenantId, itemsOf(customers)),
  ]);
  for (const { item, pointer } of devices) if (!foundDevices.has(item)) addUnknown("Device", item, pointer, problems);
  for (const { item, pointer } of customers)
    if (!foundCustomers.has(item)) addUnknown("Customer", item, pointer, problems);
  return { ...scope, profiles: foundProfiles };
}

/** The profiles of the tenant with their current ids and names. A missing profile is reported as a problem. */
export async function findProfiles(
  references: readonly Placed<ProfileReference>[],
  tenantId: TenantId,
  directory: Pick<ViewDirectory, "profiles">,
  problems: ViewProblems,
): Promise<NonNullable<Scope["profiles"]>> {
  const found = await directory.profiles(tenantId, itemsOf(references));
  for (const [index, { item, pointer }] of references.entries())
    if (found[index] === undefined) addUnknown("Profile", item.name ?? item.id, pointer, problems);
  return found.flatMap((profile) => profile ?? []);
}

function addUnknown(what: string, name: string | null, pointer: string, problems: ViewProblems): void {
  problems.add(pointer, "SCOPE_UNKNOWN", `${what} ${quote(name)} does not exist.`);
}

/** An id or a reference with its JSON pointer. */
interface Placed<Item> {
  readonly item: Item;
  readonly pointer: string;
}

function itemsOf<Item>(entries: readonly Placed<Item>[]): readonly Item[] {
  return entries.map(({ item }) => item);
}

function referenceOf(
  profile: Partial<NonNullable<Scope["profiles"]>[number]>,
  pointer: string,
  problems: ViewProblems,
): readonly Placed<ProfileReference>[] {
  const { id = null, name = null } = profile;
  if (id !== null || name !== null) return [{ item: { id, name }, pointer }];
  if (!problems.has(pointer)) problems.add(pointer, "SCOPE_INVALID", 'A profile is named by "id" or "name".');
  return [];
}

/** The fields in the order of `drafts`. */
async function openAggregations(drafts: readonly FieldDraft[], tenant: Tenant | null): Promise<readonly Field[]> {
  const asked = drafts.flatMap(({ field, isAggregationOpen }) => {
    const source = isAggregationOpen ? askedOf(field) : undefined;
    return source === undefined ? [] : [{ field, source }];
  });
  const sources = asked.map(({ source }) => source);
  const answers =
    sources.length === 0 || tenant === null ? [] : await tenant.directory.dataOf(tenant.tenantId, sources);
  const data = new Map(asked.map(({ field }, index) => [field, answers[index] ?? "unknown"]));
  return drafts.map(({ field, isAggregationOpen }) =>
    isAggregationOpen ? { ...field, aggregation: withDefaults({ fn: functionFor(field, data.get(field)) }) } : field,
  );
}

/** The key to look up if the view does not say which type its values have. */
function askedOf({ source }: Field): TelemetrySource | AttributeSource | undefined {
  if (source.type === "attribute") return source;
  return source.type === "telemetry" && source.cast === "auto" ? source : undefined;
}

/** Devices have no order in time, so a dimension has no latest value: if it differs within a group, it is missing. */
function functionFor(field: Field, data: "number" | "other" | "unknown" | undefined): "avg" | "latest" | "onlyValue" {
  const type = sampleTypeOf(field);
  const isNumeric = data === undefined ? type === null || type === "number" : data !== "other";
  if (isNumeric) return "avg";
  return isOfSamples(field.source) ? "latest" : "onlyValue";
}

// --- Comparison ---

const SHIFT =
  /^P(?=[0-9T])(?:[0-9]{1,3}Y)?(?:[0-9]{1,4}M)?(?:[0-9]{1,4}W)?(?:[0-9]{1,5}D)?(?:T(?=[0-9])(?:[0-9]{1,6}H)?(?:[0-9]{1,7}M)?(?:[0-9]{1,8}S)?)?$/;
/** The labels of comparison columns by period. */
const PERIODS: Readonly<Record<Compare["to"], string>> = {
  previousPeriod: "previous period",
  previousDay: "previous day",
  previousWeek: "previous week",
  previousMonth: "previous month",
  previousYear: "previous year",
  shift: "compared",
};

/** If no fields are named, `measures` are compared. */
function completeCompare(compare: Compare, measures: readonly FieldId[], problems: ViewProblems): Compare {
  const addProblem = (name: string, message: string): void => {
    problems.add(`/compare${name}`, "COMPARE_INVALID", message);
  };
  const { shift, show, suffixes } = compare;
  const sentTo = leftOut(compare, "to");
  const to = sentTo ?? (shift === null ? "previousPeriod" : "shift");
  if (shift !== null && (!SHIFT.test(shift) || !/[1-9]/.test(shift)))
    addProblem("/shift", `${quote(shift)} is no duration of ISO 8601 in whole units, as "P7D" or "PT12H".`);
  if (sentTo === undefined && shift === null && !problems.has("/compare/shift"))
    addProblem("/to", 'A comparison needs "to", or "shift" as a duration.');
  if (to === "shift" && shift === null)
    addProblem("/shift", 'Comparing to "shift" needs "shift", a duration as "P7D".');
  if (to !== "shift" && shift !== null) addProblem("/shift", `Comparing to "${to}" has no "shift".`);
  const fields = leftOut(compare, "fields") ?? measures;
  if (fields.length === 0 || show.length === 0)
    addProblem("", "Comparison needs at least one measure and one column to show.");
  const suffix = (column: ComparedColumn, otherwise: string): string => {
    const normal = normalLabel(leftOut(suffixes, column) ?? otherwise);
    const problem = labelProblem(normal, SUFFIX_LENGTH_MAX);
    if (problem !== undefined) addProblem(`/suffixes/${column}`, `The suffix ${quote(normal)} ${problem}.`);
    return normal;
  };
  return {
    ...{ to, shift, fields, show: [...new Set(show)] },
    suffixes: {
      value: suffix("value", PERIODS[to]),
      delta: suffix("delta", "change"),
      percent: suffix("percent", "change, %"),
      ratio: suffix("ratio", "ratio"),
    },
  };
}
