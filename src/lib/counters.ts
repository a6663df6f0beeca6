// Counting as a port: what happened how often, and how much there is now. The composition root decides who reads it.

export interface Counter {
  /** `count` is 0 or more. */
  add(count: number): void;
}

export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  /**
   * A count that only grows. Asking again for the same name and labels gives the same count; all counters of one name
   * have the same label names. By convention the name ends in `_total`.
   */
  counter(name: string, help: string, labels?: Labels): Counter;
  /** A count that is kept elsewhere and only grows; `read` is called for each look at it. */
  total(name: string, help: string, read: () => number): void;
  /** A present amount; `read` is called for each look at it. By convention the name ends in its unit. */
  gauge(name: string, help: string, read: () => number): void;
}
