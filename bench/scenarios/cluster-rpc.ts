// The round trip of a two-way call whose device is connected to another node than the one that is asked, and to the same one.
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { adminCalls } from "../admin-calls.ts";
import { ClusterServer } from "../cluster-server.ts";
import { LoadGenerator } from "../load-generator.ts";
import type { Scenario } from "../scenario.ts";
import { percentile, spread, type Figure } from "../statistics.ts";
import { callInTurn } from "../two-way-calls.ts";

const CALLS = 1_000;
const WARM_UP_CALLS = 200;

export const clusterRpc: Scenario = {
  name: "cluster-rpc",
  describes: "two-way RPC through a gateway of another node, one call after the other",
  async run(options) {
    const between: number[][] = [];
    const within: number[][] = [];
    for (let run = 0; run < options.runs; run++) {
      const server = await ClusterServer.start({ nodes: 2 });
      try {
        const [here, there] = server.nodes;
        if (here === undefined || there === undefined) throw new Error("the cluster has too few nodes");
        const tokens = await server.createGateways(1, "responder");
        const job = { role: "respond", tokens, port: there.ports.mqtt, devices: 10, devicePrefix: "rpc" } as const;
        const responder = new LoadGenerator({ ...job, seconds: 0 });
        await responder.ready();
        const device = (await server.devices()).get("rpc-0-00000") ?? "";
        const callAt = async (node: NodeProcess, count: number): Promise<number[]> =>
          await callInTurn(adminCalls(server.at(node)), device, count);
        for (const [node, millis] of [
          [here, between],
          [there, within],
        ] as const) {
          await callAt(node, WARM_UP_CALLS);
          millis.push(await callAt(node, CALLS));
        }
        await responder.stop();
      } finally {
        await server.stop();
      }
      options.log(
        `cluster-rpc run ${String(run + 1)}: between nodes ${inWords(between.at(-1))}, within one ${inWords(within.at(-1))}`,
      );
    }
    return [
      { ...figure("between two nodes", 50, between) },
      { ...figure("between two nodes", 99, between), goal: { relation: "at most", value: 15 } },
      { ...figure("within a node", 50, within) },
      { ...figure("within a node", 99, within) },
    ];
  },
};

function figure(where: string, percent: number, runs: readonly (readonly number[])[]): Figure {
  return {
    what: `cluster-rpc: ${where}, p${String(percent)}`,
    unit: "ms",
    found: spread(runs.map((millis) => percentile(millis, percent))),
  };
}

function inWords(millis: readonly number[] = []): string {
  return `p50 ${percentile(millis, 50).toFixed(2)}, p99 ${percentile(millis, 99).toFixed(2)} ms`;
}
