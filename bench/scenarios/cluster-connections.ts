// Connections that do nothing, at one node and at three: whether all are open, and what one costs the node that has it, in memory and in
// the processor time of opening it. Each node also knows of the connections of the others.
import { setTimeout as pause } from "node:timers/promises";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { ClusterServer } from "../cluster-server.ts";
import { LoadGenerator } from "../load-generator.ts";
import { metricOf } from "../node-metric.ts";
import { cpuSecondsOf, residentBytesOf } from "../process.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const NODES = 3;
/** At each node. */
const CONNECTIONS = 2_000;
/** The first ones warm code and pools up; what the further ones add is the cost of one. */
const WARM_UP_CONNECTIONS = 200;
const SETTLE_MILLIS = 5_000;
const KIB = 1_024;

interface Connections {
  readonly open: number;
  /** Of a connection, the mean of all nodes. */
  readonly kibibytes: number;
  readonly cpuMillis: number;
}

export const clusterConnections: Scenario = {
  name: "cluster-connections",
  describes: `connections at ${String(NODES)} nodes against those at one, ${String(CONNECTIONS)} at each node`,
  async run(options) {
    const one: Connections[] = [];
    const three: Connections[] = [];
    const count = Math.max(2, Math.round(CONNECTIONS * options.size));
    for (let run = 0; run < options.runs; run++) {
      one.push(await opened(1, count));
      three.push(await opened(NODES, count));
      options.log(
        `cluster-connections run ${String(run + 1)}: at one node ${inWords(one.at(-1))}; at ${String(NODES)} ${inWords(three.at(-1))}`,
      );
    }
    const ratio = (of: (connections: Connections) => number): number[] => {
      const single = one.map(of);
      return three.map((connections, run) => of(connections) / (single[run] ?? Number.NaN));
    };
    return [
      {
        what: `cluster-connections: open at ${String(NODES)} nodes, of those at one`,
        unit: "×",
        found: spread(ratio(({ open }) => open)),
        goal: { relation: "at least", value: NODES },
      },
      {
        what: `cluster-connections: memory of one, with ${String(NODES)} nodes of that with one`,
        unit: "×",
        found: spread(ratio(({ kibibytes }) => kibibytes)),
        goal: { relation: "at most", value: 1 },
      },
      {
        what: `cluster-connections: processor time to open one, with ${String(NODES)} nodes of that with one`,
        unit: "×",
        found: spread(ratio(({ cpuMillis }) => cpuMillis)),
        goal: { relation: "at most", value: 1 },
      },
      {
        what: "cluster-connections: each further connection, with one node",
        unit: "KiB",
        found: spread(one.map(({ kibibytes }) => kibibytes)),
      },
      {
        what: `cluster-connections: each further connection, with ${String(NODES)} nodes`,
        unit: "KiB",
        found: spread(three.map(({ kibibytes }) => kibibytes)),
      },
    ];
  },
};

async function opened(nodes: number, count: number): Promise<Connections> {
  const server = await ClusterServer.start({ nodes });
  const loads: LoadGenerator[] = [];
  try {
    const tokens = new Map<NodeProcess, readonly string[]>();
    for (const node of server.nodes) tokens.set(node, await server.createGateways(count, node.name.replace(" ", "-")));
    /** The processor time of the nodes meanwhile, in seconds. */
    const open = async (from: number, to: number): Promise<number> => {
      const before = sumOf(server.nodes, cpuSecondsOf);
      const opening = server.nodes.map((node) => idle(node, (tokens.get(node) ?? []).slice(from, to)));
      loads.push(...opening);
      for (const load of opening) await load.ready();
      const spent = sumOf(server.nodes, cpuSecondsOf) - before;
      await pause(SETTLE_MILLIS);
      return spent;
    };
    const warm = Math.ceil((WARM_UP_CONNECTIONS / CONNECTIONS) * count);
    await open(0, warm);
    const bytesBefore = sumOf(server.nodes, residentBytesOf);
    const cpuSeconds = await open(warm, count);
    const bytes = sumOf(server.nodes, residentBytesOf) - bytesBefore;
    const further = nodes * (count - warm);
    return {
      open: (await Promise.all(server.nodes.map((node) => metricOf(node, "mqtt_connections")))).reduce(
        (sum, each) => sum + each,
        0,
      ),
      kibibytes: bytes / further / KIB,
      cpuMillis: (cpuSeconds / further) * 1000,
    };
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
    await server.stop();
  }
}

function idle(node: NodeProcess, tokens: readonly string[]): LoadGenerator {
  return new LoadGenerator({
    role: "idle",
    tokens,
    port: node.ports.mqtt,
    seconds: 0,
    subscribe: ["v1/gateway/rpc"],
  });
}

function sumOf(nodes: readonly NodeProcess[], of: (pid: number) => number): number {
  return nodes.reduce((all, { pid = 0 }) => all + of(pid), 0);
}

function inWords({ open, kibibytes, cpuMillis }: Partial<Connections> = {}): string {
  return `${String(open)} open, ${String(kibibytes?.toFixed(1))} KiB and ${String(cpuMillis?.toFixed(2))} ms each`;
}
