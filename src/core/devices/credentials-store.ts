// The port behind which device credentials are kept. Secrets are encrypted at rest.
import type { DeviceId, TenantId } from "../ids.ts";
import type { CheckedCredentials } from "./credentials.ts";
import type { DeviceCredentials } from "./device.ts";

export interface CredentialsStore {
  /** Undefined where the tenant has no such device. */
  findByDevice(tenantId: TenantId, deviceId: DeviceId): Promise<DeviceCredentials | undefined>;
  /** By the id that is unique in the installation. */
  findByCredentialsId(credentialsId: string): Promise<DeviceCredentials | undefined>;
  /**
   * Replaces the credentials of a device. Throws `not-found`, `conflict` where `expectedVersion` is neither null nor the
   * stored one, and `invalid` where another device of the installation has this credentials id.
   */
  replace(
    tenantId: TenantId,
    deviceId: DeviceId,
    credentials: CheckedCredentials,
    expectedVersion: number | null,
  ): Promise<DeviceCredentials>;
}
