// The refusals kept of gateways. A row is a refused message; the names of devices in it are also a list of their own, to be
// searched.
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import type {
  KeptEntry,
  KeptRefusal,
  RefusalFilter,
  RefusalStore,
  ShownEntry,
  ShownRefusal,
} from "../../../core/monitoring/refusal-store.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { SqlStore } from "../store-table.ts";
import { allOf, equal, foldedText, offsetOf } from "./search-page.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

const REFUSAL = storedAs<KeptRefusal>()(
  "tenant_id, gateway_id, at, topic, reason, partly, entries, entries_total, bytes, payload, cut",
  { partly: FLAG, entries: JSON_TEXT, cut: FLAG },
);

/** The index holds both columns, so this reads only the rows to delete. */
const BOUND = `DELETE FROM refusal WHERE number IN (SELECT number FROM (
    SELECT r.number, row_number() OVER (PARTITION BY r.gateway_id ORDER BY r.number DESC) AS place
    FROM json_each(?) j JOIN refusal r ON r.gateway_id = j.value) placed WHERE place > ?)`;

export class SqlRefusalStore extends SqlStore implements RefusalStore {
  async append(refusals: readonly KeptRefusal[], keptMax: number): Promise<void> {
    const ids = [...new Set(refusals.map(({ gatewayId }) => gatewayId))];
    const found = this.connection.all(
      "SELECT id, tenant_id FROM device WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    const tenants = new Map(found.map(({ id, tenant_id: tenantId }) => [id, tenantId]));
    const rows = refusals.filter(({ gatewayId, tenantId }) => tenants.get(gatewayId) === tenantId);
    this.connection.insertAll(
      "refusal",
      rows.map((refusal) => ({
        ...REFUSAL.row(refusal),
        devices: JSON.stringify([...new Set(refusal.entries.flatMap(({ device }) => device ?? []))]),
      })),
    );
    this.connection.run(BOUND, JSON.stringify(ids), keptMax);
  }

  async list(filter: RefusalFilter, request: PageRequest<"ts">): Promise<FoundPage<ShownRefusal>> {
    const { tenantId, gatewayId, reason, device } = filter;
    const { size, sort, textSearch } = request;
    const { sql, parameters } = allOf([
      ...equal("r.tenant_id", tenantId),
      ...equal("r.gateway_id", gatewayId),
      ...equal("r.reason", reason),
      ...(device === null
        ? []
        : [{ sql: "EXISTS (SELECT 1 FROM json_each(r.devices) j WHERE j.value = ?)", parameters: [device] }]),
      ...(textSearch === null
        ? []
        : [
            {
              sql: "instr(lower(g.name || ' ' || r.topic || ' ' || r.entries), ?) > 0",
              parameters: [foldedText(textSearch)],
            },
          ]),
    ]);
    const from = `FROM refusal r JOIN device g ON g.id = r.gateway_id WHERE ${sql}`;
    const total = this.connection.count(from, ...parameters);
    const columns = REFUSAL.columns
      .split(", ")
      .map((column) => `r.${column}`)
      .join(", ");
    const rows = this.connection.all(
      `SELECT r.number, g.name AS gateway_name, ${columns} ${from} ORDER BY r.number ${sort?.order ?? "DESC"} LIMIT ? OFFSET ?`,
      ...parameters,
      size,
      offsetOf(request),
    );
    return { items: this.#shown(tenantId, rows), total };
  }

  #shown(tenantId: TenantId, rows: readonly Row[]): readonly ShownRefusal[] {
    const refusals = rows.map((row) => ({ row, refusal: REFUSAL.entity(row) }));
    const names = new Set(refusals.flatMap(({ refusal }) => refusal.entries.flatMap(({ device }) => device ?? [])));
    const found = this.connection.all(
      "SELECT id, name FROM device WHERE tenant_id = ? AND name IN (SELECT value FROM json_each(?))",
      tenantId,
      JSON.stringify([...names]),
    );
    const ids = new Map(found.map(({ id, name }) => [name as string, id as DeviceId]));
    const shown = (entry: KeptEntry): ShownEntry => ({
      ...entry,
      deviceId: entry.device === null ? null : (ids.get(entry.device) ?? null),
    });
    return refusals.map(({ row, refusal }) => ({
      ...refusal,
      number: Number(row["number"]),
      gatewayName: String(row["gateway_name"]),
      entries: refusal.entries.map(shown),
    }));
  }
}
