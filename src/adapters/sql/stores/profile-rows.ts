// Rows of device profiles: conversion of profiles to rows and back. The provisioning secret is encrypted separately
// from the rest of the profile's data.
import { PLAIN_PROFILE_DATA, withProvisionSecret } from "../../../core/devices/profile-data.ts";
import type { DeviceProfile, JsonObject, TransportType } from "../../../core/devices/device.ts";
import type { DeviceProfileId, TenantId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { parseExactly } from "../../../lib/json.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import type { StoreConnection } from "../store-connection.ts";
import { foldedText } from "./search-page.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

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
 * Finds the profile of this name, or creates a plain one under `newId`; a new one called `default` becomes the default
 * if there is none. Source: MQTT contract 10.1, REST contract 8.
 */
export function ensureProfile(
  connection: StoreConnection,
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
       CASE WHEN ?4 = 'default' AND NOT EXISTS (SELECT 1 FROM device_profile WHERE tenant_id = ?3 AND is_default = 1)
         THEN 1 ELSE 0 END,
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

export const PROFILE = storedAs<DeviceProfile>()(
  `id, created_at, tenant_id, name, description, is_default, transport_type, provision_type, provision_key,
    profile_data, image, default_rule_chain_id, default_dashboard_id, default_queue_name, default_edge_rule_chain_id,
    firmware_id, software_id, external_id, version`,
  { isDefault: FLAG, profileData: JSON_TEXT },
);

/** The data without the provisioning secret. */
export function profileDataOf(row: Row): JsonObject {
  return parseExactly(row["profile_data"] as string) as JsonObject;
}

export function profileOf(secrets: SecretBox, row: Row): DeviceProfile {
  const profile = PROFILE.entity(row);
  const sealed = row["provision_secret"] as Uint8Array | null;
  if (sealed === null) return profile;
  return { ...profile, profileData: withProvisionSecret(profile.profileData, secrets.open(sealed, profile.id)) };
}
