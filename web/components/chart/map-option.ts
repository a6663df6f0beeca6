// A report as points on a map. The map shows the world around them, from the outline that the product brings along.
import type { EChartsCoreOption } from "echarts/core";
import { colorOf } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { figureText, shortFigure } from "./figure-text.ts";
import { plainText } from "./plain-text.ts";
import { cellWithUnit, placedIn, rowName, type ReportData } from "./report-cell.ts";
import { chosenColor, seriesColors } from "./series-style.ts";

/** The name of the outline, which `world-map.ts` registers. */
export const WORLD = "world";

export interface DrawnMap {
  readonly option: EChartsCoreOption;
  /** Rows without a place on earth. */
  readonly withoutPlace: number;
  /** Points that are not drawn. */
  readonly leftOut: number;
}

/** More points would hide each other. */
const POINTS_MAX = 5_000;
/** With at most this many points, each has its name beside it. */
const NAMED_MAX = 30;
/** Room around the points, as a part of what they cover. */
const MARGIN = 0.25;
/** Degrees; a single point has this much around it. */
const SPAN_MIN = 0.02;
const LATITUDE_MAX = 85;
const COORDINATE_DECIMALS = 5;

interface MapPoint {
  readonly value: readonly [longitude: number, latitude: number];
  readonly name: string;
  readonly figure: string;
  readonly color: string;
}

export function mapOf(report: ReportData, drawing: Drawing, isDark: boolean): DrawnMap {
  const all = pointsOf(report, drawing, isDark);
  const points = all.slice(0, POINTS_MAX);
  const [land, coast] = isDark ? ["#2f3b3d", "#52656a"] : ["#dfe9e9", "#a9bfc0"];
  const text = isDark ? "#e6e6e6" : "#2b3035";
  const option = {
    tooltip: {
      trigger: "item",
      formatter: ({ seriesId, dataIndex = -1 }: { readonly seriesId?: string; readonly dataIndex?: number }) => {
        const point = seriesId === POINTS ? points[dataIndex] : undefined;
        if (point === undefined) return "";
        const [longitude, latitude] = point.value;
        const place = `${figureText(latitude, COORDINATE_DECIMALS)}, ${figureText(longitude, COORDINATE_DECIMALS)}`;
        return [plainText(point.name), plainText(point.figure), place].filter((line) => line !== "").join("\n");
      },
    },
    geo: {
      map: WORLD,
      roam: "move",
      silent: true,
      boundingCoords: boundsOf(points),
      aspectScale: aspectOf(points),
      preserveAspect: "contain",
      ...{ left: 0, right: 0, top: 0, bottom: 0 },
      scaleLimit: { min: 0.05, max: 4_000 },
      itemStyle: { areaColor: land, borderColor: coast, borderWidth: 0.75 },
      emphasis: { disabled: true },
    },
    series: [
      {
        id: POINTS,
        type: "scatter",
        coordinateSystem: "geo",
        symbolSize: 12,
        itemStyle: { borderColor: isDark ? "#1f1f1f" : "#ffffff", borderWidth: 1.5 },
        label: {
          show: points.length <= NAMED_MAX,
          position: "right",
          formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
            const { name = "", figure = "" } = points[dataIndex] ?? {};
            return [plainText(name, 28), plainText(figure, 28)].filter((line) => line !== "").join("\n");
          },
          fontSize: 11,
          lineHeight: 14,
          color: text,
          textBorderColor: isDark ? "#1f1f1f" : "#ffffff",
          textBorderWidth: 2,
        },
        labelLayout: { hideOverlap: true },
        data: points.map(({ value, color }) => ({ value, itemStyle: { color } })),
      },
    ],
  };
  return {
    option,
    withoutPlace: report.rows.length - all.length,
    leftOut: all.length - points.length,
  };
}

const POINTS = "points";

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
        value: [longitude, latitude],
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

/** What the map shows first: all points, with room around them. */
function boundsOf(points: readonly MapPoint[]): readonly [topLeft: readonly number[], bottomRight: readonly number[]] {
  if (points.length === 0)
    return [
      [-170, 80],
      [190, -58],
    ];
  const [west, east] = endsOf(points.map(({ value: [longitude] }) => longitude));
  const [south, north] = endsOf(points.map(({ value: [, latitude] }) => latitude));
  return [
    [Math.max(-180, west), Math.min(LATITUDE_MAX, north)],
    [Math.min(180, east), Math.max(-LATITUDE_MAX, south)],
  ];
}

/** A degree of longitude is shorter than one of latitude, the more so the further from the equator. */
function aspectOf(points: readonly MapPoint[]): number {
  const [south, north] = points.length === 0 ? [0, 60] : endsOf(points.map(({ value: [, latitude] }) => latitude));
  return Math.max(0.2, Math.cos((Math.PI * (south + north)) / 360));
}

function endsOf(values: readonly number[]): readonly [least: number, most: number] {
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = values.reduce((one, other) => Math.max(one, other), -Infinity);
  const room = Math.max(SPAN_MIN, most - least) * MARGIN;
  return [least - room, most + room];
}
