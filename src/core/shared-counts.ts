// The port to what the nodes of a cluster count against the same limits. A platform that runs alone has none.

/** Counts at one node. */
export type Count = (key: string, count: number) => void;

/** What is counted. */
export type CountKind =
  | "traffic of tenants"
  | "traffic of devices"
  | "calls"
  | "guesses by address"
  | "guesses by account at address"
  | "guesses by account"
  | "password resets"
  | "usage";

export interface SharedCounts {
  /** Keys of one kind that are kept; beyond it the one used longest ago starts afresh. */
  readonly keptMax: number;
  /**
   * `hear` gets what other nodes have counted, about a second later. The result is for what is counted here, at the latest when
   * `gather` is called, right before counts are sent. One caller for each kind.
   */
  join(kind: CountKind, hear: Count, gather?: () => void): Count;
}
