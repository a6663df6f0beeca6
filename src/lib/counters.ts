// Metrics as a port: counts, durations and current amounts. The composition root decides how they are exported.

export interface Counter {
  /** `count` must not be negative. */
  add(count: number): void;
}

/** A histogram of durations. */
export interface Durations {
  /** `labels` gives a value for each label of the metric. */
  observe(seconds: number, labels?: Labels): void;
}

/** For callers that measure nothing. */
export const unobserved: Durations = { observe: () => undefined };

export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  /**
   * A count that only grows. Calls with the same name and labels return the same counter; all counters of one name have
   * the same label names. By convention the name ends in `_total`.
   */
  counter(name: string, help: string, labels?: Labels): Counter;
  /** A histogram of durations, for each combination of labels that occurs. By convention the name ends in `_seconds`. */
  durations(name: string, help: string, labelNames?: readonly string[]): Durations;
  /** A count that is kept elsewhere and only grows; `read` is called at each export. */
  total(name: string, help: string, read: () => number): void;
  /** A current amount; `read` is called at each export. By convention the name ends in its unit. */
  gauge(name: string, help: string, read: () => number): void;
}
