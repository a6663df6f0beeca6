// Devices that have not yet been notified of their package. Triggers of migration 0151 write the rows.
import type { PackageKind } from "../../../core/devices/profile-store.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import type {
  ChangedDevice,
  ChangedDevices,
  ChangeProgress,
  PackageChanges,
} from "../../../core/ota/package-changes.ts";
import { PACKAGE_COLUMNS } from "./package-rows.ts";
import { SqlStore } from "../store-table.ts";

export class SqlPackageChanges extends SqlStore implements PackageChanges {
  async isAnyDue(): Promise<boolean> {
    return this.connection.get("SELECT 1 FROM package_change LIMIT 1") !== undefined;
  }

  async due(max: number): Promise<ChangedDevices> {
    const single = this.connection.all(
      "SELECT * FROM package_change WHERE device_id IS NOT NULL ORDER BY number LIMIT ?",
      max,
    );
    if (single.length > 0)
      return {
        devices: single.map((row) => changed(row, row["device_id"] as DeviceId)),
        progress: single.map(({ number }) => ({ number: Number(number), after: null })),
      };
    const row = this.connection.get("SELECT * FROM package_change ORDER BY number LIMIT 1");
    return row === undefined ? { devices: [], progress: [] } : this.#ofProfile(row, max);
  }

  async settle(progress: readonly ChangeProgress[]): Promise<void> {
    for (const { number, after } of progress)
      if (after === null) this.connection.run("DELETE FROM package_change WHERE number = ?", number);
      else this.connection.run("UPDATE package_change SET after = ? WHERE number = ?", after, number);
  }

  /** Only devices without a package of their own: nothing changes for the others. */
  #ofProfile(row: Record<string, unknown>, max: number): ChangedDevices {
    const ids = this.connection
      .all(
        `SELECT id FROM device WHERE profile_id = ?1 AND tenant_id = ?2 AND id > ?3
           AND ${PACKAGE_COLUMNS[row["kind"] as PackageKind]} IS NULL ORDER BY id LIMIT ?4`,
        String(row["profile_id"]),
        String(row["tenant_id"]),
        String(row["after"]),
        max,
      )
      .map(({ id }) => id as DeviceId);
    const after = ids.length < max ? null : (ids.at(-1) ?? null);
    return { devices: ids.map((id) => changed(row, id)), progress: [{ number: Number(row["number"]), after }] };
  }
}

function changed(row: Record<string, unknown>, deviceId: DeviceId): ChangedDevice {
  return { tenantId: row["tenant_id"] as TenantId, kind: row["kind"] as PackageKind, deviceId };
}
