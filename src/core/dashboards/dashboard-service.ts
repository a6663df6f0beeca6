// Management of dashboards: creating, changing and deleting them, and which customers they are assigned to. The caller has already
// checked permissions.
import type { Clock } from "../../lib/clock.ts";
import type { AuditAction, AuditTrail } from "../audit-trail.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { JsonObject } from "../devices/device.ts";
import { parseText, parseTitle } from "../entity-text.ts";
import { DomainError } from "../errors.ts";
import { newId, type CustomerId, type DashboardId, type TenantId, type UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { noSuchDashboard, type Dashboard, type DashboardFields, type DashboardHead } from "./dashboard.ts";
import type {
  AssignmentChange,
  DashboardFilter,
  DashboardRevision,
  DashboardSortProperty,
  DashboardStore,
  DashboardUpdate,
  RevisionHead,
  SavedBy,
} from "./dashboard-store.ts";

/** Characters of the image: lists show it in each row, like free JSON. */
const IMAGE_LENGTH_MAX = 65_536;

export interface SentDashboard {
  readonly title: string;
  readonly image: string | null;
  readonly mobileHide: boolean;
  readonly mobileOrder: number | null;
  readonly externalId: DashboardId | null;
  readonly configuration: JsonObject | null;
}

/** The user who changes a dashboard. */
export interface Author {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}

export interface DashboardLimits {
  /** 0 means no limit. */
  maxDashboards(tenantId: TenantId): Promise<number>;
}

export interface DashboardServiceDeps {
  readonly store: DashboardStore;
  readonly limits: DashboardLimits;
  readonly audit: AuditTrail;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface DashboardOptions {
  /** Revisions kept of each dashboard, including the present one. */
  readonly revisionsMax: number;
}

export class DashboardService {
  readonly #deps: DashboardServiceDeps;
  readonly #options: DashboardOptions;

  constructor(deps: DashboardServiceDeps, options: DashboardOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Throws `invalid`, or `limit-exceeded` at the tenant's maxDashboards. */
  async create(author: Author, sent: SentDashboard): Promise<Dashboard> {
    const { tenantId } = author;
    const dashboard: Dashboard = {
      id: newId<DashboardId>(),
      createdAt: this.#deps.clock.now(),
      tenantId,
      ...parseFields(sent),
      assignedCustomers: [],
      version: 1,
    };
    const dashboardsMax = await this.#deps.limits.maxDashboards(tenantId);
    await this.#deps.store.create(dashboard, this.#savedBy(author), dashboardsMax);
    return dashboard;
  }

  /** Replaces all fields. Throws `not-found`, `invalid`, and `conflict` for a stale version; null overwrites. */
  async update(
    author: Author,
    id: DashboardId,
    sent: SentDashboard,
    expectedVersion: number | null,
  ): Promise<Dashboard> {
    const { tenantId } = author;
    return await this.#update({ tenantId, id, fields: parseFields(sent), expectedVersion }, author);
  }

  /** Throws `not-found`. */
  async delete(tenantId: TenantId, id: DashboardId): Promise<void> {
    if (!(await this.#deps.store.delete(tenantId, id))) throw noSuchDashboard(id);
    this.#publish(tenantId, id);
  }

  /** Of any tenant; throws `not-found`. */
  async require(id: DashboardId): Promise<Dashboard> {
    const found = await this.#deps.store.find(id);
    if (found === undefined) throw noSuchDashboard(id);
    return found;
  }

  /** As `require`. */
  async requireHead(id: DashboardId): Promise<DashboardHead> {
    const found = await this.#deps.store.findHead(id);
    if (found === undefined) throw noSuchDashboard(id);
    return found;
  }

  /** Ids that are unknown, or not of the filter, are left out. */
  findMany(filter: DashboardFilter, ids: readonly DashboardId[]): Promise<readonly DashboardHead[]> {
    return this.#deps.store.findMany(filter, ids);
  }

  list(filter: DashboardFilter, page: PageRequest<DashboardSortProperty>): Promise<FoundPage<DashboardHead>> {
    return this.#deps.store.list(filter, page);
  }

  /**
   * Records each customer whose assignment has changed, so that the log of that customer has it. Throws `not-found`, and `invalid`
   * for too many customers.
   */
  async assign(author: Author, id: DashboardId, change: AssignmentChange): Promise<Dashboard> {
    const { dashboard, added, removed } = await this.#deps.store.assign(author.tenantId, id, change);
    this.#publish(author.tenantId, id);
    const record = (action: AuditAction) => (customerId: CustomerId) =>
      this.#deps.audit.record({
        tenantId: author.tenantId,
        user: { id: author.userId },
        entity: { type: "DASHBOARD", id, name: dashboard.title, customerId },
        action,
        data: { customerId },
        failure: null,
      });
    await Promise.all([
      ...added.map(record("ASSIGNED_TO_CUSTOMER")),
      ...removed.map(record("UNASSIGNED_FROM_CUSTOMER")),
    ]);
    return dashboard;
  }

  /** Newest first, including the present one. */
  revisions(tenantId: TenantId, id: DashboardId): Promise<readonly RevisionHead[]> {
    return this.#deps.store.listRevisions(tenantId, id);
  }

  /** Throws `not-found`, also for one that is no longer kept. */
  async requireRevision(tenantId: TenantId, id: DashboardId, revision: number): Promise<DashboardRevision> {
    const found = await this.#deps.store.findRevision(tenantId, id, revision);
    if (found === undefined)
      throw new DomainError("not-found", `dashboard ${id} has no revision ${String(revision)} any more`);
    return found;
  }

  /**
   * Saves the title and configuration of a revision as the newest. Throws `not-found`, and `conflict` if somebody saves the
   * dashboard at the same time.
   */
  async restore(author: Author, id: DashboardId, revision: number): Promise<Dashboard> {
    const head = await this.requireHead(id);
    const { title, configuration } = await this.requireRevision(author.tenantId, id, revision);
    const { image, mobileHide, mobileOrder, externalId } = head;
    const fields = { title, image, mobileHide, mobileOrder, externalId, configuration };
    return await this.#update({ tenantId: author.tenantId, id, fields, expectedVersion: head.version }, author);
  }

  async #update(update: DashboardUpdate, author: Author): Promise<Dashboard> {
    const saved = await this.#deps.store.update(update, this.#savedBy(author));
    this.#publish(update.tenantId, update.id);
    return saved;
  }

  #publish(tenantId: TenantId, dashboardId: DashboardId): void {
    this.#deps.bus.publish({ kind: "dashboard-changed", tenantId, dashboardId });
  }

  #savedBy({ userId }: Author): SavedBy {
    return { userId, at: this.#deps.clock.now(), revisionsMax: this.#options.revisionsMax };
  }
}

function parseFields(sent: SentDashboard): DashboardFields {
  return {
    title: parseTitle(sent.title, "title"),
    image: parseText(sent.image, "image", IMAGE_LENGTH_MAX),
    mobileHide: sent.mobileHide,
    mobileOrder: sent.mobileOrder,
    externalId: sent.externalId,
    configuration: checkConfiguration(sent.configuration),
  };
}
