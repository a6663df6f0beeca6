// The rights of a share link's bearer: to look at one view or one dashboard, with some of its filters fixed. Here and not in
// core/analytics, because it describes the caller. Source: analytics contract 6.3.
import type { EpochMillis } from "../lib/clock.ts";
import type { DashboardId, ShareLinkId, ViewId } from "./ids.ts";

/** What a link shows. */
export type LinkTarget =
  { readonly kind: "view"; readonly id: ViewId } | { readonly kind: "dashboard"; readonly id: DashboardId };

export type LockedValues = readonly (string | number | boolean | null)[];

export interface SharedByLink {
  readonly linkId: ShareLinkId;
  readonly target: LinkTarget;
  /** Filter values that the bearer cannot change, by filter name. */
  readonly lockedFilters: ReadonlyMap<string, LockedValues>;
  /** When the link expires. */
  readonly expiresAt: EpochMillis;
}
