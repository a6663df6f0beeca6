// What a flood is asked to do: `points` are thousands of points in each message, `refused` thousands of devices to refuse.
export type FloodKind = "points" | "refused";

export interface FloodJob {
  readonly kind: FloodKind;
  readonly port: number;
  readonly tokens: readonly string[];
  /** Messages in flight of each gateway. */
  readonly window: number;
}
