// The series directory in SQLite: dense numbers for (device, key), given once and never again.
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { DeviceId } from "../../core/ids.ts";
import type { SeriesStore } from "../../core/telemetry/series-store.ts";
import type { SqliteConnection } from "./connection.ts";

export class SqliteSeriesStore implements SeriesStore {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  ofDevice(deviceId: DeviceId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    const rows = this.#connection.all("SELECT key, number FROM series WHERE device_id = ? ORDER BY number", deviceId);
    return Promise.resolve(rows.map((row) => [String(row["key"]), Number(row["number"]) as SeriesNumber] as const));
  }

  register(deviceIds: readonly DeviceId[], keys: readonly string[]): Promise<readonly SeriesNumber[]> {
    const insert = this.#connection.cached(
      "INSERT INTO series (device_id, key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING number",
    );
    const find = this.#connection.cached("SELECT number FROM series WHERE device_id = ? AND key = ?");
    const numbers = deviceIds.map((deviceId, index) => {
      const key = keys[index] ?? "";
      const row = insert.statement.get(deviceId, key) ?? find.statement.get(deviceId, key);
      return Number(row?.["number"]) as SeriesNumber;
    });
    for (const deviceId of new Set(deviceIds))
      if (this.#connection.get("SELECT 1 FROM device WHERE id = ?", deviceId) === undefined) this.#retire(deviceId);
    return Promise.resolve(numbers);
  }

  /** Nothing would ever take its points away: the trigger that does has run already. */
  #retire(deviceId: DeviceId): void {
    this.#connection.run("INSERT INTO retired_series SELECT number FROM series WHERE device_id = ?", deviceId);
    this.#connection.run("DELETE FROM series WHERE device_id = ?", deviceId);
  }

  retired(max: number): Promise<readonly SeriesNumber[]> {
    const rows = this.#connection.all("SELECT number FROM retired_series ORDER BY number LIMIT ?", max);
    return Promise.resolve(rows.map((row) => Number(row["number"]) as SeriesNumber));
  }

  purged(series: readonly SeriesNumber[]): Promise<void> {
    for (const number of series) this.#connection.run("DELETE FROM retired_series WHERE number = ?", number);
    return Promise.resolve();
  }
}
