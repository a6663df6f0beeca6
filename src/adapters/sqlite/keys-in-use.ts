// Which names of telemetry or attributes the devices of a tenant have.
import type { ValueKind } from "../../core/devices/profile-store.ts";
import { invalid } from "../../core/errors.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { SqliteConnection } from "./connection.ts";

const VALUES: Readonly<Record<ValueKind, string>> = {
  timeseries: "series v ON v.owner_id = d.id",
  attributes: "attribute_owner o ON o.id = d.id CROSS JOIN attribute v ON v.owner = o.number",
};

/** Sorted. Throws `invalid` where there are more than `keysMax`. */
export function keysInUse(
  connection: SqliteConnection,
  tenantId: TenantId,
  profileId: DeviceProfileId | null,
  kind: ValueKind,
  keysMax: number,
): readonly string[] {
  const rows = connection.all(
    `SELECT DISTINCT v.key FROM device d CROSS JOIN ${VALUES[kind]}
     WHERE d.tenant_id = ?1 AND (?2 IS NULL OR d.profile_id = ?2) LIMIT ?3`,
    tenantId,
    profileId,
    keysMax + 1,
  );
  if (rows.length > keysMax)
    throw invalid(`the devices have more than ${String(keysMax)} different keys, which is the most one answer gives`);
  return rows.map(({ key }) => String(key)).sort();
}
