// The series directory: dense numbers for (owner, key), assigned once and never reused.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { SeriesOwnerId } from "../../../core/telemetry/series-owner.ts";
import type { RegisteredSeries, SeriesStore } from "../../../core/telemetry/series-directory.ts";
import { SqlStore } from "../store-table.ts";
import { registerSeries } from "./series-sets.ts";
import { StoredLimits } from "./stored-limits.ts";

const COUNT = `INSERT INTO series_count (tenant_id, series) VALUES (?, ?)
  ON CONFLICT (tenant_id) DO UPDATE SET series = excluded.series`;

interface Numbered {
  readonly numbers: readonly (SeriesNumber | null)[];
  readonly added: number;
}

export class SqlSeriesStore extends SqlStore implements SeriesStore {
  ofOwner(ownerId: SeriesOwnerId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    const rows = this.connection.all("SELECT key, number FROM series WHERE owner_id = ? ORDER BY number", ownerId);
    return Promise.resolve(rows.map((row) => [String(row["key"]), Number(row["number"]) as SeriesNumber] as const));
  }

  register(ownerIds: readonly SeriesOwnerId[], keys: readonly string[]): Promise<RegisteredSeries> {
    if (this.connection.dialect.engine === "postgres")
      return Promise.resolve(registerSeries(this.connection, ownerIds, keys));
    const limits = new StoredLimits(this.connection, "maxSeries");
    const counts = new Map<string, number>();
    const numbers: (SeriesNumber | null)[] = [];
    let full: RegisteredSeries["full"] = null;
    for (let from = 0, end = 0; from < ownerIds.length; from = end) {
      const ownerId = ownerIds[from] ?? "";
      while (end < ownerIds.length && ownerIds[end] === ownerId) end++;
      const tenantId = limits.tenantOf(ownerId);
      if (typeof tenantId === "string") {
        const [max, present] = [limits.of(tenantId), counts.get(tenantId) ?? this.#countOf(tenantId)];
        const found = this.#numbers(ownerId, keys.slice(from, end), max - present);
        counts.set(tenantId, present + found.added);
        if (found.numbers.includes(null)) full = { max, present };
        for (const number of found.numbers) numbers.push(number);
      } else {
        for (const number of this.#numbers(ownerId, keys.slice(from, end), Infinity).numbers) numbers.push(number);
        if (tenantId === undefined) this.#retire(ownerId);
      }
    }
    for (const [tenantId, count] of counts) this.connection.run(COUNT, tenantId, count);
    return Promise.resolve({ numbers, full });
  }

  /** Assigns numbers to all keys that have none, or to none of them if there is not enough room. */
  #numbers(ownerId: string, keys: readonly string[], room: number): Numbered {
    const insert = this.connection.cached("INSERT INTO series (owner_id, key) VALUES (?, ?) RETURNING number");
    const find = this.connection.cached("SELECT number FROM series WHERE owner_id = ? AND key = ?");
    const numberOf = (row: Record<string, unknown> | undefined): SeriesNumber | null =>
      row === undefined ? null : (Number(row["number"]) as SeriesNumber);
    const numbers = keys.map((key) => numberOf(find.statement.get(ownerId, key)));
    const added = new Set(keys.filter((_key, index) => numbers[index] === null)).size;
    if (added === 0 || added > room) return { numbers, added: 0 };
    const given = numbers.map(
      (number, index) =>
        // A key that occurs twice has just been given its number.
        number ??
        numberOf(find.statement.get(ownerId, keys[index] ?? "")) ??
        numberOf(insert.statement.get(ownerId, keys[index] ?? "")),
    );
    return { numbers: given, added };
  }

  #countOf(tenantId: string): number {
    return Number(
      this.connection.get("SELECT series FROM series_count WHERE tenant_id = ?", tenantId)?.["series"] ?? 0,
    );
  }

  /** Retires the series here, because nothing else would delete their points: the trigger for that has already run. */
  #retire(ownerId: string): void {
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
