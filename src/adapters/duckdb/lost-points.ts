// What a repair cannot keep, as its list shows it.

/** Milliseconds since the epoch, both ends inclusive. */
export interface Times {
  readonly from: number;
  readonly to: number;
}

/** Lost points of one series, or of an unknown series. */
export interface LostPoints {
  readonly series: number | undefined;
  /** Milliseconds since the epoch; undefined if unknown. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Number of points; undefined if unknown. */
  readonly points: number | undefined;
  /** Where the points were stored. */
  readonly place: string;
}
