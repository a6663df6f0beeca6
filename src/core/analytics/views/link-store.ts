// What the platform keeps of share links: everything but the secret in them, of which only the digest is kept. They go with
// their view, and with the user or customer whose eyes they read with. Source: analytics contract 6.3.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { CustomerId, TenantId, UserId, ViewId, ViewLinkId } from "../../ids.ts";

export type LinkIdentity =
  { readonly kind: "user"; readonly userId: UserId } | { readonly kind: "customer"; readonly customerId: CustomerId };

export interface ShareLink {
  readonly id: ViewLinkId;
  readonly viewId: ViewId;
  readonly tenantId: TenantId;
  /** For the people who manage it; may be empty. */
  readonly name: string;
  /** As whom it reads. */
  readonly identity: LinkIdentity;
  readonly createdAt: EpochMillis;
  readonly createdBy: UserId;
  readonly expiresAt: EpochMillis;
  readonly passwordHash: string | null;
  readonly lockedFilters: readonly {
    readonly name: string;
    readonly values: readonly (string | number | boolean | null)[];
  }[];
  /** Origins of the sites that may embed the view, as `https://example.com`; empty for any. */
  readonly origins: readonly string[];
}

export interface LinkStore {
  /** "too-many" where the view has `linksMax` links that have not ended, "unknown" where something it names has gone. */
  createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown">;
  /** In the order of creation. */
  listLinks(tenantId: TenantId, viewId: ViewId): Promise<readonly ShareLink[]>;
  findLink(digest: Uint8Array): Promise<ShareLink | undefined>;
  /** False where the view has no such link. */
  deleteLink(tenantId: TenantId, viewId: ViewId, id: ViewLinkId): Promise<boolean>;
}
