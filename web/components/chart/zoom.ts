// The part of an axis that a chart shows, and how its next drawing keeps it.
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { isObject } from "../../../src/lib/members.ts";

/** Of an axis: percentages of its whole length, and its own values. */
export interface Zoom {
  readonly start: number;
  readonly end: number;
  readonly startValue: number;
  readonly endValue: number;
}

/** Of what is drawn; null for charts that always show everything. */
export function zoomIn(chart: EChartsType): Zoom | null {
  const zooms = chart.getOption()["dataZoom"] as Partial<Zoom>[] | undefined;
  const { start = 0, end = 100, startValue, endValue } = zooms?.at(0) ?? {};
  return startValue === undefined || endValue === undefined ? null : { start, end, startValue, endValue };
}

/** What a chart shows before somebody zooms, in percentages of the whole length; null if it always shows everything. */
export function wholeOf(option: EChartsCoreOption): Pick<Zoom, "start" | "end"> | null {
  const [zoom]: readonly unknown[] = [option["dataZoom"]].flat();
  if (!isObject(zoom)) return null;
  const { start = 0, end = 100 } = zoom;
  return typeof start === "number" && typeof end === "number" ? { start, end } : null;
}

/** Whether a chart that begins with `whole` shows less, or another part. */
export function isZoomed(whole: Pick<Zoom, "start" | "end"> | null, zoom: Zoom | null): boolean {
  return whole !== null && zoom !== null && (zoom.start !== whole.start || zoom.end !== whole.end);
}

/**
 * The option itself if there is nothing to keep: the axis may have gone past it. An end that was not moved goes on
 * with the axis.
 */
export function keepingZoom(option: EChartsCoreOption, zoom: Zoom | null): EChartsCoreOption {
  if (zoom === null || zoom.endValue <= firstOf(option)) return option;
  const { start, end, startValue, endValue } = zoom;
  const zooms: readonly unknown[] = [option["dataZoom"] ?? []].flat();
  if (zooms.length === 0) return option;
  const kept = {
    ...(start > 0 ? { start: undefined, startValue } : { start: 0 }),
    ...(end < 100 ? { end: undefined, endValue } : { end: 100 }),
  };
  return {
    ...option,
    dataZoom: zooms.map((each) => (isObject(each) ? { ...each, ...kept } : each)),
  };
}

/** Where the axis begins, if that is fixed. */
function firstOf(option: EChartsCoreOption): number {
  const [axis]: readonly unknown[] = [option["xAxis"]].flat();
  return isObject(axis) && typeof axis["min"] === "number" ? axis["min"] : -Infinity;
}
