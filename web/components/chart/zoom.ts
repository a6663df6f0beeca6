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

/** Null while nothing is drawn, and for charts that show everything. */
export function zoomOf(chart: EChartsType): Zoom | null {
  const zooms = chart.getOption()["dataZoom"] as Partial<Zoom>[] | undefined;
  const { start = 0, end = 100, startValue, endValue } = zooms?.at(0) ?? {};
  return startValue === undefined || endValue === undefined ? null : { start, end, startValue, endValue };
}

/** An end that was not moved goes on with the axis. A drawing that says itself which values it shows stays as it is. */
export function keepingZoom(option: EChartsCoreOption, { start, end, startValue, endValue }: Zoom): EChartsCoreOption {
  const zooms: readonly unknown[] = [option["dataZoom"] ?? []].flat();
  const kept = {
    ...(start > 0 ? { start: undefined, startValue } : { start: 0 }),
    ...(end < 100 ? { end: undefined, endValue } : { end: 100 }),
  };
  return {
    ...option,
    dataZoom: zooms.map((zoom) => (isObject(zoom) && !("startValue" in zoom) ? { ...zoom, ...kept } : zoom)),
  };
}
