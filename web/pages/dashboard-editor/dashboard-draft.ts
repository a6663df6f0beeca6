// A dashboard while it is edited.
import type { PanelOptionsDraft } from "../dashboard/panel-options.ts";
import type { RpcButtonOptions } from "../../../src/core/dashboards/panel-options-schema.ts";
import { jsonProblem } from "../../components/json-text.ts";
import type { ProfileFormats } from "../../components/chart/key-format.ts";
import { filledPlace, freePlace } from "../dashboard/arrange.ts";
import {
  NO_OVERRIDES,
  type Configuration,
  type DashboardPanel,
  type KeysSource,
  type PanelKind,
} from "../dashboard/configuration.ts";
import { coordinatesOf } from "../dashboard/coordinates.ts";
import { isSameRange } from "../dashboard/kept-range.ts";
import { PANEL_KINDS, copyTitle, isReportKind } from "../dashboard/panel-kinds.ts";
import { panelOptions, rpcOptions } from "../dashboard/panel-options.ts";
import { words } from "../../words/words.ts";
import { shownKeys, withKnownUnits } from "./known-units.ts";

export interface DashboardDraft {
  readonly title: string;
  readonly configuration: Configuration;
}

export const NO_KEYS: KeysSource = {
  type: "keys",
  keys: [],
  aggregation: null,
  trend: false,
  compare: null,
  deviceIds: [],
  filter: null,
};

/** Devices of a source, in the form of an entity query. */
export type DevicesOfSource = Pick<KeysSource, "deviceIds" | "filter">;

export const ALL_DEVICES: DevicesOfSource = { deviceIds: null, filter: { type: "entityType", entityType: "DEVICE" } };

/** Named, so that it holds on another platform too. */
export function ofProfiles(deviceTypes: readonly string[]): DevicesOfSource {
  return { deviceIds: null, filter: { type: "deviceType", deviceTypes: [...deviceTypes] } };
}

export const PANELS_MAX = 64;

/** Kinds that draw one key alone. */
export const OF_ONE_KEY: ReadonlySet<PanelKind> = new Set(["heatMap", "stateTimeline"]);

/** What a new panel shows. */
export interface AddedPanel extends Pick<DashboardPanel, "kind" | "title" | "source"> {
  /** Over which it was looked at elsewhere. */
  readonly timeRange?: Configuration["timeRange"] | null;
  readonly options?: PanelOptionsDraft;
}

interface NewPanel {
  readonly id: string;
  readonly kind: PanelKind;
  /** About the same as this one. */
  readonly like?: DashboardPanel | undefined;
}

/** In this and the following, `profiles` are those in which units of keys are known. */
export function withNewPanel(
  draft: DashboardDraft,
  { id, kind, like }: NewPanel,
  profiles: readonly ProfileFormats[],
): DashboardDraft {
  return withAddedPanel(draft, { id, kind, title: "", source: startOf(kind, like) }, profiles);
}

/** Which of the panels a new one is about too: the one that was edited last, or the only one. */
export function likelyModel(panels: readonly DashboardPanel[], editedId: string | null): DashboardPanel | undefined {
  return panels.find(({ id }) => id === editedId) ?? (panels.length === 1 ? panels[0] : undefined);
}

/** As far as this kind can show what the other shows. */
function startOf(kind: PanelKind, like: DashboardPanel | undefined): DashboardPanel["source"] {
  if (sourceless(kind)) return null;
  const source = like?.source ?? null;
  if (like === undefined || source === null) return NO_KEYS;
  if (source.type === "view") return isReportKind(kind) && kind !== "imagePlan" ? source : NO_KEYS;
  const { deviceIds, filter } = source;
  const devices = { ...NO_KEYS, deviceIds, filter };
  if (!isReportKind(kind)) return deviceIds?.length === 1 ? devices : NO_KEYS;
  const keys = shownKeys(like);
  return { ...devices, keys: OF_ONE_KEY.has(kind) ? keys.slice(0, 1) : keys };
}

/** In the first place with room. One that was looked at over another range than the dashboard's keeps that. */
export function withAddedPanel(
  draft: DashboardDraft,
  added: AddedPanel & Pick<DashboardPanel, "id">,
  profiles: readonly ProfileFormats[],
): DashboardDraft {
  const { id, kind, title, source, timeRange = null, options = {} } = added;
  const { grid, panels, timeRange: usual } = draft.configuration;
  const { width, height, widthWanted = width } = PANEL_KINDS[kind].size;
  const inGrid = (cells: number): number => Math.max(1, Math.round((cells * grid.columns) / 24));
  const size = { width: inGrid(width), height, widthWanted: inGrid(widthWanted) };
  const place = filledPlace(panels, size, grid.columns);
  const isOwn = timeRange !== null && !isSameRange(timeRange, usual);
  const overrides = isOwn ? { ...NO_OVERRIDES, timeRange } : NO_OVERRIDES;
  const begun = { id, kind, title, place, source, options, overrides };
  const panel = withKnownUnits(begun, [], { others: panels, profiles });
  return withConfiguration(draft, { panels: [...panels, panel] });
}

/** The draft with a copy of the panel, in the first place with room. */
export function withCopy(draft: DashboardDraft, id: string, panel: DashboardPanel): DashboardDraft {
  const { grid, panels } = draft.configuration;
  const copy = { ...panel, id, title: panel.title === "" ? "" : copyTitle(panel.title) };
  return withConfiguration(draft, {
    panels: [...panels, { ...copy, place: freePlace(panels, panel.place, grid.columns) }],
  });
}

/** Whether a new panel of the kind shows something without a source. */
function sourceless(kind: PanelKind): boolean {
  return kind === "text" || kind === "messages";
}

/** The panel as one of another kind: with its source and settings as far as that kind has such. */
export function ofKind(panel: DashboardPanel, kind: PanelKind): DashboardPanel {
  const { source, options, kind: before, ...rest } = panel;
  const isReport = [kind, before].every((each) => isReportKind(each) && each !== "imagePlan");
  const shown = source?.type === "keys" && kind !== before ? { ...source, keys: shownKeys(panel) } : source;
  return {
    ...rest,
    kind,
    source: sourceless(kind) ? null : isReport ? shown : NO_KEYS,
    options: isReport ? options : {},
  };
}

export function withConfiguration(draft: DashboardDraft, change: Partial<Configuration>): DashboardDraft {
  return { ...draft, configuration: { ...draft.configuration, ...change } };
}

/** Keys that are new in the panel have the units that other panels or profiles give them. */
export function withPanel(
  draft: DashboardDraft,
  panel: DashboardPanel,
  profiles: readonly ProfileFormats[],
): DashboardDraft {
  const { panels } = draft.configuration;
  const others = panels.filter(({ id }) => id !== panel.id);
  const change = (present: DashboardPanel): DashboardPanel =>
    withKnownUnits(panel, shownKeys(present), { others, profiles });
  return withConfiguration(draft, {
    panels: panels.map((present) => (present.id === panel.id ? change(present) : present)),
  });
}

/** An id that no panel has. */
export function newPanelId(panels: readonly DashboardPanel[]): string {
  let number = panels.length + 1;
  while (panels.some(({ id }) => id === `panel-${number}`)) number++;
  return `panel-${number}`;
}

const LACKS = words.dashboardEditor.lacks;

/** What the panel lacks before it can show anything, in words; null if nothing. */
export function lackOf({ kind, source, options }: Pick<DashboardPanel, "kind" | "source" | "options">): string | null {
  if (sourceless(kind) && source === null) return null;
  if (source === null) return LACKS.source;
  if (source.type === "view") return source.viewId === "" ? LACKS.view : null;
  if (source.deviceIds?.length === 0) return isReportKind(kind) ? LACKS.devices : LACKS.device;
  if (kind === "messages") return null;
  if (kind === "rpcButton") return lackOfCall(rpcOptions(options));
  if (kind === "map" && coordinatesOf(source.keys, panelOptions(options)) === null) return LACKS.coordinates;
  if (source.keys.length === 0) return isReportKind(kind) ? LACKS.keys : LACKS.attribute;
  return null;
}

function lackOfCall({ method, params }: RpcButtonOptions): string | null {
  if (method.trim() === "") return LACKS.method;
  return params.trim() === "" || jsonProblem(params) === null ? null : LACKS.params;
}
