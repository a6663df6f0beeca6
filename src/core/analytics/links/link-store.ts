// The store of share links: it keeps everything except their secrets, of which it keeps only digests. Links are deleted
// with what they show, and with the user or customer whose permissions they use. Source: analytics contract 6.3.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { CustomerId, ShareLinkId, TenantId, UserId } from "../../ids.ts";
import type { LinkTarget, LockedValues } from "../../shared-by-link.ts";

export type LinkIdentity =
  { readonly kind: "user"; readonly userId: UserId } | { readonly kind: "customer"; readonly customerId: CustomerId };

export interface ShareLink {
  readonly id: ShareLinkId;
  readonly target: LinkTarget;
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
    readonly values: LockedValues;
  }[];
  /** Origins of the sites that may embed it, such as `https://example.com`; empty for any. */
  readonly origins: readonly string[];
}

export interface LinkStore {
  /**
   * "too-many" if the target has `linksMax` links that have not expired, "unknown" if an entity that the link names has
   * been deleted.
   */
  createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown">;
  /** In order of creation. */
  listLinks(tenantId: TenantId, target: LinkTarget): Promise<readonly ShareLink[]>;
  findLink(digest: Uint8Array): Promise<ShareLink | undefined>;
  /** False if the target has no such link. */
  deleteLink(tenantId: TenantId, target: LinkTarget, id: ShareLinkId): Promise<boolean>;
}
