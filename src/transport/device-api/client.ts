// Who is behind an MQTT connection, as the two topic APIs know it: a device with its own session, or somebody who has
// connected to be provisioned and is bound to no device yet.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DeviceTraffic } from "../../core/tenants/traffic-meter.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { Route, RoutedMessage } from "../mqtt/routed-message.ts";
import type { DeviceSession } from "./device-session.ts";

export interface DeviceClient {
  readonly kind: "device";
  readonly device: KnownDevice;
  /** Decided once, at CONNECT. The device may lose or gain the flag meanwhile. */
  readonly isGateway: boolean;
  /** Charge what arrives here before it is processed. */
  readonly traffic: DeviceTraffic;
  /** Null until the CONNACK has been written. */
  session: DeviceSession | null;
  /** How much has been said on the errors topic lately. */
  readonly notices: NoticeWindow;
}

/** A provisioning session. */
export interface ProvisioningClient {
  readonly kind: "provisioning";
}

export type Client = DeviceClient | ProvisioningClient;

/** The messages of one second on the errors topic. */
export interface NoticeWindow {
  startedAt: EpochMillis;
  sent: number;
  omitted: number;
}

/** Makes a route for devices fit a session of any client. Provisioning sessions are never given such a route. */
export function forDevices(route: Route<DeviceClient>): Route<Client> {
  return {
    topic: route.topic,
    handle: (message) => {
      if (!isFromDevice(message)) throw new Error(`a provisioning session was given the route ${route.topic}`);
      return route.handle(message);
    },
  };
}

function isFromDevice(message: RoutedMessage<Client>): message is RoutedMessage<DeviceClient> {
  return message.client.kind === "device";
}
