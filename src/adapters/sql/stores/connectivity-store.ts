// The last activity of devices: a narrow table with an index over the active devices finds those that have
// gone silent; server attributes show the same to everyone else.
import { AttributeKind } from "../../../core/attributes/attribute.ts";
import {
  CONNECTIVITY_KEYS,
  type ConnectivityChange,
  type ConnectivityStore,
  type DeviceActivity,
} from "../../../core/devices/connectivity-store.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import { AttributeRows, scopeNumber } from "./attribute-rows.ts";
import { ConnectivitySets } from "./connectivity-sets.ts";
import { ConnectionEventRows, forgetEvents } from "./connection-event-rows.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";

const ACTIVITY = `
  SELECT y.owner, y.active, y.last_activity_time, y.timeout_millis, d.id, d.tenant_id
  FROM device_activity y JOIN attribute_owner o ON o.number = y.owner JOIN device d ON d.id = o.id
`;
const ACTIVITY_OF_ALL = `${ACTIVITY} WHERE y.owner IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`;

// Each half is served by its own partial index.
const SILENT = `
  SELECT owner FROM (SELECT owner FROM device_activity
    WHERE active = 1 AND timeout_millis IS NULL AND last_activity_time <= CAST(?1 AS BIGINT) - CAST(?2 AS BIGINT) LIMIT ?3) usual
  UNION ALL
  SELECT owner FROM (SELECT owner FROM device_activity
    WHERE active = 1 AND timeout_millis IS NOT NULL AND last_activity_time + timeout_millis <= CAST(?1 AS BIGINT) LIMIT ?3) own
  LIMIT ?3
`;

export class SqlConnectivityStore extends SqlStore implements ConnectivityStore {
  readonly #rows: AttributeRows;

  constructor(context: StoreContext) {
    super(context);
    this.#rows = new AttributeRows(this.connection);
  }

  async save(changes: readonly ConnectivityChange[], now: EpochMillis, eventsMax = 0): Promise<readonly DeviceId[]> {
    if (this.#isRemote) return new ConnectivitySets(this.connection, now, eventsMax).save(changes);
    const put = this.#putter(now);
    const events = new ConnectionEventRows(this.connection, eventsMax);
    const later = this.connection.cached(
      "UPDATE device_activity SET last_activity_time = ?2 WHERE owner = ?1 AND last_activity_time < ?2",
    ).statement;
    const activate = this.connection.cached(
      "UPDATE device_activity SET active = 1 WHERE owner = ? AND active = 0",
    ).statement;
    const activated: DeviceId[] = [];
    for (const change of changes) {
      const { deviceId, lastActivityTime, activated: heard, lastConnectTime, lastDisconnectTime } = change;
      const owner = this.#rows.ownerOfDevice(deviceId);
      if (owner === undefined) continue;
      if (lastActivityTime !== undefined && later.run(owner, lastActivityTime).changes === 1)
        put(owner, CONNECTIVITY_KEYS.lastActivityTime, AttributeKind.NUMBER, lastActivityTime);
      if (lastConnectTime !== undefined)
        put(owner, CONNECTIVITY_KEYS.lastConnectTime, AttributeKind.NUMBER, lastConnectTime);
      if (lastDisconnectTime !== undefined)
        put(owner, CONNECTIVITY_KEYS.lastDisconnectTime, AttributeKind.NUMBER, lastDisconnectTime);
      for (const note of change.events ?? []) events.add(owner, note);
      if (heard === undefined || activate.run(owner).changes === 0) continue;
      events.turned(owner, "ACTIVE", now);
      put(owner, CONNECTIVITY_KEYS.active, AttributeKind.BOOLEAN, 1);
      put(owner, CONNECTIVITY_KEYS.inactivityAlarmTime, AttributeKind.NUMBER, 0);
      activated.push(deviceId);
    }
    return activated;
  }

  async deactivateSilent(
    now: EpochMillis,
    defaultTimeoutMillis: number,
    limit: number,
    eventsMax = 0,
  ): Promise<readonly DeviceActivity[]> {
    const owners = this.connection.all(SILENT, now, defaultTimeoutMillis, limit).map(({ owner }) => Number(owner));
    if (this.#isRemote) {
      new ConnectivitySets(this.connection, now, eventsMax).deactivate(owners);
      return this.connection.all(ACTIVITY_OF_ALL, JSON.stringify(owners)).map(deviceActivity);
    }
    const put = this.#putter(now);
    const events = new ConnectionEventRows(this.connection, eventsMax);
    const turned: DeviceActivity[] = [];
    for (const owner of owners) {
      this.connection.run("UPDATE device_activity SET active = 0 WHERE owner = ?", owner);
      put(owner, CONNECTIVITY_KEYS.active, AttributeKind.BOOLEAN, 0);
      put(owner, CONNECTIVITY_KEYS.inactivityAlarmTime, AttributeKind.NUMBER, now);
      events.turned(owner, "INACTIVE", now);
      const row = this.connection.get(`${ACTIVITY} WHERE y.owner = ?`, owner);
      if (row !== undefined) turned.push(deviceActivity(row));
    }
    return turned;
  }

  async read(deviceId: DeviceId): Promise<DeviceActivity | undefined> {
    const row = this.connection.get(`${ACTIVITY} WHERE o.id = ?`, deviceId);
    return row === undefined ? undefined : deviceActivity(row);
  }

  async forgetEvents(before: EpochMillis, limit: number): Promise<number> {
    return forgetEvents(this.connection, before, limit);
  }

  /** Each statement is a journey to a server. */
  get #isRemote(): boolean {
    return this.connection.dialect.engine === "postgres";
  }

  #putter(now: EpochMillis): (owner: number, key: string, kind: AttributeKind, value: number) => void {
    const upsert = this.#rows.upserter();
    const scope = scopeNumber("SERVER_SCOPE");
    return (owner, key, kind, value) => {
      upsert(owner, scope, key, kind, value, now);
    };
  }
}

/** The platform wrote these ids. */
function deviceActivity(row: Record<string, unknown>): DeviceActivity {
  const timeout = row["timeout_millis"];
  return {
    deviceId: String(row["id"]) as DeviceId,
    tenantId: String(row["tenant_id"]) as TenantId,
    active: row["active"] === 1,
    lastActivityTime: millis(Number(row["last_activity_time"])),
    timeoutMillis: typeof timeout === "number" ? timeout : null,
  };
}
