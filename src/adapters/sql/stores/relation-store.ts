// Relations between devices. They are written with the device: see `registry-store.ts`.
import type { Relation, RelationQuery, RelationStore } from "../../../core/devices/relation-store.ts";
import type { DeviceId } from "../../../core/ids.ts";
import { SqlStore } from "../store-table.ts";

const OTHER = { from: "to", to: "from" } as const;

export class SqlRelationStore extends SqlStore implements RelationStore {
  async list(query: RelationQuery, max: number): Promise<readonly Relation[]> {
    const { tenantId, customerId, deviceId, end, group, type } = query;
    const other = `r.${OTHER[end]}_id`;
    // Both ends are looked up by key; the requested one only once for all rows.
    const rows = this.connection.all(
      `SELECT r.from_id, r.to_id, r.relation_type, one.name AS one_name, other.name AS other_name
       FROM relation r CROSS JOIN device other ON other.id = ${other} CROSS JOIN device one ON one.id = r.${end}_id
       WHERE r.${end}_id = ?1 AND r.relation_group = ?2 AND (r.relation_type = ?3 OR ?3 IS NULL)
         AND r.tenant_id = ?4 AND one.tenant_id = ?4 AND other.tenant_id = ?4
         AND (other.customer_id = ?5 OR ?5 IS NULL)
       ORDER BY r.relation_type, ${other} LIMIT ?6`,
      ...[deviceId, group, type, tenantId, customerId, max],
    );
    return rows.map((row) => {
      const [fromName, toName] =
        end === "from" ? [row["one_name"], row["other_name"]] : [row["other_name"], row["one_name"]];
      return {
        from: { id: String(row["from_id"]) as DeviceId, name: String(fromName) },
        to: { id: String(row["to_id"]) as DeviceId, name: String(toName) },
        type: String(row["relation_type"]),
        group,
      };
    });
  }
}
