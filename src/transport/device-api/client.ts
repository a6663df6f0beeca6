// The client of an MQTT connection, for the topic APIs: a device with its own session, or a client that has connected
// to be provisioned and is not bound to a device yet.
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
  /** Decided once, at CONNECT, although the device may gain or lose the flag later. */
  readonly isGateway: boolean;
  /** Every message must be charged here before it is processed. */
  readonly traffic: DeviceTraffic;
  readonly ticket: AdmissionTicket;
  readonly connection: ConnectionFacts;
  /** By the device's profile as it was at CONNECT. */
  readonly downlinks: OwnDownlinks;
  /** Null until the CONNACK has been written. */
  session: DeviceSession | null;
  /** Bounds messages on the errors topic. */
  readonly errorBudget: NoticeBudget;
  /** Bounds notices of rate limits. */
  readonly rateBudget: NoticeBudget;
  /** Names of devices that hit a rate limit and whose notice has not been sent yet. */
  readonly breached: Set<string>;
  /** The chunk size last named for each package request, by kind and request id. */
  readonly chunkSizes: Map<string, number>;
}

/** The client of a provisioning session. */
export interface ProvisioningClient {
  readonly kind: "provisioning";
  /** The address it connects from. */
  readonly address: string;
  /** Null until the CONNACK has been written. */
  session: MqttSession | null;
  /** Closes the session some time after its first answer. */
  closing: Timer | null;
}

export type Client = DeviceClient | ProvisioningClient;

/** Messages about refusals that a client may still get in the current second. */
export interface NoticeBudget {
  startedAt: EpochMillis;
  sent: number;
  omitted: number;
  /** Reports the number left out when the second is over. */
  summary: Timer | null;
}

export function newNoticeBudget(): NoticeBudget {
  return { startedAt: millis(0), sent: 0, omitted: 0, summary: null };
}

/** Adapts a route for devices to sessions of any client. Provisioning sessions never get such a route. */
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

/** Likewise for routes of provisioning sessions. */
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
