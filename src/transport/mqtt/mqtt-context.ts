// What all connections of one listener share.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { FailureWindows } from "../../lib/failure-windows.ts";
import type { MqttApi } from "./mqtt-api.ts";
import type { MqttCounters } from "./mqtt-counters.ts";
import type { MqttLimits } from "./mqtt-limits.ts";

export interface MqttContext<Client> {
  readonly api: MqttApi<Client>;
  readonly limits: MqttLimits;
  readonly counters: MqttCounters;
  readonly clock: Clock;
  readonly log: Logger;
  /** Undefined where addresses are not guarded. */
  readonly guard: FailureWindows | undefined;
}
