// The content of a chart over time: numbers as lines or bars, states as bands, each with its own style.
import type { CellStyle } from "./cell-style.ts";

/** ms and value, oldest first; null breaks the line. */
export type TimePoint = readonly [ts: number, value: number | null];

export interface TimeSeries {
  readonly id: string;
  readonly name: string;
  /** Place in the legend, which determines colour and dashes. */
  readonly styleIndex: number;
  readonly shape: "line" | "bar";
  /** Index of its axis. */
  readonly axis: number;
  readonly points: readonly TimePoint[];
  /** Its colours by value, and the unit of their bounds: lines at these. */
  readonly thresholds?: { readonly style: CellStyle; readonly unit: string };
  /** ms, minimum and maximum, oldest first: for intervals drawn as their average. */
  readonly band?: readonly (readonly [ts: number, low: number, high: number])[];
}

export interface StateSeries {
  readonly id: string;
  readonly name: string;
  readonly styleIndex: number;
  /** Oldest first. */
  readonly spans: readonly StateSpan[];
}

export interface StateSpan {
  readonly startTs: number;
  readonly endTs: number;
  readonly text: string;
  /** Nothing was sent in it: the state before is taken to hold. */
  readonly isHeld?: boolean;
}

export interface TimeWindow {
  readonly startTs: number;
  /** Exclusive. */
  readonly endTs: number;
}

export interface TimePicture {
  readonly series: readonly TimeSeries[];
  readonly states: readonly StateSeries[];
  /** Names of the axes; at least one if there are series. */
  readonly axes: readonly string[];
  readonly window: TimeWindow;
}
