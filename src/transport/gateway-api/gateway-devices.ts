// What the topics of the gateway API need of the devices behind a gateway: finding, creating and connecting them, and
// charging their messages.
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

/** Dependencies of topics whose messages also connect the devices they name, where that is enabled. */
export interface UplinkDeps extends GatewayDeps {
  readonly routes: DueRoutes;
}

export interface GatewayAttributeDeps extends UplinkDeps {
  readonly attributes: ClientAttributes;
}

/** Routes created by a message other than connect. */
export interface DueRoutes {
  /**
   * Whether the device must be connected before the message takes effect. Called for every message, so it must be fast.
   */
  isDue(client: DeviceClient, device: KnownDevice): boolean;
  /** Connects the due devices; resolves when that is durable. Rejects as the store does. */
  connectDue(message: RoutedMessage<DeviceClient>, devices: readonly KnownDevice[]): Promise<void>;
}

export interface ProxiedDevices {
  /** Looks only among devices already known in memory; does not wait. */
  find(tenantId: TenantId, name: string): KnownDevice | undefined;
  load(tenantId: TenantId, name: string): Promise<KnownDevice | undefined>;
  /**
   * Finds the device of that name, or creates it for the gateway. Creates a named profile that is missing, unless the
   * device is refused. Rejects with `invalid` or `limit-exceeded`.
   */
  findOrCreate(gateway: KnownDevice, name: string, profile?: ProfileName): Promise<KnownDevice>;
  /**
   * Like `findOrCreate`, for many devices with the default profile and in few store calls. The result for a refused
   * device is its error.
   */
  findOrCreateAll(gateway: KnownDevice, names: readonly string[]): Promise<readonly (KnownDevice | DomainError)[]>;
}

/** Routes through gateways (MQTT contract 4.1). */
export interface GatewayRoutes {
  /**
   * Finds or creates the device and its profile like `findOrCreate`, and makes the gateway its route. Resolves when all
   * of it is durable. A gateway that names itself gets no route.
   */
  connect(gateway: KnownDevice, name: string, profile: ProfileName | undefined, now: EpochMillis): Promise<KnownDevice>;
  /** Makes the gateway the route of existing devices; resolves when that is durable. */
  connectRoutes(gateway: KnownDevice, devices: readonly KnownDevice[], now: EpochMillis): Promise<void>;
  /** Ends the route if it goes through this gateway; resolves to whether it did. */
  disconnectRoute(gateway: KnownDevice, device: KnownDevice): Promise<boolean>;
}

/** Records when routes start and end. */
export interface RouteWitness {
  routeConnected(device: KnownDevice, at: EpochMillis): void;
  routeDisconnected(device: KnownDevice, at: EpochMillis, gateway: KnownDevice): void;
}

/** Charges a message about the device `name`. Throws the error of an exceeded rate limit. */
export function charge({ client, receivedAt }: RoutedMessage<DeviceClient>, name: string): void {
  const breach = client.traffic.message(name !== client.device.name, receivedAt);
  if (breach !== null) throw breach;
}
