// The trend of each figure of a panel: its values over the range, the last of them, and how far it is from the first, or from the
// value of a former period. Between two computations, newest values go on the line.
import type { FormerPeriod } from "../../../src/core/analytics/view/view-schema.ts";
import { colorOf, type CellColor } from "../../components/chart/cell-style.ts";
import { drawnNumber } from "../../components/chart/drawn-number.ts";
import { shortDecimals } from "../../components/chart/figure-text.ts";
import {
  earlierOf,
  shortText,
  type ReportColumn,
  type ReportData,
  type ReportRow,
} from "../../components/chart/report-cell.ts";
import type { NewestValues, Sample } from "./panel-results.ts";

export interface Trend {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly color: CellColor | null;
  /** The end of the interval that the value is the last of. */
  readonly ts: number;
  /** Oldest first; only numbers have a line. */
  readonly points: readonly TrendPoint[];
  /** Null if there is nothing to compare. */
  readonly change: {
    /** How much, without a sign. */
    readonly text: string;
    readonly direction: "up" | "down" | "same";
    /** When the value was measured, or in which period. */
    readonly from: { readonly ts: number } | { readonly period: FormerPeriod };
  } | null;
}

type TrendPoint = readonly [ts: number, value: number];

/** Of a report of keys with intervals, as the panel writes it, that also has the values of this period. */
export function trendsOf({ columns, rows }: ReportData, period: FormerPeriod | null): readonly Trend[] {
  const at = (id: string): number => columns.findIndex((column) => column.id === id);
  const [deviceAt, nameAt, timeAt] = [at("device"), at("name"), at("time")];
  // While the panel is edited, the report can be older than what is chosen for its trend.
  if (timeAt === -1) return [];
  const timeOf = (row: ReportRow): number => Number(row[timeAt]);
  const pointsAt = (place: number, from: readonly ReportRow[]): readonly TrendPoint[] =>
    from.flatMap((row) => {
      const value = drawnNumber(row[place]);
      return value === null ? [] : [[timeOf(row), value]];
    });
  const devices = Map.groupBy(rows, (row) => String(row[deviceAt]));
  const measures = columns.flatMap((column, place) => (column.role === "measure" ? [{ column, place }] : []));
  return [...devices].flatMap(([device, unordered]) => {
    const own = unordered.toSorted((one, other) => timeOf(one) - timeOf(other));
    return measures.flatMap(({ column, place }): readonly Trend[] => {
      const last = own.findLast((row) => row[place] !== null && row[place] !== undefined);
      if (last === undefined) return [];
      const points = pointsAt(place, own);
      const now = points.at(-1);
      const earlierAt = columns.findIndex((other) => earlierOf(other) === column.id);
      // A device measures at other moments in each period, so the value up to the same moment counts.
      const before =
        period === null || earlierAt === -1
          ? points[0]
          : pointsAt(earlierAt, own).findLast(([ts]) => now !== undefined && ts <= now[0]);
      const names = [
        ...(devices.size > 1 || measures.length === 1 ? [String(last[nameAt])] : []),
        ...(measures.length > 1 ? [column.label] : []),
      ];
      // As many as any value of the line has, so that the figure keeps them from one to the next.
      const steady = { ...column, decimalsMin: Math.max(0, ...points.map(([, value]) => shortDecimals(value))) };
      return [
        {
          ...{ id: `${device} ${column.id}`, name: names.join(" · "), unit: column.unit, points },
          ts: timeOf(last) + stepOf(own.map(timeOf)),
          text: shortText(last[place], steady),
          color: colorOf(column.style, drawnNumber(last[place])),
          change: changeOf([before, now], steady, earlierAt === -1 ? null : period),
        },
      ];
    });
  });
}

/**
 * A report of the last values of intervals as if it were computed again: each newest value is that of its interval, which may be one
 * after the last.
 */
export function withNewestValues<R extends ReportData>(report: R, newest: NewestValues): R {
  const { columns } = report;
  const at = (id: string): number => columns.findIndex((column) => column.id === id);
  const [deviceAt, timeAt] = [at("device"), at("time")];
  if (newest.size === 0 || timeAt === -1) return report;
  const timeOf = (row: ReportRow): number => Number(row[timeAt]);
  const step = stepOf([...new Set(report.rows.map(timeOf))].toSorted((one, other) => one - other));
  const measures = columns.flatMap(({ role, label }, place) => (role === "measure" ? [{ label, place }] : []));
  const devices = Map.groupBy(report.rows, (row) => String(row[deviceAt]));
  const rows = [...devices].flatMap(([device, unordered]) => {
    const own = unordered.toSorted((one, other) => timeOf(one) - timeOf(other));
    const samples = newest.get(device);
    for (const { label, place } of measures) {
      const [ts, value]: Partial<Sample> = samples?.get(label) ?? [];
      if (ts === undefined) continue;
      const index = own.findLastIndex((row) => timeOf(row) <= ts);
      const row = own[index];
      if (row === undefined) continue;
      const intervals = step === 0 ? 0 : Math.floor((ts - timeOf(row)) / step);
      if (intervals === 0) own[index] = row.with(place, value);
      else {
        const next = row.map((cell, each) => (columns[each]?.role === "dimension" ? cell : null));
        own.splice(index + 1, 0, next.with(timeAt, timeOf(row) + intervals * step).with(place, value));
      }
    }
    return own;
  });
  return { ...report, rows };
}

/** The length of the intervals: two rows are at least as far from each other. */
function stepOf(times: readonly number[]): number {
  const steps = times.slice(1).map((ts, place) => ts - (times[place] ?? ts));
  return steps.length === 0 ? 0 : Math.min(...steps);
}

type Change = NonNullable<Trend["change"]>;

function changeOf(
  [before, now]: readonly [TrendPoint | undefined, TrendPoint | undefined],
  { type, decimals, decimalsMin, decimalsMax }: ReportColumn,
  period: FormerPeriod | null,
): Change | null {
  if (before === undefined || now === undefined || before === now) return null;
  const change = now[1] - before[1];
  const text = shortText(Math.abs(change), { type, decimals, decimalsMin, decimalsMax });
  const from = period === null ? { ts: before[0] } : { period };
  return { text, direction: change === 0 ? "same" : change > 0 ? "up" : "down", from };
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
