// How long readings take from a connector to its gateway and from the gateway to here, kept as telemetry of the gateway
// under the key `gatewayMetrics`, one point per gateway and window. Source: MQTT contract 4.9.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { JsonText } from "../../core/values.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { ConnectorTiming } from "../telemetry-json.ts";

export interface GatewayMetricsLimits {
  readonly windowSeconds: number;
  /** Connectors of a gateway in a window; the timings of further ones are not counted. */
  readonly connectorsMax: number;
}

class Latency {
  #count = 0;
  #sum = 0;
  #min = Infinity;
  #max = -Infinity;

  add(millis: number): void {
    this.#count++;
    this.#sum += millis;
    if (millis < this.#min) this.#min = millis;
    if (millis > this.#max) this.#max = millis;
  }

  get average(): number {
    return Math.round(this.#sum / this.#count);
  }

  get least(): number {
    return this.#min;
  }

  get greatest(): number {
    return this.#max;
  }
}

interface ConnectorLatency {
  readonly gateway: Latency;
  readonly transport: Latency;
}

export class GatewayMetrics {
  readonly #telemetry: TelemetryService;
  readonly #limits: GatewayMetricsLimits;
  readonly #clock: Clock;
  readonly #log: Logger;
  #window = new Map<KnownDevice, Map<string, ConnectorLatency>>();
  #timer: Timer | undefined;

  constructor(telemetry: TelemetryService, limits: GatewayMetricsLimits, clock: Clock, log: Logger) {
    this.#telemetry = telemetry;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#timer = this.#clock.every(this.#limits.windowSeconds * SECOND_MILLIS, () => {
      this.#save().catch((error: unknown) => {
        this.#log.warn("gateway metrics not stored", { error });
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
      if (connectors.size >= this.#limits.connectorsMax) return;
      connectors.set(timing.connector, (latency = { gateway: new Latency(), transport: new Latency() }));
    }
    latency.gateway.add(timing.publishedTs - timing.receivedTs);
    latency.transport.add(now - timing.publishedTs);
  }

  async #save(): Promise<void> {
    const window = this.#window;
    this.#window = new Map();
    const ts = this.#clock.now();
    for (const [gateway, connectors] of window) {
      if (gateway.deleted) continue;
      const summary = new JsonText(
        JSON.stringify(Object.fromEntries([...connectors].map(([name, latency]) => [name, summarize(latency)]))),
      );
      await this.#telemetry.save(gateway, [{ ts, values: [["gatewayMetrics", summary]] }]);
    }
  }
}

function summarize({ gateway, transport }: ConnectorLatency): Readonly<Record<string, number>> {
  return {
    avgGwLatency: gateway.average,
    minGwLatency: gateway.least,
    maxGwLatency: gateway.greatest,
    avgTransportLatency: transport.average,
    minTransportLatency: transport.least,
    maxTransportLatency: transport.greatest,
  };
}
