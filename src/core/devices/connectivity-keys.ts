// The server attributes that say whether a device is alive. Source: MQTT contract 10.3.

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
