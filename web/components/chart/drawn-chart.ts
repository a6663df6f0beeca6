// What a report becomes as a chart: options for the charting library and a legend, and what its kinds have in common. Groups are
// identified by their indexes and names are only labels, so that names that look alike stay separate. Groups that are too many
// for a picture are left out and counted.
import type { EChartsCoreOption } from "echarts/core";
import type { Drawing } from "./drawing.ts";
import { plainText } from "./plain-text.ts";
import type { LegendItem } from "./series-legend.tsx";
import type { SeriesStyle } from "./series-style.ts";

export interface DrawnChart {
  readonly option: EChartsCoreOption;
  /** Its series, hidden ones too; empty where names are part of the picture. */
  readonly legend: readonly LegendItem[];
  /** Number of series or slices that are not drawn. */
  readonly leftOut: number;
  /** What its figures are, where no axis says it. */
  readonly caption?: string;
}

export interface Look {
  readonly isDark: boolean;
  /** Ids of series that the reader has hidden. */
  readonly hidden: ReadonlySet<string>;
  /** Within a panel, whose dashboard has a range: a chart over time needs no control for it. */
  readonly isBare?: boolean | undefined;
  /** To where an axis of time goes on, at least: so it shows since when there are no values. */
  readonly untilTs?: number;
}

export const NOTHING: DrawnChart = { option: {}, legend: [], leftOut: 0 };

/** More series could not be distinguished. */
export const SERIES_MAX = 40;
/** Of what stands for a part of an interval: the rest of it is missing. */
export const PARTIAL_OPACITY = 0.4;

export function endsOf({ options: { min, max } }: Drawing): object {
  return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
}

interface LegendPart {
  readonly id: string;
  readonly name: string;
  readonly style: SeriesStyle;
  readonly hidden: ReadonlySet<string>;
  readonly isArea: boolean;
}

export function legendItem({ id, name, style, hidden, isArea }: LegendPart): LegendItem {
  return { id, name, mark: { style, shape: isArea ? "area" : "line" }, value: "", isHidden: hidden.has(id) };
}

export function hatched({ hatching }: SeriesStyle, isDark: boolean): object | undefined {
  if (hatching === null) return undefined;
  const rotation = (hatching * Math.PI) / 180;
  const color = isDark ? "rgba(0, 0, 0, 0.45)" : "rgba(255, 255, 255, 0.6)";
  return { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 5], rotation, color };
}

export function groupLabels(groups: ReadonlyMap<string, number>): readonly string[] {
  return [...groups.keys()].map((text) => plainText(text));
}

/** Makes names distinct: the library identifies series by name, and shortened names may be equal. */
export function distinctNames(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const name = plainText(text);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
}

// --- Texts under the pointer ---

export const ITEM_TOOLTIP = { trigger: "item" } as const;

/** What the library passes of a value under the pointer. */
export interface Hovered {
  readonly seriesId?: string;
  readonly dataIndex?: number;
  readonly axisValue?: unknown;
  readonly value?: unknown;
  readonly marker?: unknown;
}

export function membersOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}
