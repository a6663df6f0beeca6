// The drawing of values over time: numbers above, with as many axes as needed, a lane for each series of states below,
// and a common time axis.
import type { EChartsCoreOption } from "echarts/core";
import { rangeBand, stateBands, type StateLook } from "./custom-shapes.ts";
import { axisFigure, axisFigures, longestLabel } from "./figure-text.ts";
import { runsOf } from "./gaps.ts";
import { formattedFigure } from "./key-format.ts";
import { linePoints } from "./line-points.ts";
import { seriesStyle, stateColors } from "./series-style.ts";
import { plainText } from "./plain-text.ts";
import { thresholdLines } from "./threshold-lines.ts";
import { timeAxis } from "./time-axis.ts";
import type { StateSeries, TimePicture, TimeSeries } from "./time-series.ts";

export interface TimeDrawing {
  readonly option: EChartsCoreOption;
  readonly height: number;
}

interface DrawingContext {
  readonly isDark: boolean;
  /** Height of the part with numbers. */
  readonly plotHeight: number;
  /** The interval of averages, 0 for raw points. */
  readonly intervalMillis: number;
}

const AXIS_WIDTH = 60;
/** Between an axis and its figures. */
const LABEL_MARGIN = 8;
const LABEL_MARGIN_SMALL = 4;
const LABEL_SIZE = 12;
const LABEL_SIZE_SMALL = 10;
/** Of a font: the width of a digit or a letter, and of a mark between them. */
const CHARACTER_EM = 0.58;
const MARK_EM = 0.3;
export const LANE_HEIGHT = 46;
/** Of a font. */
export const LOW_NAME_SIZE = 11;
const MARGIN = 12;
/** Beside an end of the axis of times, whose label reaches beyond it by half. */
const TIMES_SIDE = 36;
const TOP = 26;
const TIMES_HEIGHT = 28;
/** Between an axis and its times: the lowest figure, beside the left end, reaches below it by half. */
const TIMES_MARGIN = 13;
/** More points than this are sampled for drawing, keeping the shape of the line. */
const SAMPLED_FROM = 2_000;

export function timeDrawing(picture: TimePicture, { isDark, plotHeight, intervalMillis }: DrawingContext): TimeDrawing {
  const { series, states, axes, window } = picture;
  const hasNumbers = series.length > 0 || states.length === 0;
  const look = { isDark, colors: stateColors(statesOf(states), isDark) };
  const lanesHeight = states.length * LANE_HEIGHT;
  const numbersHeight = hasNumbers ? TOP + plotHeight : 0;
  // Axes alternate between left and right, further ones outside the first.
  const left = Math.max(1, Math.ceil(axes.length / 2)) * AXIS_WIDTH;
  const right = Math.max(TIMES_SIDE, Math.floor(axes.length / 2) * AXIS_WIDTH);
  const lanesLeft = hasNumbers ? left : TIMES_SIDE;
  const span = window.endTs - window.startTs;
  const ofTime = timeAxis(window);
  const axisLabel = { ...ofTime.axisLabel, margin: TIMES_MARGIN };
  const time = { ...ofTime, axisLabel, min: window.startTs - span, max: window.endTs + span };
  const option = {
    animation: false,
    // The page shows the values itself. A tooltip of rich text cannot be without content.
    tooltip: { trigger: "axis", showContent: false, renderMode: "html" },
    axisPointer: { link: [{ xAxisIndex: "all" }], lineStyle: { type: "solid" } },
    grid: [
      ...(hasNumbers ? [{ left, right, top: TOP, height: plotHeight, outerBoundsMode: "none" }] : []),
      ...(states.length > 0
        ? [{ left: lanesLeft, right, top: numbersHeight + TIMES_HEIGHT * (hasNumbers ? 1 : 0), height: lanesHeight }]
        : []
      ).map((grid) => ({ ...grid, outerBoundsMode: "none" })),
    ],
    xAxis: [
      ...(hasNumbers ? [{ ...time, gridIndex: 0 }] : []),
      ...(states.length > 0
        ? [{ ...time, gridIndex: hasNumbers ? 1 : 0, axisLabel: { ...time.axisLabel, show: !hasNumbers } }]
        : []),
    ],
    yAxis: [
      ...(hasNumbers ? (axes.length === 0 ? [""] : axes) : []).map((name, place) => ({
        type: "value",
        gridIndex: 0,
        name: plainText(name, 24),
        nameTextStyle: { align: place % 2 === 0 ? "left" : "right", padding: [0, 0, 0, place % 2 === 0 ? -40 : 0] },
        position: place % 2 === 0 ? "left" : "right",
        offset: Math.floor(place / 2) * AXIS_WIDTH,
        scale: series.every(({ shape, axis }) => axis !== place || shape === "line"),
        ...valueScale(series.filter(({ axis }) => axis === place)),
        splitLine: { show: place === 0 },
      })),
      ...(states.length > 0 ? [laneAxis(states, hasNumbers ? 1 : 0)] : []),
    ],
    dataZoom: [
      {
        type: "inside",
        xAxisIndex: hasNumbers && states.length > 0 ? [0, 1] : [0],
        startValue: window.startTs,
        endValue: window.endTs,
        filterMode: "none",
        // The wheel without a key scrolls the page.
        zoomOnMouseWheel: "ctrl",
        moveOnMouseWheel: false,
        minValueSpan: 100,
      },
    ],
    series: [
      ...series.flatMap((one) => [...bandOf(one, isDark, intervalMillis), lineOf(one, isDark, intervalMillis)]),
      ...laneSeries(states, look).map((one) => ({
        ...one,
        xAxisIndex: hasNumbers ? 1 : 0,
        yAxisIndex: hasNumbers ? Math.max(1, axes.length) : 0,
      })),
    ],
  };
  const isTimesBelow = hasNumbers || states.length > 0;
  return { option, height: numbersHeight + lanesHeight + (isTimesBelow ? TIMES_HEIGHT : 0) + MARGIN };
}

function valueScale(series: readonly TimeSeries[]): object {
  const values = series.flatMap(({ points, band = [] }) => [
    ...points.flatMap(([, value]) => value ?? []),
    ...band.flatMap(([, low, high]) => [low, high]),
  ]);
  const isLine = series.every(({ shape }) => shape === "line");
  return { axisLabel: valueLabels(values, isLine), ...(isLine ? scaleAround(values) : {}) };
}

/** Of a single value: the round ones below and above it, rather than many lines from half to twice of it. */
function scaleAround([value = NaN, ...others]: readonly number[]): object {
  if (!Number.isFinite(value) || others.some((other) => other !== value)) return {};
  const step = value === 0 ? 1 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return { min: (Math.ceil(value / step) - 1) * step, max: (Math.floor(value / step) + 1) * step, interval: step };
}

/** Long figures are small, as they have no more room. */
function valueLabels(values: readonly number[], isLine: boolean): object {
  const formatter = isLine ? axisFigures(values) : axisFigure;
  const usual = { margin: LABEL_MARGIN, fontSize: LABEL_SIZE };
  const isLong = widthOf(longestLabel(values, formatter), LABEL_SIZE) > AXIS_WIDTH - LABEL_MARGIN;
  const look = isLong ? { margin: LABEL_MARGIN_SMALL, fontSize: LABEL_SIZE_SMALL } : usual;
  return { formatter, width: AXIS_WIDTH - look.margin, overflow: "truncate", ...look };
}

/** Of a label, in pixels, about. */
function widthOf(text: string, size: number): number {
  const marks = text.match(/[.,\s'’]/gu)?.length ?? 0;
  return size * (MARK_EM * marks + CHARACTER_EM * (text.length - marks));
}

function lineOf(
  { id, name, styleIndex, shape, axis, points, thresholds }: TimeSeries,
  isDark: boolean,
  intervalMillis: number,
) {
  const { color, dashes, symbol } = seriesStyle(styleIndex, isDark);
  const textOf = (at: number): string => formattedFigure(at, { unit: thresholds?.unit ?? "", decimals: null });
  const markLine = thresholdLines(thresholds?.style, textOf, isDark);
  const common = { id, name: plainText(name), yAxisIndex: axis, color, z: 3, markLine };
  if (shape === "bar") return { ...common, type: "bar", barMaxWidth: 28, data: points };
  return {
    ...common,
    type: "line",
    symbol: "none",
    symbolSize: points.length === 1 ? 9 : 5,
    sampling: points.length > SAMPLED_FROM ? "lttb" : undefined,
    lineStyle: { width: 1.75, type: dashes.length === 0 ? "solid" : dashes },
    data: linePoints(points, intervalMillis, symbol),
  };
}

function bandOf({ id, band, axis, styleIndex }: TimeSeries, isDark: boolean, intervalMillis: number) {
  if (band === undefined || band.length === 0) return [];
  const shape = rangeBand(runsOf(band, intervalMillis), seriesStyle(styleIndex, isDark).color);
  return [
    {
      ...shape,
      id: `${id} band`,
      type: "custom",
      yAxisIndex: axis,
      encode: { x: [0, 1], y: [2, 3] },
      clip: true,
      z: 2,
    },
  ];
}

/** A lane for each series of states. `namesWidth`: of the names beside low lanes; 0 for names above the bands. */
export function laneAxis(states: readonly StateSeries[], gridIndex: number, namesWidth = 0): object {
  return {
    type: "category",
    gridIndex,
    data: states.map(({ name }) => plainText(name)),
    inverse: true,
    axisTick: { show: false },
    axisLine: { show: false },
    axisPointer: { show: false },
    axisLabel:
      namesWidth === 0
        ? // Above the band rather than next to it, because long names have room there.
          { inside: true, align: "left", margin: 0, verticalAlign: "bottom", padding: [0, 0, 4, 0], interval: 0 }
        : { width: namesWidth, overflow: "truncate", fontSize: LOW_NAME_SIZE, interval: 0 },
    splitLine: { show: false },
  };
}

export function laneSeries(states: readonly StateSeries[], look: StateLook): readonly object[] {
  return states.map((one, lane) => ({
    ...stateBands(one, lane, look),
    id: one.id,
    name: plainText(one.name),
    type: "custom",
    encode: { x: [0, 1], y: 2 },
    clip: true,
    emphasis: { disabled: true },
  }));
}

/** All states of a picture, in order of appearance. */
export function statesOf(states: readonly StateSeries[]): readonly string[] {
  return [...new Set(states.flatMap(({ spans }) => spans.map(({ text }) => text)))];
}
