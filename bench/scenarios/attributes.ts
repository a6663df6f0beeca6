// Attribute uploads at full speed: ten devices with five keys each in a message, acknowledged after the sync.
import { runLoad } from "../load-generator.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const GATEWAYS = 10;
const GOAL_MESSAGES_PER_SECOND = 6000;

export const attributes: Scenario = {
  name: "attributes",
  describes: "attributes at full speed, 10 devices × 5 keys a message, 10 gateways",
  async run(options) {
    const rates: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      const server = await PlatformServer.start();
      try {
        const tokens = await server.createGateways(GATEWAYS);
        const report = await runLoad({
          role: "publish",
          shape: "attributes",
          tokens,
          port: server.mqttPort,
          devices: 100,
          window: 500,
          seconds: options.seconds,
          warmUpSeconds: 2,
        });
        rates.push(report.messagesPerSecond);
        options.log(
          `attributes run ${String(run + 1)}: ${report.messagesPerSecond.toFixed(0)} messages/s, latency ${JSON.stringify(report.latencyMillis)}`,
        );
      } finally {
        await server.stop();
      }
    }
    return [
      {
        what: "attributes: messages of 50 values",
        unit: "messages/s",
        found: spread(rates),
        goal: { relation: "at least", value: GOAL_MESSAGES_PER_SECOND },
      },
    ];
  },
};
