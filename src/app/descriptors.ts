// Every connection takes a file descriptor, and so does every file. What the stores cannot open stops them, so connections
// leave some free: where the system allows the process fewer than the settings need, there may be fewer connections.
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { Config } from "./config.ts";
import { memberOf } from "../lib/members.ts";

/** Files of the stores, of reports, exports and uploads, the runtime's own, and those that are being opened: 50 at rest. */
const RESERVE = 128;
/** With fewer connections than this a start makes no sense. */
const ROOM_MIN = 32;
/** An HTTP connection may be sending a file. */
const HTTP_COST = 2;

/**
 * How many file descriptors this process may have open; undefined where the system does not say. Takes some milliseconds at
 * a start, and longer once there are connections.
 */
export function descriptorsMaxOf(): number | undefined {
  // The runtime has raised the soft limit to the hard one by itself.
  const limit = memberOf(memberOf(memberOf(process.report.getReport(), "userLimits"), "open_files"), "soft");
  return typeof limit === "number" ? limit : undefined;
}

/** The configuration with as many connections as fit. Throws `unavailable` where next to none do. */
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
  // At most half of the room for HTTP, so that devices have the other half.
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
