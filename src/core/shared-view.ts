// What a share link lets its bearer do: look at one view, with some of its filters fixed. Here rather than in
// core/analytics, because it is a part of who is calling. Source: analytics contract 6.3.
import type { EpochMillis } from "../lib/clock.ts";
import type { ViewId, ViewLinkId } from "./ids.ts";

export interface SharedView {
  readonly linkId: ViewLinkId;
  readonly viewId: ViewId;
  /** Values of filters that the bearer cannot change, by the filter's name. */
  readonly lockedFilters: ReadonlyMap<string, readonly (string | number | boolean | null)[]>;
  /** When the link ends. */
  readonly expiresAt: EpochMillis;
}
