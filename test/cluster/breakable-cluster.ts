// A cluster of which each part can be cut off from each other one, with a database on two servers, and with clocks of nodes that are
// two minutes apart.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Cluster } from "../../tools/cluster/cluster.ts";
import { identityIn } from "../../tools/cluster/cluster-identity.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { bucketPorts } from "../../tools/cluster/bucket-server.ts";
import { natsPorts, type NatsServer } from "../../tools/cluster/nats-cluster.ts";
import type { NodeProcess } from "../../tools/cluster/node-process.ts";
import { PostgresServer } from "../../tools/cluster/postgres-server.ts";
import { PostgresPair } from "../support/postgres-pair.ts";
import { RouteLinks } from "../support/route-links.ts";
import { SilentLink } from "../support/silent-link.ts";
import { threeNodes } from "../support/three-nodes.ts";

const NODES = ["node 1", "node 2", "node 3"];
const MINUTE_MILLIS = 60_000;
/** How much the clock of a node is fast. */
const CLOCK_SHIFTS: ReadonlyMap<string, number> = new Map([
  ["node 2", MINUTE_MILLIS],
  ["node 3", -MINUTE_MILLIS],
]);
const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, "../support/shifted-clock.mjs")).href;

interface Ports {
  readonly postgres: readonly number[];
  readonly nats: readonly number[];
  readonly bucket: number;
}

interface Ways {
  readonly ports: Ports;
  /** By the node that uses it and the port to which it leads. */
  readonly links: ReadonlyMap<string, SilentLink>;
  readonly routes: RouteLinks;
}

export class BreakableCluster {
  readonly cluster: Cluster;
  readonly postgres: PostgresPair;
  readonly #ways: Ways;

  /** Not started yet. */
  static async in(folder: string): Promise<BreakableCluster> {
    const { ports, password } = await identityIn(folder, NODES.length);
    const [standbyPort = 0] = await freePorts(1);
    const nats = natsPorts(ports.nats);
    const own: Ports = {
      postgres: [...ports.postgres, standbyPort],
      nats: nats.map(({ client }) => client),
      bucket: bucketPorts(ports.bucket).s3.port,
    };
    const links = new Map<string, SilentLink>();
    const open = async (user: string, targets: readonly number[]): Promise<void> => {
      for (const port of targets) links.set(`${user} ${String(port)}`, await SilentLink.to(port));
    };
    for (const node of NODES) await open(node, [...own.postgres, ...own.nats, own.bucket]);
    const routes = await RouteLinks.between(nats);
    const through = (user: string, port: number): number => links.get(`${user} ${String(port)}`)?.port ?? port;
    const cluster = await threeNodes(folder, {
      detours: {
        ofRoute: routes.detour,
        ofNode: (node, settings) => {
          const by = (name: string): string =>
            (settings[name] ?? "").replaceAll(
              /127\.0\.0\.1:(\d+)/g,
              (_, port) => `127.0.0.1:${String(through(node, Number(port)))}`,
            );
          return {
            CLUSTER_POSTGRES_URL: by("CLUSTER_POSTGRES_URL").replace(
              /127\.0\.0\.1:\d+/,
              (first) => `${first},127.0.0.1:${String(through(node, standbyPort))}`,
            ),
            CLUSTER_NATS_URLS: by("CLUSTER_NATS_URLS"),
            AWS_ENDPOINT_URL_S3: by("AWS_ENDPOINT_URL_S3"),
            NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
            CLOCK_SHIFT_MILLIS: String(CLOCK_SHIFTS.get(node) ?? 0),
          };
        },
      },
    });
    const standby = new PostgresServer({
      name: "standby",
      folder: join(folder, "standby"),
      port: standbyPort,
      password,
    });
    return new BreakableCluster(cluster, new PostgresPair(cluster.postgres, standby), { ports: own, links, routes });
  }

  private constructor(cluster: Cluster, postgres: PostgresPair, ways: Ways) {
    this.cluster = cluster;
    this.postgres = postgres;
    this.#ways = ways;
  }

  async start(): Promise<void> {
    await this.cluster.start();
    await this.postgres.complete();
  }

  async stop(): Promise<void> {
    const links = [...this.#ways.links.values(), ...this.#ways.routes.all];
    for (const link of links) link.mend();
    await this.cluster.stop();
    await this.postgres.stop();
    for (const link of links) link.stop();
  }

  toPostgres(node: NodeProcess): readonly SilentLink[] {
    return this.#of(node, this.#ways.ports.postgres);
  }

  toNats(node: NodeProcess): readonly SilentLink[] {
    return this.#of(node, this.#ways.ports.nats);
  }

  toBucket(node: NodeProcess): readonly SilentLink[] {
    return this.#of(node, [this.#ways.ports.bucket]);
  }

  /** Between a NATS server and the others. */
  routesOf(server: NatsServer): readonly SilentLink[] {
    return this.#ways.routes.of(server.name);
  }

  #of({ name }: NodeProcess, ports: readonly number[]): readonly SilentLink[] {
    return ports.flatMap((port) => this.#ways.links.get(`${name} ${String(port)}`) ?? []);
  }
}
