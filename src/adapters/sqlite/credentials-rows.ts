// Rows of device credentials. Neither the credentials id nor the value can be read from the file: ids meet as keyed
// hashes, and both are sealed together for the row's device.
import type { CredentialsKind, DeviceCredentials } from "../../core/devices/device.ts";
import { invalid } from "../../core/errors.ts";
import type { CredentialsId, DeviceId, TenantId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { violatesUnique } from "./sqlite-errors.ts";
import type { StoreContext } from "./store-table.ts";

export interface NewCredentialsRow {
  readonly id: CredentialsId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly kind: CredentialsKind;
  readonly credentialsId: string;
  readonly credentialsValue: string | null;
}

export const CREDENTIALS_COLUMNS = "id, created_at, device_id, kind, secret, version";

/** Throws `invalid` when another device has these credentials. */
export function insertCredentials({ connection, secrets }: StoreContext, row: NewCredentialsRow): void {
  try {
    connection.run(
      `INSERT INTO device_credentials (id, created_at, tenant_id, device_id, kind, id_hash, secret, version)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1)`,
      row.id,
      row.createdAt,
      row.tenantId,
      row.deviceId,
      row.kind,
      secrets.hash(row.credentialsId),
      sealCredentials(secrets, row.deviceId, row.credentialsId, row.credentialsValue),
    );
  } catch (error) {
    throw credentialsError(error);
  }
}

export function sealCredentials(secrets: SecretBox, deviceId: DeviceId, id: string, value: string | null): Uint8Array {
  return secrets.seal(JSON.stringify([id, value]), deviceId);
}

export function credentialsError(error: unknown): unknown {
  return violatesUnique(error, "device_credentials.id_hash")
    ? invalid("credentialsId is used by another device already")
    : error;
}

/** The row was written by us from checked values, so this is the parser of our own format. */
export function credentialsOf(secrets: SecretBox, row: Record<string, unknown>): DeviceCredentials {
  const deviceId = row["device_id"] as DeviceId;
  const [credentialsId, credentialsValue] = parseNamed(secrets.open(row["secret"] as Uint8Array, deviceId)) as [
    string,
    string | null,
  ];
  return {
    id: row["id"] as CredentialsId,
    createdAt: millis(row["created_at"] as number),
    deviceId,
    kind: row["kind"] as CredentialsKind,
    credentialsId,
    credentialsValue,
    version: row["version"] as number,
  };
}
