// The port behind which gateways and figures about devices are read.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { GatewayFacts, RoutedDevice, RoutedDeviceSort } from "./gateways.ts";

/** What lists of gateways are sorted by. */
export interface GatewayKey {
  readonly id: DeviceId;
  readonly name: string;
  /** 0 where it was never heard of. */
  readonly lastActivityAt: EpochMillis;
}

export interface CountedDevices {
  readonly gateways: number;
  readonly devices: number;
  /** Those that are no gateways, as `devices` are. */
  readonly devicesActive: number;
}

export interface MonitoringStore {
  /** All gateways of the tenant whose name or label holds the text. In order of id. */
  gatewayKeys(tenantId: TenantId, textSearch: string | null): Promise<readonly GatewayKey[]>;
  /** In the order of the ids; those that are not there are left out. */
  gateways(tenantId: TenantId, ids: readonly DeviceId[]): Promise<readonly GatewayFacts[]>;
  /**
   * Devices that are routed through the gateway, and those that were last. `isOnline` says whether it is connected. What
   * devices sent within `device.activity.flushMillis` may not be in `lastActivityAt` yet.
   */
  routedDevices(
    tenantId: TenantId,
    gatewayId: DeviceId,
    isOnline: boolean,
    page: PageRequest<RoutedDeviceSort>,
  ): Promise<FoundPage<RoutedDevice>>;
  /** Of everybody where `tenantId` is null, of the whole tenant where `customerId` is. */
  countDevices(tenantId: TenantId | null, customerId: CustomerId | null): Promise<CountedDevices>;
  countTenants(): Promise<number>;
}
