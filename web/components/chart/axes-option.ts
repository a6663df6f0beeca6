// Lines, areas and bars along groups or over time.
import { exactTime } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { axesSeries, type AxesSeries, shareOf, timePoints, totalsOf, valuesOf } from "./axes-series.ts";
import { axisTooltip } from "./axes-tooltip.ts";
import {
  endsOf,
  groupLabels,
  hatched,
  legendItem,
  PARTIAL_OPACITY,
  type DrawnChart,
  type Look,
} from "./drawn-chart.ts";
import { drawnNumber } from "./drawn-number.ts";
import { stackingOf, type Drawing } from "./drawing.ts";
import { axisFigure, axisFigures } from "./figure-text.ts";
import { middleOf, timeAxisOf } from "./interval-axis.ts";
import { linePoints } from "./line-points.ts";
import { partialIn, shortestStep } from "./partial-intervals.ts";
import { plainText } from "./plain-text.ts";
import {
  cellText,
  groupsOf,
  headingOf,
  placedIn,
  shortLabel,
  type Placed,
  type ReportData,
  type ReportRow,
} from "./report-cell.ts";
import type { SeriesStyle } from "./series-style.ts";
import { thresholdsOf } from "./threshold-lines.ts";

/** If an axis has more groups, only a part of it is shown at a time. */
const GROUPS_SHOWN = 40;
/** Below the times of an axis: of the control that selects a part of it, with its handles. */
const SLIDER_HEIGHT = 44;

export function axes(
  report: ReportData,
  drawing: Drawing,
  { isDark, hidden, isBare = false, untilTs = -Infinity }: Look,
): DrawnChart {
  const { columns, rows, meta } = report;
  const { kind, x } = drawing;
  const along = placedIn(columns, x);
  const isTime = along?.column.type === "time";
  const groups = isTime ? new Map<string, number>() : groupsOf(rows, along);
  const { measures, all, isGrouped, leftOut } = axesSeries(report, drawing, isDark);
  const drawn = all.filter(({ id }) => !hidden.has(id));
  const isBar = kind === "bar" || kind === "stackedBar";
  const isShare = stackingOf(drawing) === "share";
  const units = isShare ? ["%"] : [...new Set(measures.map(({ column }) => column.unit))];
  const keyOf = (row: ReportRow): unknown =>
    isTime ? row[along.place] : (groups.get(cellText(row[along?.place ?? 0], along?.column ?? DUMMY)) ?? 0);
  const totals = isShare ? totalsOf(drawn, keyOf) : null;
  const isPartial = partialIn(report);
  const partial = new Set(rows.filter(isPartial).map(keyOf));
  const barMillis = isTime && isBar ? shortestStep(rows.map(keyOf)) : 0;
  const parts = { drawing, measures, drawn, units, keyOf, totals, isTime, isBar, barMillis, isPartial, isDark };
  const hasSlider = groups.size > GROUPS_SHOWN || (isTime && !isBare);
  const option = {
    tooltip: {
      formatter: (hovered: unknown) =>
        axisTooltip(hovered, {
          heading: (value) => {
            if (!isTime) return plainText([...groups.keys()][value] ?? "");
            const startTs = value - barMillis / 2;
            return [exactTime(startTs), ...(partial.has(startTs) ? [words.charts.partOfInterval] : [])].join("\n");
          },
          width: along?.column.role === "time" ? (meta?.bucketWidth ?? null) : null,
          series: new Map(drawn.map((one) => [one.id, one])),
          isShare,
        }),
    },
    xAxis: isTime
      ? timeAxisOf(rows, along, { isBar, barMillis, untilTs })
      : { type: "category", data: groupLabels(groups), axisLabel: { hideOverlap: true } },
    yAxis: units.slice(0, 2).map((unit, index) => valueAxisOf(unit, index, parts)),
    grid: { left: 8, right: 16, top: 32, bottom: hasSlider ? SLIDER_HEIGHT : 8, containLabel: true },
    dataZoom: zoomOf(isTime, groups.size).filter(({ type }) => type !== "slider" || hasSlider),
    series: drawn.map((one, index) => ({ ...seriesOf(one, parts), markLine: thresholdsOf(drawn, index, isDark) })),
  };
  const isOne = all.length === 1 && !isGrouped;
  const legend = isOne ? [] : all.map(({ id, name, style }) => legendItem({ id, name, style, hidden, isArea: isBar }));
  return { option, legend, leftOut };
}

/** What all series and axes of a chart are made from. */
interface Parts {
  readonly drawing: Drawing;
  readonly measures: readonly Placed[];
  readonly drawn: readonly AxesSeries[];
  /** Of the axes. */
  readonly units: readonly string[];
  /** The place along the bottom. */
  readonly keyOf: (row: ReportRow) => unknown;
  /** By that place, of which parts of a hundred are drawn; null for the values themselves. */
  readonly totals: ReadonlyMap<unknown, number> | null;
  readonly isTime: boolean;
  readonly isBar: boolean;
  /** 0 where bars have no interval. */
  readonly barMillis: number;
  readonly isPartial: (row: ReportRow) => boolean;
  readonly isDark: boolean;
}

function seriesOf(one: AxesSeries, parts: Parts): object {
  const { drawing, measures, units, keyOf, totals, isTime, isBar, barMillis, isPartial, isDark } = parts;
  const { id, name, placed, style } = one;
  const { column, place } = placed;
  const stacking = stackingOf(drawing);
  const amount = (row: ReportRow): number | null => {
    const value = drawnNumber(row[place]);
    if (value === null || (drawing.options.isLogarithmic && totals === null && value <= 0)) return null;
    return totals === null ? value : shareOf(value, totals.get(keyOf(row)) ?? 0);
  };
  const points = one.rows.map((row) => {
    const point = [middleOf(keyOf(row), barMillis), amount(row)] as const;
    return isBar && isPartial(row) ? { value: point, itemStyle: { opacity: PARTIAL_OPACITY } } : point;
  });
  return {
    ...{ id, name, color: style.color, type: isBar ? "bar" : "line", ...barWidth(barMillis) },
    ...(isBar ? { large: true, largeThreshold: BARS_MAX } : {}),
    stack: stacking === "none" ? undefined : totals === null ? column.unit || "all" : "all",
    yAxisIndex: totals === null ? Math.max(0, Math.min(1, units.indexOf(column.unit))) : 0,
    areaStyle: drawing.kind === "area" ? { opacity: stacking === "none" ? 0.25 : 0.6 } : undefined,
    itemStyle: { decal: hatched(style, isDark) },
    lineStyle: { width: 1.75, type: lineType(style) },
    ...(isTime && !isBar
      ? { symbol: "none", data: linePoints(timePoints(one, measures, keyOf, amount), 0, style.symbol) }
      : { symbol: style.symbol, showSymbol: points.length < 60, data: points }),
    symbolSize: 5,
  };
}

/** The first on the left, the other one on the right. */
function valueAxisOf(unit: string, index: number, { drawing, measures, drawn, totals }: Parts): object {
  const { kind, options } = drawing;
  const isShare = totals !== null;
  return {
    type: options.isLogarithmic && !isShare ? "log" : "value",
    name: plainText(
      index === 0 && options.axisName !== null
        ? options.axisName
        : isShare
          ? shareName(measures)
          : nameOf(measures, unit),
    ),
    nameTextStyle: { align: index === 0 ? "left" : "right" },
    scale: kind === "line",
    position: index === 0 ? "left" : "right",
    axisLabel: { formatter: kind === "line" && !isShare ? axisFigures(valuesOf(drawn, unit)) : axisFigure },
    splitLine: { show: index === 0, lineStyle: { opacity: 0.4 } },
    ...(isShare ? { max: 100 } : index === 0 ? endsOf(drawing) : {}),
  };
}

/** More bars of a series are drawn as one shape, in a tenth of the time: they are a few pixels wide, and no hatching would be seen. */
const BARS_MAX = 400;

/** A bar of an interval takes most of that, however long it is: a narrow one looks as if data were missing. */
function barWidth(barMillis: number): object {
  return barMillis > 0 ? { barCategoryGap: "30%" } : { barMaxWidth: 48 };
}

/** A longer name would go past the end of a narrow chart, or into that of the other axis. */
const AXIS_NAME_MAX = 32;

/** A measure that has its axis for itself, with its unit; of several, which the legend names, the unit. */
function nameOf(measures: readonly Placed[], unit: string): string {
  const [only, ...others] = measures.filter(({ column }) => column.unit === unit);
  if (only === undefined || others.length > 0) return unit;
  const heading = headingOf(only.column);
  return heading.length <= AXIS_NAME_MAX ? heading : unit;
}

function shareName(measures: readonly Placed[]): string {
  const labels = [...new Set(measures.map(({ column }) => shortLabel(column)))];
  const name = labels.length === 1 ? words.charts.shareOf(labels[0] ?? "") : "";
  return name === "" || name.length > AXIS_NAME_MAX ? "%" : `${name}, %`;
}

/** For a report without a column along the bottom. */
const DUMMY = { type: "text", decimals: null } as const;

function zoomOf(isTime: boolean, groups: number): readonly (Readonly<Record<string, unknown>> & { type: string })[] {
  if (!isTime && groups <= GROUPS_SHOWN) return [];
  const end = isTime ? 100 : (100 * GROUPS_SHOWN) / groups;
  return [
    { type: "inside", filterMode: "none", start: 0, end, zoomOnMouseWheel: "ctrl" },
    { type: "slider", height: 20, bottom: 12, filterMode: "none", showDetail: false, start: 0, end },
  ];
}

function lineType({ dashes }: SeriesStyle): readonly number[] | "solid" {
  return dashes.length === 0 ? "solid" : dashes;
}
