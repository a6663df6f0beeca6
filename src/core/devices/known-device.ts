// A device as the hot path needs it: one object per device in this node's cache, found by name or id without waiting.
import type { Brand } from "../../lib/brand.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";

/** The dense integer that identifies one (owner, telemetry key). */
export type SeriesNumber = Brand<number, "SeriesNumber">;

/** Where a device's downlinks go when it is not connected itself. Source: MQTT contract 4.1. */
export interface GatewayRoute {
  readonly gatewayId: DeviceId;
  readonly connectedAt: EpochMillis;
}

/**
 * Fields are updated in place when the registry learns of a change, so holders always see the present state. A deleted
 * device stays marked `deleted` for those who still hold it.
 */
export interface KnownDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  name: string;
  profileId: DeviceProfileId;
  customerId: CustomerId | null;
  isGateway: boolean;
  overwriteActivityTime: boolean;
  /** For a gateway: whether its uplinks for a device without a route connect that device. */
  connectsOnUplink: boolean;
  deleted: boolean;
  route: GatewayRoute | null;
  /** The gateways that have disconnected the device since they last connected it: their uplinks do not reconnect it. */
  disconnectedBy: readonly DeviceId[];
  /** The gateway that last sent data of the device, as far as this node knows. */
  sentThrough: DeviceId | null;
  /**
   * Time of the last uplink of or about the device on this node; written without waiting, stored by the connectivity
   * service.
   */
  lastActivityAt: EpochMillis;
  /** Whether the connectivity service last stored the device as active. */
  active: boolean;
  /** Whether its profile casts telemetry texts that spell a number; null leaves it to the platform. */
  readonly castsStrings: boolean | null;
  /** The telemetry keys that this node has seen so far. */
  readonly series: Map<string, SeriesNumber>;
}

/** The profile data that the hot path needs: one object for all devices of the profile, updated in place. */
export interface KnownProfile {
  castsStrings: boolean | null;
}

/** The registry as used by the services around devices. */
export interface DeviceDirectory {
  /** The device if it is in this node's cache, or a session or batch still holds it; does not wait. */
  inMemory(id: DeviceId): KnownDevice | undefined;
  /** The device, or undefined if there is none. Rejects with `unavailable` when the store does. */
  loadById(id: DeviceId): Promise<KnownDevice | undefined>;
  /** Every device whose route is this gateway. Rejects with `unavailable` when the store does. */
  loadRoutedThrough(gatewayId: DeviceId): Promise<readonly KnownDevice[]>;
}
