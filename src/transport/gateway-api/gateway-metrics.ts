// Measures how long readings take from a connector to its gateway, and from the gateway to the platform. Stores the
// result as telemetry of the gateway under the key `gatewayMetrics`, one point per gateway and window. Source: MQTT
// contract 4.9.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { JsonText } from "../../core/values.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { ConnectorTiming } from "../telemetry-json.ts";

export interface GatewayMetricsOptions {
  readonly windowSeconds: number;
  /** Most connectors of one gateway in a window; timings of further ones are not counted. */
  readonly connectorsMax: number;
}

interface Latency {
  count: number;
  sum: number;
  min: number;
  max: number;
}

function newLatency(): Latency {
  return { count: 0, sum: 0, min: Infinity, max: -Infinity };
}

function add(latency: Latency, millis: number): void {
  latency.count++;
  latency.sum += millis;
  if (millis < latency.min) latency.min = millis;
  if (millis > latency.max) latency.max = millis;
}

interface ConnectorLatency {
  readonly gateway: Latency;
  readonly transport: Latency;
}

export interface GatewayMetricsDeps {
  readonly telemetry: TelemetryService;
  readonly clock: Clock;
  readonly log: Logger;
}

export class GatewayMetrics {
  readonly #deps: GatewayMetricsDeps;
  readonly #options: GatewayMetricsOptions;
  #window = new Map<KnownDevice, Map<string, ConnectorLatency>>();
  #timer: Timer | undefined;

  constructor(deps: GatewayMetricsDeps, options: GatewayMetricsOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#timer = this.#deps.clock.every(this.#options.windowSeconds * SECOND_MILLIS, () => {
      this.#save().catch((error: unknown) => {
        this.#deps.log.warn("gateway metrics not stored", { error });
      });
    });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  record(gateway: KnownDevice, timing: ConnectorTiming, now: number): void {
    let connectors = this.#window.get(gateway);
    if (connectors === undefined) this.#window.set(gateway, (connectors = new Map<string, ConnectorLatency>()));
    let latency = connectors.get(timing.connector);
    if (latency === undefined) {
      if (connectors.size >= this.#options.connectorsMax) return;
      connectors.set(timing.connector, (latency = { gateway: newLatency(), transport: newLatency() }));
    }
    add(latency.gateway, timing.publishedTs - timing.receivedTs);
    add(latency.transport, now - timing.publishedTs);
  }

  async #save(): Promise<void> {
    const window = this.#window;
    this.#window = new Map();
    const ts = this.#deps.clock.now();
    for (const [gateway, connectors] of window) {
      if (gateway.deleted) continue;
      const summary = new JsonText(
        JSON.stringify(Object.fromEntries([...connectors].map(([name, latency]) => [name, summarize(latency)]))),
      );
      await this.#deps.telemetry.save(gateway, [{ ts, values: [["gatewayMetrics", summary]] }]);
    }
  }
}

function summarize({ gateway, transport }: ConnectorLatency): Readonly<Record<string, number>> {
  return {
    avgGwLatency: Math.round(gateway.sum / gateway.count),
    minGwLatency: gateway.min,
    maxGwLatency: gateway.max,
    avgTransportLatency: Math.round(transport.sum / transport.count),
    minTransportLatency: transport.min,
    maxTransportLatency: transport.max,
  };
}
