// The ticks of a time axis for the part and the width that a chart shows.
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { isObject } from "../../../src/lib/members.ts";
import { datedLabels, fits, haveRoom, plainLabels, tickOptions, timeTicks, type TimeTicks } from "./time-axis.ts";
import type { TimeWindow } from "./time-series.ts";
import { zoomIn } from "./zoom.ts";

/**
 * Gives a time axis ticks for the part and the width that it shows, unless the present ones still fit. The option's own ticks fit as long
 * as all is shown and their labels do not touch.
 */
export function fitTicks(
  chart: EChartsType,
  option: EChartsCoreOption,
  ticks: { current: TimeTicks | null },
  when: "always" | "touching",
  how: { readonly lazyUpdate?: boolean } = {},
): void {
  const zoom = zoomIn(chart);
  const time = timeAxisIn(option);
  if (zoom === null || time === undefined) return;
  const shown = { startTs: zoom.startValue, endTs: zoom.endValue };
  const width = widthOf(chart, shown);
  if (when === "touching" && ticks.current === null && haveRoom(ownTicks(time), shown, width)) return;
  if (ticks.current !== null && fits(ticks.current, shown, width)) return;
  ticks.current = timeTicks(shown, width);
  chart.setOption({ xAxis: tickedAxes(option, ticks.current, shown, "changes") }, how);
}

/** For a chart that is about to show all of its axis; null where its own ticks are likely to have room. */
export function likelyTicks(
  option: EChartsCoreOption,
  chartWidth: number,
): { readonly ticks: TimeTicks; readonly xAxis: readonly object[] } | null {
  const time = timeAxisIn(option);
  const [startTs, endTs] = [time?.["min"], time?.["max"]];
  if (time === undefined || typeof startTs !== "number" || typeof endTs !== "number") return null;
  const shown = { startTs, endTs };
  const width = Math.max(1, chartWidth - USUAL_AXES);
  if (haveRoom(ownTicks(time), shown, width)) return null;
  const ticks = timeTicks(shown, width);
  return { ticks, xAxis: tickedAxes(option, ticks, shown, "whole") };
}

/** What the value axes and the margins of most charts take of their width; pixels. */
const USUAL_AXES = 64;

/** The axes along the bottom with these ticks: all that is set for them, or what changes. */
function tickedAxes(
  option: EChartsCoreOption,
  { ticks }: TimeTicks,
  shown: TimeWindow,
  what: "whole" | "changes",
): readonly object[] {
  const { axisTick, axisLabel } = tickOptions(ticks);
  return [option["xAxis"]].flat().map((axis: unknown) => {
    if (!isTimeAxis(axis)) return what === "whole" && isObject(axis) ? axis : {};
    const label = labelOf(axis);
    // Those of bars have dates.
    const formatter = "formatter" in label ? datedLabels(within(ticks, shown)) : plainLabels(ticks);
    const changes = { axisTick, axisLabel: { ...axisLabel, formatter } };
    return what === "changes" ? changes : { ...axis, axisTick, axisLabel: { ...label, ...changes.axisLabel } };
  });
}

function timeAxisIn(option: EChartsCoreOption): Readonly<Record<string, unknown>> | undefined {
  return [option["xAxis"]].flat().find(isTimeAxis);
}

function labelOf(axis: Readonly<Record<string, unknown>>): object {
  return isObject(axis["axisLabel"]) ? axis["axisLabel"] : {};
}

/** As the option has them. */
function ownTicks(axis: Readonly<Record<string, unknown>>): readonly number[] {
  const label: { readonly customValues?: unknown } = labelOf(axis);
  return [label.customValues].flat().filter((ts) => typeof ts === "number");
}

function isTimeAxis(axis: unknown): axis is Readonly<Record<string, unknown>> {
  return isObject(axis) && axis["type"] === "time";
}

function within(ticks: readonly number[], { startTs, endTs }: TimeWindow): readonly number[] {
  return ticks.filter((ts) => ts >= startTs && ts <= endTs);
}

/** Of the axis along the bottom, in pixels; infinite if it has none yet. */
function widthOf(chart: EChartsType, { startTs, endTs }: TimeWindow): number {
  const [left, right] = [startTs, endTs].map((ts) => chart.convertToPixel({ xAxisIndex: 0 }, ts));
  const width = (right ?? 0) - (left ?? 0);
  return width > 0 ? width : Infinity;
}
