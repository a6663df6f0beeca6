// The store of share links: it keeps everything except their secrets, of which it keeps only digests. Links are deleted
// with their view, and with the user or customer whose permissions they use. Source: analytics contract 6.3.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { CustomerId, TenantId, UserId, ViewId, ViewLinkId } from "../../ids.ts";

export type LinkIdentity =
  { readonly kind: "user"; readonly userId: UserId } | { readonly kind: "customer"; readonly customerId: CustomerId };

export interface ShareLink {
  readonly id: ViewLinkId;
  readonly viewId: ViewId;
  readonly tenantId: TenantId;
  /** For the people who manage the link; may be empty. */
  readonly name: string;
  /** The identity whose permissions it reads with. */
  readonly identity: LinkIdentity;
  readonly createdAt: EpochMillis;
  readonly createdBy: UserId;
  readonly expiresAt: EpochMillis;
  readonly passwordHash: string | null;
  readonly lockedFilters: readonly {
    readonly name: string;
    readonly values: readonly (string | number | boolean | null)[];
  }[];
  /** Origins of the sites that may embed the view, such as `https://example.com`; empty for any. */
  readonly origins: readonly string[];
}

export interface LinkStore {
  /**
   * "too-many" if the view has `linksMax` links that have not expired, "unknown" if an entity that the link names has
   * been deleted.
   */
  createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown">;
  /** In order of creation. */
  listLinks(tenantId: TenantId, viewId: ViewId): Promise<readonly ShareLink[]>;
  findLink(digest: Uint8Array): Promise<ShareLink | undefined>;
  /** False if the view has no such link. */
  deleteLink(tenantId: TenantId, viewId: ViewId, id: ViewLinkId): Promise<boolean>;
}
