// Limits connections by file descriptors: every connection and every file takes one. Stores that cannot open a file
// stop, so connections must leave some free. If the system allows the process fewer descriptors than the settings need,
// the number of connections is reduced.
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { Config } from "./config.ts";
import { memberOf } from "../lib/members.ts";

/**
 * Files of the stores, reports, exports and uploads, those of the runtime, and those being opened; about 50 when idle.
 */
const RESERVE = 128;
/** Fewer connections than this are not worth starting for. */
const ROOM_MIN = 32;
/** An HTTP connection may also have a file open that it sends. */
const HTTP_COST = 2;

/**
 * How many file descriptors this process may have open; undefined if the system does not say. Takes some milliseconds
 * at startup, and longer once there are connections.
 */
export function descriptorsMaxOf(): number | undefined {
  // The runtime has already raised the soft limit to the hard limit.
  const limit = memberOf(memberOf(memberOf(process.report.getReport(), "userLimits"), "open_files"), "soft");
  return typeof limit === "number" ? limit : undefined;
}

/** The configuration with as many connections as fit. Throws `unavailable` if hardly any fit. */
export function withinDescriptors(config: Config, descriptorsMax: number | undefined, log: Logger): Config {
  if (descriptorsMax === undefined) return config;
  const room = descriptorsMax - RESERVE;
  const { http, mqtt } = config;
  if (HTTP_COST * http.connectionsMax + mqtt.connectionsMax <= room) return config;
  if (room < ROOM_MIN)
    throw new DomainError(
      "unavailable",
      `the system allows this process ${String(descriptorsMax)} open files and connections, it needs at least ` +
        `${String(RESERVE + ROOM_MIN)}: raise the limit, with ulimit -n or LimitNOFILE= of its service`,
    );
  // HTTP gets at most half of the room, so that devices have the other half.
  const httpMax = Math.min(http.connectionsMax, Math.floor(room / 2 / HTTP_COST));
  const mqttMax = Math.min(mqtt.connectionsMax, room - HTTP_COST * httpMax);
  log.warn("connections bounded by file descriptors", {
    descriptorsMax,
    "http.connectionsMax": httpMax,
    "mqtt.connectionsMax": mqttMax,
    descriptorsNeeded: RESERVE + HTTP_COST * http.connectionsMax + mqtt.connectionsMax,
  });
  return {
    ...config,
    http: { ...http, connectionsMax: httpMax },
    mqtt: { ...mqtt, connectionsMax: mqttMax },
  };
}
