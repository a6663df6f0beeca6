// Share links in SQLite.
import type { Selectable } from "kysely";
import type { LinkIdentity, LinkStore, ShareLink } from "../../core/analytics/views/link-store.ts";
import type { TenantId, UserId, ViewId, ViewLinkId } from "../../core/ids.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { ViewLinkTable } from "./schema/views.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

export class SqliteLinkStore extends SqliteStore implements LinkStore {
  async createLink(link: ShareLink, digest: Uint8Array, linksMax: number): Promise<"created" | "too-many" | "unknown"> {
    // Those that have ended make room; they are not read any more.
    await this.db
      .deleteFrom("view_link")
      .where("view_id", "=", link.viewId)
      .where("expires_at", "<=", link.createdTime)
      .execute();
    const count = this.connection.count("FROM view_link WHERE view_id = ?", link.viewId);
    if (count >= linksMax) return "too-many";
    const { identity } = link;
    try {
      await this.db
        .insertInto("view_link")
        .values({
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
        })
        .execute();
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "created";
  }

  async listLinks(tenantId: TenantId, viewId: ViewId): Promise<readonly ShareLink[]> {
    const rows = await this.db
      .selectFrom("view_link")
      .selectAll()
      .where("view_id", "=", viewId)
      .where("tenant_id", "=", tenantId)
      .orderBy("id")
      .execute();
    return rows.map(toLink);
  }

  async findLink(digest: Uint8Array): Promise<ShareLink | undefined> {
    const row = await this.db.selectFrom("view_link").selectAll().where("token_digest", "=", digest).executeTakeFirst();
    return row === undefined ? undefined : toLink(row);
  }

  async deleteLink(tenantId: TenantId, viewId: ViewId, id: ViewLinkId): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom("view_link")
      .where("id", "=", id)
      .where("view_id", "=", viewId)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

// What a row holds was made by our own parsers before it was stored.
function toLink(row: Selectable<ViewLinkTable>): ShareLink {
  return {
    id: row.id,
    viewId: row.view_id,
    tenantId: row.tenant_id,
    name: row.name,
    identity: identityOf(row),
    createdTime: row.created_at,
    createdBy: row.created_by,
    expiresTime: row.expires_at,
    passwordHash: row.password_hash,
    lockedFilters: parseNamed(row.locked_filters) as ShareLink["lockedFilters"],
    origins: parseNamed(row.origins) as string[],
  };
}

function identityOf({ reader_user_id, reader_customer_id }: Selectable<ViewLinkTable>): LinkIdentity {
  if (reader_customer_id !== null) return { kind: "customer", customerId: reader_customer_id };
  return { kind: "user", userId: reader_user_id as UserId };
}
