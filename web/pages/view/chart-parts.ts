// What charts of every kind have in common: columns with their places, groups in their order, names that are labels only.
import type { EChartsCoreOption } from "echarts/core";
import { plainText } from "../../components/chart/plain-text.ts";
import { cellText, type ReportColumn } from "./report-cell.ts";

export interface DrawnChart {
  readonly option: EChartsCoreOption;
  /** Series or slices that are not drawn. */
  readonly leftOut: number;
}

export interface Placed {
  readonly place: number;
  readonly column: ReportColumn;
}

export type Row = readonly unknown[];

/** Lines that people still tell apart. */
export const SERIES_MAX = 40;

/** Names of groups in the order in which they appear, with the place of each. */
export function groupsOf(rows: readonly Row[], placed: Placed | null): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  if (placed === null) return groups;
  for (const row of rows) {
    const text = cellText(row[placed.place], placed.column);
    if (!groups.has(text)) groups.set(text, groups.size);
  }
  return groups;
}

export function placedIn(columns: readonly ReportColumn[], id: string | null): Placed | null {
  const place = columns.findIndex((column) => column.id === id);
  const column = columns[place];
  return column === undefined ? null : { place, column };
}

export function labels(groups: ReadonlyMap<string, number>): readonly string[] {
  return [...groups.keys()].map((text) => plainText(text));
}

/** "Energy used, kWh"; the label of a comparison in percent says so itself. */
export function headingOf({ label, unit }: Pick<ReportColumn, "label" | "unit">): string {
  return unit === "" || label.endsWith(`${unit})`) ? label : `${label}, ${unit}`;
}

/** The library tells series apart by their names, and names that are cut may be equal. */
export function distinctNames(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const name = plainText(text);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
}
