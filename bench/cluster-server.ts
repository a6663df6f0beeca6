// A cluster to measure: its engines and nodes as `npm run cluster` starts them, each node with the same share of a processor, its clients
// at the nodes themselves and not at the balancer.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listObjects } from "../src/adapters/s3/bucket-listing.ts";
import { parseBucketAddress } from "../src/adapters/s3/bucket-address.ts";
import { BucketRequests } from "../src/adapters/s3/bucket-requests.ts";
import { POINTS_STREAM } from "../src/app/cluster/cluster-options.ts";
import { fetchEngines } from "../scripts/engines.mjs";
import { RUNTIME_ENVIRONMENT, RUNTIME_FLAGS } from "../scripts/runtime.mjs";
import { installClusterPackages } from "../scripts/system-packages.mjs";
import { systemClock } from "../src/lib/clock.ts";
import { member, RestClient, text } from "../test/support/rest-client.ts";
import { Cluster, type ClusterOptions } from "../tools/cluster/cluster.ts";
import { freePorts } from "../tools/cluster/free-ports.ts";
import type { NodeProcess } from "../tools/cluster/node-process.ts";
import { metricOf } from "./node-metric.ts";
import { ALL_PROCESSORS, BenchProcess } from "./process.ts";
import { ProcessorShare } from "./processor-share.ts";
import { scratchFolder } from "./servers.ts";

const ADMIN = "bench@example.com";
const PASSWORD = "bench-Password-1";
const DEVICES_A_PAGE = 1_000;
const CREATED_AT_ONCE = 16;
const MAIN = join(import.meta.dirname, "../src/main.ts");
/** Below the place of all files of a cluster. */
const HISTORY = "main/";
const LOOK_SECONDS = 2;
const LOOKS_MAX = 150;
const BUCKET_TRY = { tryMillis: 10_000, triesMax: 3 };

export interface ClusterServerOptions {
  readonly nodes: number;
  /** Of the nodes, in addition to the addresses of their engines. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The folder of a platform that has been stopped, with the administrator of benchmarks; undefined: an empty cluster. */
  readonly importedFolder?: string;
}

const DEPS = { clock: systemClock, say: () => undefined };

export class ClusterServer {
  readonly cluster: Cluster;
  readonly admin: RestClient;
  readonly #folder: string;
  readonly #shares: ProcessorShare[] = [];

  private constructor(cluster: Cluster, admin: RestClient, folder: string) {
    this.cluster = cluster;
    this.admin = admin;
    this.#folder = folder;
  }

  static async start({ nodes, environment: given, importedFolder }: ClusterServerOptions): Promise<ClusterServer> {
    const complaint = installClusterPackages() ?? fetchEngines();
    if (complaint !== undefined) throw new Error(complaint);
    const folder = scratchFolder();
    const [httpPort = 0, mqttPort = 0] = await freePorts(2);
    const environment = {
      LOG_LEVEL: "warn",
      BOOTSTRAP_TENANT_ADMIN_EMAIL: ADMIN,
      BOOTSTRAP_TENANT_ADMIN_PASSWORD: PASSWORD,
      ...given,
    };
    const options = { folder, httpPort, mqttPort, environment };
    if (importedFolder !== undefined) await importInto(options, importedFolder);
    const cluster = await Cluster.in({ ...options, nodes }, DEPS);
    try {
      await cluster.start();
      const admin = await new RestClient(cluster.nodes[0]?.http ?? "").login(ADMIN, PASSWORD);
      return new ClusterServer(cluster, admin, folder);
    } catch (error) {
      await end(cluster, [], folder);
      throw error;
    }
  }

  get nodes(): readonly NodeProcess[] {
    return this.cluster.nodes;
  }

  /** The administrator at another node. */
  at(node: NodeProcess): RestClient {
    return new RestClient(node.http, this.admin.authorization);
  }

  /** Gateways whose access tokens are their names. */
  async createGateways(count: number, prefix: string): Promise<string[]> {
    const tokens = Array.from({ length: count }, (_, index) => `${prefix}-${String(index)}`);
    const body = { type: "default", additionalInfo: { gateway: true } };
    const rest = tokens.values();
    const createInTurn = async (): Promise<void> => {
      for (const name of rest) await this.admin.post(`/api/device?accessToken=${name}`, { name, ...body });
    };
    await Promise.all(Array.from({ length: CREATED_AT_ONCE }, createInTurn));
    return tokens;
  }

  /** The ids of all devices, by name. */
  async devices(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (let page = 0; ; page++) {
      const query = `pageSize=${String(DEVICES_A_PAGE)}&page=${String(page)}`;
      const answer = await this.admin.get(`/api/tenant/devices?${query}`);
      for (const device of member(answer, "data") as readonly unknown[])
        found.set(text(device, "name"), text(device, "id", "id"));
      if (member(answer, "hasNext") !== true) return found;
    }
  }

  /** Bytes of the history in the bucket. */
  async historyBytes(): Promise<number> {
    const { bucket, nodeSettings } = this.cluster;
    const address = parseBucketAddress(nodeSettings["CLUSTER_FILES"] ?? "", bucket.variables);
    const requests = new BucketRequests(address, { clock: systemClock, pause }, BUCKET_TRY);
    return (await listObjects(requests, address, HISTORY)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Resolves when the history has all that was stored; the keeper may still merge files. */
  async atRest(): Promise<void> {
    for (let look = 0; look < LOOKS_MAX; look++) {
      const tails = await Promise.all(this.nodes.map((node) => metricOf(node, "cluster_tail_bytes")));
      if (tails.every((bytes) => bytes === 0)) return;
      await pause(LOOK_SECONDS * 1_000);
    }
    throw new Error(`the cluster has not come to rest in ${String(LOOKS_MAX * LOOK_SECONDS)} s`);
  }

  /** The NATS server that leads the log of points. */
  async killLeader(): Promise<void> {
    const leader = await this.cluster.nats.leaderOf(POINTS_STREAM);
    if (leader === undefined) throw new Error("the log of points has no leader");
    await leader.kill();
  }

  /** From now on each node has this much of a processor. */
  holdShares(cores: number): void {
    for (const { name, pid } of this.nodes) {
      const share = new ProcessorShare(name.replace(" ", "-"), cores);
      this.#shares.push(share);
      share.hold(pid ?? 0);
    }
  }

  /** Of the periods in which a node ran, the part at whose end its share was used up; NaN without shares. */
  get throttled(): number {
    return Math.min(...this.#shares.map((share) => share.throttled));
  }

  /** For what follows what was measured. */
  liftShares(): void {
    for (const share of this.#shares) share.lift();
  }

  async stop(): Promise<void> {
    await end(this.cluster, this.#shares, this.#folder);
  }
}

async function end(cluster: Cluster, shares: readonly ProcessorShare[], folder: string): Promise<void> {
  await cluster.stop();
  for (const share of shares) await share.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** Into a cluster without nodes, whose engines are stopped afterwards. */
async function importInto(options: Omit<ClusterOptions, "nodes">, importedFolder: string): Promise<void> {
  const engines = await Cluster.in({ ...options, nodes: 0 }, DEPS);
  try {
    await engines.start();
    const importing = new BenchProcess(
      ALL_PROCESSORS,
      process.execPath,
      [...RUNTIME_FLAGS, MAIN, "cluster", "import", importedFolder],
      { ...RUNTIME_ENVIRONMENT, ...engines.nodeSettings, LOG_LEVEL: "warn" },
    );
    await importing.line(/^imported, and compared/);
    await importing.ended();
  } finally {
    await engines.stop();
  }
}
