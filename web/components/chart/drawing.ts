// How a report is drawn: as its view says or, if that says only "table", as its columns suggest: lines over time, bars
// for groups, figures for a single row.
import { chartOptions, type ChartOptions, type Stacking } from "./chart-options.ts";
import { earlierOf, type ReportColumn } from "./report-cell.ts";

export type DrawingKind =
  | ("line" | "area" | "bar" | "stackedBar" | "pie" | "donut" | "scatter" | "heatMap")
  | ("figures" | "gauges" | "timeline" | "pivot" | "map");

/** Columns are ids; null if the kind needs no such column. */
export interface Drawing {
  readonly kind: DrawingKind;
  readonly x: string | null;
  readonly y: readonly string[];
  /** One series for each value of this column. */
  readonly series: string | null;
  /** The measure that colours a heat map, or stands at a place of a map. */
  readonly value: string | null;
  /** Since when a state of a timeline holds. */
  readonly time: string | null;
  /** The columns whose values are headings across the top of a pivot table. */
  readonly across: readonly string[];
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly options: ChartOptions;
}

/** The visualization of a saved view, or of a draft, which may hold anything. */
type Visualization = Readonly<Record<string, unknown>>;

const KINDS: ReadonlyMap<unknown, DrawingKind> = new Map([
  ["line", "line"],
  ["area", "area"],
  ["bar", "bar"],
  ["stackedBar", "stackedBar"],
  ["pie", "pie"],
  ["donut", "donut"],
  ["scatter", "scatter"],
  ["heatMap", "heatMap"],
  ["card", "figures"],
  ["gauge", "gauges"],
  ["timeline", "timeline"],
  ["pivotTable", "pivot"],
  ["map", "map"],
]);

/** Of a visualization of this type; undefined for a table. */
export function drawingKindOf(type: unknown): DrawingKind | undefined {
  return KINDS.get(type);
}

/** More measures than this make no useful picture. */
const MEASURES_MAX = 6;

/** Whether the view itself asks for a chart. */
export function isDrawn(visualization: Visualization): boolean {
  return KINDS.has(visualization["type"]);
}

/** Null if no chart can show such a report. */
export function drawingOf(visualization: Visualization, columns: readonly ReportColumn[]): Drawing | null {
  const drawn = savedDrawing(visualization, columns) ?? fittingDrawing(columns);
  return drawn === null ? null : { ...NO_COLUMNS, ...drawn, options: chartOptions(visualization["options"]) };
}

/** All measures of a report as figures. */
export function drawingOfFigures(columns: readonly ReportColumn[]): Drawing {
  const y = columns.filter(({ role }) => role === "measure").map(({ id }) => id);
  const all = [...y, ...earlierOfAny(y, columns)];
  return { ...NO_COLUMNS, kind: "figures", y: all, options: chartOptions(undefined) };
}

/** Of the values at one place: lines are never on top of each other. */
export function stackingOf({ kind, options }: Pick<Drawing, "kind" | "options">): Stacking {
  if (!["area", "bar", "stackedBar"].includes(kind)) return "none";
  return options.stacking ?? (kind === "stackedBar" ? "stacked" : "none");
}

const NO_COLUMNS = {
  x: null,
  y: [],
  series: null,
  value: null,
  time: null,
  across: [],
  latitude: null,
  longitude: null,
};

type DrawnColumns = Partial<Omit<Drawing, "kind" | "options">> & Pick<Drawing, "kind">;

function savedDrawing(visualization: Visualization, columns: readonly ReportColumn[]): DrawnColumns | null {
  const kind = KINDS.get(visualization["type"]);
  if (kind === undefined) return null;
  const one = (role: string): string | null => columns.find((column) => column.id === visualization[role])?.id ?? null;
  const several = (role: string): readonly string[] => {
    const ids: readonly unknown[] = [visualization[role]].flat();
    return ids.flatMap((id) => columns.find((column) => column.id === id)?.id ?? []);
  };
  const [x, y] = [one("x"), several("y")];
  switch (kind) {
    case "map": {
      const [latitude, longitude] = [one("latitude"), one("longitude")];
      return latitude === null || longitude === null ? null : { kind, latitude, longitude, value: one("value") };
    }
    case "pivot": {
      const [across, values] = [several("columns"), several("values")];
      return across.length === 0 || values.length === 0 ? null : { kind, across, y: values };
    }
    case "timeline": {
      const time = columns.find(({ id, type }) => type === "time" && id !== x && !y.includes(id))?.id ?? null;
      return x === null || y.length === 0 || time === null ? null : { kind, x, y: y.slice(0, 1), time };
    }
    case "heatMap": {
      const value = one("value") ?? one("size") ?? firstMeasure(columns);
      return x === null || y.length === 0 || value === null ? null : { kind, x, y, value };
    }
    default: {
      const needsX = kind !== "figures" && kind !== "gauges";
      if (y.length === 0 || (needsX && x === null)) return null;
      return { kind, x, y: [...y, ...comparedWith(kind, y, columns)], series: one("series") };
    }
  }
}

/** In kinds with several series, the comparison is a series too. */
function comparedWith(kind: DrawingKind, y: readonly string[], columns: readonly ReportColumn[]): readonly string[] {
  if (!["line", "area", "bar", "figures"].includes(kind)) return [];
  return earlierOfAny(y, columns);
}

function fittingDrawing(columns: readonly ReportColumn[]): DrawnColumns | null {
  const numbers = columns.filter(({ type }) => type === "number");
  const own = numbers.filter(({ role }) => role === "measure").map(({ id }) => id);
  const y = [...own, ...earlierOfAny(own, numbers)].slice(0, MEASURES_MAX);
  if (y.length === 0) return null;
  const time = columns.find(({ role, type }) => role === "time" && type === "time");
  const groups = columns.filter(({ id, role }) => id !== time?.id && (role === "dimension" || role === "time"));
  const [first, second] = groups.map(({ id }) => id);
  if (time !== undefined && groups.length <= 1) return { kind: "line", x: time.id, series: first ?? null, y };
  if (time === undefined && first === undefined) return { kind: "figures", y };
  if (time === undefined && groups.length <= 2) return { kind: "bar", x: first ?? null, series: second ?? null, y };
  return null;
}

function earlierOfAny(measures: readonly string[], columns: readonly ReportColumn[]): readonly string[] {
  return columns.filter((column) => measures.some((id) => id === earlierOf(column))).map(({ id }) => id);
}

function firstMeasure(columns: readonly ReportColumn[]): string | null {
  return columns.find(({ role, type }) => role === "measure" && type === "number")?.id ?? null;
}
