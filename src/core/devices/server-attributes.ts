// The part of the attribute service with which the platform stores its own notes about a device: server attributes,
// which users can see and devices cannot.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";

export interface NotedDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}

export interface ServerAttributes {
  /** Returns only the attributes found. */
  read(
    deviceId: DeviceId,
    scope: "SERVER_SCOPE",
    keys: readonly string[],
  ): Promise<readonly { readonly key: string; readonly value: Value }[]>;
  save(
    device: NotedDevice,
    scope: "SERVER_SCOPE",
    values: readonly (readonly [string, Value])[],
    ts: EpochMillis,
  ): Promise<void>;
  /** As `save`, unless the device has just these values already; returns whether it had others. Of several callers at once, one gets true. */
  saveIfOther(
    device: NotedDevice,
    scope: "SERVER_SCOPE",
    values: readonly (readonly [string, Value])[],
    ts: EpochMillis,
  ): Promise<boolean>;
  delete(device: NotedDevice, scope: "SERVER_SCOPE", keys: readonly string[]): Promise<void>;
}
