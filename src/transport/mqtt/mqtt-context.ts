// State and counters that all connections of one listener share.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { FailureWindows } from "../../lib/failure-windows.ts";
import type { PublishFields } from "./decode-publish.ts";
import type { MqttApi } from "./mqtt-api.ts";
import type { MqttLimits } from "./mqtt-limits.ts";
import type { ThreadTurns } from "./thread-turns.ts";

export interface MqttContext<Client> {
  readonly api: MqttApi<Client>;
  readonly limits: MqttLimits;
  readonly counters: MqttCounters;
  readonly clock: Clock;
  readonly log: Logger;
  /** Undefined if addresses are not guarded against failed logins. */
  readonly guard: FailureWindows | undefined;
  readonly turns: ThreadTurns;
  /** One object for all sessions: its fields are read before the next packet is decoded. */
  readonly fields: PublishFields;
}

/** Plain numbers, so that counting a packet costs one addition; metrics read them on demand. */
export class MqttCounters {
  /** Connections open now, whether or not they have sent CONNECT. */
  connections = 0;
  sessions = 0;
  connectionsOpened = 0;
  /** Connections closed at once because their address is blocked. */
  connectionsTurnedAway = 0;
  /** CONNECT packets answered with a refusal. */
  connectsRefused = 0;
  packetsIn = 0;
  packetsOut = 0;
  bytesIn = 0;
  bytesOut = 0;
  publishesIn = 0;
  publishesOut = 0;
  /** PUBLISH packets refused in whole or in part. */
  publishesRefused = 0;
  /** Connections ended because the client broke a rule of MQTT. */
  protocolErrors = 0;
  /**
   * Connections ended because too many downlinks waited, too many packets were sent before CONNACK, or the client did
   * not read.
   */
  overflows = 0;
}
