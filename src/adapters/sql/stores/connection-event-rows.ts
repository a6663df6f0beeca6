// The rows of connection events of devices: added with the change that caused them, and trimmed with each insert.
import type { ConnectionNote } from "../../../core/devices/connectivity-store.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { Statement, StoreConnection } from "../store-connection.ts";
import { violatesForeignKey } from "../storage-errors.ts";

const ADD = "INSERT INTO connection_event (owner, at, kind, reason, gateway_id) VALUES (?, ?, ?, ?, ?)";
const NEWEST = `SELECT kind, gateway_id FROM connection_event WHERE owner = ? AND kind IN ('CONNECTED', 'DISCONNECTED')
  ORDER BY number DESC LIMIT 1`;
/** The index holds both columns, so this reads only the rows to delete. */
const BOUND = `DELETE FROM connection_event WHERE owner = ?1 AND number <=
  (SELECT number FROM connection_event WHERE owner = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)`;
const LAST_END = "UPDATE device_activity SET last_end = ?2, last_end_at = ?3 WHERE owner = ?1";

interface EventRow extends Pick<ConnectionNote, "at" | "end" | "gatewayId"> {
  readonly kind: string;
}

export class ConnectionEventRows {
  readonly #connection: StoreConnection;
  readonly #max: number;

  /** Keeps `max` events per device; 0 keeps none. */
  constructor(connection: StoreConnection, max: number) {
    this.#connection = connection;
    this.#max = max;
  }

  add(owner: number, note: ConnectionNote): void {
    const { at, kind, end, gatewayId } = note;
    if (kind === "DISCONNECTED" && gatewayId === null) this.#statement(LAST_END).run(owner, end, at);
    // A gateway that reconnects brings its devices along and names each of them again.
    if (kind === "CONNECTED" && gatewayId !== null && this.#isConnectedThrough(owner, gatewayId)) return;
    this.#insert(owner, note);
  }

  turned(owner: number, kind: "ACTIVE" | "INACTIVE", at: EpochMillis): void {
    this.#insert(owner, { at, kind, end: null, gatewayId: null });
  }

  #isConnectedThrough(owner: number, gatewayId: string): boolean {
    const newest = this.#connection.get(NEWEST, owner);
    return newest?.["kind"] === "CONNECTED" && newest["gateway_id"] === gatewayId;
  }

  #insert(owner: number, { at, kind, end, gatewayId }: EventRow): void {
    if (this.#max === 0) return;
    try {
      this.#statement(ADD).run(owner, at, kind, end, gatewayId);
    } catch (error) {
      // The device has been deleted meanwhile; the error undoes only this statement.
      if (violatesForeignKey(error)) return;
      throw error;
    }
    this.#statement(BOUND).run(owner, this.#max);
  }

  #statement(sql: string): Statement {
    return this.#connection.cached(sql).statement;
  }
}

/** Row numbers ascend with time, so nothing after the first event that stays is read. */
export function forgetEvents(connection: StoreConnection, before: EpochMillis, limit: number): number {
  const oldest = connection.all("SELECT number, at FROM connection_event ORDER BY number LIMIT ?", limit);
  const first = oldest.findIndex(({ at }) => Number(at) >= before);
  const last = (first < 0 ? oldest : oldest.slice(0, first)).at(-1)?.["number"];
  return typeof last === "number" ? connection.run("DELETE FROM connection_event WHERE number <= ?", last) : 0;
}
