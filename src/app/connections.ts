// How many connections each edge takes, and who counts as one caller.
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
    /** Those of `http` that have become WebSockets: behind a proxy, which has as many connections, each has its own address. */
    webSockets: shares(http.connectionsMax),
  };
}

export function trustedProxiesOf({ http }: Config): readonly string[] {
  return listOf(http.trustedProxies);
}

/** The members of a setting that is a list. */
export function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
