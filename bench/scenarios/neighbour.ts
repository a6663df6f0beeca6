// What a tenant notices of another one that takes what it can get: acknowledgements of steady small messages, with and without
// large hostile ones from many gateways over MQTT or HTTP, in turns.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runLoad } from "../load-generator.ts";
import { FLOOD_KINDS, type FloodJob } from "../load/flood-job.ts";
import { BenchProcess, CLIENT_CPU } from "../process.ts";
import type { Scenario } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

const FLOOD = join(import.meta.dirname, "../load/flood.ts");
const FLOODING_GATEWAYS = 20;
const WINDOW = 2;
const RATE = 200;
const GOAL_RATIO = 2;
const SETTLE_MILLIS = 1_000;

export const neighbour: Scenario = {
  name: "neighbour",
  describes:
    "acknowledgements of one tenant while another floods the platform with messages of 64 KiB, or bodies of 1 MiB",
  async run({ runs, seconds, log }) {
    const figures: Figure[] = [];
    for (const kind of FLOOD_KINDS) {
      const ratios: number[] = [];
      const medians: number[] = [];
      const server = await PlatformServer.start();
      try {
        const tokens = await server.createGateways(FLOODING_GATEWAYS);
        const token = await server.gatewayOfAnotherTenant();
        const job = { port: server.mqttPort, warmUpSeconds: 1, seconds };
        const work = () => runLoad({ ...job, tokens: [token], rate: RATE, devices: 10, firstTs: Date.now() });
        for (let run = 0; run < runs; run++) {
          const quiet = await work();
          const flood = await startFlood({
            kind,
            mqttPort: server.mqttPort,
            httpPort: server.httpPort,
            tokens,
            accessToken: server.accessToken,
            window: WINDOW,
          });
          await pause(SETTLE_MILLIS);
          const flooded = await work();
          await flood.stop();
          await pause(SETTLE_MILLIS);
          ratios.push(flooded.latencyMillis.p99 / quiet.latencyMillis.p99);
          medians.push(flooded.latencyMillis.p50);
          log(
            `neighbour ${kind} run ${String(run + 1)}: alone ${JSON.stringify(quiet.latencyMillis)}, flooded ${JSON.stringify(flooded.latencyMillis)}`,
          );
        }
      } finally {
        await server.stop();
      }
      figures.push(
        { what: `neighbour, flood of ${kind}: p50 of acknowledgements`, unit: "ms", found: spread(medians) },
        {
          what: `neighbour, flood of ${kind}: p99, times that without it`,
          unit: "×",
          found: spread(ratios),
          goal: { relation: "at most", value: GOAL_RATIO },
        },
      );
    }
    return figures;
  },
};

async function startFlood(job: FloodJob): Promise<BenchProcess> {
  const flood = new BenchProcess(CLIENT_CPU, process.execPath, [FLOOD, JSON.stringify(job)]);
  await flood.line(/"event":"ready"/);
  return flood;
}
