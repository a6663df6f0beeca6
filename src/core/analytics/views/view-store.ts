// What the platform keeps of views: each with its last revisions, and the links by which it is shared. Each call is atomic,
// and every one is told the tenant: a view of another tenant is as unknown as one that does not exist.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { CustomerId, TenantId, UserId } from "../../ids.ts";
import type { FoundPage, PageRequest } from "../../page.ts";
import type { Reader } from "../reader.ts";
import type { Sharing, ViewId, ViewOwner } from "../view/table-view.ts";

export type ViewSortProperty = "createdTime" | "updatedTime" | "name" | "folder";

/** A view as it is kept: what lists and access look at as columns, the definition as JSON text. */
export interface StoredView {
  readonly id: ViewId;
  readonly owner: ViewOwner;
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly sharing: Sharing;
  /** As `viewJson` writes it. */
  readonly definition: string;
  /** 1 after creation, one more with every save. */
  readonly revision: number;
  readonly createdTime: EpochMillis;
  readonly updatedTime: EpochMillis;
  readonly updatedBy: UserId;
}

/** What a save writes. */
export type ViewSave = Pick<
  StoredView,
  "name" | "folder" | "tags" | "sharing" | "definition" | "updatedTime" | "updatedBy"
>;

export interface ViewFilter {
  readonly reader: Reader;
  /** The folder itself and those below it; null for all. */
  readonly folder: string | null;
  readonly tag: string | null;
}

export interface StoredRevision {
  readonly revision: number;
  readonly definition: string;
  readonly savedTime: EpochMillis;
  readonly savedBy: UserId;
}

export interface ViewStore {
  /**
   * Throws `NAME_TAKEN` where the owner has a view of that name in the folder, `VIEWS_MAX` where the tenant has `viewsMax`
   * views, and `not-found` where the tenant, customer or user has gone.
   */
  createView(view: StoredView, viewsMax: number): Promise<void>;
  /**
   * Keeps the old definition among the last `revisionsMax` revisions. Throws `VIEW_NOT_FOUND`, `REVISION_MISMATCH` where
   * `expectedRevision` is not the stored one, `NAME_TAKEN`.
   */
  replaceView(
    tenantId: TenantId,
    id: ViewId,
    save: ViewSave,
    expectedRevision: number,
    revisionsMax: number,
  ): Promise<StoredView>;
  /** With its revisions and links; false where there is no such view. */
  deleteView(tenantId: TenantId, id: ViewId): Promise<boolean>;
  findView(tenantId: TenantId, id: ViewId): Promise<StoredView | undefined>;
  /** Views that the reader may see. */
  listViews(filter: ViewFilter, request: PageRequest<ViewSortProperty>): Promise<FoundPage<StoredView>>;
  /** Newest first, the present one included. */
  listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]>;
  /** Customers of the reader's choice that have gone are dropped from the sharing of views when a customer is deleted. */
  forgetCustomer(tenantId: TenantId, customerId: CustomerId): Promise<void>;
  /** Up to `limit` views of a tenant that is being deleted; the number removed. */
  removeOfTenant(tenantId: TenantId, limit: number): Promise<number>;
}
