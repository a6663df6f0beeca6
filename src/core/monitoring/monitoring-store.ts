// The port for reading gateways and figures about devices.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { GatewayFacts, RoutedDevice, RoutedDeviceSort } from "./gateways.ts";

/** The values by which lists of gateways are sorted. */
export interface GatewayKey {
  readonly id: DeviceId;
  readonly name: string;
  /** 0 if it was never heard of. */
  readonly lastActivityAt: EpochMillis;
}

export interface CountedDevices {
  readonly gateways: number;
  readonly devices: number;
  /** Devices that are not gateways, like `devices`. */
  readonly devicesActive: number;
}

export interface MonitoringStore {
  /** All gateways of the tenant whose name or label contains the text, ordered by id. */
  gatewayKeys(tenantId: TenantId, textSearch: string | null): Promise<readonly GatewayKey[]>;
  /** In the order of `ids`; missing ones are left out. */
  gateways(tenantId: TenantId, ids: readonly DeviceId[]): Promise<readonly GatewayFacts[]>;
  /**
   * Devices routed through the gateway, and those that last were. `isOnline` says whether the gateway is connected.
   * `lastActivityAt` may lag behind by `device.activity.flushMillis`.
   */
  routedDevices(
    tenantId: TenantId,
    gatewayId: DeviceId,
    isOnline: boolean,
    page: PageRequest<RoutedDeviceSort>,
  ): Promise<FoundPage<RoutedDevice>>;
  /** Counts everything if `tenantId` is null, the whole tenant if `customerId` is. */
  countDevices(tenantId: TenantId | null, customerId: CustomerId | null): Promise<CountedDevices>;
  /** How many gateways each tenant has, by tenant; those without any are left out. */
  countGateways(): Promise<readonly (readonly [tenantId: TenantId, gateways: number])[]>;
  countTenants(): Promise<number>;
}
