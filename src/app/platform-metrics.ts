// What the platform counts, as it appears at /metrics.
import type { Metrics } from "../lib/counters.ts";
import type { MqttCounters } from "../transport/mqtt/mqtt-counters.ts";
import type { Services } from "./services.ts";
import type { Storage } from "./storage.ts";

export function describePlatform(metrics: Metrics, storage: Storage, services: Services, mqtt: MqttCounters): void {
  const { telemetry, attributes, rpc } = services;
  const total = (name: string, help: string, read: () => number): void => {
    metrics.gauge(`bridgehead_${name}`, help, read);
  };
  total("mqtt_connections", "MQTT connections open now.", () => mqtt.connections);
  total("mqtt_sessions", "MQTT sessions open now.", () => mqtt.sessions);
  total("mqtt_connections_opened_total", "MQTT connections opened.", () => mqtt.connectionsOpened);
  total(
    "mqtt_connections_turned_away_total",
    "MQTT connections closed at once: too many, or a blocked address.",
    () => mqtt.connectionsTurnedAway,
  );
  total("mqtt_connects_refused_total", "CONNECT packets answered with a refusal.", () => mqtt.connectsRefused);
  total("mqtt_packets_in_total", "MQTT packets received.", () => mqtt.packetsIn);
  total("mqtt_packets_out_total", "MQTT packets sent.", () => mqtt.packetsOut);
  total("mqtt_bytes_in_total", "Bytes received over MQTT.", () => mqtt.bytesIn);
  total("mqtt_bytes_out_total", "Bytes sent over MQTT.", () => mqtt.bytesOut);
  total("mqtt_publishes_in_total", "PUBLISH packets received.", () => mqtt.publishesIn);
  total("mqtt_publishes_out_total", "PUBLISH packets sent.", () => mqtt.publishesOut);
  total("mqtt_publishes_refused_total", "PUBLISH packets refused wholly or in part.", () => mqtt.publishesRefused);
  total(
    "mqtt_protocol_errors_total",
    "Connections ended because the client broke a rule of MQTT.",
    () => mqtt.protocolErrors,
  );
  total("mqtt_overflows_total", "Sessions ended because too much waited for the client.", () => mqtt.overflows);
  total("telemetry_points_stored_total", "Points stored and synced.", () => telemetry.counters.stored);
  total("telemetry_batches_total", "Commits of telemetry.", () => telemetry.counters.batches);
  total(
    "telemetry_batches_failed_total",
    "Commits of telemetry that failed; their messages were refused.",
    () => telemetry.counters.failedBatches,
  );
  total(
    "telemetry_waits_total",
    "Messages that waited because the next commit was full.",
    () => telemetry.counters.waits,
  );
  total("telemetry_store_healthy", "1 while telemetry can be written.", () => (storage.telemetry.isHealthy ? 1 : 0));
  total(
    "attributes_stored_total",
    "Attribute values from devices stored and synced.",
    () => attributes.counters.stored,
  );
  total(
    "attributes_batches_failed_total",
    "Commits of attributes that failed; their messages were refused.",
    () => attributes.counters.failedBatches,
  );
  total("rpc_pending", "Calls that wait for their device or its answer.", () => rpc.pendingCount);
}
