// The rows of attributes, for all stores that write them: the owner's number, and how a value is written.
import type { AttributeKind } from "../../../core/attributes/attribute.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import type { StoreConnection } from "../store-connection.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { remember } from "../../../lib/remember.ts";

/** A scope is stored as its position. */
export const ATTRIBUTE_SCOPES: readonly AttributeScope[] = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"];

export function scopeNumber(scope: AttributeScope): number {
  return ATTRIBUTE_SCOPES.indexOf(scope);
}

/** Owners whose numbers are kept in memory; above this the oldest is dropped and looked up again. */
const OWNERS_KEPT_MAX = 100_000;

const UPSERT = `
  INSERT INTO attribute (owner, scope, key, kind, value, last_update_ts) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (owner, scope, key) DO UPDATE SET kind = excluded.kind, value = excluded.value, last_update_ts = excluded.last_update_ts
`;

const UPDATE = `
  UPDATE attribute SET kind = ?, value = ?, last_update_ts = ? WHERE owner = ? AND scope = ? AND key = ?
`;

/** Attributes of an owner that has already been deleted would never be removed. */
const GIVE_NUMBER = `
  INSERT INTO attribute_owner (id) SELECT ?1
  WHERE EXISTS (SELECT 1 FROM customer WHERE id = ?1) OR EXISTS (SELECT 1 FROM user_account WHERE id = ?1)
    OR EXISTS (SELECT 1 FROM tenant WHERE id = ?1)
  RETURNING number
`;

export class AttributeRows {
  readonly #connection: StoreConnection;
  /** Numbers of devices only: they are created with the device, so a call that fails never takes one back. */
  readonly #numbers = new Map<string, number>();

  constructor(connection: StoreConnection) {
    this.#connection = connection;
  }

  /** The number of a device; undefined if there is none with this id. The device may have been deleted since. */
  ownerOfDevice(id: string): number | undefined {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#connection.get("SELECT number FROM attribute_owner WHERE id = ?", id)?.["number"];
    if (typeof number !== "number") return undefined;
    remember(this.#numbers, id, number, OWNERS_KEPT_MAX);
    return number;
  }

  /** The number of a tenant, customer or user, assigned now if it has none; undefined if there is none with this id. */
  ownerOfOther(id: string): number | undefined {
    const number = this.#connection.get("SELECT number FROM attribute_owner WHERE id = ?", id)?.["number"];
    if (typeof number === "number") return number;
    const given = this.#connection.get(GIVE_NUMBER, id)?.["number"];
    return typeof given === "number" ? given : undefined;
  }

  /** A function that replaces an attribute; returns false if there is none. */
  updater(): (
    owner: number,
    scope: number,
    key: string,
    kind: AttributeKind,
    value: number | string,
    ts: number,
  ) => boolean {
    const { statement } = this.#connection.cached(UPDATE);
    return (owner, scope, key, kind, value, ts) =>
      Number(statement.run(kind, value, ts, owner, scope, key).changes) > 0;
  }

  /** The number of attributes of an owner in all scopes. */
  countOf(owner: number): number {
    return Number(this.#connection.get("SELECT count(*) AS n FROM attribute WHERE owner = ?", owner)?.["n"]);
  }

  /** A function that inserts or replaces one attribute; returns false if the owner has been deleted. */
  upserter(): (
    owner: number,
    scope: number,
    key: string,
    kind: AttributeKind,
    value: number | string,
    ts: number,
  ) => boolean {
    const { statement } = this.#connection.cached(UPSERT);
    return (owner, scope, key, kind, value, ts) => {
      try {
        statement.run(owner, scope, key, kind, value, ts);
        return true;
      } catch (error) {
        // The error undoes only this statement.
        if (violatesForeignKey(error)) return false;
        throw error;
      }
    };
  }
}
