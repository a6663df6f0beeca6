// Rows of device profiles: how a profile becomes one, and one a profile. The provisioning secret is sealed apart from the
// rest of the profile's data.
import { PLAIN_PROFILE_DATA, provisionSecretOf, withProvisionSecret } from "../../core/devices/profile-data.ts";
import type {
  DeviceProfile,
  JsonObject,
  ProfileName,
  ProvisionType,
  TransportType,
} from "../../core/devices/device.ts";
import type { DashboardId, DeviceProfileId, PackageId, RuleChainId, TenantId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseExactly, writeJson } from "../../lib/json.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { SqliteConnection } from "./connection.ts";
import { foldedText } from "./search-page.ts";

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

export interface SealedProfileData {
  readonly provisionSecret: Uint8Array | null;
  /** JSON text. */
  readonly profileData: string;
}

export function sealedProfileData(secrets: SecretBox, id: DeviceProfileId, profileData: JsonObject): SealedProfileData {
  const secret = provisionSecretOf(profileData);
  return {
    provisionSecret: secret === null ? null : secrets.seal(secret, id),
    profileData: writeJson(withProvisionSecret(profileData, null)),
  };
}

/** The data without the provisioning secret: the column holds what `sealedProfileData` wrote. */
export function profileDataOf(row: Record<string, unknown>): JsonObject {
  return parseExactly(row["profile_data"] as string) as JsonObject;
}

/** The row was written by us from checked values, so this is the parser of our own format. */
export function profileOf(secrets: SecretBox, row: Record<string, unknown>): DeviceProfile {
  const id = row["id"] as DeviceProfileId;
  const sealed = row["provision_secret"] as Uint8Array | null;
  const profileData = profileDataOf(row);
  return {
    id,
    createdAt: millis(row["created_at"] as number),
    tenantId: row["tenant_id"] as TenantId,
    name: row["name"] as ProfileName,
    description: row["description"] as string | null,
    isDefault: row["is_default"] === 1,
    transportType: row["transport_type"] as TransportType,
    provisionType: row["provision_type"] as ProvisionType,
    provisionKey: row["provision_key"] as string | null,
    profileData: sealed === null ? profileData : withProvisionSecret(profileData, secrets.open(sealed, id)),
    image: row["image"] as string | null,
    defaultRuleChainId: row["default_rule_chain_id"] as RuleChainId | null,
    defaultDashboardId: row["default_dashboard_id"] as DashboardId | null,
    defaultQueueName: row["default_queue_name"] as string | null,
    defaultEdgeRuleChainId: row["default_edge_rule_chain_id"] as RuleChainId | null,
    firmwareId: row["firmware_id"] as PackageId | null,
    softwareId: row["software_id"] as PackageId | null,
    externalId: row["external_id"] as DeviceProfileId | null,
    version: row["version"] as number,
  };
}
