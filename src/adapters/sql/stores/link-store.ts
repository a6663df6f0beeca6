// Share links: a table for those of views and one for those of dashboards, with the same columns.
import type { LinkStore, ShareLink } from "../../../core/analytics/links/link-store.ts";
import type { CustomerId, DashboardId, ShareLinkId, TenantId, UserId, ViewId } from "../../../core/ids.ts";
import type { LinkTarget } from "../../../core/shared-by-link.ts";
import { writeJson } from "../../../lib/json.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs, type Form, type Row } from "./stored-as.ts";

/** The identity that the link reads as is in one of two columns. */
interface StoredLink extends Omit<ShareLink, "identity" | "target"> {
  readonly readerUserId: UserId | null;
  readonly readerCustomerId: CustomerId | null;
}

const JSON_VALUE: Form = { write: writeJson, read: parseNamed };
const LINK = storedAs<StoredLink>()(
  `id, tenant_id, name, reader_user_id, reader_customer_id, created_at, created_by, expires_at, password_hash,
    locked_filters, origins`,
  { lockedFilters: JSON_VALUE, origins: JSON_VALUE },
);

const PLACES = {
  view: { table: "view_link", column: "view_id" },
  dashboard: { table: "dashboard_link", column: "dashboard_id" },
} as const satisfies Record<LinkTarget["kind"], { readonly table: string; readonly column: string }>;

export class SqlLinkStore extends SqlStore implements LinkStore {
  async createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown"> {
    const { kind, id } = link.target;
    const { table, column } = PLACES[kind];
    // Expired links make room; nobody reads them any more.
    this.connection.run(`DELETE FROM ${table} WHERE ${column} = ? AND expires_at <= ?`, id, link.createdAt);
    const count = this.connection.count(`FROM ${table} WHERE ${column} = ?`, id);
    if (count >= linksMax) return "too-many";
    try {
      this.connection.insert(table, { ...LINK.row(stored(link)), [column]: id, token_digest: digest });
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "created";
  }

  async listLinks(tenantId: TenantId, { kind, id }: LinkTarget): Promise<readonly ShareLink[]> {
    const { table, column } = PLACES[kind];
    const rows = this.connection.all(
      `SELECT * FROM ${table} WHERE ${column} = ? AND tenant_id = ? ORDER BY id`,
      id,
      tenantId,
    );
    return rows.map(linkOf);
  }

  async findLink(digest: Uint8Array): Promise<ShareLink | undefined> {
    const row =
      this.connection.get("SELECT * FROM view_link WHERE token_digest = ?", digest) ??
      this.connection.get("SELECT * FROM dashboard_link WHERE token_digest = ?", digest);
    return row && linkOf(row);
  }

  async deleteLink(tenantId: TenantId, { kind, id: targetId }: LinkTarget, id: ShareLinkId): Promise<boolean> {
    const { table, column } = PLACES[kind];
    const sql = `DELETE FROM ${table} WHERE id = ? AND ${column} = ? AND tenant_id = ?`;
    return this.connection.run(sql, id, targetId, tenantId) > 0;
  }
}

function stored({ identity, target: _, ...link }: ShareLink): StoredLink {
  return {
    ...link,
    readerUserId: identity.kind === "user" ? identity.userId : null,
    readerCustomerId: identity.kind === "customer" ? identity.customerId : null,
  };
}

function linkOf(row: Row): ShareLink {
  const { readerUserId: userId, readerCustomerId: customerId, ...stored } = LINK.entity(row);
  const link = { ...stored, target: targetOf(row) };
  if (customerId !== null) return { ...link, identity: { kind: "customer", customerId } };
  if (userId !== null) return { ...link, identity: { kind: "user", userId } };
  throw new Error(`share link ${link.id} is stored without a reader`);
}

function targetOf(row: Row): LinkTarget {
  const { view_id: viewId, dashboard_id: dashboardId } = row;
  if (viewId !== undefined) return { kind: "view", id: viewId as ViewId };
  return { kind: "dashboard", id: dashboardId as DashboardId };
}
