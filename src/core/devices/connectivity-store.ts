// The port behind which the platform keeps when devices were last heard of, connected and disconnected.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { SessionEnd } from "./session-end.ts";

/** The server attributes that say whether a device is alive. Source: MQTT contract 10.3. */
export const CONNECTIVITY_KEYS = {
  active: "active",
  lastActivityTime: "lastActivityTime",
  lastConnectTime: "lastConnectTime",
  lastDisconnectTime: "lastDisconnectTime",
  inactivityAlarmTime: "inactivityAlarmTime",
} as const;

/** A device's own inactivity timeout in milliseconds, which users write; 0, less, or another type means the default. */
export const INACTIVITY_TIMEOUT_KEY = "inactivityTimeout";

const KEPT_BY_THE_PLATFORM = new Set<string>(Object.values(CONNECTIVITY_KEYS));

export function isConnectivityKey(key: string): boolean {
  return KEPT_BY_THE_PLATFORM.has(key);
}

/**
 * What has changed about one device. Times become the server attributes of MQTT contract 10.3; an absent member leaves
 * what is stored.
 */
export interface ConnectivityChange {
  readonly deviceId: DeviceId;
  /** Stored only where it is later than what is stored. */
  readonly lastActivityTime?: EpochMillis;
  /** The device has been heard of: where it is stored as inactive, `active` becomes true and `inactivityAlarmTime` 0. */
  readonly activated?: true;
  readonly lastConnectTime?: EpochMillis;
  readonly lastDisconnectTime?: EpochMillis;
  /** What happened to its connections, in order. */
  readonly events?: readonly ConnectionNote[];
}

/** The part of a connection event that is not decided by the store, which knows who has become active or inactive. */
export interface ConnectionNote {
  readonly at: EpochMillis;
  readonly kind: "CONNECTED" | "DISCONNECTED";
  readonly end: SessionEnd | null;
  /** The gateway it came or went through; null for its own connection. */
  readonly gatewayId: DeviceId | null;
}

export interface DeviceActivity {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly active: boolean;
  /** 0 where the device was never heard of. */
  readonly lastActivityTime: EpochMillis;
  /** The device's own `inactivityTimeout`, null where the default applies. */
  readonly timeoutMillis: number | null;
}

/**
 * Every write is one commit that has been synced when it resolves. Devices that do not exist (any more) are left out.
 * A device has `active` = false from the commit that creates it.
 */
export interface ConnectivityStore {
  /**
   * `now` is the time of the attributes' write. Gives the devices that were inactive and have been activated. Of each device
   * the newest `eventsMax` events are kept. That a device is connected through a gateway is noted once.
   */
  save(changes: readonly ConnectivityChange[], now: EpochMillis, eventsMax?: number): Promise<readonly DeviceId[]>;
  /**
   * Turns up to `limit` devices inactive that are active and silent for their timeout: `active` becomes false and
   * `inactivityAlarmTime` `now`. Gives those it has turned.
   */
  deactivateSilent(
    now: EpochMillis,
    defaultTimeoutMillis: number,
    limit: number,
    eventsMax?: number,
  ): Promise<readonly DeviceActivity[]>;
  /** Removes up to `limit` events of before `before`, the oldest first; how many it has removed. */
  forgetEvents(before: EpochMillis, limit: number): Promise<number>;
  /** Undefined for a device that does not exist. */
  read(deviceId: DeviceId): Promise<DeviceActivity | undefined>;
}
