// The axis of time of a report: lines are at the times, bars lie in their intervals, and the last one ends the axis.
import { drawnNumber } from "./drawn-number.ts";
import type { Placed, ReportRow } from "./report-cell.ts";
import { datedLabels, TICKS_MAX, ticksOf, tickOptions, timeAxis } from "./time-axis.ts";

interface TimeAxisLook {
  readonly isBar: boolean;
  /** Of each bar; 0 for lines, and where it is not known. */
  readonly barMillis: number;
  readonly untilTs: number;
}

export function timeAxisOf(
  rows: readonly ReportRow[],
  { place }: Placed,
  { isBar, barMillis, untilTs }: TimeAxisLook,
): object {
  const times = [...new Set(rows.flatMap((row) => drawnNumber(row[place]) ?? []))];
  const last = times.reduce((one, other) => Math.max(one, other), -Infinity);
  const window = {
    startTs: times.reduce((one, other) => Math.min(one, other), Infinity),
    endTs: Math.max(last + barMillis, untilTs),
  };
  // Round times may fall between bars, such as those of four hours.
  const isEach = isBar && times.length <= TICKS_MAX;
  const axis = isEach ? { type: "time", ...tickOptions(times) } : timeAxis(window);
  // A single bar is around its time, with its other half beyond it.
  const hasEnds = times.length > 0 && (!isBar || barMillis > 0);
  const ends = hasEnds ? { min: window.startTs, max: window.endTs, containShape: false } : {};
  const formatter = isBar ? datedLabels(isEach ? times : ticksOf(window)) : null;
  const labelled =
    formatter === null
      ? axis
      : { ...axis, axisLabel: { ...axis.axisLabel, formatter, lineHeight: 14, showMinLabel: true } };
  return { ...labelled, ...ends };
}

/** Of a bar that lies in its interval rather than around its start. */
export function middleOf(key: unknown, barMillis: number): unknown {
  return typeof key === "number" ? key + barMillis / 2 : key;
}
