// The maximum number of connections per edge, and which of them count as one caller.
import { containedIn } from "../lib/networks.ts";
import { ConnectionShares } from "../transport/connection-shares.ts";
import type { Config } from "./config.ts";

export type PlatformConnections = ReturnType<typeof buildConnectionShares>;

export function buildConnectionShares(config: Config) {
  const { http, mqtt, connections } = config;
  const shares = (connectionsMax: number): ConnectionShares =>
    new ConnectionShares({ ...connections, connectionsMax, isShared: containedIn(trustedProxiesOf(config)) });
  return {
    http: shares(http.connectionsMax),
    mqtt: shares(mqtt.connectionsMax),
    /**
     * Those of `http` that were upgraded to WebSockets. Behind a proxy, which may have as many connections as it needs,
     * each counts by its client's own address.
     */
    webSockets: shares(http.connectionsMax),
  };
}

export function trustedProxiesOf({ http }: Config): readonly string[] {
  return listOf(http.trustedProxies);
}

/** The items of a comma-separated setting. */
export function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
