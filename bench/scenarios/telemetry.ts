// Telemetry at full speed: the platform against the bare path, which is the limit of its design, and against Mosquitto,
// which acknowledges the same messages and stores nothing. The servers take turns, so that a drifting machine meets all.
import { BareServer, MosquittoServer, PlatformServer, type Server } from "../servers.ts";
import { runLoad } from "../load-generator.ts";
import type { PayloadShape } from "../load/message-ring.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { spread, type Figure } from "../statistics.ts";

const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
const WINDOW = 500;
const WARM_UP_SECONDS = 2;

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
      const platform: number[] = [];
      const ofBare: number[] = [];
      const ofMosquitto: number[] = [];
      for (let run = 0; run < options.runs; run++) {
        const bare = await measure(() => BareServer.start(), { shape: load.shape, qos: 1 }, options);
        const own = await measurePlatform(load, options);
        platform.push(own);
        ofBare.push(own / bare);
        let line = `${name} run ${String(run + 1)}: platform ${own.toFixed(0)}/s, bare path ${bare.toFixed(0)}/s`;
        if (goals.ofMosquitto !== undefined && MosquittoServer.isInstalled()) {
          const mosquitto = await measure(() => MosquittoServer.start(), load, options);
          ofMosquitto.push(own / mosquitto);
          line += `, Mosquitto ${mosquitto.toFixed(0)}/s`;
        }
        options.log(line);
      }
      const figures: Figure[] = [
        { what: `${name}: stored, synced and acknowledged`, unit: "points/s", found: spread(platform) },
        {
          what: `${name}: of the bare path`,
          unit: "×",
          found: spread(ofBare),
          ...(goals.ofBare === undefined ? {} : { goal: { relation: "at least", value: goals.ofBare } }),
        },
      ];
      if (ofMosquitto.length > 0 && goals.ofMosquitto !== undefined)
        figures.push({
          what: `${name}: of Mosquitto`,
          unit: "×",
          found: spread(ofMosquitto),
          goal: { relation: "at least", value: goals.ofMosquitto },
        });
      return figures;
    },
  };
}

export const thirtyPoints = telemetryScenario("telemetry-30", { shape: "thirty-points", qos: 1 }, { ofBare: 0.75 });
export const onePoint = telemetryScenario(
  "telemetry-1",
  { shape: "one-point", qos: 1 },
  { ofBare: 0.6, ofMosquitto: 1 },
);
/** The bare path takes numbers and QoS 1 here, too: what texts and the two more steps cost is in the ratio. */
export const thirtyTexts = telemetryScenario("telemetry-texts", { shape: "thirty-texts", qos: 1 }, {});
export const exactlyOnce = telemetryScenario("telemetry-qos2", { shape: "thirty-points", qos: 2 }, {});

async function measure(start: () => Promise<Server>, load: Load, options: ScenarioOptions): Promise<number> {
  const server = await start();
  try {
    const tokens = Array.from({ length: GATEWAYS }, (_, index) => `gateway-${String(index)}`);
    return await pointsPerSecond(server, tokens, load, options);
  } finally {
    await server.stop();
  }
}

async function measurePlatform(load: Load, options: ScenarioOptions): Promise<number> {
  const server = await PlatformServer.start();
  try {
    const tokens = await server.createGateways(GATEWAYS);
    const rate = await pointsPerSecond(server, tokens, load, options);
    await requireReadable(server);
    return rate;
  } finally {
    await server.stop();
  }
}

async function pointsPerSecond(
  server: Server,
  tokens: readonly string[],
  load: Load,
  options: ScenarioOptions,
): Promise<number> {
  const report = await runLoad({
    role: "publish",
    ...load,
    tokens,
    port: server.mqttPort,
    devices: DEVICES_PER_GATEWAY,
    window: WINDOW,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.seconds,
  });
  return report.pointsPerSecond;
}

/** What was acknowledged can be read: the last device of the last gateway has a latest value and a history. */
async function requireReadable(server: PlatformServer): Promise<void> {
  const name = `load-${String(GATEWAYS - 1)}-${String(DEVICES_PER_GATEWAY - 1).padStart(5, "0")}`;
  const path = `/api/plugins/telemetry/DEVICE/${await server.deviceId(name)}/values/timeseries?keys=temperature`;
  const latest = (await server.call("GET", path)) as { temperature: { ts: number; value: string | null }[] };
  const ts = latest.temperature[0]?.ts ?? 0;
  const history = (await server.call("GET", `${path}&startTs=0&endTs=${String(ts + 1)}&limit=10`)) as {
    temperature?: unknown[];
  };
  if (latest.temperature[0]?.value === null || history.temperature?.length !== 10)
    throw new Error(`the points of ${name} cannot be read back: ${JSON.stringify({ latest, history })}`);
}
