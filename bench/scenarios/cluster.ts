// Several nodes against one, and one node of a cluster against the platform alone, each node with the same share of a processor. The
// engines, which on real machines have machines of their own, and the clients have the rest.
import { setTimeout as pause } from "node:timers/promises";
import { ClusterServer } from "../cluster-server.ts";
import { runLoad } from "../load-generator.ts";
import { pointsOfDevices } from "../load/message-ring.ts";
import type { DoneLine } from "../load/tally.ts";
import { ALL_PROCESSORS } from "../process.ts";
import { ProcessorShare } from "../processor-share.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";
import { member, type RestClient, text } from "../../test/support/rest-client.ts";

const NODES = 3;
/** Of each node. Three of them leave the engines and the clients as much as they use on two processors. */
const CORES = 0.15;
const GATEWAYS = 4;
const DEVICES_PER_GATEWAY = 50;
const WINDOW = 200;
const WARM_UP_SECONDS = 8;
const FIRST_TS = 1_700_000_000_000;
/** Devices and their series are made before anything is measured, by points that are not counted. */
const MAKING = { warmUpSeconds: 0, seconds: 5, window: 10, firstTs: FIRST_TS - 1e9 } as const;
const SHAPE = "thirty-points" as const;
const LEADER_RATE = 100;
const LEADER_WARM_UP_SECONDS = 3;
const LEADER_SECONDS = 25;

export const cluster: Scenario = {
  name: "cluster",
  describes: `three nodes of a cluster against one and against the platform alone, ${String(CORES)} of a processor each`,
  async run(options) {
    const alone: number[] = [];
    const [one, three, p50, p99]: [number[], number[], number[], number[]] = [[], [], [], []];
    const throttled: number[] = [];
    const gaps: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      alone.push(await ofPlatform(options));
      const single = await ofCluster(1, options);
      one.push(single.pointsPerSecond);
      const several = await ofCluster(NODES, options);
      three.push(several.pointsPerSecond);
      throttled.push(Math.min(single.throttled, several.throttled));
      const half = await atHalfLoad(options);
      p50.push(half.p50);
      p99.push(half.p99);
      gaps.push(await withoutLeader());
      options.log(
        `cluster run ${String(run + 1)}: alone ${String(alone.at(-1))}, one node ${String(one.at(-1))}, ${String(NODES)} nodes ${String(three.at(-1))} points/s; ` +
          `half load p50 ${String(half.p50)}, p99 ${String(half.p99)} ms; leader killed ${String(gaps.at(-1))} s; share used up in ${String(throttled.at(-1))} of the periods`,
      );
    }
    const ratios = (of: readonly number[], to: readonly number[]): Figure["found"] =>
      spread(of.map((value, run) => value / (to[run] ?? Number.NaN)));
    return [
      {
        what: `cluster: ${String(NODES)} nodes, of one node`,
        unit: "×",
        found: ratios(three, one),
        goal: { relation: "at least", value: 2.5 },
      },
      {
        what: "cluster: one node, of the platform alone",
        unit: "×",
        found: ratios(one, alone),
        goal: { relation: "at least", value: 0.6 },
      },
      {
        what: `cluster: ${String(NODES)} nodes, stored, synced and acknowledged`,
        unit: "points/s",
        found: spread(three),
      },
      { what: "cluster: periods in which the share was used up, the least", unit: "of 1", found: spread(throttled) },
      {
        what: `cluster: acknowledgement at half load of ${String(NODES)} nodes, p50`,
        unit: "ms",
        found: spread(p50),
        goal: { relation: "at most", value: 15 },
      },
      {
        what: `cluster: acknowledgement at half load of ${String(NODES)} nodes, p99`,
        unit: "ms",
        found: spread(p99),
        goal: { relation: "at most", value: 80 },
      },
      {
        what: "cluster: longest time without acknowledgements when a leader of the log is killed",
        unit: "s",
        found: spread(gaps),
        goal: { relation: "at most", value: 9 },
      },
    ];
  },
};

/** As fast as `window` messages in flight allow, or `rate` messages a second. */
interface Pace {
  readonly window?: number;
  readonly rate?: number;
  readonly firstTs: number;
  readonly warmUpSeconds?: number;
  readonly seconds?: number;
}

function loadOf(options: ScenarioOptions, tokens: readonly string[], port: number, devicePrefix: string) {
  return {
    role: "publish" as const,
    shape: SHAPE,
    tokens,
    port,
    devices: DEVICES_PER_GATEWAY,
    devicePrefix,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: options.seconds,
  };
}

async function ofPlatform(options: ScenarioOptions): Promise<number> {
  const server = await PlatformServer.start(undefined, {}, ALL_PROCESSORS);
  const share = new ProcessorShare("alone", CORES);
  try {
    const tokens = await server.createGateways(GATEWAYS);
    const load = loadOf(options, tokens, server.mqttPort, "alone");
    await runLoad({ ...load, ...MAKING });
    share.hold(server.process.pid);
    return (await runLoad({ ...load, window: WINDOW, firstTs: FIRST_TS })).pointsPerSecond;
  } finally {
    await server.stop();
    await share.remove();
  }
}

async function ofCluster(
  nodes: number,
  options: ScenarioOptions,
): Promise<{ readonly pointsPerSecond: number; readonly throttled: number }> {
  const server = await ClusterServer.start({ nodes });
  try {
    const tokens = await createGateways(server);
    await atAllNodes(server, options, tokens, MAKING);
    server.holdShares(CORES);
    const done = await atAllNodes(server, options, tokens, { window: WINDOW, firstTs: FIRST_TS });
    const pointsPerSecond = done.reduce((sum, each) => sum + each.pointsPerSecond, 0);
    const { throttled } = server;
    server.liftShares();
    await requireCounts(server, done);
    return { pointsPerSecond, throttled };
  } finally {
    await server.stop();
  }
}

/** Some for each node, by their access tokens. */
async function createGateways(server: ClusterServer): Promise<readonly (readonly string[])[]> {
  return await Promise.all(
    server.nodes.map(({ name }) => server.createGateways(GATEWAYS, `${name.replace(" ", "-")}-gateway`)),
  );
}

/** A load at each node, with gateways and devices of its own. */
async function atAllNodes(
  server: ClusterServer,
  options: ScenarioOptions,
  tokens: readonly (readonly string[])[],
  pace: Pace,
): Promise<readonly DoneLine[]> {
  return await Promise.all(
    server.nodes.map((node, index) =>
      runLoad({ ...loadOf(options, tokens[index] ?? [], node.ports.mqtt, prefixOf(index)), ...pace }),
    ),
  );
}

const prefixOf = (node: number): string => `load${String(node)}`;

/** Of each series there are no fewer points than were acknowledged, and no more than were sent. */
async function requireCounts(server: ClusterServer, loads: readonly DoneLine[]): Promise<void> {
  const ids = await server.devices();
  for (const [node, { ofConnections }] of loads.entries())
    for (const [connection, { sent, acknowledged }] of ofConnections.entries()) {
      const load = {
        shape: SHAPE,
        devices: DEVICES_PER_GATEWAY,
        devicePrefix: `${prefixOf(node)}-${String(connection)}`,
      };
      const most = pointsOfDevices(load, sent);
      for (const [index, { device, keys, points }] of pointsOfDevices(load, acknowledged).entries()) {
        const id = ids.get(device);
        if (id === undefined && points > 0) throw new Error(`there is no device ${device}`);
        if (id === undefined) continue;
        const counts = await countsOf(server.admin, id, keys);
        const highest = most[index]?.points ?? 0;
        for (const [place, key] of keys.entries()) {
          const count = counts[place] ?? 0;
          if (count < points || count > highest)
            throw new Error(
              `${key} of ${device} has ${String(count)} points: ${String(points)} were acknowledged, ${String(highest)} sent`,
            );
        }
      }
    }
}

async function countsOf(client: RestClient, id: string, keys: readonly string[]): Promise<readonly number[]> {
  const [startTs, endTs] = [FIRST_TS, FIRST_TS + 1e9];
  const query = `keys=${keys.join(",")}&startTs=${String(startTs)}&endTs=${String(endTs)}&interval=${String(endTs - startTs)}&agg=COUNT`;
  const found = await client.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}`);
  return keys.map((key) => Number(text(member(found, key), "0", "value")));
}

/** Without shares: all engines and nodes of this machine together. */
async function atHalfLoad(options: ScenarioOptions): Promise<{ readonly p50: number; readonly p99: number }> {
  const server = await ClusterServer.start({ nodes: NODES });
  try {
    const tokens = await createGateways(server);
    await atAllNodes(server, options, tokens, MAKING);
    const full = await atAllNodes(server, options, tokens, { window: WINDOW, firstTs: FIRST_TS });
    // The keeper works off for a minute what was stored in these seconds.
    await server.atRest();
    const rate = Math.round(full.reduce((sum, { messagesPerSecond }) => sum + messagesPerSecond, 0) / NODES / 2);
    const half = await atAllNodes(server, options, tokens, { rate, firstTs: Date.now() + 1e9 });
    const worst = (percentile: "p50" | "p99"): number =>
      Math.max(...half.map(({ latencyMillis }) => latencyMillis[percentile]));
    return { p50: worst("p50"), p99: worst("p99") };
  } finally {
    await server.stop();
  }
}

/** The longest time from a message to its acknowledgement, in seconds, while the server is killed that leads the log. */
async function withoutLeader(): Promise<number> {
  const server = await ClusterServer.start({ nodes: 1 });
  try {
    const tokens = await server.createGateways(1, "leader");
    const load = runLoad({
      role: "publish",
      shape: "one-point",
      tokens,
      port: server.nodes[0]?.ports.mqtt ?? 0,
      devices: 1,
      rate: LEADER_RATE,
      warmUpSeconds: LEADER_WARM_UP_SECONDS,
      seconds: LEADER_SECONDS,
    });
    await pause((LEADER_WARM_UP_SECONDS + 2) * 1000);
    await server.killLeader();
    return (await load).latencyMillis.max / 1000;
  } finally {
    await server.stop();
  }
}
