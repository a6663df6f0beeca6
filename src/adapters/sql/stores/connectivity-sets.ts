// Changes of the connectivity of many devices in a few statements, for an engine on which each statement is a journey. The
// outcome is that of the loops in `connectivity-store.ts` and `connection-event-rows.ts`.
import { AttributeKind } from "../../../core/attributes/attribute.ts";
import {
  CONNECTIVITY_KEYS,
  type ConnectionNote,
  type ConnectivityChange,
} from "../../../core/devices/connectivity-store.ts";
import type { DeviceId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { scopeNumber } from "./attribute-rows.ts";
import { ownerNumbers, putAttributes, type AttributeRow } from "./attribute-sets.ts";
import type { RowSet, StoreConnection } from "../store-connection.ts";

const later = (set: RowSet): string => `UPDATE device_activity y SET last_activity_time = t.at FROM ${set.sql}
  WHERE y.owner = t.owner AND y.last_activity_time < t.at RETURNING y.owner`;
const TURN = `UPDATE device_activity SET active = CAST(?1 AS bigint)
  WHERE owner IN (SELECT CAST(value AS bigint) FROM json_each(?2)) AND active <> CAST(?1 AS bigint) RETURNING owner`;
const lastEnds = (set: RowSet): string => `UPDATE device_activity y SET last_end = t.reason, last_end_at = t.at
  FROM ${set.sql} WHERE y.owner = t.owner`;
const NEWEST = `SELECT DISTINCT ON (e.owner) e.owner, e.kind, e.gateway_id
  FROM json_each(?) j JOIN connection_event e ON e.owner = CAST(j.value AS bigint)
  WHERE e.kind IN ('CONNECTED', 'DISCONNECTED') ORDER BY e.owner, e.number DESC`;
const BOUND = `DELETE FROM connection_event WHERE number IN (SELECT number FROM (
    SELECT e.number, row_number() OVER (PARTITION BY e.owner ORDER BY e.number DESC) AS place
    FROM json_each(?) j JOIN connection_event e ON e.owner = CAST(j.value AS bigint)) placed WHERE place > ?)`;

export class ConnectivitySets {
  readonly #connection: StoreConnection;
  readonly #now: EpochMillis;
  readonly #eventsMax: number;
  readonly #attributes: AttributeRow[] = [];
  readonly #events: {
    readonly owner: number;
    readonly note: Omit<ConnectionNote, "kind"> & { readonly kind: string };
  }[] = [];

  constructor(connection: StoreConnection, now: EpochMillis, eventsMax: number) {
    this.#connection = connection;
    this.#now = now;
    this.#eventsMax = eventsMax;
  }

  save(changes: readonly ConnectivityChange[]): readonly DeviceId[] {
    const numbers = ownerNumbers(
      this.#connection,
      changes.map(({ deviceId }) => deviceId),
    );
    const found = changes.flatMap((change) => {
      const owner = numbers.get(change.deviceId);
      return owner === undefined ? [] : [{ owner, change }];
    });
    const later = this.#later(found);
    const heard = found.filter(({ change }) => change.activated !== undefined);
    const activated = this.#turn(
      1,
      heard.map(({ owner }) => owner),
    );
    const ids: DeviceId[] = [];
    for (const { owner, change } of found) {
      const { lastActivityTime, lastConnectTime, lastDisconnectTime, events = [] } = change;
      if (lastActivityTime !== undefined && later.get(owner) === lastActivityTime)
        this.#put(owner, CONNECTIVITY_KEYS.lastActivityTime, lastActivityTime);
      if (lastConnectTime !== undefined) this.#put(owner, CONNECTIVITY_KEYS.lastConnectTime, lastConnectTime);
      if (lastDisconnectTime !== undefined) this.#put(owner, CONNECTIVITY_KEYS.lastDisconnectTime, lastDisconnectTime);
      for (const note of events) this.#events.push({ owner, note });
      // Once, also if the device has several changes.
      if (change.activated === undefined || !activated.delete(owner)) continue;
      this.#turned(owner, "ACTIVE");
      this.#put(owner, CONNECTIVITY_KEYS.inactivityAlarmTime, 0);
      ids.push(change.deviceId);
    }
    this.#write();
    return ids;
  }

  deactivate(owners: readonly number[]): void {
    for (const owner of this.#turn(0, owners)) {
      this.#turned(owner, "INACTIVE");
      this.#put(owner, CONNECTIVITY_KEYS.inactivityAlarmTime, this.#now);
    }
    this.#write();
  }

  /** The new times of those that had an earlier one. */
  #later(
    found: readonly { readonly owner: number; readonly change: ConnectivityChange }[],
  ): ReadonlyMap<number, number> {
    const latest = new Map<number, number>();
    for (const { owner, change } of found)
      if (change.lastActivityTime !== undefined)
        latest.set(owner, Math.max(change.lastActivityTime, latest.get(owner) ?? 0));
    if (latest.size === 0) return latest;
    const set = this.#connection.rowSet(
      { owner: "bigint", at: "bigint" },
      [...latest].map(([owner, at]) => ({ owner, at })),
    );
    const rows = this.#connection.all(later(set), ...set.parameters);
    const changed = new Set(rows.map(({ owner }) => Number(owner)));
    return new Map([...latest].filter(([owner]) => changed.has(owner)));
  }

  #turn(active: 0 | 1, owners: readonly number[]): Set<number> {
    if (owners.length === 0) return new Set();
    const rows = this.#connection.all(TURN, active, JSON.stringify(owners));
    return new Set(rows.map(({ owner }) => Number(owner)));
  }

  #turned(owner: number, kind: "ACTIVE" | "INACTIVE"): void {
    this.#events.push({ owner, note: { kind, at: this.#now, end: null, gatewayId: null } });
    this.#put(owner, CONNECTIVITY_KEYS.active, kind === "ACTIVE" ? 1 : 0, AttributeKind.BOOLEAN);
  }

  #put(owner: number, key: string, value: number, kind: AttributeKind = AttributeKind.NUMBER): void {
    this.#attributes.push({ owner, scope: scopeNumber("SERVER_SCOPE"), key, kind, value, ts: this.#now });
  }

  #write(): void {
    putAttributes(this.#connection, this.#attributes);
    this.#noteLastEnds();
    if (this.#eventsMax > 0 && this.#events.length > 0) this.#writeEvents();
  }

  #noteLastEnds(): void {
    const ends = new Map<number, { readonly reason: string | null; readonly at: number }>();
    for (const { owner, note } of this.#events)
      if (note.kind === "DISCONNECTED" && note.gatewayId === null) ends.set(owner, { reason: note.end, at: note.at });
    if (ends.size === 0) return;
    const set = this.#connection.rowSet(
      { owner: "bigint", reason: "text", at: "bigint" },
      [...ends].map(([owner, end]) => ({ owner, ...end })),
    );
    this.#connection.run(lastEnds(set), ...set.parameters);
  }

  /** A gateway that reconnects brings its devices along and names each of them again, which is noted once. */
  #writeEvents(): void {
    const owners = JSON.stringify([...new Set(this.#events.map(({ owner }) => owner))]);
    const through = new Map(
      this.#connection
        .all(NEWEST, owners)
        .map(({ owner, kind, gateway_id: gatewayId }) => [Number(owner), kind === "CONNECTED" ? gatewayId : undefined]),
    );
    const rows = this.#events.flatMap(({ owner, note: { at, kind, end, gatewayId } }) => {
      if (kind === "CONNECTED" && gatewayId !== null && through.get(owner) === gatewayId) return [];
      if (kind === "CONNECTED" || kind === "DISCONNECTED")
        through.set(owner, kind === "CONNECTED" ? gatewayId : undefined);
      return [{ owner, at, kind, reason: end, gateway_id: gatewayId }];
    });
    this.#connection.insertAll("connection_event", rows);
    this.#connection.run(BOUND, owners, this.#eventsMax);
  }
}
