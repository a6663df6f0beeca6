// A report as points on a map.
import { colorOf } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { shortFigure } from "./figure-text.ts";
import { cellWithUnit, placedIn, rowName, type ReportData } from "./report-cell.ts";
import { chosenColor, seriesColors } from "./series-style.ts";

export interface MapPoint {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** What the row is called; possibly empty. */
  readonly name: string;
  /** With its unit; empty without one. */
  readonly figure: string;
  readonly color: string;
}

export interface MapPoints {
  readonly points: readonly MapPoint[];
  /** Rows without a place on earth. */
  readonly withoutPlace: number;
  /** Points that are not drawn. */
  readonly leftOut: number;
}

/** More points would hide each other. */
const POINTS_MAX = 5_000;

export function mapPoints(report: ReportData, drawing: Drawing, isDark: boolean): MapPoints {
  const all = pointsOf(report, drawing, isDark);
  const points = all.slice(0, POINTS_MAX);
  return { points, withoutPlace: report.rows.length - all.length, leftOut: all.length - points.length };
}

function pointsOf({ columns, rows }: ReportData, drawing: Drawing, isDark: boolean): readonly MapPoint[] {
  const [up, along, figure] = [drawing.latitude, drawing.longitude, drawing.value].map((id) => placedIn(columns, id));
  if (up === null || up === undefined || along === null || along === undefined) return [];
  const places = [up.column.id, along.column.id];
  const [usual = ""] = seriesColors(isDark);
  return rows.flatMap((row): readonly MapPoint[] => {
    const [latitude, longitude] = [drawnNumber(row[up.place]), drawnNumber(row[along.place])];
    if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return [];
    const cell = figure === null || figure === undefined ? null : row[figure.place];
    const color = colorOf(figure?.column.style, drawnNumber(cell));
    return [
      {
        latitude,
        longitude,
        name: rowName(columns, row, places),
        figure:
          figure === null || figure === undefined || cell === null || cell === undefined
            ? ""
            : cellWithUnit(cell, figure.column, shortFigure),
        color: color === null ? usual : chosenColor(color, isDark),
      },
    ];
  });
}
