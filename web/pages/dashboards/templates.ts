// Templates of dashboards: each asks for the keys that it cannot know, and builds panels that show something with few values.
import {
  ALL_DEVICES,
  NO_KEYS,
  ofProfiles,
  type AddedPanel,
  type DevicesOfSource,
} from "../dashboard-editor/dashboard-draft.ts";
import { formatMembers, type KeyFormat } from "../../components/chart/key-format.ts";
import { freePlace, type PanelSize } from "../dashboard/arrange.ts";
import {
  EMPTY_CONFIGURATION,
  NO_OVERRIDES,
  type Configuration,
  type DashboardFilter,
  type DashboardPanel,
  type KeysSource,
  type PanelKind,
  type PanelSource,
} from "../dashboard/configuration.ts";
import type { Coordinates } from "../dashboard/coordinates.ts";
import { isSameRange } from "../dashboard/kept-range.ts";
import { PANEL_KINDS } from "../dashboard/panel-kinds.ts";
import type { PanelOptionsDraft } from "../dashboard/panel-options.ts";
import { ownZone } from "../view-editor/range-words.ts";
import type { FieldDraft, ViewDraft } from "../view-editor/view-draft.ts";
import type { PictureType } from "../view-editor/visualization-words.ts";
import { words } from "../../words/words.ts";
import { placesView } from "./places-view.ts";

/** A value that a template shows. Devices may send it under any key, or not at all. */
export interface AskedValue {
  /** Unique within its template. */
  readonly name: string;
  readonly label: string;
  /** What keys of such values are often called. */
  readonly usual: RegExp;
  /** The usual unit; null for one without. */
  readonly unit: string | null;
  readonly isNumeric: boolean;
}

export interface ShownKey extends KeyFormat {
  readonly key: string;
}

export interface Answers {
  /** The name of a device profile; null for all devices. */
  readonly profile: string | null;
  /** By the name of the value; those that are missing are not shown. */
  readonly keys: ReadonlyMap<string, ShownKey>;
  /** Null if the devices have none. */
  readonly places: Places | null;
}

/** Coordinates that devices have, as telemetry or as attributes. */
export interface Places extends Coordinates {
  readonly kind: "telemetry" | "attribute";
}

export interface DashboardTemplate {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly picture: PictureType;
  /** Nothing, if it shows all devices. */
  readonly asks: readonly AskedValue[];
  readonly build: (answers: Answers) => readonly TemplatePanel[];
}

/** In the order in which panels take the first free place. */
export interface TemplatePanel extends Omit<AddedPanel, "source"> {
  /** A view is saved first, since a panel names it by its id. */
  readonly source: KeysSource | { readonly type: "newView"; readonly view: ViewDraft } | null;
  readonly size?: PanelSize;
  readonly options?: PanelOptionsDraft;
}

const {
  gateways: FLEET,
  building: BUILDING,
  energy: ENERGY,
  machine: MACHINE,
  now: NOW,
  places: PLACES,
} = words.dashboards.templates;
const DAY = EMPTY_CONFIGURATION.timeRange;
const WIDE = { width: 24, height: 7 };
const HALF = { width: 12, height: 7 };

export const TEMPLATES: readonly DashboardTemplate[] = [
  {
    id: "gateways",
    title: FLEET.title,
    says: FLEET.says,
    picture: "stackedBar",
    asks: [],
    build: (answers) => [
      ofView("bars", FLEET.byGateway, HALF, {
        ...viewNamed(FLEET.byGateway),
        fields: [GATEWAY, entity("active", FLEET.active), DEVICES],
        visualization: {
          ...{ type: "stackedBar", x: "gateway", y: ["devices"], series: "active" },
          options: {
            colors: [
              { name: "yes", color: "green" },
              { name: "no", color: "orange" },
            ],
          },
        },
      }),
      ofView("table", words.components.common.gateways, HALF, {
        ...viewNamed(words.components.common.gateways),
        fields: [GATEWAY, ofGateway("active", FLEET.active), ofGateway("lastActivityTime", FLEET.lastSeen), DEVICES],
        sort: [{ field: "lastActivityTime", direction: "asc", missing: "first" }],
      }),
      ofView("table", FLEET.silent, HALF, {
        ...viewNamed(FLEET.silentView),
        scope: { where: "entity.active != true" },
        fields: [
          entity("name", words.components.common.device),
          GATEWAY,
          entity("profile", words.components.common.profile),
          entity("lastActivityTime", FLEET.lastSeen),
        ],
        grouping: { missingGroup: "keep" },
        sort: [{ field: "lastActivityTime", direction: "asc", missing: "first" }],
      }),
      { kind: "messages", title: FLEET.refused, size: HALF, source: null },
      ...places(answers, []),
    ],
  },
  {
    id: "building",
    title: BUILDING.title,
    says: BUILDING.says,
    picture: "heatMap",
    asks: [
      { name: "temperature", label: BUILDING.temperature, usual: /temp/i, unit: "°C", isNumeric: true },
      { name: "humidity", label: BUILDING.humidity, usual: /humid|moisture|^rh$/i, unit: "%", isNumeric: true },
      { name: "co2", label: BUILDING.co2, usual: /co2|carbon/i, unit: "ppm", isNumeric: true },
    ],
    build: (answers) => [
      ...overTime(answers, "temperature", BUILDING.temperature),
      ...now(answers, ["temperature", "humidity", "co2"]),
      ...overTime(answers, "humidity", BUILDING.humidity),
      ...overTime(answers, "co2", BUILDING.co2),
      ...panelOf(answers, "temperature", { kind: "heatMap", title: BUILDING.overDay, size: WIDE, timeRange: DAY }),
      ...places(answers, ["temperature", "humidity", "co2"]),
    ],
  },
  {
    id: "energy",
    title: ENERGY.title,
    says: ENERGY.says,
    picture: "area",
    asks: [
      { name: "power", label: ENERGY.power, usual: /power|watt|kw$/i, unit: "W", isNumeric: true },
      { name: "energy", label: ENERGY.counter, usual: /energy|wh$|consum/i, unit: "kWh", isNumeric: true },
    ],
    build: (answers) => [
      ...panelOf(answers, "power", { kind: "figure", title: ENERGY.now, size: { width: 24, height: 4 } }),
      ...overTime(answers, "power", ENERGY.power, { picture: "area" }),
      ...increase(answers, "energy", ENERGY.consumption),
      ...panelOf(answers, "power", { kind: "heatMap", title: ENERGY.overDay, size: HALF, timeRange: DAY }),
      ...now(answers, ["power", "energy"]),
      ...places(answers, ["power", "energy"]),
    ],
  },
  {
    id: "machine",
    title: MACHINE.title,
    says: MACHINE.says,
    picture: "timeline",
    asks: [
      { name: "state", label: MACHINE.state, usual: /state|status|mode|running/i, unit: null, isNumeric: false },
      {
        ...{ name: "value", label: MACHINE.value, unit: "", isNumeric: true },
        usual: /vibration|speed|rpm|pressure|torque|temp|current/i,
      },
      {
        ...{ name: "counter", label: MACHINE.counter, unit: "", isNumeric: true },
        usual: /count|pieces|parts|cycles|hours|starts|volume|openings/i,
      },
    ],
    build: (answers) => [
      ...panelOf(answers, "state", { kind: "stateTimeline", title: MACHINE.states, size: { width: 24, height: 6 } }),
      ...overTime(answers, "value", keyOf(answers, "value")),
      ...now(answers, ["state", "value", "counter"]),
      ...panelOf(answers, "value", { kind: "gauge", title: MACHINE.now(keyOf(answers, "value")), size: HALF }),
      ...increase(answers, "counter", MACHINE.increase(keyOf(answers, "counter"))),
      ...places(answers, ["value", "counter"]),
    ],
  },
];

const DEVICE_FILTER: DashboardFilter = {
  type: "device",
  name: "device",
  label: words.components.common.device,
  deviceIds: [],
};

/** The panels as a dashboard over the range; `saveView` resolves with the id of the saved view. */
export async function configurationWith(
  panels: readonly TemplatePanel[],
  saveView: (view: ViewDraft) => Promise<string>,
  timeRange: Configuration["timeRange"] = DAY,
): Promise<Configuration> {
  const { grid } = EMPTY_CONFIGURATION;
  const placed: DashboardPanel[] = [];
  for (const { kind, title, source, size = PANEL_KINDS[kind].size, options = {}, timeRange: own = null } of panels) {
    const isOwn = own !== null && !isSameRange(own, timeRange);
    const saved: PanelSource | null =
      source?.type === "newView" ? { type: "view", viewId: await saveView(source.view) } : source;
    placed.push({
      ...{ id: `panel-${placed.length + 1}`, kind, title, options },
      overrides: isOwn ? { ...NO_OVERRIDES, timeRange: own } : NO_OVERRIDES,
      ...{ source: saved, place: freePlace(placed, size, grid.columns) },
    });
  }
  return { ...EMPTY_CONFIGURATION, timeRange, filters: [DEVICE_FILTER], panels: placed };
}

// --- Panels over keys; none for a value that was left out ---

type PanelOfKeys = Omit<TemplatePanel, "source"> & Readonly<Partial<Pick<KeysSource, "aggregation">>>;

function panelOf(answers: Answers, name: string, panel: PanelOfKeys): readonly TemplatePanel[] {
  const shown = answers.keys.get(name);
  if (shown === undefined) return [];
  const { aggregation = null, options = {}, ...rest } = panel;
  const source = { ...NO_KEYS, ...devicesOf(answers), keys: [shown.key], aggregation };
  return [{ ...rest, source, options: { ...options, ...formatMembers(shown) } }];
}

function overTime(answers: Answers, name: string, title: string, options: PanelOptionsDraft = {}) {
  return panelOf(answers, name, { kind: "timeSeries", title, size: HALF, options });
}

/** How much a counter goes up in each interval. */
function increase(answers: Answers, name: string, title: string): readonly TemplatePanel[] {
  return panelOf(answers, name, {
    ...{ kind: "bars", title, size: HALF, aggregation: "increase" },
    options: { picture: "stackedBar" },
  });
}

function now(answers: Answers, names: readonly string[]): readonly TemplatePanel[] {
  const shown = new Map(names.flatMap((name) => answers.keys.get(name) ?? []).map((each) => [each.key, each]));
  if (shown.size === 0) return [];
  const byKey = [...shown.values()].flatMap((each) => {
    const format = formatMembers(each);
    return Object.keys(format).length === 0 ? [] : [{ key: each.key, ...format }];
  });
  return [
    {
      ...{ kind: "table", title: NOW, size: HALF },
      source: { ...NO_KEYS, ...devicesOf(answers), keys: [...shown.keys()] },
      options: byKey.length === 0 ? {} : { byKey },
    },
  ];
}

/** A map of the devices, with the first of these values at each. */
function places(answers: Answers, names: readonly string[]): readonly TemplatePanel[] {
  if (answers.places === null || (names.length > 0 && answers.keys.size === 0)) return [];
  const { kind, latitude, longitude } = answers.places;
  const panel = { kind: "map", title: PLACES, size: { width: 24, height: 9 } } as const;
  const devices = devicesOf(answers);
  const [figure = null] = names.flatMap((name) => answers.keys.get(name) ?? []);
  if (kind === "attribute") {
    const view = placesView({ coordinates: { latitude, longitude }, devices, figure });
    return [{ ...panel, source: { type: "newView", view } }];
  }
  const value = figure === null ? {} : { value: figure.key, ...formatMembers(figure) };
  const keys = [...new Set([latitude, longitude, ...(figure === null ? [] : [figure.key])])];
  const options = { latitude, longitude, ...value };
  return [{ ...panel, source: { ...NO_KEYS, ...devices, keys }, options }];
}

function devicesOf({ profile }: Answers): DevicesOfSource {
  return profile === null ? ALL_DEVICES : ofProfiles([profile]);
}

function keyOf({ keys }: Answers, name: string): string {
  return keys.get(name)?.key ?? "";
}

// --- Panels over what the platform knows of devices, which takes a view ---

const FOLDER = FLEET.title;

function viewNamed(name: string): Pick<ViewDraft, "name" | "folder" | "sharing" | "grouping" | "timeRange"> {
  return {
    ...{ name, folder: FOLDER, sharing: { visibility: "tenant" }, grouping: { missingGroup: "drop" } },
    timeRange: { type: "preset", preset: "last24Hours", timezone: ownZone() },
  };
}

function ofView(kind: PanelKind, title: string, size: PanelSize, view: ViewDraft): TemplatePanel {
  return { kind, title, size, source: { type: "newView", view } };
}

type EntityField = "name" | "profile" | "gateway" | "active" | "lastActivityTime";

function entity(field: EntityField, label: string): FieldDraft {
  return { id: field, label, source: { type: "entity", field } };
}

function ofGateway(field: EntityField, label: string): FieldDraft {
  return { id: field, label, source: { type: "entity", field, of: "gateway" } };
}

const GATEWAY = entity("gateway", words.components.common.gateway);
const DEVICES: FieldDraft = {
  ...{
    id: "devices",
    label: words.components.common.devices,
    kind: "measure",
    source: { type: "entity", field: "id" },
  },
  aggregation: { fn: "count" },
};
