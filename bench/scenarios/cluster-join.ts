// A node that joins a cluster whose log has an hour of ten thousand devices: how long until it says that it is ready, and until it
// answers with what was acknowledged elsewhere.
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { eventually } from "../../test/support/deadline.ts";
import type { RestClient } from "../../test/support/rest-client.ts";
import { ClusterServer } from "../cluster-server.ts";
import { runLoad } from "../load-generator.ts";
import type { Scenario } from "../scenario.ts";
import { spread } from "../statistics.ts";

const GATEWAYS = 100;
const DEVICES_PER_GATEWAY = 100;
const SHAPE = "thirty-points" as const;
const KEYS = "temperature,pressure,pulses";
/** One in ten seconds. */
const POINTS_OF_SERIES = 360;
const DEVICES_A_MESSAGE = 10;
const WINDOW = 20;
const FIRST_TS = 1_700_000_000_000;
const FILL_SECONDS_MAX = 3_600;
const JOIN_MILLIS_MAX = 300_000;

interface Join {
  readonly readySeconds: number;
  readonly latestSeconds: number;
  readonly pointsSeconds: number;
}

export const clusterJoin: Scenario = {
  name: "cluster-join",
  describes: `a node joins a log of an hour of ${String(GATEWAYS * DEVICES_PER_GATEWAY)} devices, ${String(GATEWAYS * DEVICES_PER_GATEWAY * 3 * POINTS_OF_SERIES)} points`,
  async run(options) {
    const server = await ClusterServer.start({ nodes: 2 });
    try {
      const [, joining] = server.nodes;
      if (joining === undefined) throw new Error("the cluster has too few nodes");
      await joining.stop();
      await anHour(server, Math.max(1, Math.round(GATEWAYS * options.size)));
      const device = (await server.devices()).get("load-0-00000") ?? "";
      const joins: Join[] = [];
      for (let run = 0; run < options.runs; run++) {
        await joining.wipe();
        const join = await joined(server, joining, device);
        joins.push(join);
        options.log(
          `cluster-join run ${String(run + 1)}: ready after ${join.readySeconds.toFixed(1)} s, latest values after ${join.latestSeconds.toFixed(1)} s, points after ${join.pointsSeconds.toFixed(1)} s`,
        );
        await joining.stop();
      }
      return [
        {
          what: "cluster-join: from its start until a node says that it is ready",
          unit: "s",
          found: spread(joins.map(({ readySeconds }) => readySeconds)),
          goal: { relation: "at most", value: 15 },
        },
        {
          what: "cluster-join: until it answers with latest values",
          unit: "s",
          found: spread(joins.map(({ latestSeconds }) => latestSeconds)),
          goal: { relation: "at most", value: 15 },
        },
        {
          what: "cluster-join: until it answers with points",
          unit: "s",
          found: spread(joins.map(({ pointsSeconds }) => pointsSeconds)),
          goal: { relation: "at most", value: 15 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

/** At full speed: frames of an hour stay in the log for an hour, however soon they came. */
async function anHour(server: ClusterServer, gateways: number): Promise<void> {
  const tokens = await server.createGateways(gateways, "joined");
  await runLoad({
    role: "publish",
    shape: SHAPE,
    tokens,
    port: server.nodes[0]?.ports.mqtt ?? 0,
    devices: DEVICES_PER_GATEWAY,
    window: WINDOW,
    messages: (POINTS_OF_SERIES * DEVICES_PER_GATEWAY) / DEVICES_A_MESSAGE,
    seconds: FILL_SECONDS_MAX,
    warmUpSeconds: 0,
    firstTs: FIRST_TS,
  });
}

async function joined(server: ClusterServer, node: NodeProcess, device: string): Promise<Join> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  await node.start();
  const client = server.at(node);
  await answered(client, "/api/health/ready");
  const readySeconds = seconds();
  const telemetry = `/api/plugins/telemetry/DEVICE/${device}/values/timeseries?keys=${KEYS}`;
  await answered(client, telemetry, await server.admin.getText(telemetry));
  const latestSeconds = seconds();
  const points = `${telemetry}&startTs=${String(FIRST_TS)}&endTs=${String(FIRST_TS + POINTS_OF_SERIES)}&limit=${String(POINTS_OF_SERIES)}`;
  await answered(client, points, await server.admin.getText(points));
  return { readySeconds, latestSeconds, pointsSeconds: seconds() };
}

/** Asks until it is answered with 200, and with this text. */
async function answered(client: RestClient, path: string, expected?: string): Promise<void> {
  await eventually(
    async () => await client.request("GET", path),
    ({ status, text }) => status === 200 && (expected === undefined || text === expected),
    JOIN_MILLIS_MAX,
    ({ status, text }) => `${path} was answered ${String(status)} ${text}`,
  );
}
