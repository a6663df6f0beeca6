// A report as options for the charting library. Groups are identified by their indexes and names are only labels, so
// that names that look alike stay separate. Groups that are too many for a picture are left out and counted.
import type { EChartsCoreOption } from "echarts/core";
import type { Schema } from "../../api/schemas.ts";
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import type { CellStyle } from "./cell-style.ts";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { axisFigure, decimalsBetween, figureText, shortFigure } from "./figure-text.ts";
import { textColor } from "./framing.ts";
import { linePoints } from "./line-points.ts";
import { plainText } from "./plain-text.ts";
import {
  cellText,
  cellWithUnit,
  groupsOf,
  headingOf,
  MISSING,
  placedIn,
  type Placed,
  type ReportColumn,
  type ReportData,
  type ReportRow,
} from "./report-cell.ts";
import type { LegendItem } from "./series-legend.tsx";
import { chosenColor, seriesStyle, type SeriesStyle } from "./series-style.ts";
import { TICKS_MAX, tickOptions, timeAxis } from "./time-axis.ts";
import type { TimePoint } from "./time-series.ts";

export interface DrawnChart {
  readonly option: EChartsCoreOption;
  /** Its series, hidden ones too; empty where names are part of the picture. */
  readonly legend: readonly LegendItem[];
  /** Number of series or slices that are not drawn. */
  readonly leftOut: number;
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

/** If an axis has more groups, only a part of it is shown at a time. */
const GROUPS_SHOWN = 40;
const NOTHING: DrawnChart = { option: {}, legend: [], leftOut: 0 };

export function chartOf(report: ReportData, drawing: Drawing, look: Look): DrawnChart {
  switch (drawing.kind) {
    case "pie":
    case "donut":
      return slices(report, drawing, look);
    case "scatter":
      return scatter(report, drawing, look);
    case "heatMap":
      return heatMap(report, drawing, look);
    default:
      return axes(report, drawing, look);
  }
}

// --- Lines, areas, bars ---

interface AxesSeries {
  readonly id: string;
  readonly name: string;
  readonly placed: Placed;
  readonly rows: readonly ReportRow[];
  readonly style: SeriesStyle;
}

/** More series could not be distinguished. */
const SERIES_MAX = 40;
const COMPARED_DASHES = [7, 4];

function axes(
  { columns, rows, meta }: ReportData,
  drawing: Drawing,
  { isDark, hidden, isBare = false, untilTs = -Infinity }: Look,
): DrawnChart {
  const { kind, x, y, options } = drawing;
  const [along, by] = [placedIn(columns, x), placedIn(columns, drawing.series)];
  const isTime = along?.column.type === "time";
  const groups = isTime ? new Map<string, number>() : groupsOf(rows, along);
  const measures = y.flatMap((id) => placedIn(columns, id) ?? []);
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, Math.max(1, Math.floor(SERIES_MAX / Math.max(1, measures.length))));
  const bySeries = by === null ? null : Map.groupBy(rows, (row) => cellText(row[by.place], by.column));
  const nameOf = distinctNames();
  const all = shown
    .flatMap((group) => measures.map((placed) => ({ group, placed })))
    .map(({ group, placed }, place): AxesSeries => {
      const name = nameOf(seriesName(group, placed.column, measures.length));
      const ofPlace = seriesStyle(place, isDark);
      // A comparison also differs without colour.
      const usual = placed.column.role === "comparison" ? { ...ofPlace, dashes: COMPARED_DASHES } : ofPlace;
      const chosen = options.colors.get(group ?? placed.column.label);
      return {
        ...{ id: `${place}`, name, placed, rows: group === null ? rows : (bySeries?.get(group) ?? []) },
        style: chosen === undefined ? usual : { ...usual, color: chosenColor(chosen, isDark) },
      };
    });
  const drawn = all.filter(({ id }) => !hidden.has(id));
  const isBar = kind === "bar" || kind === "stackedBar";
  const stacking = kind === "line" ? "none" : (options.stacking ?? (kind === "stackedBar" ? "stacked" : "none"));
  const isShare = stacking === "share";
  const units = isShare ? ["%"] : [...new Set(measures.map(({ column }) => column.unit))];
  const keyOf = (row: ReportRow): unknown =>
    isTime ? row[along.place] : (groups.get(cellText(row[along?.place ?? 0], along?.column ?? DUMMY)) ?? 0);
  const totals = isShare ? totalsOf(drawn, keyOf) : null;
  const series = drawn.map((one) => {
    const { id, name, placed, style } = one;
    const { column, place } = placed;
    const amount = (row: ReportRow): number | null => {
      const value = drawnNumber(row[place]);
      if (value === null || (options.isLogarithmic && !isShare && value <= 0)) return null;
      return totals === null ? value : shareOf(value, totals.get(keyOf(row)) ?? 0);
    };
    const points = one.rows.map((row) => [keyOf(row), amount(row)] as const);
    return {
      ...{ id, name, color: style.color, type: isBar ? "bar" : "line", barMaxWidth: 48 },
      stack: stacking === "none" ? undefined : isShare ? "all" : column.unit || "all",
      yAxisIndex: isShare ? 0 : Math.max(0, Math.min(1, units.indexOf(column.unit))),
      areaStyle: kind === "area" ? { opacity: stacking === "none" ? 0.25 : 0.6 } : undefined,
      itemStyle: { decal: hatched(style, isDark) },
      lineStyle: { width: 1.75, type: lineType(style) },
      ...(isTime && !isBar
        ? { symbol: "none", data: linePoints(timePoints(one, measures, keyOf, amount), 0, style.symbol) }
        : { symbol: style.symbol, showSymbol: points.length < 60, data: points }),
      symbolSize: 5,
    };
  });
  const valueAxis = (unit: string, index: number): object => ({
    type: options.isLogarithmic && !isShare ? "log" : "value",
    name: plainText(index === 0 ? (options.axisName ?? unit) : unit),
    nameTextStyle: { align: index === 0 ? "left" : "right" },
    scale: kind === "line",
    position: index === 0 ? "left" : "right",
    axisLabel: { formatter: axisFigure },
    splitLine: { show: index === 0, lineStyle: { opacity: 0.4 } },
    ...(isShare ? { max: 100 } : index === 0 ? endsOf(drawing) : {}),
  });
  const hasSlider = groups.size > GROUPS_SHOWN || (isTime && !isBare);
  const option = {
    tooltip: {
      formatter: (hovered: unknown) =>
        axisTooltip(hovered, {
          heading: (value) => (isTime ? exactTime(value) : plainText([...groups.keys()][value] ?? "")),
          width: along?.column.role === "time" ? (meta?.bucketWidth ?? null) : null,
          series: new Map(drawn.map((one) => [one.id, one])),
          isShare,
        }),
    },
    xAxis: isTime
      ? timeAxisOf(rows, along, { isBar, untilTs })
      : { type: "category", data: labels(groups), axisLabel: { hideOverlap: true } },
    yAxis: units.slice(0, 2).map(valueAxis),
    grid: { left: 8, right: 16, top: 32, bottom: hasSlider ? 36 : 8, containLabel: true },
    dataZoom: zoomOf(isTime, groups.size).filter(({ type }) => type !== "slider" || hasSlider),
    series: series.map((one, index) => ({ ...one, markLine: thresholdsOf(drawn, index, isDark) })),
  };
  const isOne = all.length === 1 && by === null;
  const legend = isOne ? [] : all.map(({ id, name, style }) => legendItem({ id, name, style, hidden, isArea: isBar }));
  return { option, legend, leftOut: kinds.length - shown.length };
}

interface TimeAxisLook {
  readonly isBar: boolean;
  readonly untilTs: number;
}

function timeAxisOf(rows: readonly ReportRow[], { place }: Placed, { isBar, untilTs }: TimeAxisLook): object {
  const times = [...new Set(rows.flatMap((row) => drawnNumber(row[place]) ?? []))];
  const last = times.reduce((one, other) => Math.max(one, other), -Infinity);
  const window = {
    startTs: times.reduce((one, other) => Math.min(one, other), Infinity),
    endTs: Math.max(last, untilTs),
  };
  // Round times may fall between bars, such as those of four hours.
  const axis = isBar && times.length <= TICKS_MAX ? { type: "time", ...tickOptions(times) } : timeAxis(window);
  // A bar at the end has its other half beyond it.
  const hasEnd = times.length > 0 && (!isBar || untilTs > last);
  const start = times.length > 0 && !isBar ? { min: window.startTs } : {};
  return { ...axis, ...start, ...(hasEnd ? { max: window.endTs } : {}) };
}

/** For a report without a column along the bottom. */
const DUMMY = { type: "text", decimals: null } as const;

/** Oldest first, without times at which only other series have a value: each line is broken by its own distances. */
function timePoints(
  { rows }: AxesSeries,
  measures: readonly Placed[],
  timeOf: (row: ReportRow) => unknown,
  amount: (row: ReportRow) => number | null,
): readonly TimePoint[] {
  return rows
    .flatMap((row): readonly TimePoint[] => {
      const [ts, value] = [timeOf(row), amount(row)];
      // Where nothing at all was measured, the report says that there is a gap.
      const isGap = value === null && measures.every(({ place }) => row[place] === null || row[place] === undefined);
      return typeof ts === "number" && (value !== null || isGap) ? [[ts, value]] : [];
    })
    .sort(([one], [other]) => one - other);
}

/** The sum of all series at each place along the bottom. */
function totalsOf(series: readonly AxesSeries[], keyOf: (row: ReportRow) => unknown): ReadonlyMap<unknown, number> {
  const totals = new Map<unknown, number>();
  for (const { rows, placed } of series)
    for (const row of rows) {
      const key = keyOf(row);
      totals.set(key, (totals.get(key) ?? 0) + Math.max(0, drawnNumber(row[placed.place]) ?? 0));
    }
  return totals;
}

function shareOf(value: number, total: number): number | null {
  return total > 0 ? (100 * Math.max(0, value)) / total : null;
}

function endsOf({ options: { min, max } }: Drawing): object {
  return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
}

/** Lines at the bounds of the colours of a column, on the first of its series. */
function thresholdsOf(series: readonly AxesSeries[], index: number, isDark: boolean): object | undefined {
  const one = series[index];
  if (one === undefined) return undefined;
  const { column } = one.placed;
  const isFirst = series.findIndex(({ placed }) => placed.column === column) === index;
  const bounds = boundsOf(column.style);
  if (!isFirst || bounds.length === 0) return undefined;
  return {
    ...{ silent: true, symbol: "none", animation: false },
    label: { position: "insideEndTop", distance: [4, 2], fontSize: 11, color: "inherit" },
    data: bounds.map(({ at, color }) => ({
      yAxis: at,
      lineStyle: { color: chosenColor(color, isDark), type: "dashed", width: 1.25 },
      label: { formatter: plainText(cellWithUnit(at, column), 24), color: chosenColor(color, isDark) },
    })),
  };
}

/** Each bound once: a rule that begins there gives its colour, otherwise the one that ends there. */
function boundsOf(style: CellStyle | undefined) {
  const rules = style?.colors ?? [];
  const starts = rules.flatMap(({ from, color }) => (from === null ? [] : [{ at: from, color }]));
  const ends = rules.flatMap(({ to, color }) => (to === null ? [] : [{ at: to, color }]));
  return [...starts, ...ends].filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place);
}

function zoomOf(isTime: boolean, groups: number): readonly (Readonly<Record<string, unknown>> & { type: string })[] {
  if (!isTime && groups <= GROUPS_SHOWN) return [];
  const end = isTime ? 100 : (100 * GROUPS_SHOWN) / groups;
  return [
    { type: "inside", filterMode: "none", start: 0, end, zoomOnMouseWheel: "ctrl" },
    { type: "slider", height: 20, bottom: 0, filterMode: "none", showDetail: false, start: 0, end },
  ];
}

function seriesName(group: string | null, column: ReportColumn, measures: number): string {
  if (group === null) return headingOf(column);
  const name = group === MISSING ? words.charts.none : group;
  return measures === 1 ? name : `${name}, ${column.label}`;
}

interface LegendPart {
  readonly id: string;
  readonly name: string;
  readonly style: SeriesStyle;
  readonly hidden: ReadonlySet<string>;
  readonly isArea: boolean;
}

function legendItem({ id, name, style, hidden, isArea }: LegendPart): LegendItem {
  return { id, name, mark: { style, shape: isArea ? "area" : "line" }, value: "", isHidden: hidden.has(id) };
}

function lineType({ dashes }: SeriesStyle): readonly number[] | "solid" {
  return dashes.length === 0 ? "solid" : dashes;
}

function hatched({ hatching }: SeriesStyle, isDark: boolean): object | undefined {
  if (hatching === null) return undefined;
  const rotation = (hatching * Math.PI) / 180;
  const color = isDark ? "rgba(0, 0, 0, 0.45)" : "rgba(255, 255, 255, 0.6)";
  return { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 5], rotation, color };
}

// --- Texts under the pointer ---

/** More lines would cover the picture. */
const TOOLTIP_LINES_MAX = 12;

interface TooltipParts {
  readonly heading: (value: number) => string;
  /** Of the intervals that the values are of; null if they are of none. */
  readonly width: Schema<"BucketWidth"> | null;
  readonly series: ReadonlyMap<string, AxesSeries>;
  readonly isShare: boolean;
}

/** What the library passes of a value under the pointer. */
interface Hovered {
  readonly seriesId?: string;
  readonly dataIndex?: number;
  readonly axisValue?: unknown;
  readonly value?: unknown;
  readonly marker?: unknown;
  readonly percent?: number;
}

/** All values at one place, the greatest first. */
function axisTooltip(hovered: unknown, { heading, width, series, isShare }: TooltipParts): string {
  const found = ([hovered].flat() as readonly Hovered[]).flatMap(({ seriesId = "", value, marker, axisValue }) => {
    const [at, amount] = membersOf(value) ?? [axisValue, value];
    const one = series.get(seriesId);
    return one === undefined || typeof amount !== "number" ? [] : [{ ...one, at: Number(at), amount, marker }];
  });
  const [first] = found;
  if (first === undefined) return "";
  const lines = found
    .toSorted((one, other) => other.amount - one.amount)
    .slice(0, TOOLTIP_LINES_MAX)
    .map(({ marker, amount, ...one }) => {
      const { name } = one;
      const text = isShare ? `${figureText(amount, 1)} %` : cellWithUnit(amount, withFewDecimals(one));
      return `${markerOf(marker)}${name}: ${plainText(text)}`;
    });
  const more = found.length - lines.length;
  const made = width === null ? [] : functionWords(found.map(({ placed }) => placed.column.fn));
  const over = width === null || made.length === 0 ? [] : [words.charts.over(made.join(", "), intervalText(width))];
  return [heading(first.at), ...over, ...lines, ...(more > 0 ? [words.charts.andMore(more)] : [])].join("\n");
}

function functionWords(functions: readonly ReportColumn["fn"][]): readonly string[] {
  const { functions: known } = words.viewEditor.aggregation;
  return [...new Set(functions)].flatMap((fn) => (fn === undefined ? [] : [known[fn].label]));
}

function intervalText({ bucket, amount }: Schema<"BucketWidth">): string {
  return words.charts.intervals[bucket](amount);
}

/** Those that divide, so that their figures have more digits than what was measured. */
const DIVIDING: ReadonlySet<ReportColumn["fn"]> = new Set(["avg", "timeWeightedAvg", "rate", "stddev", "variance"]);

/** The column of a series, with no more decimals than tell its values apart. */
function withFewDecimals({ placed: { place, column }, rows }: AxesSeries): ReportColumn {
  if (column.decimals !== null || !DIVIDING.has(column.fn)) return column;
  return { ...column, decimals: decimalsBetween(rows.flatMap((row) => drawnNumber(row[place]) ?? [])) };
}

function membersOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** The library makes it of a style's name, so it is no text from outside. */
function markerOf(marker: unknown): string {
  return typeof marker === "string" ? marker : "";
}

const ITEM_TOOLTIP = { trigger: "item" } as const;

// --- Slices ---

/** More slices could not be distinguished. */
const SLICES_MAX = 24;

function slices({ columns, rows }: ReportData, { kind, x, y, options }: Drawing, { isDark }: Look): DrawnChart {
  const [group, measure] = [placedIn(columns, x), placedIn(columns, y[0] ?? null)];
  if (group === null || measure === null) return NOTHING;
  const amounts = new Map<string, number>();
  for (const row of rows) {
    const amount = drawnNumber(row[measure.place]) ?? 0;
    const name = cellText(row[group.place], group.column);
    if (amount > 0) amounts.set(name, (amounts.get(name) ?? 0) + amount);
  }
  const all = [...amounts].sort(([, one], [, other]) => other - one);
  const nameOf = distinctNames();
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: (hovered: Hovered & { readonly name?: string }) => {
        const text = plainText(cellWithUnit(Number(hovered.value), measure.column));
        return `${hovered.name ?? ""}\n${text}, ${figureText(hovered.percent ?? 0, 1)} %`;
      },
    },
    series: [
      {
        type: "pie",
        radius: kind === "donut" ? ["45%", "72%"] : "72%",
        center: ["50%", "50%"],
        label: {
          ...{ overflow: "truncate", width: 130, lineHeight: 15, color: textColor(isDark) },
          formatter: ({ name = "", percent = 0 }: { readonly name?: string; readonly percent?: number }) =>
            `${name}\n${figureText(percent, 1)} %`,
        },
        data: all.slice(0, SLICES_MAX).map(([name, value], place) => {
          const style = seriesStyle(place, isDark);
          const chosen = options.colors.get(name);
          const color = chosen === undefined ? style.color : chosenColor(chosen, isDark);
          return { name: nameOf(name), value, itemStyle: { color, decal: hatched(style, isDark) } };
        }),
      },
    ],
  };
  return { option, legend: [], leftOut: Math.max(0, all.length - SLICES_MAX) };
}

// --- Dots ---

function scatter({ columns, rows }: ReportData, drawing: Drawing, { isDark, hidden }: Look): DrawnChart {
  const { x, y, series, options } = drawing;
  const [along, up, by] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, series)];
  if (along === null || up === null) return NOTHING;
  const kinds = by === null ? [null] : [...groupsOf(rows, by).keys()];
  const shown = kinds.slice(0, SERIES_MAX);
  const nameOf = distinctNames();
  const all = shown.map((group, place) => {
    const usual = seriesStyle(place, isDark);
    const chosen = options.colors.get(group ?? up.column.label);
    const style = chosen === undefined ? usual : { ...usual, color: chosenColor(chosen, isDark) };
    return { id: `${place}`, name: nameOf(group ?? up.column.label), group, style };
  });
  const axis = ({ column }: Placed, extra: object): object => ({
    type: "value",
    name: plainText(headingOf(column)),
    nameLocation: "middle",
    scale: true,
    axisLabel: { formatter: axisFigure, hideOverlap: true },
    ...extra,
  });
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: ({ value, seriesId = "" }: Hovered) => {
        const [across, high] = membersOf(value) ?? [];
        const lines = [
          ...(by === null ? [] : [all.find(({ id }) => id === seriesId)?.name ?? ""]),
          `${plainText(along.column.label)}: ${plainText(cellWithUnit(across, along.column))}`,
          `${plainText(up.column.label)}: ${plainText(cellWithUnit(high, up.column))}`,
        ];
        return lines.join("\n");
      },
    },
    grid: { left: 8, right: 16, top: 32, bottom: 36, containLabel: true },
    xAxis: axis(along, { nameGap: 26 }),
    yAxis: axis(up, {
      nameLocation: "end",
      nameTextStyle: { align: "left" },
      ...endsOf(drawing),
      name: plainText(options.axisName ?? headingOf(up.column)),
    }),
    series: all
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, name, group, style }) => ({
        ...{ id, name, type: "scatter", color: style.color, symbol: style.symbol, symbolSize: 9 },
        data: rows
          .filter((row) => by === null || cellText(row[by.place], by.column) === group)
          .map((row) => [drawnNumber(row[along.place]), drawnNumber(row[up.place])]),
      })),
  };
  const legend =
    by === null
      ? []
      : all.map(({ id, name, style }) => ({
          ...{ id, name, value: "", isHidden: hidden.has(id) },
          mark: { style, shape: "dot" as const },
        }));
  return { option, legend, leftOut: kinds.length - shown.length };
}

// --- Heat map ---

function heatMap({ columns, rows }: ReportData, drawing: Drawing, { isDark }: Look): DrawnChart {
  const { x, y, value, options } = drawing;
  const [along, up, heat] = [placedIn(columns, x), placedIn(columns, y[0] ?? null), placedIn(columns, value)];
  if (along === null || up === null || heat === null) return NOTHING;
  const [across, upwards] = [groupsOf(rows, along), groupsOf(rows, up)];
  const cells = rows.map((row) => [
    across.get(cellText(row[along.place], along.column)) ?? 0,
    upwards.get(cellText(row[up.place], up.column)) ?? 0,
    drawnNumber(row[heat.place]),
  ]);
  const amounts = cells.map(([, , amount]) => amount).filter((amount) => typeof amount === "number");
  const [alongLabels, upLabels] = [labels(across), labels(upwards)];
  const option = {
    tooltip: {
      ...ITEM_TOOLTIP,
      formatter: ({ value: cell }: Hovered) => {
        const [left = 0, high = 0, amount] = membersOf(cell) ?? [];
        const place = `${alongLabels[Number(left)] ?? ""}, ${upLabels[Number(high)] ?? ""}`;
        return `${place}\n${plainText(cellWithUnit(amount, heat.column))}`;
      },
    },
    grid: { left: 8, right: 16, top: 16, bottom: 76, containLabel: true },
    xAxis: { type: "category", data: alongLabels, axisLabel: { hideOverlap: true } },
    yAxis: { type: "category", data: upLabels },
    visualMap: {
      min: options.min ?? amounts.reduce((least, amount) => Math.min(least, amount), Infinity),
      max: options.max ?? amounts.reduce((most, amount) => Math.max(most, amount), -Infinity),
      calculable: true,
      textStyle: { color: textColor(isDark) },
      orient: "horizontal",
      left: "center",
      bottom: 0,
      formatter: (amount: unknown) => plainText(cellWithUnit(amount, heat.column, shortFigure), 24),
      inRange: { color: ["#d3eded", "#2aa2a5", "#075d63"] },
    },
    series: [{ name: plainText(headingOf(heat.column)), type: "heatmap", data: cells }],
  };
  return { option, legend: [], leftOut: 0 };
}

function labels(groups: ReadonlyMap<string, number>): readonly string[] {
  return [...groups.keys()].map((text) => plainText(text));
}

/** Makes names distinct: the library identifies series by name, and shortened names may be equal. */
function distinctNames(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const name = plainText(text);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  };
}
