// What claiming needs of devices: finding them by name, and giving them to customers and back.
import type { Device } from "../devices/device.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";

export interface ClaimDevices {
  findByName(tenantId: TenantId, name: string): Promise<Device | undefined>;
  /** Gives an unowned device to a customer in one step; undefined when it has an owner by then, or is gone. */
  assignIfUnowned(tenantId: TenantId, deviceId: DeviceId, customerId: CustomerId): Promise<Device | undefined>;
  /** Succeeds for an unowned device too. */
  unassign(tenantId: TenantId, deviceId: DeviceId): Promise<void>;
}
