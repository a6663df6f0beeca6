// A dashboard while it is edited.
import type { RpcButtonOptions } from "../../../src/core/dashboards/panel-options-schema.ts";
import { jsonProblem } from "../../components/json-text.ts";
import { freePlace } from "../dashboard/arrange.ts";
import {
  NO_OVERRIDES,
  type Configuration,
  type DashboardPanel,
  type KeysSource,
  type PanelKind,
} from "../dashboard/configuration.ts";
import { PANEL_KINDS, isReportKind } from "../dashboard/panel-kinds.ts";
import { rpcOptions } from "../dashboard/panel-options.ts";
import { words } from "../../words/words.ts";

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

/** What a new panel shows. */
export type AddedPanel = Pick<DashboardPanel, "kind" | "title" | "source">;

/** The draft with a new panel of this kind. */
export function withNewPanel(draft: DashboardDraft, id: string, kind: PanelKind): DashboardDraft {
  return withAddedPanel(draft, id, { kind, title: "", source: sourceless(kind) ? null : NO_KEYS });
}

/** In the first place with room. */
export function withAddedPanel(draft: DashboardDraft, id: string, { kind, title, source }: AddedPanel): DashboardDraft {
  const { grid, panels } = draft.configuration;
  const { width, height } = PANEL_KINDS[kind].size;
  const size = { width: Math.max(1, Math.round((width * grid.columns) / 24)), height };
  const place = freePlace(panels, size, grid.columns);
  const panel: DashboardPanel = { id, kind, title, place, source, options: {}, overrides: NO_OVERRIDES };
  return withConfiguration(draft, { panels: [...panels, panel] });
}

/** Whether a new panel of the kind shows something without a source. */
function sourceless(kind: PanelKind): boolean {
  return kind === "text" || kind === "messages";
}

/** The panel as one of another kind: with its source and settings as far as that kind has such. */
export function ofKind({ source, options, kind: before, ...panel }: DashboardPanel, kind: PanelKind): DashboardPanel {
  const isReport = [kind, before].every((each) => isReportKind(each) && each !== "imagePlan");
  return {
    ...panel,
    kind,
    source: sourceless(kind) ? null : isReport ? source : NO_KEYS,
    options: isReport ? options : {},
  };
}

export function withConfiguration(draft: DashboardDraft, change: Partial<Configuration>): DashboardDraft {
  return { ...draft, configuration: { ...draft.configuration, ...change } };
}

export function withPanel(draft: DashboardDraft, panel: DashboardPanel): DashboardDraft {
  const panels = draft.configuration.panels.map((present) => (present.id === panel.id ? panel : present));
  return withConfiguration(draft, { panels });
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
  if (source.keys.length === 0) return isReportKind(kind) ? LACKS.keys : LACKS.attribute;
  return null;
}

function lackOfCall({ method, params }: RpcButtonOptions): string | null {
  if (method.trim() === "") return LACKS.method;
  return params.trim() === "" || jsonProblem(params) === null ? null : LACKS.params;
}
