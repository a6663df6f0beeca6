// The rights of a share link's bearer: to look at one view, with some of its filters fixed. Here and not in
// core/analytics, because it describes the caller. Source: analytics contract 6.3.
import type { EpochMillis } from "../lib/clock.ts";
import type { ViewId, ViewLinkId } from "./ids.ts";

export interface SharedView {
  readonly linkId: ViewLinkId;
  readonly viewId: ViewId;
  /** Filter values that the bearer cannot change, by filter name. */
  readonly lockedFilters: ReadonlyMap<string, readonly (string | number | boolean | null)[]>;
  /** When the link expires. */
  readonly expiresAt: EpochMillis;
}
