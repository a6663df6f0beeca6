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
import type { Configuration, DashboardPanel, PanelKind } from "./configuration.ts";

export interface PanelKindWords {
  readonly label: string;
  readonly says: string;
  readonly icon: LucideIcon;
  /** In cells of a grid of 24 columns. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Those that show what the platform computes, and of these those that are drawn as a report of a view can be. */
export type ReportKind = Exclude<PanelKind, "text" | "messages" | "attributeSwitch" | "rpcButton">;
export type PictureKind = Exclude<ReportKind, "imagePlan">;

const HALF = { width: 12, height: 7 };

export const PANEL_KINDS: Readonly<Record<PanelKind, PanelKindWords>> = {
  timeSeries: { label: "Time series", says: "Values over time.", icon: ChartLine, size: HALF },
  figure: { label: "Figure", says: "The newest values, large.", icon: Hash, size: { width: 6, height: 3 } },
  gauge: { label: "Gauge", says: "The newest values on a scale.", icon: Gauge, size: { width: 6, height: 5 } },
  table: { label: "Table", says: "Rows and columns.", icon: Table2, size: HALF },
  bars: { label: "Bars", says: "Values of intervals or groups.", icon: ChartColumn, size: HALF },
  heatMap: { label: "Heat map", says: "Two groups, and a colour for the value.", icon: Grid3x3, size: HALF },
  stateTimeline: {
    label: "State timeline",
    says: "States one after the other.",
    icon: SquareChartGantt,
    size: { width: 12, height: 5 },
  },
  map: { label: "Map", says: "Devices at their coordinates.", icon: MapPin, size: { width: 12, height: 9 } },
  imagePlan: {
    label: "Image",
    says: "Values on a plan or a photograph.",
    icon: ImageIcon,
    size: { width: 12, height: 9 },
  },
  attributeSwitch: {
    label: "Switch",
    says: "Switches a shared attribute of a device.",
    icon: ToggleRight,
    size: { width: 6, height: 3 },
  },
  rpcButton: {
    label: "Button",
    says: "Calls a method of a device.",
    icon: SquareTerminal,
    size: { width: 6, height: 4 },
  },
  messages: { label: "Messages", says: "The newest messages, or those refused.", icon: MessagesSquare, size: HALF },
  text: { label: "Text", says: "Notes in Markdown.", icon: TextAlignStart, size: { width: 8, height: 4 } },
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

/** Whether it shows the newest value of each key, which a live connection tells within a moment. */
export function showsNewest(panel: Pick<DashboardPanel, "kind" | "source">): boolean {
  const { source } = panel;
  return source?.type === "keys" && source.aggregation === null && !isByTime(panel);
}

/** What a panel is called, on the page and for screen readers. */
export function panelName({ title, kind }: Pick<DashboardPanel, "title" | "kind">): string {
  return title === "" ? PANEL_KINDS[kind].label : title;
}
