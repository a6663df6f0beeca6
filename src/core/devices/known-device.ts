// A device as the hot path needs it: one object per device in this node's cache, found by name or id without waiting.
import type { Brand } from "../../lib/brand.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";

/** The dense integer that stands for one (device, telemetry key). */
export type SeriesNumber = Brand<number, "SeriesNumber">;

/** Where a device's downlink events go when it is not connected by itself. Source: MQTT contract 4.1. */
export interface GatewayRoute {
  readonly gatewayId: DeviceId;
  readonly connectedAt: EpochMillis;
}

/**
 * Fields change in place when the registry hears of a change, so its holders always see the present
 * state. A deleted device stays marked `deleted` in the hands of those who still hold it.
 */
export interface KnownDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  name: string;
  profileId: DeviceProfileId;
  customerId: CustomerId | null;
  isGateway: boolean;
  overwriteActivityTime: boolean;
  /** Of a gateway: whether what it sends of a device without a route connects that device. */
  connectsOnUplink: boolean;
  deleted: boolean;
  route: GatewayRoute | null;
  /** The gateways that have disconnected the device since they last connected it: their uplinks do not connect it again. */
  disconnectedBy: readonly DeviceId[];
  /** The gateway that last sent something of it, as far as this node knows. */
  sentThrough: DeviceId | null;
  /** Last uplink of or about the device on this node, written without waiting and stored by the connectivity service. */
  lastActivityAt: EpochMillis;
  /** Whether the connectivity service last stored the device as active. */
  active: boolean;
  /** What its profile says of texts that spell a number in telemetry; null leaves it to the platform. */
  readonly castsStrings: boolean | null;
  /** The telemetry keys this node has met so far. */
  readonly series: Map<string, SeriesNumber>;
}

/** What the hot path needs of a profile: one object for all its devices, changed in place. */
export interface KnownProfile {
  castsStrings: boolean | null;
}

/** What the services around devices ask of the registry. */
export interface DeviceDirectory {
  /** The device if this node has it in its cache, or a session or batch still holds it; does not wait. */
  inMemory(id: DeviceId): KnownDevice | undefined;
  /** The device, or undefined where there is none. Rejects with `unavailable` when the store does. */
  loadById(id: DeviceId): Promise<KnownDevice | undefined>;
  /** Every device whose route is this gateway. Rejects with `unavailable` when the store does. */
  loadRoutedThrough(gatewayId: DeviceId): Promise<readonly KnownDevice[]>;
}
