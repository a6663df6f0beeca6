// Device credentials.
import type { CheckedCredentials, CredentialsStore } from "../../../core/devices/credentials.ts";
import type { DeviceCredentials } from "../../../core/devices/device.ts";
import { DomainError } from "../../../core/errors.ts";
import type { DeviceId, TenantId } from "../../../core/ids.ts";
import { requireVersion } from "../storage-errors.ts";
import { CREDENTIALS_COLUMNS, credentialsError, credentialsOf, sealCredentials } from "./credentials-rows.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";

export class SqlCredentialsStore extends SqlStore implements CredentialsStore {
  async findByDevice(tenantId: TenantId, deviceId: DeviceId): Promise<DeviceCredentials | undefined> {
    return findCredentials(this.context, tenantId, deviceId);
  }

  async findByCredentialsId(credentialsId: string): Promise<DeviceCredentials | undefined> {
    const { connection, secrets } = this;
    const row = connection.get(
      `SELECT ${CREDENTIALS_COLUMNS} FROM device_credentials WHERE id_hash = ?`,
      secrets.hash(credentialsId),
    );
    return row === undefined ? undefined : credentialsOf(secrets, row);
  }

  async findByCredentialsIds(credentialsIds: readonly string[]): Promise<readonly DeviceCredentials[]> {
    if (credentialsIds.length === 0) return [];
    const { connection, secrets } = this;
    const rows = connection.all(
      `SELECT ${CREDENTIALS_COLUMNS} FROM device_credentials WHERE id_hash IN (${credentialsIds.map(() => "?").join(", ")})`,
      ...credentialsIds.map((id) => secrets.hash(id)),
    );
    return rows.map((row) => credentialsOf(secrets, row));
  }

  async replace(
    tenantId: TenantId,
    deviceId: DeviceId,
    credentials: CheckedCredentials,
    expectedVersion: number | null,
  ): Promise<DeviceCredentials> {
    return replaceCredentials(this.context, { tenantId, deviceId }, { ...credentials, expectedVersion });
  }
}

function findCredentials(
  { connection, secrets }: StoreContext,
  tenantId: TenantId,
  deviceId: DeviceId,
): DeviceCredentials | undefined {
  const row = connection.get(
    `SELECT ${CREDENTIALS_COLUMNS} FROM device_credentials WHERE device_id = ? AND tenant_id = ?`,
    deviceId,
    tenantId,
  );
  return row === undefined ? undefined : credentialsOf(secrets, row);
}

export interface Replacement extends CheckedCredentials {
  /** Null overwrites any version. */
  readonly expectedVersion: number | null;
}

/** Throws `not-found`, `conflict`, and `invalid` if another device has these credentials. */
export function replaceCredentials(
  context: StoreContext,
  { tenantId, deviceId }: { readonly tenantId: TenantId; readonly deviceId: DeviceId },
  { kind, credentialsId, credentialsValue, expectedVersion }: Replacement,
): DeviceCredentials {
  const present = findCredentials(context, tenantId, deviceId);
  if (present === undefined) throw new DomainError("not-found", `device ${deviceId} does not exist`);
  requireVersion(present.version, expectedVersion, `credentials of device ${deviceId}`);
  const { connection, secrets } = context;
  const replaced: DeviceCredentials = {
    ...present,
    kind,
    credentialsId,
    credentialsValue,
    version: present.version + 1,
  };
  try {
    connection.run(
      "UPDATE device_credentials SET kind = ?, id_hash = ?, secret = ?, version = ? WHERE device_id = ?",
      kind,
      secrets.hash(credentialsId),
      sealCredentials(secrets, deviceId, credentialsId, credentialsValue),
      replaced.version,
      deviceId,
    );
  } catch (error) {
    throw credentialsError(error);
  }
  return replaced;
}
