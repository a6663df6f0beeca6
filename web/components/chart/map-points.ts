// A report as points on a map: where they are, what their colours mean, and which of them are named.
import { words } from "../../words/words.ts";
import { colorOf, urgencyOf, type CellColor } from "./cell-style.ts";
import { dotItem, rangeItems } from "./color-ranges.ts";
import { colorScale, scaledColor, type ColorScale } from "./color-scale.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { evenFigures } from "./figure-text.ts";
import { cellWithUnit, placedIn, rowName, type ReportColumn, type ReportData } from "./report-cell.ts";
import type { LegendItem } from "./series-legend.tsx";
import { chosenColor, seriesStyle } from "./series-style.ts";

export interface MapPoint {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** What the row is called; possibly empty. */
  readonly name: string;
  /** With its unit; empty without one. */
  readonly figure: string;
  readonly color: string;
  /** Of its figure, by value; null if it has none. */
  readonly level: CellColor | null;
}

export interface MapPoints {
  readonly points: readonly MapPoint[];
  /** What their colours mean; empty where all have the same. */
  readonly legend: readonly LegendItem[];
  /** Of the points that no threshold colours; null if they have a colour in common. */
  readonly scale: ColorScale | null;
  /** Names of the rows without a place on earth, possibly empty. */
  readonly withoutPlace: readonly string[];
  /** Points that are not drawn. */
  readonly leftOut: number;
}

/** More points would hide each other. */
const POINTS_MAX = 5_000;
/** With at most this many points, each has its name; with more, only those that ask for attention. */
const NAMED_MAX = 30;

export function mapPoints(report: ReportData, drawing: Drawing, isDark: boolean): MapPoints {
  const { points: all, withoutPlace, scale } = pointsOf(report, drawing, isDark);
  const points = all.slice(0, POINTS_MAX);
  const figure = placedIn(report.columns, drawing.value)?.column;
  return {
    points,
    legend: figure === undefined ? [] : legendOf(figure, points, { isDark, hasScale: scale !== null }),
    scale,
    withoutPlace,
    leftOut: all.length - points.length,
  };
}

/** The points as their places among all, the most urgent first. */
export function byUrgency(points: readonly MapPoint[]): readonly number[] {
  const urgencies = points.map(({ level }) => urgencyOf(level));
  return [...points.keys()].sort((one, other) => (urgencies[other] ?? 0) - (urgencies[one] ?? 0));
}

/** Those that are named, in the order in which they get room for it: where not all have it, the urgent ones do. */
export function namedPoints(points: readonly MapPoint[]): readonly number[] {
  const all = byUrgency(points);
  if (points.length <= NAMED_MAX) return all;
  return all.slice(0, NAMED_MAX).filter((place) => urgencyOf(points[place]?.level ?? null) > 0);
}

interface PlacedPoints {
  readonly points: readonly MapPoint[];
  readonly withoutPlace: readonly string[];
  readonly scale: ColorScale | null;
}

function pointsOf({ columns, rows }: ReportData, drawing: Drawing, isDark: boolean): PlacedPoints {
  const [up, along, figure] = [drawing.latitude, drawing.longitude, drawing.value].map((id) => placedIn(columns, id));
  if (up === null || up === undefined || along === null || along === undefined)
    return { points: [], withoutPlace: rows.map((row) => rowName(columns, row)), scale: null };
  const places = [up.column.id, along.column.id];
  const withoutPlace: string[] = [];
  const amounts =
    figure === null || figure === undefined ? [] : rows.flatMap((row) => drawnNumber(row[figure.place]) ?? []);
  const evenly = evenFigures(amounts);
  const scale = colorScale(drawing.options, amounts, isDark);
  const points = rows.flatMap((row): readonly MapPoint[] => {
    const name = rowName(columns, row, places);
    const [latitude, longitude] = [drawnNumber(row[up.place]), drawnNumber(row[along.place])];
    if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
      withoutPlace.push(name);
      return [];
    }
    const cell = figure === null || figure === undefined ? null : row[figure.place];
    const amount = drawnNumber(cell);
    const level = colorOf(figure?.column.style, amount);
    const isScaled = level === null && scale !== null && amount !== null;
    return [
      {
        latitude,
        longitude,
        name,
        figure:
          figure === null || figure === undefined || cell === null || cell === undefined
            ? ""
            : cellWithUnit(cell, figure.column, evenly),
        ...{ level, color: isScaled ? scaledColor(scale, amount) : colorAt(level, isDark) },
      },
    ];
  });
  return { points, withoutPlace, scale };
}

function colorAt(level: CellColor | null, isDark: boolean): string {
  return level === null ? seriesStyle(0, isDark).color : chosenColor(level, isDark);
}

/** What the colours of thresholds mean, and what all points have in common that have none, nor one of the scale. */
function legendOf(
  figure: ReportColumn,
  points: readonly MapPoint[],
  { isDark, hasScale }: { readonly isDark: boolean; readonly hasScale: boolean },
): readonly LegendItem[] {
  const ranges = rangeItems(figure, isDark);
  if (ranges.length === 0) return [];
  const isOther = ({ level, figure: text }: MapPoint): boolean => level === null && !(hasScale && text !== "");
  return points.some(isOther) ? [...ranges, dotItem(words.charts.map.others, colorAt(null, isDark), isDark)] : ranges;
}
