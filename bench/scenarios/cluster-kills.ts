// Each node is killed in turn while gateways publish to all: how long after its gateway has been accepted by another node calls reach
// the gateway's devices again, from every node that is left; and whether the gateways of the others notice anything.
import { setTimeout as pause } from "node:timers/promises";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { ClusterServer } from "../cluster-server.ts";
import { LoadGenerator, requireIdle } from "../load-generator.ts";
import { MovingGateway } from "../moving-gateway.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const NODES = 3;
const DEVICES = 10;
const DEVICE_PREFIX = "moving-0";
const DEVICE = `${DEVICE_PREFIX}-00000`;
/** At each node. */
const GATEWAYS = 4;
const MESSAGES_PER_SECOND = 100;
const LOAD_WARM_UP_SECONDS = 2;
const LOAD_SECONDS = 16;
/** Under load, before the kill. */
const BEFORE_MILLIS = 3_000;
/** Calls are made for so long after the gateway has been accepted. */
const CALLS_MILLIS = 8_000;
const CALL_PERIOD_MILLIS = 100;
/** The shortest that the platform allows. */
const CALL_TIMEOUT_MILLIS = 5_000;

interface Kill {
  /** From the acceptance of the gateway to the first call that was answered, at the slower of the nodes. */
  readonly seconds: number;
  /** Calls made after that one that were not answered. */
  readonly unanswered: number;
  /** Refusals and lost connections of the gateways of other nodes. */
  readonly errors: number;
  /** The longest that one of their messages waited. */
  readonly waitMillis: number;
}

export const clusterKills: Scenario = {
  name: "cluster-kills",
  describes: `each of ${String(NODES)} nodes is killed under load, and its gateway connects to another one`,
  async run(options) {
    const kills: (Kill & { readonly run: number })[] = [];
    for (let run = 0; run < options.runs; run++) {
      const server = await ClusterServer.start({ nodes: NODES });
      try {
        const [token = ""] = await server.createGateways(1, "moving");
        const gateway = new MovingGateway(token, DEVICE_PREFIX, DEVICES);
        const tokens = new Map<NodeProcess, readonly string[]>();
        for (const node of server.nodes)
          tokens.set(node, await server.createGateways(GATEWAYS, node.name.replace(" ", "-")));
        for (const victim of server.nodes) {
          const kill = await killed(server, { victim, gateway, tokens });
          kills.push({ ...kill, run });
          options.log(
            `cluster-kills run ${String(run + 1)}, ${victim.name}: calls after ${kill.seconds.toFixed(2)} s, ${String(kill.unanswered)} unanswered since; others: ${String(kill.errors)} errors, waited ${kill.waitMillis.toFixed(0)} ms at most`,
          );
        }
      } finally {
        await server.stop();
      }
    }
    const worst = (of: (kill: Kill) => number): number[] =>
      Array.from({ length: options.runs }, (_, run) => Math.max(...kills.filter((kill) => kill.run === run).map(of)));
    return [
      {
        what: "cluster-kills: from a gateway's acceptance at another node until calls reach its devices from all nodes",
        unit: "s",
        found: spread(worst(({ seconds }) => seconds)),
        goal: { relation: "at most", value: 2 },
      },
      {
        what: "cluster-kills: calls after that which were not answered",
        unit: "calls",
        found: spread(worst(({ unanswered }) => unanswered)),
        goal: { relation: "at most", value: 0 },
      },
      {
        what: "cluster-kills: refusals and lost connections of gateways of other nodes",
        unit: "errors",
        found: spread(worst(({ errors }) => errors)),
        goal: { relation: "at most", value: 0 },
      },
      {
        what: "cluster-kills: longest wait for an acknowledgement of those",
        unit: "ms",
        found: spread(worst(({ waitMillis }) => waitMillis)),
      },
    ];
  },
};

interface Round {
  readonly victim: NodeProcess;
  readonly gateway: MovingGateway;
  /** Of the gateways that publish at each node. */
  readonly tokens: ReadonlyMap<NodeProcess, readonly string[]>;
}

async function killed(server: ClusterServer, { victim, gateway, tokens }: Round): Promise<Kill> {
  const others = server.nodes.filter((node) => node !== victim);
  const first = await gateway.connect(victim.ports.mqtt);
  await first.ready;
  const device = (await server.devices()).get(DEVICE) ?? "";
  const loads = new Map(server.nodes.map((node) => [node, publishing(node, tokens.get(node) ?? [])]));
  for (const load of loads.values()) await load.ready();
  await pause(BEFORE_MILLIS);
  await victim.kill();
  await first.lost;
  const link = await gateway.connect(others[0]?.ports.mqtt ?? 0);
  const called = await Promise.all(others.map((node) => callFrom(server, node, { device, since: link.acceptedAt })));
  const ended = await Promise.all(others.map(async (node) => await loads.get(node)?.ended()));
  for (const load of ended) if (load !== undefined) requireIdle(load.cpu);
  await loads.get(victim)?.ended();
  link.close();
  await victim.start();
  const errorsOf = (counts: Readonly<Record<string, number>> = {}): number =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    seconds: Math.max(...called.map(({ seconds }) => seconds)),
    unanswered: called.reduce((sum, { unanswered }) => sum + unanswered, 0),
    errors: ended.reduce((sum, load) => sum + errorsOf(load?.failures) + errorsOf(load?.refused), 0),
    waitMillis: Math.max(...ended.map((load) => load?.latencyMillis.max ?? Number.NaN)),
  };
}

function publishing(node: NodeProcess, tokens: readonly string[]): LoadGenerator {
  return new LoadGenerator({
    role: "publish",
    shape: "thirty-points",
    tokens,
    port: node.ports.mqtt,
    devices: DEVICES,
    devicePrefix: `loaded-${node.name.replace(" ", "-")}`,
    rate: MESSAGES_PER_SECOND,
    warmUpSeconds: LOAD_WARM_UP_SECONDS,
    seconds: LOAD_SECONDS,
  });
}

/** Calls at a steady pace, each without waiting for the one before. */
async function callFrom(
  server: ClusterServer,
  node: NodeProcess,
  { device, since }: { readonly device: string; readonly since: number },
): Promise<{ readonly seconds: number; readonly unanswered: number }> {
  const client = server.at(node);
  const calls: Promise<{ readonly askedAt: number; readonly answeredAt: number }>[] = [];
  while (performance.now() < since + CALLS_MILLIS) {
    const askedAt = performance.now();
    const body = { method: "getState", params: {}, timeout: CALL_TIMEOUT_MILLIS };
    calls.push(
      client.request("POST", `/api/rpc/twoway/${device}`, body).then(
        ({ status }) => ({ askedAt, answeredAt: status === 200 ? performance.now() : Infinity }),
        () => ({ askedAt, answeredAt: Infinity }),
      ),
    );
    await pause(CALL_PERIOD_MILLIS);
  }
  const all = await Promise.all(calls);
  const firstAt = Math.min(...all.map(({ answeredAt }) => answeredAt));
  return {
    seconds: (firstAt - since) / 1000,
    unanswered: all.filter(
      ({ askedAt, answeredAt }) => answeredAt === Infinity && (askedAt > firstAt || firstAt === Infinity),
    ).length,
  };
}
