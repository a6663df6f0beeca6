// Share links in SQLite.
import type { LinkStore, ShareLink } from "../../core/analytics/views/link-store.ts";
import type { TenantId, ViewId, ViewLinkId } from "../../core/ids.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

const LINK = new Table(
  "view_link",
  "id viewId tenantId name readerUserId readerCustomerId createdTime=created_at createdBy expiresTime=expires_at passwordHash lockedFilters origins",
  "tokenDigest",
);
const SELECT = `SELECT ${LINK.columns} FROM view_link`;

export class SqliteLinkStore extends SqliteStore implements LinkStore {
  async createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown"> {
    const { viewId, identity } = link;
    // Those that have ended make room; they are not read any more.
    this.connection.run("DELETE FROM view_link WHERE view_id = ? AND expires_at <= ?", viewId, link.createdTime);
    if (this.countRows("view_link WHERE view_id = ?", viewId) >= linksMax) return "too-many";
    try {
      LINK.insert(this.connection, {
        ...link,
        readerUserId: identity.kind === "user" ? identity.userId : null,
        readerCustomerId: identity.kind === "customer" ? identity.customerId : null,
        lockedFilters: JSON.stringify(link.lockedFilters),
        origins: JSON.stringify(link.origins),
        tokenDigest: digest,
      });
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "created";
  }

  async listLinks(tenantId: TenantId, viewId: ViewId): Promise<readonly ShareLink[]> {
    return this.connection
      .all(`${SELECT} WHERE view_id = ? AND tenant_id = ? ORDER BY id`, viewId, tenantId)
      .map(toLink);
  }

  async findLink(digest: Uint8Array): Promise<ShareLink | undefined> {
    return this.one(toLink, `${SELECT} WHERE token_digest = ?`, digest);
  }

  async deleteLink(tenantId: TenantId, viewId: ViewId, id: ViewLinkId): Promise<boolean> {
    const sql = "DELETE FROM view_link WHERE id = ? AND view_id = ? AND tenant_id = ?";
    return this.connection.run(sql, id, viewId, tenantId) > 0;
  }
}

function toLink(row: Readonly<Record<string, unknown>>): ShareLink {
  const { readerUserId: userId, readerCustomerId: customerId, lockedFilters, origins, ...link } = row;
  return {
    ...link,
    identity: customerId === null ? { kind: "user", userId } : { kind: "customer", customerId },
    lockedFilters: parseNamed(String(lockedFilters)),
    origins: parseNamed(String(origins)),
  } as unknown as ShareLink;
}
