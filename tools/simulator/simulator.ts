// A whole plant: gateways with devices of several kinds behind them, over real MQTT.
import type { Clock } from "../../src/lib/clock.ts";
import { DEVICE_KINDS, type DeviceKind } from "./models/kinds.ts";
import { Random } from "./random.ts";
import { SimulatedDevice } from "./simulated-device.ts";
import { SimulatedGateway, type GatewayOptions } from "./simulated-gateway.ts";
import { newTally, summaryLine, type Tally } from "./tally.ts";

export interface SimulatorOptions extends Omit<GatewayOptions, "token" | "rate"> {
  /** One gateway each. */
  readonly tokens: readonly string[];
  readonly devicesPerGateway: number;
  /** Telemetry messages a second of each gateway; undefined lets each device report once a second. */
  readonly rate: number | undefined;
  readonly kinds: readonly DeviceKind[];
  readonly devicePrefix: string;
  readonly seed: string;
}

export interface SimulatorParts {
  readonly clock: Clock;
  readonly report: (line: string) => void;
}

export class Simulator {
  readonly #options: SimulatorOptions;
  readonly #tally: Tally = newTally();
  readonly #gateways: readonly SimulatedGateway[];
  readonly #clock: Clock;
  #summaryAt: number;
  #summarySent = 0;

  constructor(options: SimulatorOptions, { clock, report }: SimulatorParts) {
    this.#options = options;
    this.#clock = clock;
    this.#summaryAt = clock.now();
    const rate =
      options.rate ?? options.devicesPerGateway / Math.min(options.devicesPerMessage, options.devicesPerGateway);
    this.#gateways = options.tokens.map(
      (token, index) =>
        new SimulatedGateway(
          { ...options, token, rate },
          { devices: devicesOf(options, index), tally: this.#tally, clock, report },
        ),
    );
  }

  /** Resolves when every gateway is connected with its devices; rejects, with all stopped, when one cannot. */
  async start(): Promise<void> {
    const results = await Promise.allSettled(this.#gateways.map((gateway) => gateway.start()));
    const failed = results.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    await this.stop();
    throw failed.reason;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.stop()));
  }

  get tally(): Readonly<Tally> {
    return this.#tally;
  }

  /** One line; its rate is that since the last call. */
  summary(): string {
    const now = this.#clock.now();
    const seconds = Math.max(now - this.#summaryAt, 1) / 1000;
    const rate = (this.#tally.sent - this.#summarySent) / seconds;
    this.#summaryAt = now;
    this.#summarySent = this.#tally.sent;
    const gateways = this.#gateways.length;
    return summaryLine(this.#tally, { gateways, devices: gateways * this.#options.devicesPerGateway }, rate);
  }
}

/** Device names say plant, kind and number: `Plant 1 boiler 01`. Kinds take turns. */
function devicesOf(options: SimulatorOptions, gateway: number): SimulatedDevice[] {
  const { kinds, devicePrefix, seed, devicesPerGateway } = options;
  return Array.from({ length: devicesPerGateway }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "boiler";
    const number = String(Math.floor(index / kinds.length) + 1).padStart(2, "0");
    const name = `${devicePrefix} ${String(gateway + 1)} ${kind} ${number}`;
    return new SimulatedDevice(name, DEVICE_KINDS[kind](new Random(`${seed}/${name}`)));
  });
}
