// The port of the device registry: looking up devices by the names in messages, creating them for gateways, and their
// routes.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CredentialsId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { GatewayRoute, KnownProfile } from "./known-device.ts";

/** The data of a device that the registry keeps. */
export interface RegisteredDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly name: string;
  readonly profileId: DeviceProfileId;
  readonly customerId: CustomerId | null;
  readonly isGateway: boolean;
  readonly overwriteActivityTime: boolean;
  /** From the gateway's `additionalInfo`; null if that leaves it to the platform. */
  readonly connectOnUplink: boolean | null;
  readonly route: GatewayRoute | null;
  readonly disconnectedBy: readonly DeviceId[];
  /** The gateway that created it or last connected it. */
  readonly lastGatewayId: DeviceId | null;
}

/** The ids and credentials of a device, in case it has to be created. */
export interface DeviceCandidate {
  readonly id: DeviceId;
  readonly name: string;
  readonly credentialsId: CredentialsId;
  readonly accessToken: string;
}

/** Devices named by a gateway and unknown to this node. Names are valid and distinct. */
export interface DeviceOrder {
  readonly tenantId: TenantId;
  readonly gatewayId: DeviceId;
  readonly candidates: readonly DeviceCandidate[];
  /** The profile for created devices; it is created under this id if no profile has the name. */
  readonly profileName: string;
  readonly profileId: DeviceProfileId;
  /** Whether a missing profile is also created if all devices exist. */
  readonly requiresProfile: boolean;
  /** The tenant's device limit; 0 means no limit. */
  readonly maxDevices: number;
  readonly now: EpochMillis;
  /** Also makes the gateway the route of every device found or created, from `now` on. */
  readonly connects: boolean;
}

export interface OrderedDevice {
  readonly device: RegisteredDevice;
  readonly created: boolean;
}

export interface OrderOutcome {
  /** In the order of the candidates; null if the tenant's limit did not allow the device. */
  readonly devices: readonly (OrderedDevice | null)[];
  readonly createdProfileId: DeviceProfileId | null;
}

/**
 * Every write is one transaction, synced when it resolves. All methods reject with `unavailable` if the store cannot
 * serve.
 */
export interface RegistryStore {
  /** The existing devices among them, in no particular order. */
  findByNames(tenantId: TenantId, names: readonly string[]): Promise<readonly RegisteredDevice[]>;
  findById(id: DeviceId): Promise<RegisteredDevice | undefined>;
  /** Undefined if there is no such profile. */
  findProfile(id: DeviceProfileId): Promise<KnownProfile | undefined>;
  findRoutedThrough(gatewayId: DeviceId): Promise<readonly RegisteredDevice[]>;
  /** The same devices, without what is known of them. */
  findIdsRoutedThrough(gatewayId: DeviceId): Promise<readonly DeviceId[]>;
  /**
   * Finds or creates each device, up to `maxDevices` of the tenant in total. A created device belongs to the gateway's
   * customer and has a `Created` relation from the gateway. Throws `not-found` if the gateway does not exist.
   */
  findOrCreate(order: DeviceOrder): Promise<OrderOutcome>;
  /**
   * Makes `gatewayId` the route of the devices; returns those that still exist. Throws `not-found` if the gateway does
   * not exist or a device belongs to another tenant.
   */
  connectRoutes(
    tenantId: TenantId,
    gatewayId: DeviceId,
    deviceIds: readonly DeviceId[],
    now: EpochMillis,
  ): Promise<readonly DeviceId[]>;
  /**
   * Records that the gateway has disconnected the device, and removes the route if it is this gateway; returns whether
   * it was.
   */
  disconnectRoute(gatewayId: DeviceId, deviceId: DeviceId): Promise<boolean>;
}
