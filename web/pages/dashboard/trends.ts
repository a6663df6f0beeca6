// The trend of each figure of a panel: its values over the range, the last of them, and how far it is from the first.
import { colorOf, type CellColor } from "../../components/chart/cell-style.ts";
import { drawnNumber } from "../../components/chart/drawn-number.ts";
import { shortFigure } from "../../components/chart/figure-text.ts";
import { shortText, type ReportColumn, type ReportData } from "../../components/chart/report-cell.ts";

export interface Trend {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly color: CellColor | null;
  /** Oldest first; only numbers have a line. */
  readonly points: readonly TrendPoint[];
  /** Null if there is nothing to compare. */
  readonly change: {
    readonly text: string;
    readonly direction: "up" | "down" | "same";
    readonly sinceTs: number;
  } | null;
}

type TrendPoint = readonly [ts: number, value: number];

/** More would be a table. */
const TRENDS_MAX = 12;

/** Of a report of keys with intervals, as the panel writes it. */
export function trendsOf({ columns, rows }: ReportData): readonly Trend[] {
  const at = (id: string): number => columns.findIndex((column) => column.id === id);
  const [deviceAt, nameAt, timeAt] = [at("device"), at("name"), at("time")];
  // While the panel is edited, the report can be older than the switch of its trend.
  if (timeAt === -1) return [];
  const devices = Map.groupBy(rows, (row) => String(row[deviceAt]));
  const measures = columns.flatMap((column, place) => (column.role === "measure" ? [{ column, place }] : []));
  return [...devices]
    .flatMap(([device, own]) =>
      measures.flatMap(({ column, place }): readonly Trend[] => {
        const ordered = own
          .filter((row) => row[place] !== null && row[place] !== undefined)
          .toSorted((one, other) => Number(one[timeAt]) - Number(other[timeAt]));
        const last = ordered.at(-1);
        if (last === undefined) return [];
        const points = ordered.flatMap((row): readonly TrendPoint[] => {
          const value = drawnNumber(row[place]);
          return value === null ? [] : [[Number(row[timeAt]), value]];
        });
        const names = [
          ...(devices.size > 1 || measures.length === 1 ? [String(last[nameAt])] : []),
          ...(measures.length > 1 ? [column.label] : []),
        ];
        return [
          {
            ...{ id: `${device} ${column.id}`, name: names.join(" · "), unit: column.unit, points },
            text: shortText(last[place], column),
            color: colorOf(column.style, drawnNumber(last[place])),
            change: changeOf(points, column),
          },
        ];
      }),
    )
    .slice(0, TRENDS_MAX);
}

function changeOf(points: readonly TrendPoint[], { decimals }: ReportColumn): Trend["change"] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const change = last[1] - first[1];
  const text = shortFigure(Math.abs(change), decimals);
  if (change === 0) return { text, direction: "same", sinceTs: first[0] };
  return { text: `${change > 0 ? "+" : "−"}${text}`, direction: change > 0 ? "up" : "down", sinceTs: first[0] };
}

/** Of a line within a box of this size, from left to right; empty for a single point. */
export function linePath(points: readonly TrendPoint[], { width, height }: { width: number; height: number }): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first[0] === last[0]) return "";
  const values = points.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return points
    .map(([ts, value], place) => {
      const x = ((ts - first[0]) / (last[0] - first[0])) * width;
      const y = most === least ? height / 2 : (1 - (value - least) / (most - least)) * height;
      return `${place === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
