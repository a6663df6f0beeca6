// Names what a series of points belongs to, for an operator, in a database that no platform uses.
import type { StoreMark } from "../../core/installation/store-marks.ts";
import { SqliteConnection } from "./connection.ts";

export interface SeriesName {
  readonly tenant: string;
  /** The device's name, or the owner's id if it is not a device. */
  readonly owner: string;
  readonly key: string;
}

export class SeriesNames {
  readonly #connection: SqliteConnection;

  constructor(file: string) {
    this.#connection = new SqliteConnection(file, "read");
  }

  close(): void {
    this.#connection.close();
  }

  /** The mark that matching telemetry has; undefined in a database of a version without marks. */
  mark(): StoreMark | undefined {
    if (this.#connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'store_mark'") === undefined) return undefined;
    const row = this.#connection.get("SELECT installation, begun FROM store_mark");
    return { installation: String(row?.["installation"]), generation: Number(row?.["begun"]) };
  }

  /** Undefined if the series does not exist, because its device has been deleted. */
  of(series: number): SeriesName | undefined {
    const row = this.#connection.get(
      `SELECT series.key, coalesce(device.name, series.owner_id) AS owner, coalesce(tenant.title, device.tenant_id, '') AS tenant
       FROM series LEFT JOIN device ON device.id = series.owner_id
         LEFT JOIN customer ON customer.id = series.owner_id LEFT JOIN user_account ON user_account.id = series.owner_id
         LEFT JOIN tenant ON tenant.id = coalesce(device.tenant_id, customer.tenant_id, user_account.tenant_id, series.owner_id)
       WHERE series.number = ?`,
      series,
    );
    return row && { tenant: String(row["tenant"]), owner: String(row["owner"]), key: String(row["key"]) };
  }
}
