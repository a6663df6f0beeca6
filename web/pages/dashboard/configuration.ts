// The configuration of a dashboard, complete with what it leaves out. The platform has checked it; one of another program is
// kept there, and not drawn.
import type { BarFilter, DashboardConfiguration, Panel } from "../../../src/core/dashboards/configuration-schema.ts";
import type { Brand } from "../../../src/lib/brand.ts";
import { isObject } from "../../../src/lib/members.ts";
import { words } from "../../words/words.ts";

/** As it is in JSON: ids are texts, and nothing in it is changed. */
type Plain<Value> = Value extends string
  ? Value extends Brand<string, string>
    ? string
    : Value
  : Value extends readonly (infer Entry)[]
    ? readonly Plain<Entry>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Plain<Value[Name]> }
      : Value;

export type Configuration = Plain<DashboardConfiguration>;
export type DashboardPanel = Plain<Panel>;
export type PanelKind = DashboardPanel["kind"];
export type PanelPlace = DashboardPanel["place"];
export type PanelSource = NonNullable<DashboardPanel["source"]>;
export type KeysSource = Extract<PanelSource, { type: "keys" }>;
export type DashboardFilter = Plain<BarFilter>;
export type Refresh = Configuration["refresh"];

/** Keeps what is left out as the schema has it. */
type Given<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined };

const LIVE: Refresh = { type: "live" };
const GRID: Configuration["grid"] = { columns: 24, rowHeight: 40 };

export const EMPTY_CONFIGURATION: Configuration = {
  bridgehead: 1,
  grid: GRID,
  timeRange: { type: "preset", preset: "last24Hours" } as Configuration["timeRange"],
  refresh: LIVE,
  filters: [],
  panels: [],
};

/**
 * Of a dashboard that somebody begins, and of a template over devices that have sent for a few hours at most: where values come every
 * second, they move in an hour and not in a day.
 */
export const NEW_CONFIGURATION: Configuration = {
  ...EMPTY_CONFIGURATION,
  timeRange: { type: "preset", preset: "lastHour" } as Configuration["timeRange"],
};

/** Null for one of another program. */
export function configurationOf(json: unknown): Configuration | null {
  if (!isObject(json) || json["bridgehead"] !== 1) return null;
  // The platform refuses one that does not fit its schema.
  const { grid, refresh, timeRange, filters, panels } = json as Given<Configuration>;
  return {
    ...EMPTY_CONFIGURATION,
    grid: { ...GRID, ...grid },
    timeRange: timeRange ?? EMPTY_CONFIGURATION.timeRange,
    refresh: refresh ?? LIVE,
    filters: (filters ?? []).map(completeFilter),
    panels: (panels ?? []).map(completePanel),
  };
}

function completeFilter(filter: DashboardFilter): DashboardFilter {
  const label = (filter as Given<DashboardFilter>).label ?? "";
  switch (filter.type) {
    case "device":
      return { ...filter, label, deviceIds: (filter as Given<typeof filter>).deviceIds ?? [] };
    case "customer":
      return { ...filter, label, customerIds: (filter as Given<typeof filter>).customerIds ?? [] };
    case "attribute": {
      const { scope = "any", values = [] } = filter as Given<typeof filter>;
      return { ...filter, label, scope, values };
    }
    case "view":
      return { ...filter, label, values: (filter as Given<typeof filter>).values ?? [] };
  }
}

function completePanel(panel: DashboardPanel): DashboardPanel {
  const { title = "", source = null, options = {}, overrides } = panel as Given<DashboardPanel>;
  return {
    ...panel,
    title,
    options,
    source: source?.type === "keys" ? completeKeys(source) : source,
    overrides: { ...NO_OVERRIDES, ...overrides },
  };
}

export const NO_OVERRIDES: DashboardPanel["overrides"] = { timeRange: null, refresh: null, filtersIgnored: [] };

function completeKeys(source: KeysSource): KeysSource {
  const { keys = [], aggregation = null, trend = false, compare = null } = source as Given<KeysSource>;
  const { deviceIds = null, filter = null } = source as Given<KeysSource>;
  return { type: "keys", keys, aggregation, trend, compare, deviceIds, filter };
}

/** What a filter begins with. */
export function valuesOf(filter: DashboardFilter): readonly (string | number | boolean)[] {
  return filter.type === "device" ? filter.deviceIds : filter.type === "customer" ? filter.customerIds : filter.values;
}

/** What a filter is called on the page. */
export function filterLabel(filter: DashboardFilter): string {
  if (filter.label !== "") return filter.label;
  const own = filter.type === "attribute" ? filter.key : filter.type === "view" ? filter.filter : "";
  return own === "" ? filter.name : own;
}

/** Like "every 30 seconds". */
export function refreshWords(refresh: Refresh): string {
  const { live, everyMinutes, everySeconds } = words.dashboard.bar;
  if (refresh.type === "live") return live;
  const seconds = refresh.millis / 1_000;
  return seconds % 60 === 0 ? everyMinutes(seconds / 60) : everySeconds(seconds);
}
