// Share links in SQLite.
import type { LinkIdentity, LinkStore, ShareLink } from "../../core/analytics/views/link-store.ts";
import type { CustomerId, TenantId, UserId, ViewId, ViewLinkId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import type { Row } from "./stored-as.ts";

export class SqliteLinkStore extends SqliteStore implements LinkStore {
  async createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown"> {
    // Those that have ended make room; they are not read any more.
    this.connection.run("DELETE FROM view_link WHERE view_id = ? AND expires_at <= ?", link.viewId, link.createdTime);
    const count = this.connection.count("FROM view_link WHERE view_id = ?", link.viewId);
    if (count >= linksMax) return "too-many";
    const { identity } = link;
    try {
      this.connection.insert("view_link", {
        id: link.id,
        view_id: link.viewId,
        tenant_id: link.tenantId,
        name: link.name,
        token_digest: digest,
        reader_user_id: identity.kind === "user" ? identity.userId : null,
        reader_customer_id: identity.kind === "customer" ? identity.customerId : null,
        created_at: link.createdTime,
        created_by: link.createdBy,
        expires_at: link.expiresTime,
        password_hash: link.passwordHash,
        locked_filters: JSON.stringify(link.lockedFilters),
        origins: JSON.stringify(link.origins),
      });
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

// What a row holds was made by our own parsers before it was stored.
function linkOf(row: Row): ShareLink {
  return {
    id: row["id"] as ViewLinkId,
    viewId: row["view_id"] as ViewId,
    tenantId: row["tenant_id"] as TenantId,
    name: row["name"] as string,
    identity: identityOf(row),
    createdTime: row["created_at"] as EpochMillis,
    createdBy: row["created_by"] as UserId,
    expiresTime: row["expires_at"] as EpochMillis,
    passwordHash: row["password_hash"] as string | null,
    lockedFilters: parseNamed(row["locked_filters"] as string) as ShareLink["lockedFilters"],
    origins: parseNamed(row["origins"] as string) as string[],
  };
}

function identityOf({ reader_user_id: userId, reader_customer_id: customerId }: Row): LinkIdentity {
  if (customerId !== null) return { kind: "customer", customerId: customerId as CustomerId };
  return { kind: "user", userId: userId as UserId };
}
