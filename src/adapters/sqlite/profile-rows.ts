// Rows of device profiles: how a profile becomes one, and one a profile. The provisioning secret is sealed apart from the
// rest of the profile's data.
import { PLAIN_PROFILE_DATA, provisionSecretOf, withProvisionSecret } from "../../core/devices/profile-data.ts";
import type { DeviceProfile, JsonObject, TransportType } from "../../core/devices/device.ts";
import type { ProfileFields } from "../../core/devices/profile-store.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseExactly, writeJson } from "../../lib/json.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { SqliteConnection } from "./connection.ts";
import { foldedText } from "./search-page.ts";
import { Table, type Cells } from "./table.ts";

export const PROFILE = new Table(
  "device_profile",
  "id createdAt tenantId name description isDefault transportType provisionType provisionKey provisionSecret profileData defaultRuleChainId defaultDashboardId defaultQueueName defaultEdgeRuleChainId firmwareId softwareId externalId version",
  "searchText",
);
/** Whole profiles. One without an image has no row of the other table. */
export const PROFILE_COLUMNS = `${PROFILE.columns},
  (SELECT image FROM device_profile_image WHERE profile_id = device_profile.id) AS image`;

export interface NeededProfile {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly newId: DeviceProfileId;
  readonly now: EpochMillis;
}

export interface EnsuredProfile {
  readonly id: DeviceProfileId;
  readonly transportType: TransportType;
  readonly created: boolean;
}

/**
 * The profile of this name, or a plain new one under `newId`; a new one called `default` becomes the default where there
 * is none. Source: MQTT contract 10.1, REST contract 8.
 */
export function ensureProfile(
  connection: SqliteConnection,
  { tenantId, name, newId, now }: NeededProfile,
): EnsuredProfile {
  const row = connection.get(
    "SELECT id, transport_type FROM device_profile WHERE tenant_id = ? AND name = ?",
    tenantId,
    name,
  );
  if (row !== undefined)
    return { id: row["id"] as DeviceProfileId, transportType: row["transport_type"] as TransportType, created: false };
  connection.run(
    `INSERT INTO device_profile (id, created_at, tenant_id, name, is_default, transport_type, provision_type, profile_data,
       search_text, version)
     SELECT ?1, ?2, ?3, ?4,
       ?4 = 'default' AND NOT EXISTS (SELECT 1 FROM device_profile WHERE tenant_id = ?3 AND is_default = 1),
       'DEFAULT', 'DISABLED', ?5, ?6, 1`,
    newId,
    now,
    tenantId,
    name,
    JSON.stringify(PLAIN_PROFILE_DATA),
    foldedText(name),
  );
  return { id: newId, transportType: "DEFAULT", created: true };
}

/** The provisioning secret is sealed apart. */
export function derivedCells(
  secrets: SecretBox,
  id: DeviceProfileId,
  { name, profileData }: ProfileFields,
): Cells<"provisionSecret profileData searchText"> {
  const secret = provisionSecretOf(profileData);
  return {
    provisionSecret: secret === null ? null : secrets.seal(secret, id),
    profileData: writeJson(withProvisionSecret(profileData, null)),
    searchText: foldedText(name),
  };
}

/** The data without the provisioning secret: the column holds what `derivedCells` made. */
export function profileDataOf(text: unknown): JsonObject {
  return parseExactly(String(text)) as JsonObject;
}

export function profileOf(secrets: SecretBox, row: Readonly<Record<string, unknown>>): DeviceProfile {
  const { provisionSecret: sealed, ...plain } = row;
  const profileData = profileDataOf(row["profileData"]);
  const profile = { ...plain, isDefault: row["isDefault"] === 1 } as unknown as DeviceProfile;
  if (!(sealed instanceof Uint8Array)) return { ...profile, profileData };
  return { ...profile, profileData: withProvisionSecret(profileData, secrets.open(sealed, profile.id)) };
}
