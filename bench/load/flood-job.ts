// What a flood is asked to do: `points` are thousands of points in each message, `refused` thousands of devices to refuse, and `bodies`
// are calls over HTTP of a mebibyte each, with more names than a body may have.
export const FLOOD_KINDS = ["points", "refused", "bodies"] as const;

export type FloodKind = (typeof FLOOD_KINDS)[number];

export interface FloodJob {
  readonly kind: FloodKind;
  readonly mqttPort: number;
  readonly httpPort: number;
  readonly tokens: readonly string[];
  /** Messages or calls in flight of each gateway. */
  readonly window: number;
}
