// The kinds of panels in words, with the size that a new one has.
import {
  ChartColumn,
  ChartLine,
  Gauge,
  Grid3x3,
  Hash,
  Image as ImageIcon,
  MapPin,
  MessagesSquare,
  SquareChartGantt,
  SquareTerminal,
  Table2,
  TextAlignStart,
  ToggleRight,
  type LucideIcon,
} from "lucide-react";
import type { Report } from "../../components/chart/report-cell.ts";
import { words } from "../../words/words.ts";
import type { PanelSize } from "./arrange.ts";
import type { Configuration, DashboardPanel, PanelKind } from "./configuration.ts";
import { withoutCoordinates } from "./coordinates.ts";
import { panelOptions } from "./panel-options.ts";

export interface PanelKindWords {
  readonly label: string;
  readonly says: string;
  readonly icon: LucideIcon;
  /** In cells of a grid of 24 columns. */
  readonly size: PanelSize;
}

/** Those that show what the platform computes, and of these those that are drawn as a report of a view can be. */
export type ReportKind = Exclude<PanelKind, "text" | "messages" | "attributeSwitch" | "rpcButton">;
export type PictureKind = Exclude<ReportKind, "imagePlan">;

const HALF = { width: 12, height: 7 };
const KINDS = words.dashboard.kinds;

export const PANEL_KINDS: Readonly<Record<PanelKind, PanelKindWords>> = {
  timeSeries: { ...KINDS.timeSeries, icon: ChartLine, size: HALF },
  figure: { ...KINDS.figure, icon: Hash, size: { width: 6, height: 3 } },
  gauge: { ...KINDS.gauge, icon: Gauge, size: { width: 6, height: 5, widthWanted: 12 } },
  table: { ...KINDS.table, icon: Table2, size: HALF },
  bars: { ...KINDS.bars, icon: ChartColumn, size: HALF },
  heatMap: { ...KINDS.heatMap, icon: Grid3x3, size: HALF },
  stateTimeline: { ...KINDS.stateTimeline, icon: SquareChartGantt, size: { width: 12, height: 5 } },
  map: { ...KINDS.map, icon: MapPin, size: { width: 12, height: 9 } },
  imagePlan: { ...KINDS.imagePlan, icon: ImageIcon, size: { width: 12, height: 9 } },
  attributeSwitch: { ...KINDS.attributeSwitch, icon: ToggleRight, size: { width: 6, height: 3 } },
  rpcButton: { ...KINDS.rpcButton, icon: SquareTerminal, size: { width: 6, height: 4 } },
  messages: { ...KINDS.messages, icon: MessagesSquare, size: HALF },
  text: { ...KINDS.text, icon: TextAlignStart, size: { width: 8, height: 4 } },
};

export function isPanelKind(kind: string): kind is PanelKind {
  return Object.hasOwn(PANEL_KINDS, kind);
}

/** Kinds whose values are those of intervals. */
const BY_TIME: ReadonlySet<PanelKind> = new Set(["timeSeries", "bars", "heatMap", "stateTimeline"]);

export function isByTime({ kind, source }: Pick<DashboardPanel, "kind" | "source">): boolean {
  return BY_TIME.has(kind) || hasTrend({ kind, source });
}

export function hasTrend({ kind, source }: Pick<DashboardPanel, "kind" | "source">): boolean {
  return kind === "figure" && source?.type === "keys" && source.trend;
}

/** The function of a panel of keys that chooses none. */
export function usualFunction({ kind, source }: Pick<DashboardPanel, "kind" | "source">): "current" | "latest" | "avg" {
  if (!isByTime({ kind, source })) return "current";
  return kind === "stateTimeline" || hasTrend({ kind, source }) ? "latest" : "avg";
}

/** Whether the panel can show its values of a former period too. */
export function canCompare({ kind, source }: Pick<DashboardPanel, "kind" | "source">): boolean {
  return source?.type === "keys" && (kind === "timeSeries" || hasTrend({ kind, source }));
}

const UNCOMPUTED: ReadonlySet<PanelKind> = new Set(["text", "messages", "attributeSwitch", "rpcButton"]);

export function isReportKind(kind: PanelKind): kind is ReportKind {
  return !UNCOMPUTED.has(kind);
}

/** Whether the platform computes something for the panel. */
export function isComputed({ kind, source }: Pick<DashboardPanel, "kind" | "source">): boolean {
  return source !== null && isReportKind(kind);
}

/** What decides the results of panels, and nothing else: a panel that is only moved is not computed again. */
export function computedPart(configuration: Configuration): Configuration {
  const panels = configuration.panels
    .filter(isComputed)
    .map((panel, y) => ({ ...panel, title: "", options: {}, place: { x: 0, y, width: 1, height: 1 } }));
  return { ...configuration, panels };
}

/**
 * Which value of each key it shows that a live connection tells within a moment: the newest of all, or the last of the range. Null for
 * what has to be computed, as means of intervals, also where a trend ends with one.
 */
export function newestShown(panel: Pick<DashboardPanel, "kind" | "source">): NewestShown | null {
  if (panel.source?.type !== "keys" || (isByTime(panel) && !hasTrend(panel))) return null;
  const fn = panel.source.aggregation ?? usualFunction(panel);
  if (fn === "latest") return "ofRange";
  return fn === "current" && !hasTrend(panel) ? "ofAll" : null;
}

export type NewestShown = "ofAll" | "ofRange";

const NAMED_MAX = 3;

/**
 * What stands above a panel: its title, else the keys that it shows, by the names that they have there, after the name of its only
 * device. A map says what it is too. Empty for neither.
 */
export function panelTitle({ title, kind, source, options, device }: Named): string {
  if (title !== "" || source?.type !== "keys" || source.keys.length === 0) return title;
  const own = panelOptions(options);
  const keys = kind === "map" ? withoutCoordinates(source.keys, own) : source.keys;
  const names = keys.map((key) => own.byKey.find((style) => style.key === key)?.name ?? key);
  const shown = names.length > NAMED_MAX ? `${names.slice(0, NAMED_MAX).join(", ")}, …` : names.join(", ");
  const of = kind === "map" ? words.dashboards.templates.places : device;
  return [of, shown].filter((part) => part !== undefined && part !== "").join(": ");
}

interface Named extends Pick<DashboardPanel, "title" | "kind" | "source" | "options"> {
  /** The name of its only device, where that is known. */
  readonly device?: string | undefined;
}

/** The panel as the page shows it: without a title of its own, it has the name of its view or of its only device in it. */
export function titled<Panel extends Pick<DashboardPanel, "title" | "source">>(
  panel: Panel,
  view: { readonly name?: string } | null | undefined,
  report: Pick<Report, "columns" | "rows"> | null | undefined,
): Panel & Pick<Named, "device"> {
  return panel.title === "" ? { ...panel, title: view?.name ?? "", device: onlyDevice(panel, report) } : panel;
}

function onlyDevice(
  { source }: Pick<DashboardPanel, "source">,
  report: Pick<Report, "columns" | "rows"> | null | undefined,
): string | undefined {
  if (source?.type !== "keys" || source.deviceIds?.length !== 1) return undefined;
  const name = report?.rows[0]?.[report.columns.findIndex(({ id }) => id === "name")];
  return typeof name === "string" ? name : undefined;
}

/** What a panel is called, on the page and for screen readers. */
export function panelName(panel: Named): string {
  return panelTitle(panel) || PANEL_KINDS[panel.kind].label;
}

/** The same with the kind before the keys, as several panels often show one key. That of a map says what it is. */
export function distinctName(panel: Named): string {
  const name = panelName(panel);
  const kind = PANEL_KINDS[panel.kind].label;
  return panel.title === "" && name !== kind && panel.kind !== "map" ? `${kind}: ${name}` : name;
}

export const TITLE_CHARS_MAX = 255;

/** Of a copy of a dashboard or a panel. */
export function copyTitle(title: string): string {
  const { copyOf } = words.dashboards;
  return copyOf(title.slice(0, TITLE_CHARS_MAX - copyOf("").length));
}
