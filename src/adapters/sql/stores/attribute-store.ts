// Attributes. The statements are written by hand: devices write hundreds of thousands of values a second.
import {
  attributeLimitExceeded,
  AttributeKind,
  tooMuchText,
  type AttributeColumns,
  type AttributeOwnerId,
  type AttributeRow,
  type RefusedAttribute,
} from "../../../core/attributes/attribute.ts";
import type { AttributeStore, ReadBounds } from "../../../core/attributes/attribute-store.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import { INACTIVITY_TIMEOUT_KEY } from "../../../core/devices/connectivity-store.ts";
import { DomainError } from "../../../core/errors.ts";
import type { DeviceId } from "../../../core/ids.ts";
import { millis } from "../../../lib/clock.ts";
import { saveAttributes } from "./attribute-sets.ts";
import { ATTRIBUTE_SCOPES, AttributeRows, scopeNumber } from "./attribute-rows.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";
import { StoredLimits } from "./stored-limits.ts";

/** As a LIMIT: no limit. */
const ANY_NUMBER = Number.MAX_SAFE_INTEGER;
const ROWS =
  "SELECT a.scope, a.key, a.kind, a.value, a.last_update_ts FROM attribute_owner o JOIN attribute a ON a.owner = o.number WHERE o.id = ?";
const IN_ORDER = " ORDER BY a.scope, a.key LIMIT ?";

export class SqlAttributeStore extends SqlStore implements AttributeStore {
  readonly #rows: AttributeRows;

  constructor(context: StoreContext) {
    super(context);
    this.#rows = new AttributeRows(this.connection);
  }

  async saveOfDevices(scope: AttributeScope, columns: AttributeColumns): Promise<readonly RefusedAttribute[]> {
    const refused = this.#isRemote
      ? saveAttributes(this.connection, scopeNumber(scope), columns)
      : this.#save(scope, columns, (id) => this.#rows.ownerOfDevice(id));
    if (scope === "SERVER_SCOPE") this.#noteTimeouts(columns);
    return refused;
  }

  async saveOfDevice(scope: AttributeScope, columns: AttributeColumns): Promise<void> {
    requireStored(await this.saveOfDevices(scope, columns), columns, this.#nameOf(columns.owners[0] ?? ""));
  }

  async saveOfDeviceIfOther(scope: AttributeScope, columns: AttributeColumns): Promise<boolean> {
    const { owners, keys, kinds, values } = columns;
    const found = await this.read(owners[0] as DeviceId, scope, keys);
    const stored = new Map(found.map((row) => [row.key, row.stored]));
    const isSame = keys.every((key, row) => {
      const [kind, value] = stored.get(key) ?? [];
      return kind === kinds[row] && value === values[row];
    });
    if (!isSame) await this.saveOfDevice(scope, columns);
    return !isSame;
  }

  async saveOfOthers(scope: AttributeScope, columns: AttributeColumns): Promise<void> {
    // Usually there is one.
    if (this.#isRemote) for (const id of new Set(columns.owners)) this.#rows.ownerOfOther(id);
    const refused = this.#isRemote
      ? saveAttributes(this.connection, scopeNumber(scope), columns)
      : this.#save(scope, columns, (id) => this.#rows.ownerOfOther(id));
    requireStored(refused, columns, "the entity");
  }

  async delete(ownerId: AttributeOwnerId, scope: AttributeScope, keys: readonly string[]): Promise<void> {
    this.connection.run(
      `DELETE FROM attribute WHERE owner = (SELECT number FROM attribute_owner WHERE id = ?) AND scope = ?
         AND key IN (SELECT value FROM json_each(?))`,
      ownerId,
      scopeNumber(scope),
      JSON.stringify(keys),
    );
    if (scope === "SERVER_SCOPE" && keys.includes(INACTIVITY_TIMEOUT_KEY)) this.#setTimeout(ownerId, null);
  }

  async read(
    ownerId: AttributeOwnerId,
    scope: AttributeScope | "all",
    keys: readonly string[] | "all",
    { textMax = Infinity, rowsMax = ANY_NUMBER, after }: ReadBounds = {},
  ): Promise<readonly AttributeRow[]> {
    const { where, parameters } = narrowed(scope, keys, after);
    // Row by row, so that what is too much is never in memory.
    const rows = this.connection.cached(ROWS + where + IN_ORDER).statement.iterate(ownerId, ...parameters, rowsMax);
    const found: AttributeRow[] = [];
    let text = 0;
    for (const row of rows) {
      text += lengthOf(row["key"]) + lengthOf(row["value"]);
      if (text > textMax) throw tooMuchText(textMax);
      found.push(attributeRow(row));
    }
    return found;
  }

  async keys(ownerId: AttributeOwnerId, scope: AttributeScope | "all"): Promise<readonly string[]> {
    const { where, parameters } = narrowed(scope, "all");
    const rows = this.connection.all(
      `SELECT DISTINCT a.key FROM attribute_owner o JOIN attribute a ON a.owner = o.number WHERE o.id = ?${where} ORDER BY a.key`,
      ownerId,
      ...parameters,
    );
    return rows.map(({ key }) => String(key));
  }

  #save(
    scope: AttributeScope,
    { owners, ends, ts, keys, kinds, values }: AttributeColumns,
    numberOf: (id: string) => number | undefined,
  ): readonly RefusedAttribute[] {
    const [update, upsert] = [this.#rows.updater(), this.#rows.upserter()];
    const rooms = new Rooms(this.#rows, new StoredLimits(this.connection, "maxAttributesPerEntity"));
    const refused: RefusedAttribute[] = [];
    const number = scopeNumber(scope);
    let row = 0;
    for (let entry = 0; entry < owners.length; entry++) {
      const end = ends[entry] ?? row;
      const at = ts[entry] ?? 0;
      const owner = numberOf(owners[entry] ?? "");
      for (; owner !== undefined && row < end; row++) {
        const [key, kind, value] = [keys[row] ?? "", kinds[row] ?? AttributeKind.NUMBER, values[row] ?? 0];
        if (update(owner, number, key, kind, value, at)) continue;
        const max = rooms.full(owner, owners[entry] ?? "");
        if (max !== undefined) refused.push({ row, max });
        else if (!upsert(owner, number, key, kind, value, at)) break;
      }
      row = end;
    }
    return refused;
  }

  /** Each statement is a journey to a server. */
  get #isRemote(): boolean {
    return this.connection.dialect.engine === "postgres";
  }

  #nameOf(deviceId: string): string {
    const name = this.connection.get("SELECT name FROM device WHERE id = ?", deviceId)?.["name"];
    return `"${typeof name === "string" ? name : deviceId}"`;
  }

  /** The search for silent devices uses a column of its own, which is updated in the same commit as the attribute. */
  #noteTimeouts({ owners, ends, keys, kinds, values }: AttributeColumns): void {
    let row = 0;
    for (let entry = 0; entry < owners.length; entry++) {
      for (const end = ends[entry] ?? row; row < end; row++) {
        const value = values[row];
        if (keys[row] === INACTIVITY_TIMEOUT_KEY)
          this.#setTimeout(
            owners[entry] ?? "",
            kinds[row] === AttributeKind.NUMBER && typeof value === "number" && value > 0 ? value : null,
          );
      }
    }
  }

  #setTimeout(ownerId: string, timeoutMillis: number | null): void {
    this.connection.run(
      "UPDATE device_activity SET timeout_millis = ? WHERE owner = (SELECT number FROM attribute_owner WHERE id = ?)",
      // The result stays within the calendar (no device is ever silent that long), and is a whole number of
      // milliseconds.
      timeoutMillis === null ? null : Math.min(Math.ceil(timeoutMillis), TIMEOUT_MILLIS_MAX),
      ownerId,
    );
  }
}

/** How many more attributes each owner may have, for one write; an owner without new attributes is not counted. */
class Rooms {
  readonly #rows: AttributeRows;
  readonly #limits: StoredLimits;
  readonly #rooms = new Map<number, { left: number; readonly max: number }>();

  constructor(rows: AttributeRows, limits: StoredLimits) {
    this.#rows = rows;
    this.#limits = limits;
  }

  /** Takes one from the owner's room; returns the owner's limit if there is no room left. */
  full(owner: number, ownerId: string): number | undefined {
    const room = this.#rooms.get(owner) ?? this.#roomOf(owner, ownerId);
    if (room.left <= 0) return room.max;
    room.left--;
    return undefined;
  }

  #roomOf(owner: number, ownerId: string): { left: number; readonly max: number } {
    const max = this.#limits.of(this.#limits.tenantOf(ownerId) ?? null);
    const room = { left: max === Infinity ? Infinity : max - this.#rows.countOf(owner), max };
    this.#rooms.set(owner, room);
    return room;
  }
}

/** Throws to fail the whole call, so that everything it has written is undone. */
function requireStored(refused: readonly RefusedAttribute[], { keys }: AttributeColumns, whose: string): void {
  const [first] = refused;
  if (first === undefined) return;
  throw attributeLimitExceeded(
    first.max,
    whose,
    refused.map(({ row }) => keys[row] ?? ""),
  );
}

const TIMEOUT_MILLIS_MAX = 8.64e15;

function narrowed(
  scope: AttributeScope | "all",
  keys: readonly string[] | "all",
  after?: ReadBounds["after"],
): { readonly where: string; readonly parameters: (string | number)[] } {
  let where = "";
  const parameters: (string | number)[] = [];
  if (scope !== "all") {
    where += " AND a.scope = ?";
    parameters.push(scopeNumber(scope));
  }
  if (keys !== "all") {
    where += " AND a.key IN (SELECT value FROM json_each(?))";
    parameters.push(JSON.stringify(keys));
  }
  if (after !== undefined) {
    // The primary key serves both forms.
    where += scope === "all" ? " AND (a.scope, a.key) > (?, ?)" : " AND a.key > ?";
    parameters.push(...(scope === "all" ? [scopeNumber(after.scope)] : []), after.key);
  }
  return { where, parameters };
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function attributeRow(row: Record<string, unknown>): AttributeRow {
  const scope = ATTRIBUTE_SCOPES[Number(row["scope"])];
  if (scope === undefined)
    throw new DomainError("unavailable", `a stored attribute has the unknown scope ${String(row["scope"])}`);
  return {
    scope,
    key: String(row["key"]),
    // The platform wrote these columns.
    stored: [row["kind"] as AttributeKind, row["value"] as number | string],
    lastUpdateTs: millis(Number(row["last_update_ts"])),
  };
}
