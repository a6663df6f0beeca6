// How a panel draws its report: by its kind, with the settings of its view if that is drawn in the same way, and its own.
import type { CellStyle } from "../../components/chart/cell-style.ts";
import { drawingKindOf, drawingOf, type Drawing, type DrawingKind } from "../../components/chart/drawing.ts";
import { earlierOf, withStyles, type Report, type ReportColumn } from "../../components/chart/report-cell.ts";
import { words } from "../../words/words.ts";
import type { DashboardPanel } from "./configuration.ts";
import { LATITUDE, LONGITUDE } from "./coordinates.ts";
import { usualFunction, type PictureKind } from "./panel-kinds.ts";
import { panelOptions, type PanelOptions } from "./panel-options.ts";

/** Of a saved view. */
export interface PanelView {
  /** A share link does not tell it. */
  readonly name?: string;
  readonly fields: readonly unknown[];
  readonly visualization: Readonly<Record<string, unknown>>;
}

export interface PanelPicture {
  readonly report: Report;
  /** Null for a table. */
  readonly drawing: Drawing | null;
  /** What the report lacks for this kind; null if nothing. */
  readonly lacks: string | null;
}

type ChartKind = Exclude<PictureKind, "table">;
type Visualization = Readonly<Record<string, unknown>>;

/** The drawings of a kind. */
const DRAWINGS: Readonly<Record<ChartKind, readonly DrawingKind[]>> = {
  timeSeries: ["line", "area"],
  figure: ["figures"],
  gauge: ["gauges"],
  bars: ["bar", "stackedBar", "pie", "donut"],
  heatMap: ["heatMap"],
  stateTimeline: ["timeline"],
  map: ["map"],
};

/** The kind that draws a view as it draws itself; a table for others. */
export function kindOfView({ type }: Visualization): PictureKind {
  const kinds = Object.keys(DRAWINGS) as ChartKind[];
  return kinds.find((kind) => DRAWINGS[kind].some((drawing) => drawing === drawingKindOf(type))) ?? "table";
}

export function pictureOf(
  { kind, source, options: saved }: Pick<DashboardPanel, "source" | "options"> & { readonly kind: PictureKind },
  result: Report,
  view: PanelView | null,
): PanelPicture {
  const options = panelOptions(saved);
  const report = withPanelStyle(
    view === null ? ofKeys(withoutIds(result), { kind, source }) : withStyles(result, view.fields),
    options,
  );
  if (kind === "table") {
    const pivot = view?.visualization["type"] === "pivotTable" ? drawingOf(view.visualization, report.columns) : null;
    return { report, drawing: pivot, lacks: null };
  }
  const kinds = DRAWINGS[kind];
  const own = view === null ? null : drawingOf(withOptions(view.visualization, saved), report.columns);
  if (own !== null && kinds.includes(own.kind)) return { report, drawing: own, lacks: null };
  const drawing = drawingOf({ ...fitting(kind, report, options), options: withRow(kind, saved) }, report.columns);
  const isFitting = drawing !== null && kinds.includes(drawing.kind);
  return { report, drawing: isFitting ? drawing : null, lacks: isFitting ? null : words.dashboard.needs[kind] };
}

/**
 * Without devices that nobody chose and that have no value where others have: a gateway among all devices, or one of another
 * kind. Its row is there for the moment at which it gets one.
 */
export function withoutSilent(report: Report, source: DashboardPanel["source"]): Report {
  if (source?.type !== "keys" || source.filter === null) return report;
  const measures = report.columns.flatMap(({ role }, place) => (role === "measure" ? [place] : []));
  const rows = report.rows.filter((row) => measures.some((place) => (row[place] ?? null) !== null));
  return rows.length === 0 || rows.length === report.rows.length ? report : { ...report, rows };
}

/** The ids of devices are for live values, and their names for people. */
function withoutIds(report: Report): Report {
  const place = report.columns.findIndex(({ id }) => id === "device");
  if (place < 0) return report;
  return {
    ...report,
    columns: report.columns.toSpliced(place, 1),
    rows: report.rows.map((row) => row.toSpliced(place, 1)),
    ...(report.times === undefined ? {} : { times: report.times.map((row) => row.toSpliced(place, 1)) }),
  };
}

/** The columns of keys with the function that the panel has of them. */
function ofKeys(report: Report, panel: Pick<DashboardPanel, "kind" | "source">): Report {
  if (panel.source?.type !== "keys") return report;
  const fn = panel.source.aggregation ?? usualFunction(panel);
  const isOfKey = (column: ReportColumn): boolean => column.role === "measure" || earlierOf(column) !== null;
  return { ...report, columns: report.columns.map((column) => (isOfKey(column) ? { ...column, fn } : column)) };
}

/** The columns as the panel writes them: those of keys by their keys, all others by what is set for all; a former period as its key. */
export function withPanelStyle(report: Report, { unit, decimals, thresholds, byKey }: PanelOptions): Report {
  if (unit === null && decimals === null && thresholds.length === 0 && byKey.length === 0) return report;
  const columns = report.columns.map((column): ReportColumn => {
    const measure = column.role === "measure" ? column : report.columns.find(({ id }) => id === earlierOf(column));
    if (measure === undefined) return column;
    const own = byKey.find(({ key }) => key === measure.label);
    const colors = own !== undefined && own.thresholds.length > 0 ? own.thresholds : thresholds;
    return {
      ...column,
      // What follows the label of the measure tells its former period.
      label: `${own?.name ?? measure.label}${column.label.slice(measure.label.length)}`,
      unit: own?.unit ?? unit ?? column.unit,
      decimals: own?.decimals ?? decimals ?? column.decimals,
      // One line of a threshold is enough for both.
      style: colors.length === 0 || column !== measure ? column.style : { ...(column.style ?? PLAIN), colors },
    };
  });
  return { ...report, columns };
}

const PLAIN: CellStyle = { prefix: "", labels: [], firstLabelled: 0, colors: [] };

/** The settings of the panel in the place of those that its view has. */
function withOptions(visualization: Visualization, options: object): Visualization {
  const own = visualization["options"];
  return { ...visualization, options: { ...(typeof own === "object" ? own : {}), ...options } };
}

/** Several rows are several devices, which a panel shows beside each other. */
function withRow(kind: ChartKind, options: object): object {
  return kind === "figure" ? { row: "all", ...options } : options;
}

/** What the columns of a report suggest for a kind. */
function fitting(kind: ChartKind, { columns, rows }: Report, options: PanelOptions): Visualization {
  const { picture } = options;
  const measures = columns.filter(({ role }) => role === "measure").map(({ id }) => id);
  const time = columns.find(({ role, type }) => type === "time" && role !== "measure")?.id;
  const groups = columns
    .filter(({ id, role }) => id !== time && (role === "dimension" || role === "time"))
    .map(({ id }) => id);
  const [first, second] = groups;
  const severalOf = (id: string | undefined): string | undefined => {
    const place = columns.findIndex((column) => column.id === id);
    return place >= 0 && rows.some((row) => row[place] !== rows[0]?.[place]) ? id : undefined;
  };
  switch (kind) {
    case "timeSeries":
      return { type: picture === "area" ? "area" : "line", x: time, y: measures, series: severalOf(first) };
    case "bars":
      return {
        type: picture === "stackedBar" ? "stackedBar" : "bar",
        ...{ x: time ?? first, y: measures, series: severalOf(time === undefined ? second : first) },
      };
    case "figure":
      return { type: "card", y: measures };
    case "gauge":
      return { type: "gauge", y: measures };
    case "heatMap":
      return { type: "heatMap", x: time ?? first, y: time === undefined ? second : first, value: measures[0] };
    case "stateTimeline":
      return { type: "timeline", x: first, y: measures[0] };
    case "map": {
      const named = (name: string | null, usual: RegExp): string | undefined =>
        columns.find(({ id, label }) =>
          name === null ? usual.test(label) || usual.test(id) : isNamed(name, id, label),
        )?.id;
      const [latitude, longitude] = [named(options.latitude, LATITUDE), named(options.longitude, LONGITUDE)];
      const figures = measures.filter((id) => id !== latitude && id !== longitude);
      const value = options.value === null ? figures[0] : named(options.value, LATITUDE);
      return { type: "map", latitude, longitude, value };
    }
  }
}

/** By its key, or by its id in the view. */
function isNamed(name: string, id: string, label: string): boolean {
  return name === id || name === label;
}
