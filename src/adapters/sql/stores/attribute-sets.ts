// Attributes of many owners in a few statements, for an engine on which each statement is a journey. The outcome is that of
// the loops in `attribute-store.ts`, which are faster where a statement is a call.
import { AttributeKind, type AttributeColumns, type RefusedAttribute } from "../../../core/attributes/attribute.ts";
import type { RowSet, StoreConnection } from "../store-connection.ts";
import { StoredLimits } from "./stored-limits.ts";

/** Most attributes exist, so that most writes are this one statement. */
const update = (set: RowSet): string => `UPDATE attribute a SET kind = t.kind, value = t.value, last_update_ts = t.ts
  FROM ${set.sql} JOIN attribute_owner o ON o.id = t.id
  WHERE a.owner = o.number AND a.scope = ? AND a.key = t.key RETURNING t.place`;

const WRITE = { id: "text", key: "text", kind: "bigint", value: "value", ts: "bigint", place: "bigint" } as const;

/** Owners with their tenants, devices first, because nearly all owners are devices; and how many attributes they have. */
const OWNERS = `SELECT o.id, o.number, coalesce(d.tenant_id, u.tenant_id, c.tenant_id, t.id) AS tenant_id,
    (SELECT count(*) FROM attribute a WHERE a.owner = o.number) AS present
  FROM json_each(?) j JOIN attribute_owner o ON o.id = j.value LEFT JOIN device d ON d.id = o.id
  LEFT JOIN user_account u ON d.id IS NULL AND u.id = o.id LEFT JOIN customer c ON d.id IS NULL AND c.id = o.id
  LEFT JOIN tenant t ON d.id IS NULL AND t.id = o.id`;

const UPSERT = `ON CONFLICT (owner, scope, key)
  DO UPDATE SET kind = excluded.kind, value = excluded.value, last_update_ts = excluded.last_update_ts`;

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
    UPSERT,
  );
}

/** Stores the rows of owners that have a number; returns those for which their owner has no room. */
export function saveAttributes(
  connection: StoreConnection,
  scope: number,
  columns: AttributeColumns,
): readonly RefusedAttribute[] {
  const writes = lastWrites(columns);
  const rows = writes.map(({ rows: _, ...write }, place) => ({ ...write, place }));
  const set = connection.rowSet(WRITE, rows);
  const updated = new Set(connection.all(update(set), ...set.parameters, scope).map(({ place }) => Number(place)));
  const added = writes.filter((_write, place) => !updated.has(place));
  return added.length === 0 ? [] : addAttributes(connection, scope, added);
}

interface Write {
  readonly id: string;
  readonly key: string;
  readonly kind: AttributeKind;
  readonly value: number | string;
  readonly ts: number;
  /** All rows for this attribute. */
  readonly rows: number[];
}

/** One for each attribute, in the order of their first rows. */
function lastWrites({ owners, ends, ts, keys, kinds, values }: AttributeColumns): readonly Write[] {
  const writes = new Map<string, Write>();
  let row = 0;
  for (let entry = 0; entry < owners.length; entry++) {
    const id = owners[entry] ?? "";
    for (const end = ends[entry] ?? row; row < end; row++) {
      const key = keys[row] ?? "";
      const name = `${id} ${key}`;
      const [kind, value] = [kinds[row] ?? AttributeKind.NUMBER, values[row] ?? 0];
      const rows = writes.get(name)?.rows ?? [];
      rows.push(row);
      writes.set(name, { id, key, kind, value, ts: ts[entry] ?? 0, rows });
    }
  }
  return [...writes.values()];
}

function addAttributes(
  connection: StoreConnection,
  scope: number,
  writes: readonly Write[],
): readonly RefusedAttribute[] {
  const limits = new StoredLimits(connection, "maxAttributesPerEntity");
  const ids = JSON.stringify([...new Set(writes.map(({ id }) => id))]);
  const owners = new Map(
    connection.all(OWNERS, ids).map(({ id, number, tenant_id: tenantId, present }) => {
      const max = limits.of(tenantId as string | null);
      return [String(id), { number: Number(number), max, left: max - Number(present) }];
    }),
  );
  const kept: AttributeRow[] = [];
  const refused: RefusedAttribute[] = [];
  for (const { id, key, kind, value, ts, rows } of writes) {
    const owner = owners.get(id);
    if (owner === undefined) continue;
    if (owner.left <= 0) refused.push(...rows.map((row) => ({ row, max: owner.max })));
    else {
      owner.left--;
      kept.push({ owner: owner.number, scope, key, kind, value, ts });
    }
  }
  putAttributes(connection, kept);
  return refused.sort((one, other) => one.row - other.row);
}
