// What the platform keeps of views: each with its last revisions, and with whom it is shared. Every call is atomic and is
// given the tenant: a view of another tenant is as unknown as one that does not exist. Customers that are deleted take
// their own views with them and leave the sharing of others. Source: analytics contract 2.2, 6.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { TenantId, UserId, ViewId } from "../../ids.ts";
import type { FoundPage, PageRequest } from "../../page.ts";
import type { Reader } from "../reader.ts";
import type { Sharing, ViewOwner } from "../view/table-view.ts";

export type ViewSortProperty = "createdTime" | "updatedTime" | "name" | "folder";

/** What lists show of a view, and what access looks at. */
export interface ViewHead {
  readonly id: ViewId;
  readonly owner: ViewOwner;
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly sharing: Sharing;
  /** The type of its visualisation, as `table`. */
  readonly displayType: string;
  /** 1 after creation, one more with every save. */
  readonly revision: number;
  readonly createdTime: EpochMillis;
  readonly updatedTime: EpochMillis;
  readonly updatedBy: UserId;
}

export interface StoredView extends ViewHead {
  /**
   * JSON text as `viewJson` writes it, without the sharing: whom a view is shared with is a fact of the present, which no
   * restored revision brings back.
   */
  readonly definition: string;
}

/** What a save writes. */
export type ViewSave = Pick<
  StoredView,
  "name" | "description" | "folder" | "tags" | "sharing" | "displayType" | "definition" | "updatedTime" | "updatedBy"
>;

export interface ViewFilter {
  /** Lists what this reader may see. */
  readonly reader: Reader;
  /** The folder itself and those below it; null for all. */
  readonly folder: string | null;
  readonly tag: string | null;
}

export interface StoredRevision {
  readonly revision: number;
  readonly name: string;
  readonly definition: string;
  readonly savedTime: EpochMillis;
  readonly savedBy: UserId;
}

/** How a save ended: plain values, because errors lose their class on the way from the writer. */
export type SaveOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  /** The owner has a view of that name in that folder. */
  | { readonly kind: "name-taken" }
  | { readonly kind: "revision-mismatch"; readonly revision: number }
  /** The tenant has as many views as it may have; with `isShare` the customer of the owner has as many as the tenant has left. */
  | { readonly kind: "too-many"; readonly views: number; readonly isShare: boolean }
  /** The view, or on creation its tenant, customer or one it is shared with. */
  | { readonly kind: "unknown" };

export interface ReplacedView {
  readonly tenantId: TenantId;
  readonly id: ViewId;
  readonly revision: number;
}

export interface ViewStore {
  createView(view: StoredView, viewsMax: number): Promise<SaveOutcome>;
  /** Replaces the view at this revision. Keeps the last `revisionsMax` definitions, the new one included. */
  replaceView(replaced: ReplacedView, save: ViewSave, revisionsMax: number): Promise<SaveOutcome>;
  /** With its revisions and links; false where there is no such view. */
  deleteView(tenantId: TenantId, id: ViewId): Promise<boolean>;
  findView(tenantId: TenantId, id: ViewId): Promise<StoredView | undefined>;
  listViews(filter: ViewFilter, request: PageRequest<ViewSortProperty>): Promise<FoundPage<ViewHead>>;
  /** Newest first, the present one included. */
  listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]>;
}
