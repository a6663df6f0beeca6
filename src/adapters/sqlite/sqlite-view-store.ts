// Views in SQLite: each with its last revisions and the customers it is shared with.
import type { Reader } from "../../core/analytics/reader.ts";
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
} from "../../core/analytics/views/view-store.ts";
import type { CustomerId, TenantId, ViewId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { allOf, foldedText, searchPage, type Condition } from "./search-page.ts";
import { violatesForeignKey, violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

type Row = Readonly<Record<string, unknown>>;

/** What is read is what lists show; the definition may be long. */
const VIEW = new Table(
  "view",
  "id tenantId customerId userId createdTime=created_at updatedTime=updated_at updatedBy revision name description folder tags visibility allCustomers displayType",
  "nameKey searchText definition",
);
const REVISION = new Table("view_revision", "revision name definition savedTime=saved_at savedBy", "viewId");

const LIST = {
  columns: VIEW.columns,
  from: "view",
  search: "search_text",
  id: "id",
  sort: { createdTime: "created_at", updatedTime: "updated_at", name: "name_key", folder: "folder" },
  toItem: (row: Row) => row,
};

const NAME_KEY = "view.tenant_id, view.user_id, view.folder, view.name_key";

export class SqliteViewStore extends SqliteStore implements ViewStore {
  async createView(view: StoredView, viewsMax: number): Promise<SaveOutcome> {
    const { id, owner, createdTime, revision } = view;
    const views = this.countRows("view WHERE tenant_id = ?", owner.tenantId);
    if (views >= viewsMax) return { kind: "too-many", views };
    try {
      VIEW.insert(this.connection, { id, ...owner, createdTime, revision, ...cellsOf(view) });
    } catch (error) {
      return outcomeOf(error);
    }
    this.#share(owner.tenantId, id, view.sharing.customerIds);
    this.#keepRevision(id, revision, view, 1);
    return { kind: "saved", revision };
  }

  async replaceView(replaced: ReplacedView, save: ViewSave, revisionsMax: number): Promise<SaveOutcome> {
    const { tenantId, id } = replaced;
    const row = this.connection.get("SELECT revision FROM view WHERE id = ? AND tenant_id = ?", id, tenantId);
    if (row === undefined) return { kind: "unknown" };
    const present = Number(row["revision"]);
    if (present !== replaced.revision) return { kind: "revision-mismatch", revision: present };
    const revision = present + 1;
    try {
      VIEW.update(this.connection, id, { ...cellsOf(save), revision });
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
    const sql = `SELECT ${VIEW.columns}, definition FROM view WHERE id = ? AND tenant_id = ?`;
    const row = this.connection.get(sql, id, tenantId);
    if (row === undefined) return undefined;
    const { definition, ...head } = row;
    return { ...headOf(head, this.#sharedWith([id]).get(id) ?? []), definition: String(definition) };
  }

  async listViews(
    { reader, folder, tag }: ViewFilter,
    request: PageRequest<ViewSortProperty>,
  ): Promise<FoundPage<ViewHead>> {
    const conditions: Condition[] = [{ sql: "tenant_id = ?", parameters: [reader.tenantId] }];
    if (reader.customerId !== null) conditions.push(visibleTo(reader, reader.customerId));
    // The folder itself, or whatever begins with it and a slash; no pattern, since folders may contain its characters.
    if (folder !== null)
      conditions.push({
        sql: "(folder = ? OR substr(folder, 1, length(?) + 1) = ? || '/')",
        parameters: [folder, folder, folder],
      });
    if (tag !== null)
      conditions.push({
        sql: "EXISTS (SELECT 1 FROM json_each(view.tags) WHERE json_each.value = ?)",
        parameters: [tag],
      });
    const { items, total } = searchPage(this.connection, { ...LIST, where: allOf(conditions) }, request);
    const sharedWith = this.#sharedWith(items.map(({ id }) => String(id)));
    return { items: items.map((row) => headOf(row, sharedWith.get(String(row["id"])) ?? [])), total };
  }

  async listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]> {
    const rows = this.connection.all(
      `SELECT ${REVISION.columns} FROM view_revision JOIN view ON view.id = view_revision.view_id
       WHERE view_revision.view_id = ? AND view.tenant_id = ? ORDER BY view_revision.revision DESC`,
      id,
      tenantId,
    );
    return rows.map((row) => ({ ...(row as unknown as StoredRevision) }));
  }

  /** Customers that have gone since the author was asked are left out, as they are when one goes later. */
  #share(tenantId: TenantId, id: ViewId, customerIds: readonly CustomerId[]): void {
    this.connection.run(
      `INSERT OR IGNORE INTO view_share (view_id, customer_id) SELECT ?, customer.id FROM json_each(?)
       JOIN customer ON customer.id = json_each.value AND customer.tenant_id = ?`,
      id,
      JSON.stringify(customerIds),
      tenantId,
    );
  }

  #keepRevision(viewId: ViewId, revision: number, save: ViewSave, revisionsMax: number): void {
    const { name, definition, updatedTime: savedTime, updatedBy: savedBy } = save;
    REVISION.insert(this.connection, { viewId, revision, name, definition, savedTime, savedBy });
    this.connection.run(
      "DELETE FROM view_revision WHERE view_id = ? AND revision <= ?",
      viewId,
      revision - revisionsMax,
    );
  }

  #sharedWith(ids: readonly string[]): ReadonlyMap<string, readonly CustomerId[]> {
    const shares = this.connection.all(
      `SELECT view_id, customer_id FROM view_share WHERE view_id IN (SELECT value FROM json_each(?)) ORDER BY customer_id`,
      JSON.stringify(ids),
    );
    const found = new Map<string, CustomerId[]>();
    for (const { view_id: id, customer_id: customerId } of shares)
      found.set(String(id), [...(found.get(String(id)) ?? []), customerId as CustomerId]);
    return found;
  }
}

/** The own views of a customer's user, and those shared with the customer. The rule of `core/analytics/views/access.ts`. */
function visibleTo(reader: Reader, customerId: CustomerId): Condition {
  return {
    sql: `((user_id = ? AND customer_id = ?) OR (visibility = 'customers' AND (all_customers = 1 OR EXISTS
      (SELECT 1 FROM view_share WHERE view_share.view_id = view.id AND view_share.customer_id = ?))))`,
    parameters: [reader.userId, customerId, customerId],
  };
}

function cellsOf(save: ViewSave) {
  const { name, description, folder, tags, sharing, displayType, definition, updatedTime, updatedBy } = save;
  return {
    updatedTime,
    updatedBy,
    name,
    nameKey: name.toLowerCase(),
    folder,
    tags: JSON.stringify(tags),
    visibility: sharing.visibility,
    allCustomers: sharing.allCustomers,
    displayType,
    description,
    searchText: foldedText(name, description, ...tags),
    definition,
  };
}

function outcomeOf(error: unknown): SaveOutcome {
  if (violatesUnique(error, NAME_KEY)) return { kind: "name-taken" };
  if (violatesForeignKey(error)) return { kind: "unknown" };
  throw error;
}

function headOf(row: Row, customerIds: readonly CustomerId[]): ViewHead {
  const { tenantId, customerId, userId, tags, visibility, allCustomers, ...head } = row;
  return {
    ...head,
    owner: { tenantId, customerId, userId },
    tags: parseNamed(String(tags)),
    sharing: { visibility, customerIds, allCustomers: allCustomers === 1 },
  } as unknown as ViewHead;
}
