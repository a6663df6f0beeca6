// The part of the attribute service by which the platform keeps notes of its own about a device: server attributes, which
// devices cannot see and users can.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";

export interface NotedDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}

export interface ServerAttributes {
  /** Found attributes only. */
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
  delete(device: NotedDevice, scope: "SERVER_SCOPE", keys: readonly string[]): Promise<void>;
}
