// Rows of device credentials. Neither the credentials id nor the value can be read from the file: ids are compared as
// keyed hashes, and both are encrypted together, bound to the row's device.
import type { DeviceCredentials } from "../../../core/devices/device.ts";
import { wrong } from "../../../core/errors.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import { violatesUnique } from "../storage-errors.ts";
import { storedAs, type Row } from "./stored-as.ts";
import type { StoreContext } from "../store-table.ts";

const CREDENTIALS = storedAs<Omit<DeviceCredentials, "credentialsId" | "credentialsValue">>()(
  "id, created_at, device_id, kind, version",
);
export const CREDENTIALS_COLUMNS = `${CREDENTIALS.columns}, secret`;

export interface NewCredentialsRow extends Omit<DeviceCredentials, "version"> {
  readonly tenantId: TenantId;
}

/** Throws `invalid` if another device has one of these credentials. */
export function insertCredentials({ connection, secrets }: StoreContext, rows: readonly NewCredentialsRow[]): void {
  try {
    connection.insertAll(
      "device_credentials",
      rows.map((row) => ({
        ...CREDENTIALS.row({ ...row, version: 1 }),
        tenant_id: row.tenantId,
        id_hash: secrets.hash(row.credentialsId),
        secret: sealCredentials(secrets, row.deviceId, row.credentialsId, row.credentialsValue),
      })),
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
    ? wrong("used-elsewhere", { field: "credentialsId", by: "device" })
    : error;
}

export function credentialsOf(secrets: SecretBox, row: Row): DeviceCredentials {
  const credentials = CREDENTIALS.entity(row);
  // Written by `sealCredentials`.
  const opened = parseNamed(secrets.open(row["secret"] as Uint8Array, credentials.deviceId)) as [string, string | null];
  return { ...credentials, credentialsId: opened[0], credentialsValue: opened[1] };
}
