// What a flood is asked to do: `points` are thousands of points in each message, `refused` thousands of devices to refuse, `bodies`
// are calls over HTTP of a mebibyte each, with more names than a body may have, and `entities` are devices of the same
// size with as many names and values as an entity may have, refused for what they say of themselves.
export const FLOOD_KINDS = ["points", "refused", "bodies", "entities"] as const;

export type FloodKind = (typeof FLOOD_KINDS)[number];

export interface FloodJob {
  readonly kind: FloodKind;
  readonly mqttPort: number;
  readonly httpPort: number;
  readonly tokens: readonly string[];
  /** Of an administrator of the tenant. */
  readonly accessToken: string;
  /** Messages or calls in flight of each gateway. */
  readonly window: number;
}
