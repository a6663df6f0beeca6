// Share links.
import type { LinkStore, ShareLink } from "../../../core/analytics/views/link-store.ts";
import type { CustomerId, TenantId, UserId, ViewId, ViewLinkId } from "../../../core/ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs, type Form, type Row } from "./stored-as.ts";

/** The identity that the link reads as is in one of two columns. */
interface StoredLink extends Omit<ShareLink, "identity"> {
  readonly readerUserId: UserId | null;
  readonly readerCustomerId: CustomerId | null;
}

const JSON_VALUE: Form = { write: writeJson, read: parseNamed };
const LINK = storedAs<StoredLink>()(
  `id, view_id, tenant_id, name, reader_user_id, reader_customer_id, created_at, created_by, expires_at, password_hash,
    locked_filters, origins`,
  { lockedFilters: JSON_VALUE, origins: JSON_VALUE },
);

export class SqlLinkStore extends SqlStore implements LinkStore {
  async createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown"> {
    // Expired links make room; nobody reads them any more.
    this.connection.run("DELETE FROM view_link WHERE view_id = ? AND expires_at <= ?", link.viewId, link.createdAt);
    const count = this.connection.count("FROM view_link WHERE view_id = ?", link.viewId);
    if (count >= linksMax) return "too-many";
    try {
      this.connection.insert("view_link", { ...LINK.row(stored(link)), token_digest: digest });
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "created";
  }

  async listLinks(tenantId: TenantId, viewId: ViewId): Promise<readonly ShareLink[]> {
    const rows = this.connection.all(
      "SELECT * FROM view_link WHERE view_id = ? AND tenant_id = ? ORDER BY id",
      viewId,
      tenantId,
    );
    return rows.map(linkOf);
  }

  async findLink(digest: Uint8Array): Promise<ShareLink | undefined> {
    const row = this.connection.get("SELECT * FROM view_link WHERE token_digest = ?", digest);
    return row && linkOf(row);
  }

  async deleteLink(tenantId: TenantId, viewId: ViewId, id: ViewLinkId): Promise<boolean> {
    const sql = "DELETE FROM view_link WHERE id = ? AND view_id = ? AND tenant_id = ?";
    return this.connection.run(sql, id, viewId, tenantId) > 0;
  }
}

function stored({ identity, ...link }: ShareLink): StoredLink {
  return {
    ...link,
    readerUserId: identity.kind === "user" ? identity.userId : null,
    readerCustomerId: identity.kind === "customer" ? identity.customerId : null,
  };
}

function linkOf(row: Row): ShareLink {
  const { readerUserId: userId, readerCustomerId: customerId, ...link } = LINK.entity(row);
  if (customerId !== null) return { ...link, identity: { kind: "customer", customerId } };
  if (userId !== null) return { ...link, identity: { kind: "user", userId } };
  throw new Error(`share link ${link.id} is stored without a reader`);
}
