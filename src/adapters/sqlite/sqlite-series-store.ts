// The series directory in SQLite: dense numbers for (owner, key), given once and never again.
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { SeriesOwnerId } from "../../core/telemetry/series-owner.ts";
import type { SeriesStore } from "../../core/telemetry/series-directory.ts";
import { SqliteStore } from "./store-table.ts";

/** Devices first: nearly all owners are. */
const OWNER_TABLES = ["device", "user_account", "customer", "tenant"];

export class SqliteSeriesStore extends SqliteStore implements SeriesStore {
  ofOwner(ownerId: SeriesOwnerId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    const rows = this.connection.all("SELECT key, number FROM series WHERE owner_id = ? ORDER BY number", ownerId);
    return Promise.resolve(rows.map((row) => [String(row["key"]), Number(row["number"]) as SeriesNumber] as const));
  }

  register(ownerIds: readonly SeriesOwnerId[], keys: readonly string[]): Promise<readonly SeriesNumber[]> {
    const insert = this.connection.cached(
      "INSERT INTO series (owner_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING number",
    );
    const find = this.connection.cached("SELECT number FROM series WHERE owner_id = ? AND key = ?");
    const numbers = ownerIds.map((ownerId, index) => {
      const key = keys[index] ?? "";
      const row = insert.statement.get(ownerId, key) ?? find.statement.get(ownerId, key);
      return Number(row?.["number"]) as SeriesNumber;
    });
    for (const ownerId of new Set(ownerIds)) if (!this.#exists(ownerId)) this.#retire(ownerId);
    return Promise.resolve(numbers);
  }

  #exists(ownerId: SeriesOwnerId): boolean {
    return OWNER_TABLES.some(
      (table) => this.connection.get(`SELECT 1 FROM ${table} WHERE id = ?`, ownerId) !== undefined,
    );
  }

  /** Nothing would ever take its points away: the trigger that does has run already. */
  #retire(ownerId: SeriesOwnerId): void {
    this.connection.run("INSERT INTO retired_series SELECT number FROM series WHERE owner_id = ?", ownerId);
    this.connection.run("DELETE FROM series WHERE owner_id = ?", ownerId);
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
