// Reads the rows behind dimensions of devices, for reports: as arrays rather than objects, a thousand owners
// at a time.
import {
  noRows,
  type AttributeSummary,
  type Audience,
  type CustomerRow,
  type DeviceRows,
  type DimensionRowStore,
  type OwnerNumber,
} from "../../../core/analytics/access/dimension-row-store.ts";
import { SAMPLE_LENGTH_MAX } from "../../../core/analytics/access/dimension-row-store.ts";
import { AttributeKind, type StoredValue } from "../../../core/attributes/attribute.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../../core/ids.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { ATTRIBUTE_SCOPES, scopeNumber } from "./attribute-rows.ts";
import type { Dialect, Statement } from "../store-connection.ts";
import { SqlStore } from "../store-table.ts";

const DEVICE_COLUMNS = `d.id, d.name, d.label, d.profile_id, d.customer_id, d.last_gateway_id, d.created_at, o.number`;
const DEVICES = `SELECT ${DEVICE_COLUMNS} FROM device d CROSS JOIN attribute_owner o ON o.id = d.id`;
const DEVICES_OF = `
  SELECT ${DEVICE_COLUMNS} FROM json_each(?) j CROSS JOIN device d ON d.id = j.value
  CROSS JOIN attribute_owner o ON o.id = d.id`;

const ATTRIBUTES = `
  SELECT j.key, a.kind, a.value FROM json_each(?) j
  CROSS JOIN attribute a ON a.owner = CAST(j.value AS BIGINT) AND a.scope = ? AND a.key = ?`;

const attributeKeys = (dialect: Dialect): string => `
  SELECT scope, key, kind, count(*), max(ts), ${dialect.ofGreatest("value", "ts")} FROM (
    SELECT a.scope, a.key, a.kind, a.last_update_ts AS ts, ${dialect.shortened("a.value", SAMPLE_LENGTH_MAX + 1)} AS value
    FROM json_each(?) j CROSS JOIN attribute a ON a.owner = CAST(j.value AS BIGINT) LIMIT ?) a
  GROUP BY scope, key, kind`;

const ACTIVITY = `
  SELECT j.key, y.active, y.last_activity_time FROM json_each(?) j CROSS JOIN device_activity y ON y.owner = CAST(j.value AS BIGINT)`;

// One text for all owners, in their order: a row for each takes twice as long to transfer.
const series = (dialect: Dialect): string => `
  SELECT json_group_array(coalesce(s.number, 0)${dialect.inOrderOf("j.key")}) FROM json_each(?) j LEFT JOIN series s ON s.owner_id = j.value AND s.key = ?`;

const KEYS = `
  SELECT key, json_group_array(number), count(*) FROM (
    SELECT s.key, s.number FROM json_each(?) j CROSS JOIN series s ON s.owner_id = j.value LIMIT ?) s
  GROUP BY key`;

export class SqlDimensionRowStore extends SqlStore implements DimensionRowStore {
  readonly #prepared = new Map<string, Statement>();

  devices({ tenantId, customerId }: Audience, after: DeviceId | null, max: number): Promise<DeviceRows> {
    const rows =
      customerId === null
        ? this.#rows(`${DEVICES} WHERE d.tenant_id = ? AND d.id > ? ORDER BY d.id LIMIT ?`, tenantId, after ?? "", max)
        : this.#rows(
            `${DEVICES} WHERE d.tenant_id = ? AND d.customer_id = ? AND d.id > ? ORDER BY d.id LIMIT ?`,
            tenantId,
            customerId,
            after ?? "",
            max,
          );
    return Promise.resolve(deviceRows(rows));
  }

  devicesOf({ tenantId, customerId }: Audience, ids: readonly DeviceId[]): Promise<DeviceRows> {
    const sorted = JSON.stringify([...new Set(ids)].sort());
    const order = this.connection.dialect.inOrderOf("j.key");
    const rows =
      customerId === null
        ? this.#rows(`${DEVICES_OF} WHERE d.tenant_id = ?${order}`, sorted, tenantId)
        : this.#rows(`${DEVICES_OF} WHERE d.tenant_id = ? AND d.customer_id = ?${order}`, sorted, tenantId, customerId);
    return Promise.resolve(deviceRows(rows));
  }

  profiles(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<ReadonlyMap<DeviceProfileId, string>> {
    const rows = this.#rows(
      "SELECT p.id, p.name FROM json_each(?) j CROSS JOIN device_profile p ON p.id = j.value WHERE p.tenant_id = ?",
      JSON.stringify(ids),
      tenantId,
    );
    return Promise.resolve(new Map(rows.map(([id, name]) => [String(id) as DeviceProfileId, String(name)])));
  }

  profilesNamed(tenantId: TenantId, names: readonly string[]): Promise<ReadonlyMap<string, DeviceProfileId>> {
    const rows = this.#rows(
      "SELECT p.name, p.id FROM json_each(?) j CROSS JOIN device_profile p ON p.tenant_id = ? AND p.name = j.value",
      JSON.stringify(names),
      tenantId,
    );
    return Promise.resolve(new Map(rows.map(([name, id]) => [String(name), String(id) as DeviceProfileId])));
  }

  customers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, CustomerRow>> {
    const rows = this.#rows(
      `SELECT c.id, c.title, c.created_at, coalesce(o.number, 0) FROM json_each(?) j CROSS JOIN customer c ON c.id = j.value
       LEFT JOIN attribute_owner o ON o.id = c.id WHERE c.tenant_id = ?`,
      JSON.stringify(ids),
      tenantId,
    );
    return Promise.resolve(
      new Map(
        rows.map(([id, title, createdAt, owner]) => [
          String(id) as CustomerId,
          { title: String(title), createdAt: Number(createdAt), owner: Number(owner) },
        ]),
      ),
    );
  }

  customerIds(tenantId: TenantId, after: CustomerId | null, max: number): Promise<readonly CustomerId[]> {
    const rows = this.#rows(
      "SELECT id FROM customer WHERE tenant_id = ? AND id > ? ORDER BY id LIMIT ?",
      tenantId,
      after ?? "",
      max,
    );
    return Promise.resolve(rows.map(([id]) => String(id) as CustomerId));
  }

  activity(
    owners: readonly OwnerNumber[],
  ): Promise<{ readonly active: readonly boolean[]; readonly lastActivityTime: readonly number[] }> {
    const active = new Array<boolean>(owners.length).fill(false);
    const lastActivityTime = new Array<number>(owners.length).fill(0);
    for (const [row, isActive, time] of this.#rows(ACTIVITY, JSON.stringify(owners))) {
      active[Number(row)] = isActive === 1;
      lastActivityTime[Number(row)] = Number(time);
    }
    return Promise.resolve({ active, lastActivityTime });
  }

  attributes(
    owners: readonly OwnerNumber[],
    scope: AttributeScope,
    key: string,
    charsMax: number,
  ): Promise<readonly (StoredValue | null)[]> {
    const found = new Array<StoredValue | null>(owners.length).fill(null);
    let chars = 0;
    const statement = this.#statement(ATTRIBUTES + this.connection.dialect.inOrderOf("j.key"));
    // Rows come in the order of the requested owners.
    const rows = statement.iterate(JSON.stringify(owners), scopeNumber(scope), key) as unknown as Iterable<unknown[]>;
    for (const [row, kind, value] of rows) {
      found[Number(row)] = storedValue(kind, value);
      if (typeof value === "string") chars += value.length;
      if (chars >= charsMax) return Promise.resolve(found.slice(0, Number(row) + 1));
    }
    return Promise.resolve(found);
  }

  series(ownerIds: readonly (DeviceId | CustomerId)[], key: string): Promise<readonly SeriesNumber[]> {
    const [row] = this.#rows(series(this.connection.dialect), JSON.stringify(ownerIds), key);
    return Promise.resolve(parseNamed(String(row?.[0])) as SeriesNumber[]);
  }

  keys(deviceIds: readonly DeviceId[], max: number): Promise<ReadonlyMap<string, readonly SeriesNumber[]> | null> {
    const rows = this.#rows(KEYS, JSON.stringify(deviceIds), max + 1);
    if (sumOf(rows, 2) > max) return Promise.resolve(null);
    return Promise.resolve(
      new Map(rows.map(([key, numbers]) => [String(key), parseNamed(String(numbers)) as SeriesNumber[]])),
    );
  }

  attributeKeys(owners: readonly OwnerNumber[], max: number): Promise<readonly AttributeSummary[] | null> {
    const rows = this.#rows(attributeKeys(this.connection.dialect), JSON.stringify(owners), max + 1);
    if (sumOf(rows, 3) > max) return Promise.resolve(null);
    return Promise.resolve(
      rows.flatMap(([scope, key, kind, count, lastTs, value]) => {
        const name = ATTRIBUTE_SCOPES[Number(scope)];
        if (name === undefined) return [];
        const summary = { scope: name, key: String(key), count: Number(count), lastTs: Number(lastTs) };
        return [{ ...summary, type: typeOf(kind), sample: storedValue(kind, value) }];
      }),
    );
  }

  #rows(sql: string, ...parameters: (string | number)[]): unknown[][] {
    // Statements of this class return arrays, which the driver's type does not express.
    return this.#statement(sql).all(...parameters) as unknown as unknown[][];
  }

  /** Not in the connection's cache, because these statements return arrays. There are only a few fixed texts. */
  #statement(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.connection.prepare(sql);
    statement.setReturnArrays(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * The platform wrote these ids. The few distinct ids of profiles, customers and gateways are each stored as one shared
 * string.
 */
function deviceRows(rows: readonly unknown[][]): DeviceRows {
  const texts = new Map<unknown, unknown>();
  const once = <Id>(id: unknown): Id => {
    const known = texts.get(id);
    if (known === undefined) texts.set(id, id);
    return (known ?? id) as Id;
  };
  const found = noRows();
  for (const [id, name, label, profileId, customerId, gatewayId, createdAt, owner] of rows) {
    found.ids.push(String(id) as DeviceId);
    found.names.push(String(name));
    found.labels.push(typeof label === "string" ? label : null);
    found.profileIds.push(once(profileId));
    found.customerIds.push(once(customerId));
    found.gatewayIds.push(once(gatewayId));
    found.createdAt.push(Number(createdAt));
    found.owners.push(Number(owner));
  }
  return found;
}

function sumOf(rows: readonly unknown[][], column: number): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function typeOf(kind: unknown): AttributeSummary["type"] {
  if (kind === AttributeKind.STRING) return "text";
  if (kind === AttributeKind.BOOLEAN) return "boolean";
  return kind === AttributeKind.JSON ? "json" : "number";
}

/** The platform wrote these columns. */
function storedValue(kind: unknown, value: unknown): StoredValue {
  return [kind as AttributeKind, value as number | string];
}
