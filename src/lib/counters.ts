// Counting as a port: what happened how often, and how much there is now. The composition root decides who reads it.

export interface Counter {
  /** `count` is 0 or more. */
  add(count: number): void;
}

/** How often which durations occurred. */
export interface Durations {
  /** With a value for each label of the metric. */
  observe(seconds: number, labels?: Labels): void;
}

/** For those who want none. */
export const unobserved: Durations = { observe: () => undefined };

export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  /**
   * A count that only grows. Asking again for the same name and labels gives the same count; all counters of one name
   * have the same label names. By convention the name ends in `_total`.
   */
  counter(name: string, help: string, labels?: Labels): Counter;
  /** A histogram of durations, for each combination of labels that occurs. By convention the name ends in `_seconds`. */
  durations(name: string, help: string, labelNames?: readonly string[]): Durations;
  /** A count that is kept elsewhere and only grows; `read` is called for each look at it. */
  total(name: string, help: string, read: () => number): void;
  /** A present amount; `read` is called for each look at it. By convention the name ends in its unit. */
  gauge(name: string, help: string, read: () => number): void;
}
