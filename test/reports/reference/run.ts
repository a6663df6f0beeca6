// What one run knows while it computes: the devices and their dimensions, the calendar, the filters with their values, the checked
// formulas. Source: analytics contract 2.3, 2.5, 3.1, 3.7.
import type { Name } from "../../../src/core/analytics/expressions/expression.ts";
import type {
  AttributeSource,
  DataSource,
  EntitySource,
  FieldId,
  Of,
  TimePart,
  ViewDefinition,
} from "../../../src/core/analytics/view/table-view.ts";
import type { ViewFormulas } from "../../../src/core/analytics/view/view-formulas.ts";
import { viewFormulas } from "../../../src/core/analytics/view/view-formulas.ts";
import type { LocalCalendar } from "./edges.ts";
import { partAt } from "./edges.ts";
import type { ActiveFilter } from "./filters.ts";
import { likeWildcard, meets } from "./filters.ts";
import { holds } from "./formula.ts";
import { LocalTime } from "./local-time.ts";
import type { Cell, ReferenceDevice, ReferenceInput } from "./reference-input.ts";
import type { Selected } from "./samples.ts";
import { atPath, castTo } from "./values.ts";

export interface Run {
  readonly view: ViewDefinition;
  readonly formulas: ViewFormulas;
  readonly now: number;
  readonly calendar: LocalCalendar;
  /** All devices that there are, by id. */
  readonly world: ReadonlyMap<string, ReferenceDevice>;
  /** Those of the scope that meet the filters on devices, ordered by id. */
  readonly devices: readonly ReferenceDevice[];
  readonly filters: readonly ActiveFilter[];
  /** A filter that nothing meets. */
  readonly isNothing: boolean;
  /** Samples that have been selected, by field and device. */
  readonly selected: Map<string, readonly Selected[]>;
}

const zones = (): ((name: string) => LocalTime) => {
  const known = new Map<string, LocalTime>();
  return (name) => {
    const time = known.get(name) ?? new LocalTime(name);
    known.set(name, time);
    return time;
  };
};

/** Zones that several runs share, as looking up offsets is slow. */
export class ZoneTable {
  readonly at: (name: string) => LocalTime = zones();
}

export function startRun(input: ReferenceInput, table: ZoneTable): Run {
  const { view, now } = input;
  const calendar = calendarOf(view.timeRange, table);
  const world = new Map([...(input.otherDevices ?? []), ...input.devices].map((device) => [device.id, device]));
  const filters = activeFilters(input);
  const base: Run = {
    view,
    formulas: viewFormulas(view),
    now,
    calendar,
    world,
    devices: [],
    filters: filters.filter(({ isNone }) => !isNone).map(({ filter }) => filter),
    isNothing: filters.some(({ isNone }) => isNone),
    selected: new Map(),
  };
  const devices = input.devices
    .filter((device) => isInScope(base, device) && base.filters.every((filter) => meetsAsDevice(base, device, filter)))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return { ...base, devices };
}

export function calendarOf(
  rules: Pick<ViewDefinition["timeRange"], "timezone" | "weekStart" | "fiscalStartMonth">,
  table: ZoneTable,
): LocalCalendar {
  return {
    time: table.at(rules.timezone),
    weekStart: rules.weekStart,
    fiscalStartMonth: rules.fiscalStartMonth,
  };
}

// --- Filters ---

interface SetFilter {
  readonly filter: ActiveFilter;
  readonly isNone: boolean;
}

function activeFilters({ view, filters }: ReferenceInput): readonly SetFilter[] {
  return view.filters.flatMap((saved): readonly SetFilter[] => {
    const values = filters?.get(saved.name) ?? saved.values;
    const filter = { ...saved, values, isOfTimes: isOfTimes(view, saved.target) };
    const needsValues = saved.operator !== "isMissing" && saved.operator !== "isPresent";
    if (!needsValues || values.length > 0) return [{ filter, isNone: false }];
    return saved.emptyMeans === "none" ? [{ filter, isNone: true }] : [];
  });
}

function isOfTimes(view: ViewDefinition, target: ActiveFilter["target"]): boolean {
  if ("type" in target) return isTimeDimension(target);
  const field = view.fields.find(({ id }) => id === target.field);
  return field !== undefined && isTimeColumn(view, field);
}

function isTimeDimension(source: ViewDefinition["fields"][number]["source"]): boolean {
  return source.type === "entity" && (source.field === "createdTime" || source.field === "lastActivityTime");
}

/** Whether the numbers of a column are instants. */
export function isTimeColumn(view: ViewDefinition, field: ViewDefinition["fields"][number]): boolean {
  const { source, aggregation, dataType } = field;
  if (dataType !== "auto") return dataType === "time";
  if (source.type === "timeBucket" || source.type === "timestamp") return true;
  if (aggregation?.fn === "firstTs" || aggregation?.fn === "latestTs") return true;
  if (source.type === "expression") return viewFormulas(view).types.get(field.id) === "time";
  const keepsType = aggregation === null || ["min", "max", "mode", "onlyValue"].includes(aggregation.fn);
  return isTimeDimension(source) && keepsType;
}

function meetsAsDevice(run: Run, device: ReferenceDevice, filter: ActiveFilter): boolean {
  const { target: source } = filter;
  if (!("type" in source)) return true;
  if (source.type === "entity" || source.type === "attribute") return meets(dimensionOf(run, device, source), filter);
  if (source.type !== "telemetry" || filter.apply !== "latest") return true;
  const owner = ownerOf(run, device, source.of);
  const newest = owner?.samples.get(source.key)?.at(-1)?.value;
  const value = newest === undefined ? undefined : atPath(newest, source.path);
  return meets(value === undefined ? null : castTo(value, source.cast), filter);
}

// --- Scope ---

function isInScope(run: Run, device: ReferenceDevice): boolean {
  const { scope } = run.view;
  const isOneOf = <Id extends string>(list: readonly Id[] | null, id: string | null): boolean =>
    list === null || list.some((known) => known === id);
  return (
    (scope.profiles === null || scope.profiles.some(({ id }) => id === device.profileId)) &&
    isOneOf(scope.deviceIds, device.id) &&
    isOneOf(scope.customerIds, device.customer?.id ?? "none") &&
    isOneOf(scope.gatewayIds, device.gatewayId) &&
    (scope.nameMatches === null ||
      likeWildcard(Array.from(device.name.toLowerCase()), Array.from(scope.nameMatches.toLowerCase()))) &&
    holds(run.formulas.scopeWhere, { read: (name) => dimensionByName(run, device, name) })
  );
}

// --- Dimensions ---

/** The device whose samples are meant; customers have none. */
export function ownerOf(run: Run, device: ReferenceDevice, of: Of): ReferenceDevice | undefined {
  if (of === "self") return device;
  return of === "gateway" && device.gatewayId !== null ? run.world.get(device.gatewayId) : undefined;
}

export function dimensionOf(run: Run, device: ReferenceDevice, source: EntitySource | AttributeSource): Cell {
  if (source.of === "customer") {
    const { customer } = device;
    if (customer === null) return null;
    if (source.type === "attribute") return attributeOf(customer.attributes, source);
    if (source.field === "id") return customer.id;
    if (source.field === "name") return customer.title;
    return source.field === "createdTime" ? customer.createdTime : null;
  }
  const owner = ownerOf(run, device, source.of);
  if (owner === undefined) return null;
  if (source.type === "attribute") return attributeOf(owner.attributes, source);
  switch (source.field) {
    case "id":
      return owner.id;
    case "name":
      return owner.name;
    case "label":
      return owner.label === "" ? null : owner.label;
    case "profile":
      return owner.profile;
    case "customer":
      return owner.customer?.title ?? null;
    case "gateway":
      return owner.gatewayId === null ? null : (run.world.get(owner.gatewayId)?.name ?? null);
    case "createdTime":
      return owner.createdTime;
    case "active":
      return owner.active;
    case "lastActivityTime":
      return owner.lastActivityTime;
  }
}

function attributeOf(lists: ReferenceDevice["attributes"], { scope, key, path }: AttributeSource): Cell {
  const value =
    scope === "any" ? (lists.server.get(key) ?? lists.shared.get(key) ?? lists.client.get(key)) : lists[scope].get(key);
  return value === undefined ? null : (atPath(value, path) ?? null);
}

/** Names of dimensions in formulas. */
export function dimensionByName(run: Run, device: ReferenceDevice, name: Name): Cell {
  if (name.kind === "entity")
    return dimensionOf(run, device, { type: "entity", field: entityField(name.field), of: "self" });
  if (name.kind !== "attribute") throw new Error(`no dimension: ${name.kind}`);
  const scope = (["client", "shared", "server", "any"] as const).find((known) => known === name.scope) ?? "any";
  return dimensionOf(run, device, { type: "attribute", scope, key: name.key, of: "self", path: null });
}

function entityField(text: string): EntitySource["field"] {
  const fields = [
    "id",
    "name",
    "label",
    "profile",
    "customer",
    "gateway",
    "createdTime",
    "active",
    "lastActivityTime",
  ] as const;
  const field = fields.find((known) => known === text);
  if (field === undefined) throw new Error(`no entity field ${text}`);
  return field;
}

export function fieldOf(run: Run, id: FieldId): ViewDefinition["fields"][number] {
  const field = run.view.fields.find((known) => known.id === id);
  if (field === undefined) throw new Error(`no field ${id}`);
  return field;
}

export function localPart(run: Run, part: TimePart, ts: number): number {
  return partAt(part, run.calendar.time.wall(ts), run.calendar);
}

export function isTelemetry(source: DataSource): source is Extract<DataSource, { type: "telemetry" }> {
  return source.type === "telemetry";
}
