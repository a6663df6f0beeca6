// What claiming needs of its neighbours: who owns a device, and the two server attributes that steer claiming.
import type { EpochMillis } from "../../lib/clock.ts";
import type { Device } from "../devices/device.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";

export interface ClaimDevices {
  findByName(tenantId: TenantId, name: string): Promise<Device | undefined>;
  /** Gives an unowned device to a customer in one step; undefined when it has an owner by then, or is gone. */
  assignIfUnowned(tenantId: TenantId, deviceId: DeviceId, customerId: CustomerId): Promise<Device | undefined>;
  /** Succeeds for an unowned device too. */
  unassign(tenantId: TenantId, deviceId: DeviceId): Promise<void>;
}

/** Server-scope attributes of a device. */
export interface ClaimAttributes {
  read(deviceId: DeviceId, keys: readonly string[]): Promise<ReadonlyMap<string, Value>>;
  save(device: ClaimTarget, values: readonly (readonly [string, Value])[], ts: EpochMillis): Promise<void>;
  remove(device: ClaimTarget, keys: readonly string[]): Promise<void>;
}

export interface ClaimTarget {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}
