// How many devices a tenant may have.
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";

export interface DeviceLimit {
  /** The tenant's `maxDevices`; 0 means no limit. */
  maxDevices(tenantId: TenantId): Promise<number>;
}

/** Source: MQTT contract 10.2. */
export function deviceLimitExceeded(maxDevices: number, name: string): DomainError {
  return new DomainError(
    "limit-exceeded",
    `device "${name.slice(0, 64)}" cannot be created: the tenant may have ${String(maxDevices)} devices and has as many`,
    { limit: { name: "maxDevices", value: maxDevices }, entityType: "DEVICE" },
  );
}
