// The history of device connections: kept per device up to a number of events, for some days.
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
  /** For a disconnect; null if it is not known. */
  readonly end: SessionEnd | null;
  /**
   * The gateway through which the device connected or disconnected; null for its own connection, or if there was none.
   */
  readonly gatewayId: DeviceId | null;
}

export interface ShownConnectionEvent extends ConnectionEvent {
  /** Null if the gateway has been deleted. */
  readonly gatewayName: string | null;
  /** The customer of the gateway. */
  readonly gatewayCustomerId: CustomerId | null;
}

export interface ConnectionHistory {
  /** Newest first, unless the page asks for another order. */
  list(deviceId: DeviceId, page: PageRequest<"ts">): Promise<FoundPage<ShownConnectionEvent>>;
}
