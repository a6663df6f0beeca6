// The series directory: dense numbers for (owner, key), assigned once and never reused.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { SeriesOwnerId } from "../../../core/telemetry/series-owner.ts";
import type { NamedSeries, RegisteredSeries, SeriesStore } from "../../../core/telemetry/series-directory.ts";
import { SqlStore } from "../store-table.ts";
import type { RowSet, StoreConnection } from "../store-connection.ts";
import type { ColumnValues } from "./stored-as.ts";
import { StoredLimits } from "./stored-limits.ts";

const find = (set: RowSet): string => `SELECT s.owner_id, s.key, s.number FROM ${set.sql}
  JOIN series s ON s.owner_id = t.owner_id AND s.key = t.key`;
const COUNTS = "SELECT tenant_id, series FROM series_count WHERE tenant_id IN (SELECT value FROM json_each(?))";
const ADD = `INSERT INTO series_count (tenant_id, series) VALUES (?, ?)
  ON CONFLICT (tenant_id) DO UPDATE SET series = series_count.series + excluded.series`;

interface Pair extends ColumnValues {
  readonly owner_id: string;
  readonly key: string;
}

const nameOf = ({ owner_id: ownerId, key }: Pair): string => `${ownerId} ${key}`;

export class SqlSeriesStore extends SqlStore implements SeriesStore {
  ofOwner(ownerId: SeriesOwnerId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    const rows = this.connection.all("SELECT key, number FROM series WHERE owner_id = ? ORDER BY number", ownerId);
    return Promise.resolve(rows.map((row) => [String(row["key"]), Number(row["number"]) as SeriesNumber] as const));
  }

  register(ownerIds: readonly SeriesOwnerId[], keys: readonly string[]): Promise<RegisteredSeries> {
    return Promise.resolve(registerSeries(this.connection, ownerIds, keys));
  }

  named(series: readonly SeriesNumber[]): Promise<readonly NamedSeries[]> {
    const rows = this.connection.all(
      "SELECT owner_id, key, number FROM series WHERE number IN (SELECT CAST(value AS BIGINT) FROM json_each(?))",
      JSON.stringify(series),
    );
    return Promise.resolve(
      rows.map(({ owner_id: ownerId, key, number }) => ({
        ownerId: String(ownerId) as SeriesOwnerId,
        key: String(key),
        series: Number(number) as SeriesNumber,
      })),
    );
  }

  retired(max: number): Promise<readonly SeriesNumber[]> {
    const rows = this.connection.all("SELECT number FROM retired_series ORDER BY number LIMIT ?", max);
    return Promise.resolve(rows.map((row) => Number(row["number"]) as SeriesNumber));
  }

  purged(series: readonly SeriesNumber[]): Promise<void> {
    for (const number of series) this.connection.run("DELETE FROM retired_series WHERE number = ?", number);
    return Promise.resolve();
  }
}

function registerSeries(
  connection: StoreConnection,
  ownerIds: readonly string[],
  keys: readonly string[],
): RegisteredSeries {
  const pairs = ownerIds.map((ownerId, index): Pair => ({ owner_id: ownerId, key: keys[index] ?? "" }));
  const numbers = new Map<string, SeriesNumber>();
  addFound(connection, pairs, numbers);
  const missing = new Map(pairs.filter((pair) => !numbers.has(nameOf(pair))).map((pair) => [nameOf(pair), pair]));
  const full = missing.size === 0 ? null : add(connection, [...missing.values()], numbers);
  return { numbers: pairs.map((pair) => numbers.get(nameOf(pair)) ?? null), full };
}

function addFound(connection: StoreConnection, pairs: readonly Pair[], numbers: Map<string, SeriesNumber>): void {
  const set = connection.rowSet({ owner_id: "text", key: "text" }, pairs);
  for (const { owner_id: ownerId, key, number } of connection.all(find(set), ...set.parameters))
    numbers.set(nameOf({ owner_id: String(ownerId), key: String(key) }), Number(number) as SeriesNumber);
}

/** Gives numbers to the new pairs of each owner, or to none of them if its tenant has not enough room. */
function add(
  connection: StoreConnection,
  missing: readonly Pair[],
  numbers: Map<string, SeriesNumber>,
): RegisteredSeries["full"] {
  const limits = new StoredLimits(connection, "maxSeries");
  const byOwner = Map.groupBy(missing, ({ owner_id: ownerId }) => ownerId);
  const tenants = limits.tenantsOf([...byOwner.keys()]);
  const counts = new Map(
    connection
      .all(COUNTS, JSON.stringify([...new Set(tenants.values())]))
      .map(({ tenant_id: tenantId, series }) => [String(tenantId), Number(series)]),
  );
  const added = new Map<string, number>();
  const kept: Pair[] = [];
  const lost: string[] = [];
  let full: RegisteredSeries["full"] = null;
  for (const [ownerId, pairs] of byOwner) {
    const tenantId = tenants.get(ownerId);
    if (tenantId === undefined) lost.push(ownerId);
    if (typeof tenantId === "string") {
      const max = limits.of(tenantId);
      const present = (counts.get(tenantId) ?? 0) + (added.get(tenantId) ?? 0);
      if (pairs.length > max - present) {
        full = { max, present };
        continue;
      }
      added.set(tenantId, (added.get(tenantId) ?? 0) + pairs.length);
    }
    kept.push(...pairs);
  }
  connection.insertAll("series", kept);
  addFound(connection, kept, numbers);
  for (const [tenantId, count] of [...added].sort()) connection.run(ADD, tenantId, count);
  // Nothing else would delete the points of an owner that has gone: the trigger for that has already run.
  const gone = JSON.stringify(lost);
  if (lost.length > 0) {
    connection.run(
      "INSERT INTO retired_series SELECT number FROM series WHERE owner_id IN (SELECT value FROM json_each(?))",
      gone,
    );
    connection.run("DELETE FROM series WHERE owner_id IN (SELECT value FROM json_each(?))", gone);
  }
  return full;
}
