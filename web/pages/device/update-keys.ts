// The telemetry keys under which the platform and devices keep track of packages. A reader looks for what the device measures first.
// Source: MQTT contract 6.5.

const OF_UPDATES =
  /^((current|target)_(fw|sw)_(title|version)|target_(fw|sw)_(tag|ts)|(fw|sw)_(state|error|progress))$/;
const TIME = /^target_(fw|sw)_ts$/;

export function isUpdateKey(key: string): boolean {
  return OF_UPDATES.test(key);
}

/** Whether its values are milliseconds since 1970. */
export function isUpdateTime(key: string): boolean {
  return TIME.test(key);
}

/** Both parts stay in their order. */
export function ownKeysFirst(keys: readonly string[]): string[] {
  return [...keys.filter((key) => !isUpdateKey(key)), ...keys.filter(isUpdateKey)];
}
