// What a chart over time draws: numbers as lines or bars, states as bands, each in a style of its own.

/** ms and value, oldest first; null breaks the line. */
export type TimePoint = readonly [ts: number, value: number | null];

export interface TimeSeries {
  readonly id: string;
  readonly name: string;
  /** Its colour and dashes: the place in the legend. */
  readonly styleIndex: number;
  readonly shape: "line" | "bar";
  /** The place of its axis. */
  readonly axis: number;
  readonly points: readonly TimePoint[];
  /** ms, least and greatest value, oldest first: where an interval is drawn as its average. */
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
}

export interface TimeWindow {
  readonly startTs: number;
  /** Exclusive. */
  readonly endTs: number;
}

export interface TimePicture {
  readonly series: readonly TimeSeries[];
  readonly states: readonly StateSeries[];
  /** Their names; one at least where there are series. */
  readonly axes: readonly string[];
  readonly window: TimeWindow;
}
