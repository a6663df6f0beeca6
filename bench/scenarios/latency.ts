// From PUBLISH to its acknowledgement when the server has half of the load it can take.
import { runLoad } from "../load-generator.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread, type Figure } from "../statistics.ts";
import type { PayloadShape } from "../load/message-ring.ts";
import { WARM_UP_SECONDS } from "./telemetry.ts";

const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
const GOAL_P50_MILLIS = 5;
const GOAL_P99_MILLIS = 25;

export const latency: Scenario = {
  name: "latency",
  describes: "acknowledgement latency at half of the full load, 30 points a message and one",
  async run(options) {
    const figures: Figure[] = [];
    for (const shape of ["thirty-points", "one-point"] satisfies PayloadShape[]) {
      const p50: number[] = [];
      const p99: number[] = [];
      for (let run = 0; run < options.runs; run++) {
        const server = await PlatformServer.start();
        try {
          const tokens = await server.createGateways(GATEWAYS);
          const job = {
            role: "publish" as const,
            shape,
            tokens,
            port: server.mqttPort,
            devices: DEVICES_PER_GATEWAY,
            warmUpSeconds: WARM_UP_SECONDS,
          };
          const full = await runLoad({ ...job, window: 500, seconds: options.seconds });
          // Later than what is stored, so that half load means fresh points as well.
          const half = await runLoad({
            ...job,
            rate: Math.round(full.messagesPerSecond / 2),
            seconds: options.seconds,
            firstTs: Date.now() + 1e9,
          });
          p50.push(half.latencyMillis.p50);
          p99.push(half.latencyMillis.p99);
          options.log(
            `latency ${shape} run ${String(run + 1)}: at ${half.messagesPerSecond.toFixed(0)} messages/s ${JSON.stringify(half.latencyMillis)}`,
          );
        } finally {
          await server.stop();
        }
      }
      figures.push(
        {
          what: `latency at half load, ${shape}: p50`,
          unit: "ms",
          found: spread(p50),
          goal: { relation: "at most", value: GOAL_P50_MILLIS },
        },
        {
          what: `latency at half load, ${shape}: p99`,
          unit: "ms",
          found: spread(p99),
          goal: { relation: "at most", value: GOAL_P99_MILLIS },
        },
      );
    }
    return figures;
  },
};
