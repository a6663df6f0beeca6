// Telemetry at full speed: the platform against a plain server of the same design, which is its limit, and against Mosquitto,
// which acknowledges the same messages and stores nothing. The servers take turns, so that a drifting machine meets all.
import { setTimeout as pause } from "node:timers/promises";
import { BareServer, MosquittoServer, PlatformServer, type Server } from "../servers.ts";
import { LoadGenerator } from "../load-generator.ts";
import type { PayloadShape } from "../load/message-ring.ts";
import type { DoneLine } from "../load/tally.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { spread, type Figure } from "../statistics.ts";
import { expectedOfLoad, requireStored } from "../stored-points.ts";

const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
const DEVICE_PREFIX = "load";
const WINDOW = 500;
/** The devices are created first, which takes a slow disk some seconds where each message names one of them. */
export const WARM_UP_SECONDS = 6;
const FIRST_TS = 1_700_000_000_000;

interface Load {
  readonly shape: PayloadShape;
  readonly qos: 1 | 2;
}

interface Goals {
  readonly ofBare?: number;
  readonly ofMosquitto?: number;
}

function telemetryScenario(name: string, load: Load, goals: Goals): Scenario {
  return {
    name,
    describes: `telemetry at full speed, ${load.shape}, QoS ${String(load.qos)}, ${String(GATEWAYS)} gateways`,
    async run(options) {
      const comparesMosquitto = load.qos === 1 && load.shape !== "thirty-texts" && MosquittoServer.isInstalled();
      const platform: Measured[] = [];
      const plain: Measured[] = [];
      const mosquitto: Measured[] = [];
      for (let run = 0; run < options.runs; run++) {
        plain.push(await measure(() => BareServer.start(), { shape: load.shape, qos: 1 }, options));
        platform.push(await measurePlatform(load, options));
        if (comparesMosquitto) mosquitto.push(await measure(() => MosquittoServer.start(), load, options));
        const told = [
          ["platform", platform],
          ["plain server", plain],
          ["Mosquitto", mosquitto],
        ] as const;
        for (const [server, runs] of told) {
          const last = runs.at(-1);
          if (last !== undefined) options.log(`${name} run ${String(run + 1)}: ${server} ${inWords(last)}`);
        }
      }
      const relative = (others: readonly Measured[]): number[] =>
        platform.map(({ points }, run) => points / (others[run]?.points ?? Number.NaN));
      const micros = (what: string, runs: readonly Measured[]): Figure => ({
        what: `${name}: processor time of ${what} for a message`,
        unit: "µs",
        found: spread(runs.map(({ microsPerMessage }) => microsPerMessage)),
      });
      const figures: Figure[] = [
        {
          what: `${name}: stored, synced and acknowledged`,
          unit: "points/s",
          found: spread(platform.map(({ points }) => points)),
        },
        {
          what: `${name}: of a plain server of the same design`,
          unit: "×",
          found: spread(relative(plain)),
          ...(goals.ofBare === undefined ? {} : { goal: { relation: "at least", value: goals.ofBare } }),
        },
        micros("the platform", platform),
        micros("the plain server", plain),
      ];
      if (mosquitto.length > 0)
        figures.push(
          {
            what: `${name}: of Mosquitto`,
            unit: "×",
            found: spread(relative(mosquitto)),
            ...(goals.ofMosquitto === undefined ? {} : { goal: { relation: "at least", value: goals.ofMosquitto } }),
          },
          micros("Mosquitto", mosquitto),
        );
      figures.push({
        what: `${name}: load generator, the busiest`,
        unit: "cores",
        found: spread([Math.max(...[...platform, ...plain, ...mosquitto].map(({ loaderCores }) => loaderCores))]),
      });
      return figures;
    },
  };
}

/** At full speed. */
interface Measured {
  readonly points: number;
  /** Of the server, all its threads together. */
  readonly microsPerMessage: number;
  readonly loaderCores: number;
}

function inWords({ points, microsPerMessage, loaderCores }: Measured): string {
  return `${points.toFixed(0)} points/s, ${microsPerMessage.toFixed(1)} µs of its processor for a message, load generator ${loaderCores.toFixed(2)} cores`;
}

export const thirtyPoints = telemetryScenario("telemetry-30", { shape: "thirty-points", qos: 1 }, { ofBare: 0.75 });
export const onePoint = telemetryScenario(
  "telemetry-1",
  { shape: "one-point", qos: 1 },
  { ofBare: 0.6, ofMosquitto: 1 },
);
/** The plain server takes numbers and QoS 1 here, too: what texts and the two more steps cost is in the ratio. */
export const thirtyTexts = telemetryScenario("telemetry-texts", { shape: "thirty-texts", qos: 1 }, {});
export const exactlyOnce = telemetryScenario("telemetry-qos2", { shape: "thirty-points", qos: 2 }, {});

async function measure(start: () => Promise<Server>, load: Load, options: ScenarioOptions): Promise<Measured> {
  const server = await start();
  try {
    const tokens = Array.from({ length: GATEWAYS }, (_, index) => `gateway-${String(index)}`);
    return (await fullSpeed(server, tokens, load, options)).measured;
  } finally {
    await server.stop();
  }
}

async function measurePlatform(load: Load, options: ScenarioOptions): Promise<Measured> {
  const server = await PlatformServer.start();
  try {
    const tokens = await server.createGateways(GATEWAYS);
    const { measured, report } = await fullSpeed(server, tokens, load, options);
    await server.process.stop();
    const expected = expectedOfLoad(
      server.folder,
      { shape: load.shape, devices: DEVICES_PER_GATEWAY, devicePrefix: DEVICE_PREFIX, firstTs: FIRST_TS },
      report,
    );
    await requireStored(server.folder, expected);
    return measured;
  } finally {
    await server.stop();
  }
}

async function fullSpeed(
  server: Server,
  tokens: readonly string[],
  load: Load,
  options: ScenarioOptions,
): Promise<{ readonly measured: Measured; readonly report: DoneLine }> {
  const generator = new LoadGenerator({
    role: "publish",
    ...load,
    tokens,
    port: server.mqttPort,
    devices: DEVICES_PER_GATEWAY,
    devicePrefix: DEVICE_PREFIX,
    window: WINDOW,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.seconds,
    firstTs: FIRST_TS,
  });
  await generator.ready();
  await pause(WARM_UP_SECONDS * 1000);
  const before = server.process.cpuSeconds();
  await pause(options.seconds * 1000);
  const cpuSeconds = server.process.cpuSeconds() - before;
  const report = await generator.done();
  return {
    measured: {
      points: report.pointsPerSecond,
      microsPerMessage: (cpuSeconds * 1e6) / report.messages,
      loaderCores: report.cpu,
    },
    report,
  };
}
