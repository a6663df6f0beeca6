// Gateways, their devices, and counts of devices.
import { CONNECTIVITY_KEYS } from "../../../core/devices/connectivity-store.ts";
import { parseSessionEnd } from "../../../core/devices/session-end.ts";
import type { CustomerId, DeviceId, TenantId } from "../../../core/ids.ts";
import type { GatewayFacts, RoutedDevice, RoutedDeviceSort } from "../../../core/monitoring/gateways.ts";
import type { CountedDevices, GatewayKey, MonitoringStore } from "../../../core/monitoring/monitoring-store.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import { foldedText, searchPage, type List } from "./search-page.ts";
import { SqlStore } from "../store-table.ts";

const ACTIVITY = "JOIN attribute_owner o ON o.id = d.id JOIN device_activity y ON y.owner = o.number";

const KEYS = `SELECT d.id, d.name, y.last_activity_time FROM device d INDEXED BY gateway_of_tenant ${ACTIVITY}
  WHERE d.tenant_id = ?1 AND d.is_gateway = 1 AND (instr(d.search_text, ?2) > 0 OR ?2 IS NULL) ORDER BY d.id`;

const serverAttribute = (key: string): string =>
  `(SELECT a.value FROM attribute a WHERE a.owner = o.number AND a.scope = 2 AND a.key = '${key}')`;

const GATEWAY = `SELECT d.id, d.name, d.label, d.customer_id, d.created_at, p.name AS profile, c.title, y.active,
    y.last_activity_time, y.last_end, y.last_end_at, ${serverAttribute(CONNECTIVITY_KEYS.lastConnectTime)} AS connected_at,
    ${serverAttribute(CONNECTIVITY_KEYS.lastDisconnectTime)} AS disconnected_at,
    (SELECT count(*) FROM device_route r WHERE r.gateway_id = d.id) AS devices
  FROM device d ${ACTIVITY} JOIN device_profile p ON p.id = d.profile_id LEFT JOIN customer c ON c.id = d.customer_id
  WHERE d.tenant_id = ? AND d.id = ?`;

/**
 * Each half is found by an index. The gateway is also the last gateway of a device routed through it, so that device
 * must appear only once.
 */
const ROUTED: List<RoutedDeviceSort> = {
  columns: `d.id, d.name, d.label, y.active, y.last_activity_time, r.connected_at,
    (SELECT p.name FROM device_profile p WHERE p.id = d.profile_id) AS profile,
    r.device_id IS NULL AND NOT EXISTS (SELECT 1 FROM device_disconnect x WHERE x.device_id = d.id) AS never_connected`,
  from: `(SELECT device_id AS id FROM device_route WHERE gateway_id = ?1
      UNION SELECT id FROM device WHERE last_gateway_id = ?1) found
    JOIN device d ON d.id = found.id ${ACTIVITY} LEFT JOIN device_route r ON r.device_id = d.id`,
  search: "d.search_text",
  id: "d.id",
  sort: { name: "d.name", connected: "r.device_id IS NOT NULL", lastActivityTime: "y.last_activity_time" },
};

const COUNT = `SELECT count(*) AS found, coalesce(sum(d.is_gateway), 0) AS gateways,
    coalesce(sum(y.active * (1 - d.is_gateway)), 0) AS active
  FROM device d ${ACTIVITY} WHERE d.tenant_id = ?1 AND (d.customer_id = ?2 OR ?2 IS NULL)`;

const GATEWAYS_OF_TENANTS = `SELECT tenant_id, count(*) AS gateways FROM device INDEXED BY gateway_of_tenant
  WHERE is_gateway = 1 GROUP BY tenant_id ORDER BY tenant_id`;

export class SqlMonitoringStore extends SqlStore implements MonitoringStore {
  async gatewayKeys(tenantId: TenantId, textSearch: string | null): Promise<readonly GatewayKey[]> {
    const searched = textSearch === null ? null : foldedText(textSearch);
    return this.connection.all(KEYS, tenantId, searched).map((row) => ({
      id: row["id"] as DeviceId,
      name: String(row["name"]),
      lastActivityAt: millis(Number(row["last_activity_time"])),
    }));
  }

  async gateways(tenantId: TenantId, ids: readonly DeviceId[]): Promise<readonly GatewayFacts[]> {
    return ids.flatMap((id) => this.connection.all(GATEWAY, tenantId, id)).map(gatewayOf);
  }

  async routedDevices(
    tenantId: TenantId,
    gatewayId: DeviceId,
    isOnline: boolean,
    request: PageRequest<RoutedDeviceSort>,
  ): Promise<FoundPage<RoutedDevice>> {
    const routed = "d.tenant_id = ?2 AND d.id <> ?1 AND (r.gateway_id IS NULL OR r.gateway_id = ?1)";
    const where = [{ sql: routed, parameters: [gatewayId, tenantId] }];
    return searchPage(this.connection, { list: ROUTED, where, request }, (row) => routedDeviceOf(row, isOnline));
  }

  async countDevices(tenantId: TenantId | null, customerId: CustomerId | null): Promise<CountedDevices> {
    if (tenantId === null) {
      const all = this.#count("SELECT sum(devices) AS n FROM device_count");
      const gateways = this.connection.count("FROM device WHERE is_gateway = 1");
      // Each half is counted in its own index.
      const active = this
        .#count(`SELECT (SELECT count(*) FROM device_activity WHERE active = 1 AND timeout_millis IS NULL)
        + (SELECT count(*) FROM device_activity WHERE active = 1 AND timeout_millis IS NOT NULL) AS n`);
      const activeGateways = this.connection.count(`FROM device d ${ACTIVITY} WHERE d.is_gateway = 1 AND y.active = 1`);
      return { gateways, devices: all - gateways, devicesActive: active - activeGateways };
    }
    const row = this.connection.get(COUNT, tenantId, customerId);
    const [found, gateways] = [Number(row?.["found"]), Number(row?.["gateways"])];
    return { gateways, devices: found - gateways, devicesActive: Number(row?.["active"]) };
  }

  async countGateways(): Promise<readonly (readonly [tenantId: TenantId, gateways: number])[]> {
    return this.connection
      .all(GATEWAYS_OF_TENANTS)
      .map((row) => [row["tenant_id"] as TenantId, Number(row["gateways"])]);
  }

  async countTenants(): Promise<number> {
    return this.connection.count("FROM tenant");
  }

  #count(sql: string): number {
    return Number(this.connection.get(sql)?.["n"] ?? 0);
  }
}

// Rows were written by us from checked values, so these parse our own format.

function gatewayOf(row: Record<string, unknown>): GatewayFacts {
  return {
    id: row["id"] as DeviceId,
    name: String(row["name"]),
    label: textOf(row["label"]),
    profileName: String(row["profile"]),
    customerId: row["customer_id"] as CustomerId | null,
    customerTitle: textOf(row["title"]),
    createdAt: millis(Number(row["created_at"])),
    active: row["active"] === 1,
    lastActivityAt: timeOf(row["last_activity_time"]),
    lastConnectAt: timeOf(row["connected_at"]),
    lastDisconnectAt: timeOf(row["last_end_at"]) ?? timeOf(row["disconnected_at"]),
    lastEnd: parseSessionEnd(row["last_end"]),
    devices: Number(row["devices"]),
  };
}

function routedDeviceOf(row: Record<string, unknown>, isOnline: boolean): RoutedDevice {
  const routedSince = timeOf(row["connected_at"]);
  return {
    id: row["id"] as DeviceId,
    name: String(row["name"]),
    label: textOf(row["label"]),
    profileName: String(row["profile"]),
    active: row["active"] === 1,
    connected: isOnline && routedSince !== null,
    routedSince,
    neverConnected: row["never_connected"] === 1,
    lastActivityAt: timeOf(row["last_activity_time"]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Users may write any value to attributes of these names; a value that is not a time counts as missing. */
function timeOf(value: unknown): EpochMillis | null {
  return typeof value === "number" && value > 0 ? millis(value) : null;
}
