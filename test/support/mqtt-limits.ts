// The limits of MQTT as a new installation has them; a test changes those that its rule is about.
import { FIXED_LIMITS, type MqttLimits } from "../../src/transport/mqtt/mqtt-limits.ts";

export function mqttLimits(changes: Partial<MqttLimits> = {}): MqttLimits {
  return {
    ...FIXED_LIMITS,
    maxPayloadSize: 65_536,
    connectTimeoutMillis: 10_000,
    queueBeforeConnackMax: 100,
    sessionInactivityTimeoutMillis: 600_000,
    unsettledPublishesMax: 65_536,
    downlinkQueueMax: 1_000,
    downlinkQueueBytesMax: 16_777_216,
    writeBufferBytesMax: 1_048_576,
    drainTimeoutMillis: 60_000,
    ...changes,
  };
}
