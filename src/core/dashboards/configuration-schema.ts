// The platform's own configuration of a dashboard: a grid of panels over one time range, refresh and filter bar. The schema has
// its structure; check-configuration.ts checks what relates parts to each other. Members with a default may be left out. What a
// source names is looked up when the dashboard is read, so that it never gives access to a view or a device.
import { Type, type Static } from "typebox";
import { ATTRIBUTE_SCOPES, freeObject, TimeRangeSchema } from "../analytics/view/field-schema.ts";
import { FORMER_PERIODS } from "../analytics/view/view-schema.ts";
import type { CustomerId, DeviceId, ViewId } from "../ids.ts";
import { flag, named, oneOf, orNull, text, uuid, whole } from "../schema-words.ts";

/** The number of this form, as the member `bridgehead`. */
export const CONFIGURATION_FORM = 1;

const GRID_COLUMNS_MAX = 48;
const GRID_ROWS_MAX = 10_000;
export const PANELS_MAX = 64;
export const FILTERS_MAX = 16;
/** Keys of one source, which fit into one report with what tells devices and times apart; and devices that it names. */
const KEYS_MAX = 48;
const DEVICES_MAX = 1_000;
const VALUES_MAX = 1_000;
const NAME_CHARS_MAX = 64;
const LABEL_CHARS_MAX = 255;
const DAY_MILLIS = 86_400_000;

const PANEL_KINDS = [
  ...(["timeSeries", "figure", "gauge", "table", "bars", "heatMap", "stateTimeline", "map"] as const),
  ...(["messages", "text", "attributeSwitch", "rpcButton", "imagePlan"] as const),
] as const;

/** Functions of views that need no parameters. */
const KEY_AGGREGATIONS = ["avg", "min", "max", "sum", "count", "first", "latest", "delta", "increase"] as const;

const name = () => text(NAME_CHARS_MAX, { minLength: 1 });
const label = () => text(LABEL_CHARS_MAX, { default: "" });
const deviceIds = (options: object = {}) => Type.Array(uuid<DeviceId>(), { maxItems: DEVICES_MAX, ...options });
const values = () =>
  Type.Array(
    Type.Union([text(LABEL_CHARS_MAX), Type.Number(), Type.Boolean()], {
      "x-text": `A value is a text of at most ${String(LABEL_CHARS_MAX)} characters, a number, true or false, not {found}.`,
    }),
    { maxItems: VALUES_MAX, default: [] },
  );

const RefreshSchema = Type.Union(
  [
    named("LiveRefresh", { type: Type.Literal("live") }),
    named("IntervalRefresh", { type: Type.Literal("interval"), millis: whole(1_000, DAY_MILLIS) }),
  ],
  { title: "DashboardRefresh" },
);

/** What a filter begins with is its default; an empty list restricts nothing. */
export const FilterSchema = Type.Union(
  [
    named("DeviceFilter", {
      type: Type.Literal("device"),
      name: name(),
      label: label(),
      deviceIds: deviceIds({ default: [] }),
    }),
    named("CustomerFilter", {
      type: Type.Literal("customer"),
      name: name(),
      label: label(),
      customerIds: Type.Array(uuid<CustomerId>(), { maxItems: VALUES_MAX, default: [] }),
    }),
    named("AttributeFilter", {
      type: Type.Literal("attribute"),
      name: name(),
      label: label(),
      scope: oneOf(ATTRIBUTE_SCOPES, { default: "any" }),
      key: text(LABEL_CHARS_MAX, { minLength: 1 }),
      values: values(),
    }),
    named("FilterOfView", {
      type: Type.Literal("view"),
      name: name(),
      label: label(),
      viewId: uuid<ViewId>(),
      filter: text(128, { minLength: 1 }),
      values: values(),
    }),
  ],
  { title: "DashboardFilter" },
);

const SourceSchema = Type.Union(
  [
    named("ViewOfPanel", { type: Type.Literal("view"), viewId: uuid<ViewId>() }),
    named("KeysOfPanel", {
      type: Type.Literal("keys"),
      keys: Type.Array(text(LABEL_CHARS_MAX, { minLength: 1 }), { maxItems: KEYS_MAX, default: [] }),
      aggregation: orNull(oneOf(KEY_AGGREGATIONS), {
        description: "Of the values of a bucket, or of the range; left out, what suits the kind of the panel.",
      }),
      trend: flag(false, {
        description: "Of a figure: whether it has the values of intervals over the range, of which it is the last.",
      }),
      compare: orNull(oneOf(FORMER_PERIODS), {
        description:
          "Of a time series, and of a figure with its trend: the former period whose values are shown as well.",
      }),
      deviceIds: orNull(deviceIds()),
      filter: orNull(freeObject({ description: "Devices, as the filter of an entity query." })),
    }),
  ],
  { title: "PanelSource" },
);

const PlaceSchema = named("PanelPlace", {
  x: whole(0, GRID_COLUMNS_MAX - 1),
  y: whole(0, GRID_ROWS_MAX),
  width: whole(1, GRID_COLUMNS_MAX),
  height: whole(1, GRID_ROWS_MAX),
});

const OverridesSchema = named(
  "PanelOverrides",
  {
    timeRange: orNull(TimeRangeSchema),
    refresh: orNull(RefreshSchema),
    filtersIgnored: Type.Array(name(), {
      maxItems: FILTERS_MAX,
      default: [],
      description: "Names of filters that the panel does not follow.",
    }),
  },
  { default: {} },
);

const PanelSchema = named("DashboardPanel", {
  id: name(),
  kind: oneOf(PANEL_KINDS),
  title: label(),
  place: PlaceSchema,
  source: orNull(SourceSchema),
  options: freeObject({ default: {}, description: "Settings of the kind." }),
  overrides: OverridesSchema,
});

const GridSchema = named(
  "DashboardGrid",
  { columns: whole(1, GRID_COLUMNS_MAX, { default: 24 }), rowHeight: whole(8, 400, { default: 40 }) },
  { default: {} },
);

export const ConfigurationSchema = named("DashboardConfiguration", {
  bridgehead: whole(CONFIGURATION_FORM, CONFIGURATION_FORM),
  grid: GridSchema,
  timeRange: TimeRangeSchema,
  refresh: Type.Unsafe<Static<typeof RefreshSchema>>({ ...RefreshSchema, default: { type: "live" } }),
  filters: Type.Array(FilterSchema, { maxItems: FILTERS_MAX, default: [] }),
  panels: Type.Array(PanelSchema, { maxItems: PANELS_MAX, default: [] }),
});

export type DashboardConfiguration = Static<typeof ConfigurationSchema>;
export type Panel = DashboardConfiguration["panels"][number];
export type BarFilter = DashboardConfiguration["filters"][number];
export type KeysOfPanel = Extract<NonNullable<Panel["source"]>, { type: "keys" }>;
