// Which names of telemetry or attributes the devices of a tenant have. Each is found at every device that has it, so a
// large fleet is gone through in slices, between which others run.
import type { ValueKind } from "../../core/devices/profile-store.ts";
import { invalid } from "../../core/errors.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { SqliteConnection } from "./connection.ts";
import { nextTurn } from "../../lib/next-turn.ts";

/** Names and devices looked at in one go: about a millisecond. */
const SLICE = 1_000;

/** Names of one device after a given one; the slices of attributes go scope by scope. */
const KEYS: Readonly<Record<ValueKind, string>> = {
  timeseries: "SELECT 0 AS scope, key FROM series WHERE owner_id = ?1 AND (0, key) > (?2, ?3) ORDER BY key LIMIT ?4",
  attributes: `SELECT scope, key FROM attribute WHERE owner = (SELECT number FROM attribute_owner WHERE id = ?1)
    AND (scope, key) > (?2, ?3) ORDER BY scope, key LIMIT ?4`,
};

/** Sorted. Throws `invalid` where there are more than `keysMax`. */
export async function keysInUse(
  connection: SqliteConnection,
  tenantId: TenantId,
  profileId: DeviceProfileId | null,
  kind: ValueKind,
  keysMax: number,
): Promise<readonly string[]> {
  const found = new Set<string>();
  let looked = 0;
  for (let after = "", devices = devicesAfter(after); devices.length > 0; devices = devicesAfter(after))
    for (const device of devices) {
      after = device;
      for (let rows = namesAfter(device, 0, ""); rows.length > 0;) {
        for (const { key } of rows) found.add(String(key));
        const last = rows.at(-1);
        looked += rows.length;
        rows = rows.length < SLICE ? [] : namesAfter(device, Number(last?.["scope"]), String(last?.["key"]));
        if (rows.length > 0) await nextTurn();
      }
      if (found.size > keysMax)
        throw invalid(
          `the devices have more than ${String(keysMax)} different keys, which is the most one answer gives`,
        );
      if (++looked >= SLICE) {
        looked = 0;
        await nextTurn();
      }
    }
  return [...found].sort();

  function devicesAfter(id: string): readonly string[] {
    const rows =
      profileId === null
        ? connection.all(
            "SELECT id FROM device WHERE tenant_id = ? AND id > ? ORDER BY id LIMIT ?",
            tenantId,
            id,
            SLICE,
          )
        : connection.all(
            `SELECT id FROM device WHERE profile_id = (SELECT id FROM device_profile WHERE id = ? AND tenant_id = ?)
             AND id > ? ORDER BY id LIMIT ?`,
            profileId,
            tenantId,
            id,
            SLICE,
          );
    return rows.map((row) => String(row["id"]));
  }

  function namesAfter(device: string, scope: number, key: string): readonly Record<string, unknown>[] {
    return connection.all(KEYS[kind], device, scope, key, SLICE);
  }
}
