// Gateways as their tenant looks at them: the connection, what came through it lately, and why the last one ended.
import type { EpochMillis } from "../../lib/clock.ts";
import type { ConnectionFacts } from "../devices/live-session.ts";
import type { SessionEnd } from "../devices/session-end.ts";
import type { CustomerId, DeviceId } from "../ids.ts";
import type { AcknowledgementFigures } from "../tenants/acknowledgement-times.ts";
import type { Traffic } from "./overview.ts";

/** A gateway's newest open connection. */
export interface GatewayConnection extends ConnectionFacts {
  readonly since: EpochMillis;
}

/** As it is stored. */
export interface GatewayFacts {
  readonly id: DeviceId;
  readonly name: string;
  readonly label: string | null;
  readonly profileName: string;
  readonly customerId: CustomerId | null;
  readonly customerTitle: string | null;
  readonly createdAt: EpochMillis;
  readonly active: boolean;
  /** Null where it was never heard of. */
  readonly lastActivityAt: EpochMillis | null;
  readonly lastConnectAt: EpochMillis | null;
  readonly lastDisconnectAt: EpochMillis | null;
  readonly lastEnd: SessionEnd | null;
  /** Devices whose route it is. */
  readonly devices: number;
}

export interface Gateway extends GatewayFacts {
  /** Null while it is not connected. */
  readonly connection: GatewayConnection | null;
  readonly sessions: number;
  readonly lastMinute: { readonly messages: number; readonly points: number; readonly refused: number };
}

export interface GatewayDetails extends Gateway {
  /** What it sends of a device connects that device, by its own word or the platform's setting. */
  readonly connectsOnUplink: boolean;
  readonly traffic: Traffic;
  readonly acknowledgements: AcknowledgementFigures | null;
}

type DeviceFacts = "id" | "name" | "label" | "profileName" | "active" | "lastActivityAt";

export interface RoutedDevice extends Pick<GatewayFacts, DeviceFacts> {
  /** Whether the gateway's route to it is open, and the gateway connected. */
  readonly connected: boolean;
  /** Null where the device came through this gateway last but has no route now. */
  readonly routedSince: EpochMillis | null;
  /** Known through what gateways have sent alone: no downlink can reach it. Source: MQTT contract 4.1. */
  readonly neverConnected: boolean;
}

export const GATEWAY_SORTS = ["name", "online", "lastActivityTime"] as const;
export type GatewaySort = (typeof GATEWAY_SORTS)[number];
export const ROUTED_DEVICE_SORTS = ["name", "connected", "lastActivityTime"] as const;
export type RoutedDeviceSort = (typeof ROUTED_DEVICE_SORTS)[number];
