// Views: each with its last revisions and the customers it is shared with.
import type { Reader } from "../../../core/analytics/reader.ts";
import type { Sharing } from "../../../core/analytics/view/table-view.ts";
import type {
  ReplacedView,
  SaveOutcome,
  StoredRevision,
  StoredView,
  ViewFilter,
  ViewHead,
  ViewSave,
  ViewSortProperty,
  ViewStore,
} from "../../../core/analytics/views/view-store.ts";
import type { CustomerId, TenantId, UserId, ViewId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { equal, foldedText, searchPage, type Condition, type List } from "./search-page.ts";
import { violatesForeignKey, violatesUnique } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import type { ColumnValues, Row } from "./stored-as.ts";

const HEAD = `id, tenant_id, customer_id, user_id, created_at, updated_at, updated_by, revision, name, description, folder, tags,
  visibility, all_customers, display_type,
  (SELECT json_group_array(customer_id ORDER BY customer_id) FROM view_share WHERE view_id = view.id) AS customer_ids`;

const LIST: List<ViewSortProperty> = {
  columns: HEAD,
  from: "view",
  search: "search_text",
  id: "id",
  sort: { createdTime: "created_at", updatedTime: "updated_at", name: "name_key", folder: "folder" },
};

const NAME_KEY = "view.tenant_id, view.user_id, view.folder, view.name_key";

export class SqlViewStore extends SqlStore implements ViewStore {
  async createView(view: StoredView, viewsMax: number): Promise<SaveOutcome> {
    const { tenantId, customerId, userId } = view.owner;
    const count = this.connection.count("FROM view WHERE tenant_id = ?", tenantId);
    if (count >= viewsMax) return { kind: "too-many", views: count, isShare: false };
    if (customerId !== null) {
      const own = this.connection.count("FROM view WHERE tenant_id = ? AND customer_id = ?", tenantId, customerId);
      if (own >= viewsMax - count) return { kind: "too-many", views: own, isShare: true };
    }
    try {
      this.connection.insert("view", {
        id: view.id,
        tenant_id: tenantId,
        customer_id: customerId,
        user_id: userId,
        created_at: view.createdTime,
        revision: view.revision,
        ...columnsOf(view),
      });
    } catch (error) {
      return outcomeOf(error);
    }
    this.#share(tenantId, view.id, view.sharing.customerIds);
    this.#keepRevision(view.id, view.revision, view, 1);
    return { kind: "saved", revision: view.revision };
  }

  async replaceView(replaced: ReplacedView, save: ViewSave, revisionsMax: number): Promise<SaveOutcome> {
    const { tenantId, id } = replaced;
    const row = this.connection.get("SELECT revision FROM view WHERE id = ? AND tenant_id = ?", id, tenantId);
    if (row === undefined) return { kind: "unknown" };
    const present = Number(row["revision"]);
    if (present !== replaced.revision) return { kind: "revision-mismatch", revision: present };
    const revision = present + 1;
    try {
      this.connection.update("view", id, { ...columnsOf(save), revision });
    } catch (error) {
      return outcomeOf(error);
    }
    this.connection.run("DELETE FROM view_share WHERE view_id = ?", id);
    this.#share(tenantId, id, save.sharing.customerIds);
    this.#keepRevision(id, revision, save, revisionsMax);
    return { kind: "saved", revision };
  }

  async deleteView(tenantId: TenantId, id: ViewId): Promise<boolean> {
    return this.connection.run("DELETE FROM view WHERE id = ? AND tenant_id = ?", id, tenantId) > 0;
  }

  async findView(tenantId: TenantId, id: ViewId): Promise<StoredView | undefined> {
    const row = this.connection.get(
      `SELECT ${HEAD}, definition FROM view WHERE id = ? AND tenant_id = ?`,
      id,
      tenantId,
    );
    return row === undefined ? undefined : { ...headOf(row), definition: String(row["definition"]) };
  }

  async listViews(
    { reader, folder, tag }: ViewFilter,
    request: PageRequest<ViewSortProperty>,
  ): Promise<FoundPage<ViewHead>> {
    const where: Condition[] = [...equal("tenant_id", reader.tenantId)];
    if (reader.customerId !== null) where.push(visibleTo(reader, reader.customerId));
    // The folder itself, or any that begins with it and a slash; not LIKE, because folders may contain its special
    // characters.
    if (folder !== null)
      where.push({
        sql: "(folder = ? OR substr(folder, 1, length(?) + 1) = ? || '/')",
        parameters: [folder, folder, folder],
      });
    if (tag !== null)
      where.push({ sql: "EXISTS (SELECT 1 FROM json_each(view.tags) WHERE json_each.value = ?)", parameters: [tag] });
    return searchPage(this.connection, { list: LIST, where, request }, headOf);
  }

  async listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]> {
    const rows = this.connection.all(
      `SELECT r.* FROM view_revision r JOIN view ON view.id = r.view_id
       WHERE r.view_id = ? AND view.tenant_id = ? ORDER BY r.revision DESC`,
      id,
      tenantId,
    );
    return rows.map((row) => ({
      revision: row["revision"] as number,
      name: row["name"] as string,
      definition: row["definition"] as string,
      savedTime: row["saved_at"] as EpochMillis,
      savedBy: row["saved_by"] as UserId,
    }));
  }

  /** Customers that have been deleted since the author was asked are left out, as if they had been deleted later. */
  #share(tenantId: TenantId, id: ViewId, customerIds: readonly CustomerId[]): void {
    if (customerIds.length > 0)
      this.connection.run(
        `INSERT INTO view_share (view_id, customer_id)
         SELECT ?, customer.id FROM json_each(?)
         JOIN customer ON customer.id = json_each.value WHERE customer.tenant_id = ? ON CONFLICT DO NOTHING`,
        id,
        JSON.stringify(customerIds),
        tenantId,
      );
  }

  #keepRevision(id: ViewId, revision: number, save: ViewSave, revisionsMax: number): void {
    this.connection.insert("view_revision", {
      view_id: id,
      revision,
      saved_at: save.updatedTime,
      saved_by: save.updatedBy,
      name: save.name,
      definition: save.definition,
    });
    this.connection.run("DELETE FROM view_revision WHERE view_id = ? AND revision <= ?", id, revision - revisionsMax);
  }
}

/**
 * The own views of a customer's user, and those shared with the customer. The same rule as in
 * `core/analytics/views/access.ts`.
 */
function visibleTo({ userId }: Reader, customerId: CustomerId): Condition {
  return {
    sql: `((user_id = ? AND customer_id = ?) OR
      (visibility = 'customers' AND (all_customers = 1 OR EXISTS
        (SELECT 1 FROM view_share WHERE view_share.view_id = view.id AND view_share.customer_id = ?))))`,
    parameters: [userId, customerId, customerId],
  };
}

function columnsOf(save: ViewSave): ColumnValues {
  const { name, description, folder, tags, sharing, displayType, definition, updatedTime, updatedBy } = save;
  return {
    updated_at: updatedTime,
    updated_by: updatedBy,
    name,
    name_key: name.toLowerCase(),
    folder,
    tags: JSON.stringify(tags),
    visibility: sharing.visibility,
    all_customers: Number(sharing.allCustomers),
    display_type: displayType,
    description,
    search_text: foldedText(name, description, ...tags),
    definition,
  };
}

function outcomeOf(error: unknown): SaveOutcome {
  if (violatesUnique(error, NAME_KEY)) return { kind: "name-taken" };
  if (violatesForeignKey(error)) return { kind: "unknown" };
  throw error;
}

// Our own parsers checked the contents of a row before it was stored.
function headOf(row: Row): ViewHead {
  return {
    id: row["id"] as ViewId,
    owner: {
      tenantId: row["tenant_id"] as TenantId,
      customerId: row["customer_id"] as CustomerId | null,
      userId: row["user_id"] as UserId,
    },
    name: row["name"] as string,
    description: row["description"] as string,
    folder: row["folder"] as string,
    tags: parseNamed(row["tags"] as string) as string[],
    sharing: {
      visibility: row["visibility"] as Sharing["visibility"],
      customerIds: parseNamed(row["customer_ids"] as string) as CustomerId[],
      allCustomers: row["all_customers"] === 1,
    },
    displayType: row["display_type"] as string,
    revision: row["revision"] as number,
    createdTime: row["created_at"] as EpochMillis,
    updatedTime: row["updated_at"] as EpochMillis,
    updatedBy: row["updated_by"] as UserId,
  };
}
