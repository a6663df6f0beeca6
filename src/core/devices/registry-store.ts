// The port of the device registry: devices as messages name them, their creation by gateways, and their routes.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CredentialsId, CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { GatewayRoute, KnownProfile } from "./known-device.ts";

/** What the registry keeps of a device. */
export interface RegisteredDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly name: string;
  readonly profileId: DeviceProfileId;
  readonly customerId: CustomerId | null;
  readonly isGateway: boolean;
  readonly overwriteActivityTime: boolean;
  /** As the gateway's `additionalInfo` has it; null where that leaves it to the platform. */
  readonly connectOnUplink: boolean | null;
  readonly route: GatewayRoute | null;
  readonly disconnectedBy: readonly DeviceId[];
  /** The gateway that created it or connected it last. */
  readonly lastGatewayId: DeviceId | null;
}

/** What a device gets if it has to be created. */
export interface DeviceCandidate {
  readonly id: DeviceId;
  readonly name: string;
  readonly credentialsId: CredentialsId;
  readonly accessToken: string;
}

/** Devices that a gateway has named and that this node does not know. Names are valid and differ from each other. */
export interface DeviceOrder {
  readonly tenantId: TenantId;
  readonly gatewayId: DeviceId;
  readonly candidates: readonly DeviceCandidate[];
  /** The profile of those that are created, created itself under this id where no profile has the name. */
  readonly profileName: string;
  readonly profileId: DeviceProfileId;
  /** Whether a missing profile is created for devices that exist already, too. */
  readonly requiresProfile: boolean;
  /** Most devices the tenant may have; 0 means no limit. */
  readonly maxDevices: number;
  readonly now: EpochMillis;
  /** Also makes the gateway the route of every device found or created, since `now`. */
  readonly connects: boolean;
}

export interface OrderedDevice {
  readonly device: RegisteredDevice;
  readonly created: boolean;
}

export interface OrderOutcome {
  /** In the order of the candidates; null where the tenant's limit did not allow the device. */
  readonly devices: readonly (OrderedDevice | null)[];
  readonly createdProfileId: DeviceProfileId | null;
}

/** Every write is one transaction, synced when it resolves. All reject with `unavailable` when the storage cannot serve. */
export interface RegistryStore {
  /** Those that exist, in no order. */
  findByNames(tenantId: TenantId, names: readonly string[]): Promise<readonly RegisteredDevice[]>;
  findById(id: DeviceId): Promise<RegisteredDevice | undefined>;
  /** Undefined where there is no such profile. */
  findProfile(id: DeviceProfileId): Promise<KnownProfile | undefined>;
  findRoutedThrough(gatewayId: DeviceId): Promise<readonly RegisteredDevice[]>;
  /**
   * Finds or creates each, at most `maxDevices` of the tenant in all. A created device belongs to the gateway's customer
   * and has a `Created` relation from it. Throws `not-found` when the gateway does not exist.
   */
  findOrCreate(order: DeviceOrder): Promise<OrderOutcome>;
  /**
   * Makes `gatewayId` the route of the devices, and gives those that still exist. Throws `not-found` where the gateway does
   * not, or where a device is another tenant's.
   */
  connectRoutes(
    tenantId: TenantId,
    gatewayId: DeviceId,
    deviceIds: readonly DeviceId[],
    now: EpochMillis,
  ): Promise<readonly DeviceId[]>;
  /** Keeps that the gateway has disconnected the device, and removes the route if it is this gateway; whether it was. */
  disconnectRoute(gatewayId: DeviceId, deviceId: DeviceId): Promise<boolean>;
}
