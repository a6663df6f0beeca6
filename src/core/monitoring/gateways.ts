// Gateways as shown to their tenant: the connection, its recent traffic, and why the last connection ended.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ConnectionFacts } from "../devices/live-session.ts";
import type { SessionEnd } from "../devices/session-end.ts";
import type { ErrorKind } from "../errors.ts";
import type { CustomerId, DeviceId } from "../ids.ts";
import type { AcknowledgementFigures } from "../tenants/acknowledgement-times.ts";
import type { Traffic } from "./overview.ts";

/** A gateway's newest open connection. */
export interface GatewayConnection extends ConnectionFacts {
  readonly since: EpochMillis;
}

/** Stored data of a gateway. */
export interface GatewayFacts {
  readonly id: DeviceId;
  readonly name: string;
  readonly label: string | null;
  readonly profileName: string;
  readonly customerId: CustomerId | null;
  readonly customerTitle: string | null;
  readonly createdAt: EpochMillis;
  readonly active: boolean;
  /** Null if it was never heard of. */
  readonly lastActivityAt: EpochMillis | null;
  readonly lastConnectAt: EpochMillis | null;
  readonly lastDisconnectAt: EpochMillis | null;
  readonly lastEnd: SessionEnd | null;
  /** The number of devices whose route it is. */
  readonly devices: number;
}

export interface Gateway extends GatewayFacts {
  readonly online: boolean;
  /** Null if it is not connected, or if the node of a cluster that has the connection does not answer. */
  readonly connection: GatewayConnection | null;
  readonly sessions: number;
  readonly lastMinute: { readonly messages: number; readonly points: number; readonly refused: number };
  readonly lastHour: RefusedMessages;
}

export interface RefusedMessages {
  readonly refused: number;
  /** The most frequent one; null if there is none. */
  readonly reason: ErrorKind | null;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: ErrorKind; readonly refused: number }[];
}

/** Null: all. */
export interface GatewayFilter {
  /** Whether it has a connection. */
  readonly online: boolean | null;
  /** Whether messages of it were refused in the last hour. */
  readonly refused: boolean | null;
}

export interface GatewayDetails extends Gateway {
  /** Whether its uplinks connect devices, by its own setting or the platform's. */
  readonly connectsOnUplink: boolean;
  readonly traffic: Traffic;
  readonly acknowledgements: AcknowledgementFigures | null;
}

type DeviceFacts = "id" | "name" | "label" | "profileName" | "active" | "lastActivityAt";

export interface RoutedDevice extends Pick<GatewayFacts, DeviceFacts> {
  /** Whether the gateway is connected and has an open route to the device. */
  readonly connected: boolean;
  /** Null if the device last came through this gateway but has no route now. */
  readonly routedSince: EpochMillis | null;
  /** Known only from the uplinks of gateways: no downlink can reach it. Source: MQTT contract 4.1. */
  readonly neverConnected: boolean;
}

export const GATEWAY_SORTS = ["name", "online", "lastActivityTime", "refused"] as const;
export type GatewaySort = (typeof GATEWAY_SORTS)[number];
export const ROUTED_DEVICE_SORTS = ["name", "connected", "lastActivityTime"] as const;
export type RoutedDeviceSort = (typeof ROUTED_DEVICE_SORTS)[number];
