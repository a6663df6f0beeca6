// The store of views, with their recent revisions and sharing. Every call is atomic and limited to a tenant: a view of
// another tenant does not exist for it. Deleting a customer deletes its own views and removes it from the sharing of
// others. Source: analytics contract 2.2, 6.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { TenantId, UserId, ViewId } from "../../ids.ts";
import type { FoundPage, PageRequest } from "../../page.ts";
import type { Reader } from "../reader.ts";
import type { Sharing, ViewOwner } from "../view/table-view.ts";

export type ViewSortProperty = "createdTime" | "updatedTime" | "name" | "folder";

/** The part of a view that lists show and access checks use. */
export interface ViewHead {
  readonly id: ViewId;
  readonly owner: ViewOwner;
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly sharing: Sharing;
  /** The type of its visualization, such as `table`. */
  readonly displayType: string;
  /** 1 after creation, incremented by every save. */
  readonly revision: number;
  readonly createdTime: EpochMillis;
  readonly updatedTime: EpochMillis;
  readonly updatedBy: UserId;
}

export interface StoredView extends ViewHead {
  /**
   * JSON text from `viewJson`, without the sharing, because restoring a revision must not restore whom the view was
   * shared with.
   */
  readonly definition: string;
}

/** What a save writes. */
export type ViewSave = Pick<
  StoredView,
  "name" | "description" | "folder" | "tags" | "sharing" | "displayType" | "definition" | "updatedTime" | "updatedBy"
>;

export interface ViewFilter {
  /** Lists only what this reader may see. */
  readonly reader: Reader;
  /** The folder and its subfolders; null for all. */
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

/** The result of a save. These are plain values, because errors lose their class on the way from the writer thread. */
export type SaveOutcome =
  | { readonly kind: "saved"; readonly revision: number }
  /** The owner already has a view of that name in that folder. */
  | { readonly kind: "name-taken" }
  | { readonly kind: "revision-mismatch"; readonly revision: number }
  /**
   * The tenant has as many views as it may have; with `isShare`, the owner's customer has used its share, which is as
   * many as the tenant has left.
   */
  | { readonly kind: "too-many"; readonly views: number; readonly isShare: boolean }
  /** The view does not exist, or on creation its tenant, its customer or a customer that it is shared with. */
  | { readonly kind: "unknown" };

export interface ReplacedView {
  readonly tenantId: TenantId;
  readonly id: ViewId;
  readonly revision: number;
}

export interface ViewStore {
  createView(view: StoredView, viewsMax: number): Promise<SaveOutcome>;
  /** Replaces the view at this revision. Keeps the last `revisionsMax` definitions, including the new one. */
  replaceView(replaced: ReplacedView, save: ViewSave, revisionsMax: number): Promise<SaveOutcome>;
  /** Also deletes its revisions and links; false if there is no such view. */
  deleteView(tenantId: TenantId, id: ViewId): Promise<boolean>;
  findView(tenantId: TenantId, id: ViewId): Promise<StoredView | undefined>;
  listViews(filter: ViewFilter, request: PageRequest<ViewSortProperty>): Promise<FoundPage<ViewHead>>;
  /** Newest first, including the current one. */
  listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]>;
}
