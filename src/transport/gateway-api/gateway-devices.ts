// What the topics of the gateway API need: the devices behind a gateway, found, created and routed, and what counts their
// messages.
import type { ProfileName } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DomainError } from "../../core/errors.ts";
import type { TenantId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { Activity } from "../device-api/activity.ts";
import type { ClientAttributes } from "../device-api/attributes.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";

export interface GatewayDeps {
  readonly devices: ProxiedDevices;
  readonly activity: Activity;
}

/** Of topics whose messages connect the devices they name, where the gateway has it so. */
export interface UplinkDeps extends GatewayDeps {
  readonly routes: DueRoutes;
}

export interface GatewayAttributeDeps extends UplinkDeps {
  readonly attributes: ClientAttributes;
}

/** Routes that a message makes without a connect message. */
export interface DueRoutes {
  /** Whether the device is to be connected before what was sent of it takes effect. For the path of every message. */
  isDue(client: DeviceClient, device: KnownDevice): boolean;
  /** Connects those that are due, durably when it resolves. Rejects as the store does. */
  connectDue(message: RoutedMessage<DeviceClient>, devices: readonly KnownDevice[]): Promise<void>;
}

export interface ProxiedDevices {
  /** Only what this node already knows; does not wait. */
  find(tenantId: TenantId, name: string): KnownDevice | undefined;
  load(tenantId: TenantId, name: string): Promise<KnownDevice | undefined>;
  /**
   * The device of that name, created for the gateway where there is none. A profile that is named and missing is created
   * too, but not where the device is refused. Rejects with `invalid` or `limit-exceeded`.
   */
  findOrCreate(gateway: KnownDevice, name: string, profile?: ProfileName): Promise<KnownDevice>;
  /** The same for many with the default profile, in few store calls; an entry that is refused comes back as its error. */
  findOrCreateAll(gateway: KnownDevice, names: readonly string[]): Promise<readonly (KnownDevice | DomainError)[]>;
}

/** The routes through gateways (MQTT contract 4.1). */
export interface GatewayRoutes {
  /**
   * Finds or creates the device and its profile as `findOrCreate`, and makes the gateway its route, all durable when it
   * resolves. A gateway that names itself gets no route.
   */
  connect(gateway: KnownDevice, name: string, profile: ProfileName | undefined, now: EpochMillis): Promise<KnownDevice>;
  /** Makes the gateway the route of devices that exist, all durable when it resolves. */
  connectRoutes(gateway: KnownDevice, devices: readonly KnownDevice[], now: EpochMillis): Promise<void>;
  /** Ends the route if it goes through this gateway; whether it did. */
  disconnectRoute(gateway: KnownDevice, device: KnownDevice): Promise<boolean>;
}

/** Who keeps when routes began and ended. */
export interface RouteWitness {
  routeConnected(device: KnownDevice, at: EpochMillis): void;
  routeDisconnected(device: KnownDevice, at: EpochMillis, gateway: KnownDevice): void;
}

/** Charges a message about the device of that name. Throws the breach of a rate limit. */
export function charge({ client, receivedAt }: RoutedMessage<DeviceClient>, name: string): void {
  const breach = client.traffic.message(name !== client.device.name, receivedAt);
  if (breach !== null) throw breach;
}
