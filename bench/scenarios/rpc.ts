// The round trip of a two-way call: REST to platform to gateway and back, without load and during ingest at half load.
import { LoadGenerator, runLoad } from "../load-generator.ts";
import { PlatformServer } from "../servers.ts";
import { callInTurn } from "../two-way-calls.ts";
import type { Scenario } from "../scenario.ts";
import { percentile, spread } from "../statistics.ts";

const CALLS = 1000;
const INGEST_GATEWAYS = 9;

export const rpc: Scenario = {
  name: "rpc",
  describes: "two-way RPC through a gateway, one call after the other",
  async run(options) {
    const unloaded: number[][] = [];
    const loaded: number[][] = [];
    for (let run = 0; run < options.runs; run++) {
      const server = await PlatformServer.start();
      try {
        const [responderToken = "", ...tokens] = await server.createGateways(INGEST_GATEWAYS + 1);
        const responder = new LoadGenerator({
          role: "respond",
          tokens: [responderToken],
          port: server.mqttPort,
          devices: 10,
          devicePrefix: "rpc",
          seconds: 0,
        });
        await responder.ready();
        const device = await server.deviceId("rpc-0-00000");
        await callInTurn(server, device, 200);
        unloaded.push(await callInTurn(server, device, CALLS));

        const job = {
          role: "publish" as const,
          shape: "thirty-points" as const,
          tokens,
          port: server.mqttPort,
          devices: 100,
        };
        const full = await runLoad({ ...job, window: 500, seconds: options.seconds, warmUpSeconds: 2 });
        const load = new LoadGenerator({
          ...job,
          rate: Math.round(full.messagesPerSecond / 2),
          seconds: 3600,
          warmUpSeconds: 0,
          firstTs: Date.now() + 1e9,
        });
        await load.ready();
        await callInTurn(server, device, 50);
        loaded.push(await callInTurn(server, device, CALLS));
        await load.stop();
        await responder.stop();
      } finally {
        await server.stop();
      }
      options.log(
        `rpc run ${String(run + 1)}: unloaded p50 ${percentile(unloaded.at(-1) ?? [], 50).toFixed(2)} p99 ${percentile(unloaded.at(-1) ?? [], 99).toFixed(2)} ms, at half load p99 ${percentile(loaded.at(-1) ?? [], 99).toFixed(2)} ms`,
      );
    }
    return [
      {
        what: "rpc unloaded: p50",
        unit: "ms",
        found: spread(unloaded.map((all) => percentile(all, 50))),
        goal: { relation: "at most", value: 3 },
      },
      {
        what: "rpc unloaded: p99",
        unit: "ms",
        found: spread(unloaded.map((all) => percentile(all, 99))),
        goal: { relation: "at most", value: 10 },
      },
      {
        what: "rpc while ingest runs at half load: p99",
        unit: "ms",
        found: spread(loaded.map((all) => percentile(all, 99))),
        goal: { relation: "at most", value: 50 },
      },
    ];
  },
};
