// What has happened to the connections of devices: kept for each device up to a number of events and for some days.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { SessionEnd } from "./session-end.ts";

export const CONNECTION_EVENTS = ["CONNECTED", "DISCONNECTED", "ACTIVE", "INACTIVE"] as const;
export type ConnectionEventKind = (typeof CONNECTION_EVENTS)[number];

export interface ConnectionEvent {
  readonly deviceId: DeviceId;
  readonly at: EpochMillis;
  readonly kind: ConnectionEventKind;
  /** Of a disconnect; null where it is not known. */
  readonly end: SessionEnd | null;
  /** The gateway that the device came or went through; null where it was its own connection, or none. */
  readonly gatewayId: DeviceId | null;
}

export interface ShownConnectionEvent extends ConnectionEvent {
  /** Null where the gateway has been deleted. */
  readonly gatewayName: string | null;
  /** Whose gateway it is. */
  readonly gatewayCustomerId: CustomerId | null;
}

export interface ConnectionHistory {
  /** The newest first, unless the page asks for another order. */
  list(deviceId: DeviceId, page: PageRequest<"ts">): Promise<FoundPage<ShownConnectionEvent>>;
}
