// Dashboards: each with the customers it is assigned to and its last revisions.
import { isPublic, PUBLIC_TITLE } from "../../../core/customers/customer.ts";
import {
  noSuchDashboard,
  requireFewCustomers,
  type AssignedCustomer,
  type Dashboard,
  type DashboardFields,
  type DashboardHead,
} from "../../../core/dashboards/dashboard.ts";
import type {
  AssignmentChange,
  ChangedAssignment,
  DashboardFilter,
  DashboardRevision,
  DashboardSortProperty,
  DashboardStore,
  DashboardUpdate,
  RevisionHead,
  SavedBy,
} from "../../../core/dashboards/dashboard-store.ts";
import type { JsonObject } from "../../../core/devices/device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { CustomerId, DashboardId, TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { parseExactly } from "../../../lib/json.ts";
import { equal, foldedText, searchPage, type Condition, type List } from "./search-page.ts";
import { requireVersion, violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

const HEAD = storedAs<Omit<DashboardHead, "assignedCustomers">>()(
  "id, created_at, tenant_id, title, image, mobile_hide, mobile_order, external_id, version",
  { mobileHide: FLAG },
);
const FIELDS = storedAs<DashboardFields>()("title, image, mobile_hide, mobile_order, external_id, configuration", {
  mobileHide: FLAG,
  configuration: JSON_TEXT,
});
const REVISION_HEAD = storedAs<RevisionHead>()("revision, title, saved_at, saved_by");
const REVISION = storedAs<DashboardRevision>()("revision, title, saved_at, saved_by, configuration", {
  configuration: JSON_TEXT,
});
/** Of the dashboard, if the tenant has it. */
const REVISION_OF =
  "dashboard_id = ? AND EXISTS (SELECT 1 FROM dashboard d WHERE d.id = dashboard_id AND d.tenant_id = ?)";

const LIST: List<DashboardSortProperty> = {
  columns: HEAD.columns,
  from: "dashboard",
  search: "search_text",
  id: "id",
  sort: { createdTime: "created_at", title: "title" },
};

export class SqlDashboardStore extends SqlStore implements DashboardStore {
  async create(dashboard: Dashboard, by: SavedBy, dashboardsMax: number): Promise<void> {
    const { tenantId, id, version } = dashboard;
    if (dashboardsMax > 0) this.#requireRoom(tenantId, dashboardsMax);
    try {
      this.connection.insert("dashboard", {
        ...HEAD.row(dashboard),
        ...FIELDS.row(dashboard),
        search_text: foldedText(dashboard.title),
      });
    } catch (error) {
      if (violatesForeignKey(error)) throw new DomainError("not-found", `tenant ${tenantId} does not exist`);
      throw error;
    }
    this.#keepRevision(id, version, dashboard, by);
  }

  async update({ tenantId, id, fields, expectedVersion }: DashboardUpdate, by: SavedBy): Promise<Dashboard> {
    const head = this.#require(tenantId, id);
    requireVersion(head.version, expectedVersion, `dashboard ${id}`);
    const version = head.version + 1;
    this.connection.update("dashboard", id, { ...FIELDS.row(fields), version, search_text: foldedText(fields.title) });
    this.#keepRevision(id, version, fields, by);
    return { ...head, ...fields, version };
  }

  async delete(tenantId: TenantId, id: DashboardId): Promise<boolean> {
    return this.connection.run("DELETE FROM dashboard WHERE id = ? AND tenant_id = ?", id, tenantId) > 0;
  }

  async assign(tenantId: TenantId, id: DashboardId, change: AssignmentChange): Promise<ChangedAssignment> {
    this.#require(tenantId, id);
    const [present, named] = [this.#customerIdsOf(id), new Set(change.customerIds)];
    const added = change.kind === "remove" ? [] : [...named].filter((each) => !present.has(each));
    const removed = [...present].filter((each) =>
      change.kind === "remove" ? named.has(each) : change.kind === "replace" && !named.has(each),
    );
    requireFewCustomers(present.size + added.length - removed.length);
    const { connection } = this;
    if (removed.length > 0)
      connection.run(
        "DELETE FROM dashboard_customer WHERE dashboard_id = ? AND customer_id IN (SELECT value FROM json_each(?))",
        id,
        JSON.stringify(removed),
      );
    const inserted =
      added.length === 0
        ? []
        : connection.all(
            `INSERT INTO dashboard_customer (dashboard_id, customer_id)
             SELECT ?, customer.id FROM json_each(?)
             JOIN customer ON customer.id = json_each.value WHERE customer.tenant_id = ? RETURNING customer_id`,
            id,
            JSON.stringify(added),
            tenantId,
          );
    const dashboard = await this.find(id);
    if (dashboard === undefined) throw noSuchDashboard(id);
    return { dashboard, added: inserted.map((row) => row["customer_id"] as CustomerId).sort(), removed };
  }

  async find(id: DashboardId): Promise<Dashboard | undefined> {
    const row = this.connection.get(`SELECT ${HEAD.columns}, configuration FROM dashboard WHERE id = ?`, id);
    return row === undefined ? undefined : { ...this.#headOf(row), configuration: configurationOf(row) };
  }

  async findHead(id: DashboardId): Promise<DashboardHead | undefined> {
    const row = this.connection.get(`SELECT ${HEAD.columns} FROM dashboard WHERE id = ?`, id);
    return row === undefined ? undefined : this.#headOf(row);
  }

  async findMany(filter: DashboardFilter, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]> {
    const where = [
      ...conditionsOf(filter),
      { sql: "id IN (SELECT value FROM json_each(?))", parameters: [JSON.stringify(ids)] },
    ];
    const rows = this.connection.all(
      `SELECT ${HEAD.columns} FROM dashboard WHERE ${where.map(({ sql }) => sql).join(" AND ")} ORDER BY id`,
      ...where.flatMap(({ parameters }) => parameters),
    );
    return this.#headsOf(rows);
  }

  async list(filter: DashboardFilter, request: PageRequest<DashboardSortProperty>): Promise<FoundPage<DashboardHead>> {
    const where = conditionsOf(filter);
    const { items, total } = searchPage(this.connection, { list: LIST, where, request }, (row) => row);
    return { items: this.#headsOf(items), total };
  }

  async listRevisions(tenantId: TenantId, id: DashboardId): Promise<readonly RevisionHead[]> {
    const rows = this.connection.all(
      `SELECT ${REVISION_HEAD.columns} FROM dashboard_revision WHERE ${REVISION_OF} ORDER BY revision DESC`,
      id,
      tenantId,
    );
    return rows.map(REVISION_HEAD.entity);
  }

  async findRevision(tenantId: TenantId, id: DashboardId, revision: number): Promise<DashboardRevision | undefined> {
    const row = this.connection.get(
      `SELECT ${REVISION.columns} FROM dashboard_revision WHERE ${REVISION_OF} AND revision = ?`,
      id,
      tenantId,
      revision,
    );
    return REVISION.found(row);
  }

  #requireRoom(tenantId: TenantId, dashboardsMax: number): void {
    const row = this.connection.get("SELECT dashboards FROM dashboard_count WHERE tenant_id = ?", tenantId);
    if (Number(row?.["dashboards"] ?? 0) >= dashboardsMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(dashboardsMax)} dashboards`, {
        entityType: "DASHBOARD",
        limit: { name: "maxDashboards", value: dashboardsMax },
      });
  }

  #require(tenantId: TenantId, id: DashboardId): DashboardHead {
    const row = this.connection.get(
      `SELECT ${HEAD.columns} FROM dashboard WHERE id = ? AND tenant_id = ?`,
      id,
      tenantId,
    );
    if (row === undefined) throw noSuchDashboard(id);
    return this.#headOf(row);
  }

  #keepRevision(
    id: DashboardId,
    revision: number,
    { title, configuration }: Pick<DashboardFields, "title" | "configuration">,
    { userId, at, revisionsMax }: SavedBy,
  ): void {
    this.connection.insert("dashboard_revision", {
      dashboard_id: id,
      ...REVISION.row({ revision, savedAt: at, savedBy: userId, title, configuration }),
    });
    this.connection.run(
      "DELETE FROM dashboard_revision WHERE dashboard_id = ? AND revision <= ?",
      id,
      revision - revisionsMax,
    );
  }

  #customerIdsOf(id: DashboardId): ReadonlySet<CustomerId> {
    const rows = this.connection.all(
      "SELECT customer_id FROM dashboard_customer WHERE dashboard_id = ? ORDER BY customer_id",
      id,
    );
    return new Set(rows.map((row) => row["customer_id"] as CustomerId));
  }

  #headOf(row: Row): DashboardHead {
    const head = HEAD.entity(row);
    return { ...head, assignedCustomers: this.#customersOf([head.id]).get(head.id) ?? [] };
  }

  #headsOf(rows: readonly Row[]): readonly DashboardHead[] {
    const heads = rows.map(HEAD.entity);
    const customers = this.#customersOf(heads.map(({ id }) => id));
    return heads.map((head) => ({ ...head, assignedCustomers: customers.get(head.id) ?? [] }));
  }

  #customersOf(ids: readonly DashboardId[]): ReadonlyMap<DashboardId, readonly AssignedCustomer[]> {
    if (ids.length === 0) return new Map();
    const rows = this.connection.all(
      `SELECT a.dashboard_id, c.id, c.title, CASE WHEN c.title = ? THEN c.additional_info END AS info
       FROM dashboard_customer a JOIN customer c ON c.id = a.customer_id
       WHERE a.dashboard_id IN (SELECT value FROM json_each(?)) ORDER BY c.title, c.id`,
      PUBLIC_TITLE,
      JSON.stringify(ids),
    );
    const found = new Map<DashboardId, AssignedCustomer[]>();
    for (const row of rows) {
      const id = row["dashboard_id"] as DashboardId;
      const of = found.get(id) ?? [];
      of.push(assignedCustomer(row));
      found.set(id, of);
    }
    return found;
  }
}

function conditionsOf({ tenantId, customerId }: DashboardFilter): readonly Condition[] {
  const ofTenant = equal("tenant_id", tenantId);
  if (customerId === null) return ofTenant;
  const sql = "EXISTS (SELECT 1 FROM dashboard_customer a WHERE a.dashboard_id = dashboard.id AND a.customer_id = ?)";
  return [...ofTenant, { sql, parameters: [customerId] }];
}

// We wrote the columns from checked values.
function configurationOf(row: Row): JsonObject | null {
  const text = row["configuration"] as string | null;
  return text === null ? null : (parseExactly(text) as JsonObject);
}

function assignedCustomer(row: Row): AssignedCustomer {
  const [title, info] = [row["title"] as string, row["info"] as string | null];
  const additionalInfo = info === null ? null : (parseExactly(info) as JsonObject);
  return { id: row["id"] as CustomerId, title, isPublic: isPublic({ title, additionalInfo }) };
}
