// The port to the store of device connectivity: when devices were last heard of, connected and disconnected.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { SessionEnd } from "./session-end.ts";

/** The server attributes that show whether a device is alive. Source: MQTT contract 10.3. */
export const CONNECTIVITY_KEYS = {
  active: "active",
  lastActivityTime: "lastActivityTime",
  lastConnectTime: "lastConnectTime",
  lastDisconnectTime: "lastDisconnectTime",
  inactivityAlarmTime: "inactivityAlarmTime",
} as const;

/**
 * A device's own inactivity timeout in milliseconds, set by users. A value that is not positive or not a number means
 * the default.
 */
export const INACTIVITY_TIMEOUT_KEY = "inactivityTimeout";

const KEPT_BY_THE_PLATFORM = new Set<string>(Object.values(CONNECTIVITY_KEYS));

export function isConnectivityKey(key: string): boolean {
  return KEPT_BY_THE_PLATFORM.has(key);
}

/**
 * Changes of one device. Times become the server attributes of MQTT contract 10.3; absent members leave the stored
 * values unchanged.
 */
export interface ConnectivityChange {
  readonly deviceId: DeviceId;
  /** Stored only if it is later than the stored time. */
  readonly lastActivityTime?: EpochMillis;
  /** The device has been heard of: if it is stored as inactive, `active` becomes true and `inactivityAlarmTime` 0. */
  readonly activated?: true;
  readonly lastConnectTime?: EpochMillis;
  readonly lastDisconnectTime?: EpochMillis;
  /** Events of its connections, in order. */
  readonly events?: readonly ConnectionNote[];
}

/**
 * The connection events that do not come from the store; the store itself adds those about becoming active or inactive.
 */
export interface ConnectionNote {
  readonly at: EpochMillis;
  readonly kind: "CONNECTED" | "DISCONNECTED";
  readonly end: SessionEnd | null;
  /** The gateway through which it connected or disconnected; null for its own connection. */
  readonly gatewayId: DeviceId | null;
}

export interface DeviceActivity {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly active: boolean;
  /** 0 if the device was never heard of. */
  readonly lastActivityTime: EpochMillis;
  /** The device's own `inactivityTimeout`; null if the default applies. */
  readonly timeoutMillis: number | null;
}

/**
 * Every write is one commit, synced when it resolves. Devices that do not exist (any more) are skipped. A device has
 * `active` = false from the commit that creates it.
 */
export interface ConnectivityStore {
  /**
   * `now` is the time of the attribute writes. Returns the inactive devices that have been activated. The newest
   * `eventsMax` events of each device are kept. That a device is connected through a gateway is recorded once.
   */
  save(changes: readonly ConnectivityChange[], now: EpochMillis, eventsMax?: number): Promise<readonly DeviceId[]>;
  /**
   * Deactivates up to `limit` active devices that have been silent for their timeout: `active` becomes false and
   * `inactivityAlarmTime` becomes `now`. Returns them.
   */
  deactivateSilent(
    now: EpochMillis,
    defaultTimeoutMillis: number,
    limit: number,
    eventsMax?: number,
  ): Promise<readonly DeviceActivity[]>;
  /** Deletes up to `limit` events before `before`, oldest first; returns how many. */
  forgetEvents(before: EpochMillis, limit: number): Promise<number>;
  /** Undefined for a device that does not exist. */
  read(deviceId: DeviceId): Promise<DeviceActivity | undefined>;
}
