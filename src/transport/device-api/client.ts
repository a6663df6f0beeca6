// Who is behind an MQTT connection, as the two topic APIs know it: a device with its own session, or a client that has
// connected to be provisioned and is bound to no device yet.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { ConnectionFacts } from "../../core/devices/live-session.ts";
import type { DeviceTraffic } from "../../core/tenants/traffic-meter.ts";
import { millis, type EpochMillis, type Timer } from "../../lib/clock.ts";
import type { MqttSession, Route, RoutedMessage } from "../mqtt/routed-message.ts";
import type { AdmissionTicket } from "./admission-tickets.ts";
import type { DeviceSession } from "./device-session.ts";
import type { OwnDownlinks } from "./own-downlinks.ts";

export interface DeviceClient {
  readonly kind: "device";
  readonly device: KnownDevice;
  /** Decided once, at CONNECT. The device may lose or gain the flag meanwhile. */
  readonly isGateway: boolean;
  /** Charge what arrives here before it is processed. */
  readonly traffic: DeviceTraffic;
  readonly ticket: AdmissionTicket;
  readonly connection: ConnectionFacts;
  /** As the device's profile was at CONNECT. */
  readonly downlinks: OwnDownlinks;
  /** Null until the CONNACK has been written. */
  session: DeviceSession | null;
  /** For the errors topic. */
  readonly errorBudget: NoticeBudget;
  /** For the notices of rate limits. */
  readonly rateBudget: NoticeBudget;
  /** Names of devices whose traffic was refused by a rate limit and whose notice has not been sent yet. */
  readonly breached: Set<string>;
  /** The size of chunks that a request for a package named last, by kind and request. */
  readonly chunkSizes: Map<string, number>;
}

/** A provisioning session. */
export interface ProvisioningClient {
  readonly kind: "provisioning";
  /** Where its connection comes from. */
  readonly address: string;
  /** Null until the CONNACK has been written. */
  session: MqttSession | null;
  /** Closes the session some time after it has been answered. */
  closing: Timer | null;
}

export type Client = DeviceClient | ProvisioningClient;

/** What may still be said to a client of its refusals in the present second. */
export interface NoticeBudget {
  startedAt: EpochMillis;
  sent: number;
  omitted: number;
  /** Reports how many were omitted when the second is over. */
  summary: Timer | null;
}

export function newNoticeBudget(): NoticeBudget {
  return { startedAt: millis(0), sent: 0, omitted: 0, summary: null };
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

/** The same for messages of provisioning sessions. */
export function forProvisioning(route: Route<ProvisioningClient>): Route<Client> {
  return {
    topic: route.topic,
    handle: (message) => {
      if (!isFromProvisioning(message)) throw new Error(`a device's session was given the route ${route.topic}`);
      return route.handle(message);
    },
  };
}

function isFromProvisioning(message: RoutedMessage<Client>): message is RoutedMessage<ProvisioningClient> {
  return message.client.kind === "provisioning";
}
