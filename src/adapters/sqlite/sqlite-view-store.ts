// Views in SQLite: each with its last revisions and the customers it is shared with.
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
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
import type { ViewTable } from "./schema/views.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { violatesForeignKey, violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

const LIST: ListColumns<ViewSortProperty> = {
  search: "view.search_text",
  id: "view.id",
  sort: {
    createdTime: "view.created_at",
    updatedTime: "view.updated_at",
    name: "view.name_key",
    folder: "view.folder",
  },
};

const HEAD = [
  "view.id",
  "view.tenant_id",
  "view.customer_id",
  "view.user_id",
  "view.created_at",
  "view.updated_at",
  "view.updated_by",
  "view.revision",
  "view.name",
  "view.description",
  "view.folder",
  "view.tags",
  "view.visibility",
  "view.all_customers",
  "view.display_type",
] as const;

const NAME_KEY = "view.tenant_id, view.user_id, view.folder, view.name_key";

export class SqliteViewStore extends SqliteStore implements ViewStore {
  async createView(view: StoredView, viewsMax: number): Promise<SaveOutcome> {
    const { tenantId, customerId, userId } = view.owner;
    const count = this.connection.count("FROM view WHERE tenant_id = ?", tenantId);
    if (count >= viewsMax) return { kind: "too-many", views: count };
    try {
      await this.db
        .insertInto("view")
        .values({
          id: view.id,
          tenant_id: tenantId,
          customer_id: customerId,
          user_id: userId,
          created_at: view.createdTime,
          revision: view.revision,
          ...columnsOf(view),
        })
        .execute();
    } catch (error) {
      return outcomeOf(error);
    }
    await this.#share(tenantId, view.id, view.sharing.customerIds);
    await this.#keepRevision(view.id, view.revision, view, 1);
    return { kind: "saved", revision: view.revision };
  }

  async replaceView(replaced: ReplacedView, save: ViewSave, revisionsMax: number): Promise<SaveOutcome> {
    const { tenantId, id } = replaced;
    const row = await this.db
      .selectFrom("view")
      .select("revision")
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    if (row === undefined) return { kind: "unknown" };
    if (row.revision !== replaced.revision) return { kind: "revision-mismatch", revision: row.revision };
    const revision = row.revision + 1;
    try {
      await this.db
        .updateTable("view")
        .set({ ...columnsOf(save), revision })
        .where("id", "=", id)
        .execute();
    } catch (error) {
      return outcomeOf(error);
    }
    await this.db.deleteFrom("view_share").where("view_id", "=", id).execute();
    await this.#share(tenantId, id, save.sharing.customerIds);
    await this.#keepRevision(id, revision, save, revisionsMax);
    return { kind: "saved", revision };
  }

  async deleteView(tenantId: TenantId, id: ViewId): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom("view")
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async findView(tenantId: TenantId, id: ViewId): Promise<StoredView | undefined> {
    const row = await this.db
      .selectFrom("view")
      .select([...HEAD, "view.definition"])
      .where("view.id", "=", id)
      .where("view.tenant_id", "=", tenantId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { ...headOf(row, (await this.#sharedWith([row])).get(id) ?? []), definition: row.definition };
  }

  async listViews(
    { reader, folder, tag }: ViewFilter,
    request: PageRequest<ViewSortProperty>,
  ): Promise<FoundPage<ViewHead>> {
    let query = this.db.selectFrom("view").select(HEAD).where("view.tenant_id", "=", reader.tenantId);
    if (reader.customerId !== null) query = query.where(visibleTo(reader, reader.customerId));
    // The folder itself, or whatever begins with it and a slash; no pattern, since folders may contain its characters.
    if (folder !== null)
      query = query.where(
        sql<boolean>`(view.folder = ${folder} OR substr(view.folder, 1, length(${folder}) + 1) = ${folder} || '/')`,
      );
    if (tag !== null)
      query = query.where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(view.tags) WHERE json_each.value = ${tag})`);
    const { items, total } = await searchPage(query, request, LIST);
    const sharedWith = await this.#sharedWith(items);
    return { items: items.map((row) => headOf(row, sharedWith.get(row.id) ?? [])), total };
  }

  async listRevisions(tenantId: TenantId, id: ViewId): Promise<readonly StoredRevision[]> {
    return this.db
      .selectFrom("view_revision")
      .innerJoin("view", "view.id", "view_revision.view_id")
      .select([
        "view_revision.revision",
        "view_revision.name",
        "view_revision.definition",
        "view_revision.saved_at as savedTime",
        "view_revision.saved_by as savedBy",
      ])
      .where("view_revision.view_id", "=", id)
      .where("view.tenant_id", "=", tenantId)
      .orderBy("view_revision.revision", "desc")
      .execute();
  }

  /** Customers that have gone since the author was asked are left out, as they are when one goes later. */
  async #share(tenantId: TenantId, id: ViewId, customerIds: readonly CustomerId[]): Promise<void> {
    if (customerIds.length === 0) return;
    await sql`
      INSERT OR IGNORE INTO view_share (view_id, customer_id)
      SELECT ${id}, customer.id FROM json_each(${JSON.stringify(customerIds)})
      JOIN customer ON customer.id = json_each.value AND customer.tenant_id = ${tenantId}`.execute(this.db);
  }

  async #keepRevision(id: ViewId, revision: number, save: ViewSave, revisionsMax: number): Promise<void> {
    await this.db
      .insertInto("view_revision")
      .values({
        view_id: id,
        revision,
        saved_at: save.updatedTime,
        saved_by: save.updatedBy,
        name: save.name,
        definition: save.definition,
      })
      .execute();
    await this.db
      .deleteFrom("view_revision")
      .where("view_id", "=", id)
      .where("revision", "<=", revision - revisionsMax)
      .execute();
  }

  async #sharedWith(rows: readonly { readonly id: string }[]): Promise<ReadonlyMap<string, readonly CustomerId[]>> {
    const found = new Map<string, CustomerId[]>();
    if (rows.length === 0) return found;
    const shares = await this.db
      .selectFrom("view_share")
      .select(["view_id", "customer_id"])
      .where(sql<boolean>`view_id IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`)
      .orderBy("customer_id")
      .execute();
    for (const { view_id, customer_id } of shares) {
      const ids = found.get(view_id) ?? [];
      ids.push(customer_id);
      found.set(view_id, ids);
    }
    return found;
  }
}

/** The own views of a customer's user, and those shared with the customer. The rule of `core/analytics/views/access.ts`. */
function visibleTo(reader: Reader, customerId: CustomerId): Expression<SqlBool> {
  return sql<SqlBool>`(
    (view.user_id = ${reader.userId} AND view.customer_id = ${customerId}) OR
    (view.visibility = 'customers' AND (view.all_customers = 1 OR EXISTS
      (SELECT 1 FROM view_share WHERE view_share.view_id = view.id AND view_share.customer_id = ${customerId}))))`;
}

function columnsOf(save: ViewSave) {
  const { name, description, folder, tags, sharing, displayType, definition, updatedTime, updatedBy } = save;
  return {
    updated_at: updatedTime,
    updated_by: updatedBy,
    name,
    name_key: name.toLowerCase(),
    folder,
    tags: JSON.stringify(tags),
    visibility: sharing.visibility,
    all_customers: sharing.allCustomers,
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

type HeadRow = Omit<Selectable<ViewTable>, "name_key" | "search_text" | "definition">;

// What a row holds was made by our own parsers before it was stored.
function headOf(row: HeadRow, customerIds: readonly CustomerId[]): ViewHead {
  return {
    id: row.id,
    owner: {
      tenantId: row.tenant_id,
      customerId: row.customer_id,
      userId: row.user_id,
    },
    name: row.name,
    description: row.description,
    folder: row.folder,
    tags: parseNamed(row.tags) as string[],
    sharing: {
      visibility: row.visibility,
      customerIds,
      allCustomers: row.all_customers === 1,
    },
    displayType: row.display_type,
    revision: row.revision,
    createdTime: row.created_at,
    updatedTime: row.updated_at,
    updatedBy: row.updated_by,
  };
}
