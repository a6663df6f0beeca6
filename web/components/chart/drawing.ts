// How a report is drawn: as its view says or, if that says only "table", as its columns suggest: lines over time, bars
// for groups, figures for a single row.
import type { ReportColumn } from "./report-cell.ts";

export type DrawingKind = "line" | "area" | "bar" | "stackedBar" | "pie" | "donut" | "scatter" | "heatMap" | "figures";

export interface Drawing {
  readonly kind: DrawingKind;
  /** Column ids; null if the kind needs no such column. */
  readonly x: string | null;
  readonly y: readonly string[];
  /** One series for each value of this column. */
  readonly series: string | null;
  /** The measure that colours a heat map. */
  readonly value: string | null;
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
  ["gauge", "figures"],
]);

/** More measures than this make no useful picture. */
const MEASURES_MAX = 6;

/** Whether the view itself asks for a chart. */
export function isDrawn(visualization: Visualization): boolean {
  return KINDS.has(visualization["type"]);
}

/** Null if no chart can show such a report. */
export function drawingOf(visualization: Visualization, columns: readonly ReportColumn[]): Drawing | null {
  return savedDrawing(visualization, columns) ?? fittingDrawing(columns);
}

function savedDrawing(visualization: Visualization, columns: readonly ReportColumn[]): Drawing | null {
  const kind = KINDS.get(visualization["type"]);
  if (kind === undefined) return null;
  const known = (id: unknown): string | null => columns.find((column) => column.id === id)?.id ?? null;
  const listed: unknown = visualization["y"];
  const y = (Array.isArray(listed) ? listed : [listed]).map(known).filter((id) => id !== null);
  const x = known(visualization["x"]);
  const value = known(visualization["value"]) ?? known(visualization["size"]) ?? firstMeasure(columns);
  const needsX = kind !== "figures";
  if (y.length === 0 || (needsX && x === null) || (kind === "heatMap" && value === null)) return null;
  // In kinds with several series, the comparison is a series too.
  const compared = ["line", "area", "bar", "figures"].includes(kind)
    ? columns.filter(({ id, role }) => role === "comparison" && isComparedValue(id, y))
    : [];
  return { kind, x, y: [...y, ...compared.map(({ id }) => id)], series: known(visualization["series"]), value };
}

function fittingDrawing(columns: readonly ReportColumn[]): Drawing | null {
  const measures = columns.filter(
    ({ role, type }) => (role === "measure" || role === "comparison") && type === "number",
  );
  const own = measures.filter(({ role }) => role === "measure").map(({ id }) => id);
  const compared = measures.filter(({ role, id }) => role === "comparison" && isComparedValue(id, own));
  const y = [...own, ...compared.map(({ id }) => id)].slice(0, MEASURES_MAX);
  if (y.length === 0) return null;
  const time = columns.find(({ role, type }) => role === "time" && type === "time");
  const groups = columns.filter(({ id, role }) => id !== time?.id && (role === "dimension" || role === "time"));
  const [first, second] = groups.map(({ id }) => id);
  const base = { y, value: null } as const;
  if (time !== undefined && groups.length <= 1) return { kind: "line", x: time.id, series: first ?? null, ...base };
  if (time === undefined && first === undefined) return { kind: "figures", x: null, series: null, ...base };
  if (time === undefined && groups.length <= 2)
    return { kind: "bar", x: first ?? null, series: second ?? null, ...base };
  return null;
}

/** `kwh.value` is the comparison of `kwh`; changes and shares have scales of their own. */
function isComparedValue(id: string, of: readonly string[]): boolean {
  const [field, kind] = id.split(".");
  return of.includes(field ?? "") && kind === "value";
}

function firstMeasure(columns: readonly ReportColumn[]): string | null {
  return columns.find(({ role, type }) => role === "measure" && type === "number")?.id ?? null;
}
