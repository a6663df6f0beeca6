// Attributes of many owners in a few statements, for an engine on which each statement is a journey. The outcome is that of
// the loops in `sqlite-attribute-store.ts`, which are faster where a statement is a call.
import { AttributeKind, type AttributeColumns, type RefusedAttribute } from "../../core/attributes/attribute.ts";
import type { StoreConnection } from "./store-connection.ts";
import { StoredLimits } from "./stored-limits.ts";

export interface AttributeRow {
  readonly owner: number;
  readonly scope: number;
  readonly key: string;
  readonly kind: AttributeKind;
  readonly value: number | string;
  readonly ts: number;
}

/** The numbers of owners that exist, by their ids. */
export function ownerNumbers(connection: StoreConnection, ids: readonly string[]): ReadonlyMap<string, number> {
  const rows = connection.all(
    "SELECT o.id, o.number FROM json_each(?) j CROSS JOIN attribute_owner o ON o.id = j.value",
    JSON.stringify([...new Set(ids)]),
  );
  return new Map(rows.map(({ id, number }) => [String(id), Number(number)]));
}

/** Inserts or replaces; of several rows for one attribute the last counts. The owners must exist. */
export function putAttributes(connection: StoreConnection, rows: readonly AttributeRow[]): void {
  const last = new Map(rows.map((row) => [`${String(row.owner)} ${String(row.scope)} ${row.key}`, row]));
  connection.insertAll(
    "attribute",
    [...last.values()].map(({ ts, ...row }) => ({ ...row, last_update_ts: ts })),
    `ON CONFLICT (owner, scope, key)
       DO UPDATE SET kind = excluded.kind, value = excluded.value, last_update_ts = excluded.last_update_ts`,
  );
}

/** Stores the rows of the owners that have numbers; returns those for which their owner has no room. */
export function saveAttributes(
  connection: StoreConnection,
  scope: number,
  { owners, ends, ts, keys, kinds, values }: AttributeColumns,
  numbers: ReadonlyMap<string, number>,
): readonly RefusedAttribute[] {
  const rooms = new Rooms(connection, scope, keys, numbers);
  const kept: AttributeRow[] = [];
  const refused: RefusedAttribute[] = [];
  let row = 0;
  for (let entry = 0; entry < owners.length; entry++) {
    const owner = numbers.get(owners[entry] ?? "");
    for (const end = ends[entry] ?? row; row < end; row++) {
      if (owner === undefined) continue;
      const key = keys[row] ?? "";
      const max = rooms.full(owner, key);
      if (max !== undefined) refused.push({ row, max });
      else {
        const [kind, value] = [kinds[row] ?? AttributeKind.NUMBER, values[row] ?? 0];
        kept.push({ owner, scope, key, kind, value, ts: ts[entry] ?? 0 });
      }
    }
  }
  putAttributes(connection, kept);
  return refused;
}

interface Room {
  readonly max: number;
  left: number;
  readonly keys: Set<string>;
}

/** How many more attributes each owner with a limit may have. */
class Rooms {
  readonly #rooms = new Map<number, Room>();

  constructor(
    connection: StoreConnection,
    scope: number,
    keys: readonly string[],
    numbers: ReadonlyMap<string, number>,
  ) {
    const limits = new StoredLimits(connection, "maxAttributesPerEntity");
    for (const [id, tenantId] of limits.tenantsOf([...numbers.keys()])) {
      const [max, number] = [limits.of(tenantId), numbers.get(id)];
      if (max !== Infinity && number !== undefined) this.#rooms.set(number, { max, left: max, keys: new Set() });
    }
    if (this.#rooms.size === 0) return;
    const limited = JSON.stringify([...this.#rooms.keys()]);
    for (const { owner, n } of connection.all(
      `SELECT a.owner, count(*) AS n FROM json_each(?) j CROSS JOIN attribute a ON a.owner = CAST(j.value AS BIGINT)
         GROUP BY a.owner`,
      limited,
    )) {
      const room = this.#rooms.get(Number(owner));
      if (room !== undefined) room.left = room.max - Number(n);
    }
    for (const { owner, key } of connection.all(
      `SELECT a.owner, a.key FROM json_each(?) j CROSS JOIN attribute a ON a.owner = CAST(j.value AS BIGINT)
         AND a.scope = ? AND a.key IN (SELECT value FROM json_each(?))`,
      limited,
      scope,
      JSON.stringify([...new Set(keys)]),
    ))
      this.#rooms.get(Number(owner))?.keys.add(String(key));
  }

  /** Takes one from the owner's room if the attribute is new; returns the owner's limit if there is no room left. */
  full(owner: number, key: string): number | undefined {
    const room = this.#rooms.get(owner);
    if (room === undefined || room.keys.has(key)) return undefined;
    if (room.left <= 0) return room.max;
    room.left--;
    room.keys.add(key);
    return undefined;
  }
}
