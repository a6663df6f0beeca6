// A whole cluster on this machine: PostgreSQL, three NATS servers, the bucket, the nodes, and the balancer in front of them.
import { join } from "node:path";
import { parseConfig } from "../../src/app/config.ts";
import { trustedProxiesOf } from "../../src/app/connections.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { Balancer } from "./balancer.ts";
import { bucketPorts, BucketServer } from "./bucket-server.ts";
import { identityIn, type ClusterIdentity } from "./cluster-identity.ts";
import { EngineError, type Engine } from "./engine.ts";
import { NatsCluster, natsPorts } from "./nats-cluster.ts";
import { NodeProcess } from "./node-process.ts";
import { nodeSettings } from "./node-settings.ts";
import { PostgresServer } from "./postgres-server.ts";

const HOST = "127.0.0.1";

export interface ClusterOptions {
  readonly folder: string;
  readonly nodes: number;
  /** Of the balancer. */
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Undefined: the nodes have no TLS. */
  readonly mqttsPort?: number | undefined;
  /** Where the nodes keep files instead of the bucket. */
  readonly sharedFolder?: string | undefined;
  /** What the nodes find in their environment besides what the cluster tells them. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where a test puts something between the parts. */
  readonly detours?: Detours | undefined;
}

export interface Detours {
  /** What a node finds in place of these settings. */
  readonly ofNode: (name: string, settings: Readonly<Record<string, string>>) => NodeJS.ProcessEnv;
  /** By which port a NATS server reaches another one. */
  readonly ofRoute: (name: string, port: number) => number;
}

export interface ClusterDeps {
  readonly clock: Clock;
  /** Says in a line what goes on. */
  readonly say: (line: string) => void;
}

export class Cluster {
  readonly postgres: PostgresServer;
  readonly nats: NatsCluster;
  readonly bucket: BucketServer;
  readonly nodes: readonly NodeProcess[];
  readonly balancer: Balancer;
  /** What its nodes are told about what they run on. */
  readonly nodeSettings: Readonly<Record<string, string>>;
  readonly #deps: ClusterDeps;
  #isStopping = false;

  static async in(options: ClusterOptions, deps: ClusterDeps): Promise<Cluster> {
    return new Cluster(options, await identityIn(options.folder, options.nodes), deps);
  }

  private constructor(options: ClusterOptions, identity: ClusterIdentity, deps: ClusterDeps) {
    const { folder, sharedFolder, environment, detours, httpPort, mqttPort, mqttsPort } = options;
    const { password, masterKey, ports } = identity;
    this.#deps = deps;
    this.postgres = new PostgresServer({ folder: join(folder, "postgres"), port: ports.postgres[0] ?? 0, password });
    this.nats = new NatsCluster({ folder, ports: natsPorts(ports.nats), password, detour: detours?.ofRoute });
    this.bucket = new BucketServer({
      folder: join(folder, "bucket"),
      ports: bucketPorts(ports.bucket),
      secret: password,
    });
    this.nodeSettings = nodeSettings(this, masterKey);
    const { HTTP_TRUSTED_PROXIES, HTTP_TLS_CERT_FILE } = environment;
    const isSecured = HTTP_TLS_CERT_FILE !== undefined;
    const trustedProxies = trustedProxiesOf(parseConfig(new Map(), { HTTP_TRUSTED_PROXIES }));
    const settings = {
      BASE_URL: `${isSecured ? "https" : "http"}://${HOST}:${String(httpPort)}`,
      DEVICE_CONNECTIVITY_HTTP_PORT: String(httpPort),
      DEVICE_CONNECTIVITY_MQTT_PORT: String(mqttPort),
      ...(mqttsPort === undefined ? {} : { DEVICE_CONNECTIVITY_MQTTS_PORT: String(mqttsPort) }),
      // The balancer listens on this machine only, so everything without TLS comes from it.
      ...(isSecured ? {} : { API_KEY_REQUIRE_HTTPS: "never" }),
      ...environment,
      ...this.nodeSettings,
      // The balancer, which says for whom it speaks, and what is in front of it. Of connections it says nothing: their clients would.
      ...(isSecured ? {} : { HTTP_TRUSTED_PROXIES: [HOST, ...trustedProxies].join(",") }),
      ...(sharedFolder === undefined ? {} : { CLUSTER_FILES: sharedFolder }),
    };
    this.nodes = Array.from({ length: options.nodes }, (_, index) => {
      const [http = 0, mqtt = 0, mqtts = 0] = ports.nodes.slice(3 * index);
      const number = index + 1;
      return new NodeProcess({
        number,
        folder: join(folder, `node-${String(number)}`),
        ports: { http, mqtt, mqtts },
        environment: { ...settings, ...detours?.ofNode(`node ${String(number)}`, this.nodeSettings) },
      });
    });
    const backends = this.nodes.map((node) => ({ name: node.name, host: HOST, ports: node.ports }));
    const httpBy = isSecured ? "TLS connection" : "request";
    const listening = { host: HOST, httpPort, httpBy, mqttPort, mqttsPort } as const;
    this.balancer = new Balancer(backends, { ...listening, trustedProxies }, deps.clock);
  }

  /** In the order in which they start. */
  get engines(): readonly Engine[] {
    return [this.postgres, ...this.nats.servers, this.bucket, ...this.nodes];
  }

  /** By its name, as `node 2`. */
  engine(name: string): Engine {
    const found = this.engines.find((engine) => engine.name === name);
    if (found !== undefined) return found;
    throw new EngineError(`there is no "${name}"; there are ${this.engines.map((each) => each.name).join(", ")}`);
  }

  /** Resolves when the balancer listens in front of nodes that are ready. */
  async start(): Promise<void> {
    for (const engine of this.engines)
      engine.onUnexpectedEnd((how) => {
        this.#deps.say(`${engine.name} has ended by itself (${how}); its log is ${engine.logFile}`);
      });
    await Promise.all([this.#startOne(this.postgres), this.#startNats(), this.#startOne(this.bucket)]);
    // What all of them share, the first makes.
    const [first, ...others] = this.nodes;
    if (first !== undefined) await this.#startOne(first);
    await Promise.all(others.map((node) => this.#startOne(node)));
    if (this.#isStopping) return;
    await this.balancer.start();
  }

  /** Those first that need the others. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.balancer.stop();
    for (const engines of [this.nodes, [this.bucket], this.nats.servers, [this.postgres]])
      await Promise.all(engines.map((engine) => this.#stopOne(engine)));
  }

  async #startNats(): Promise<void> {
    await Promise.all(this.nats.servers.map((server) => this.#startOne(server)));
    if (!this.#isStopping) await this.nats.ready();
  }

  async #startOne(engine: Engine): Promise<void> {
    if (this.#isStopping) return;
    this.#deps.say(`${engine.name}: starting`);
    await engine.start();
    this.#deps.say(`${engine.name}: ready at ${engine.address}`);
  }

  /** What stops badly has been killed, and the others are to stop as well. */
  async #stopOne(engine: Engine): Promise<void> {
    if (engine.pid === undefined) return;
    try {
      await engine.stop();
      this.#deps.say(`${engine.name}: stopped`);
    } catch (error) {
      this.#deps.say(String(error));
    }
  }
}
