// Three NATS servers with JetStream, which syncs each message before it acknowledges: a stream of three replicas has each
// on all of them.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../test/support/deadline.ts";
import { Engine, type Launch } from "./engine.ts";
import { fetchedProgram } from "./programs.ts";

const HOST = "127.0.0.1";
const USER = "bridgehead";
/** The largest that nodes send. */
const MESSAGE_BYTES_MAX = 8 * 1_048_576;
/** Where nobody listens. */
const NOWHERE = `${HOST}:9`;
const PROBE_MILLIS_MAX = 2_000;
const READY_MILLIS_MAX = 120_000;

export interface NatsPorts {
  readonly client: number;
  readonly route: number;
  readonly monitor: number;
}

/** `ports`: three for each server. */
export function natsPorts(ports: readonly number[]): readonly NatsPorts[] {
  return ports.flatMap((client, index) => {
    const [route, monitor] = [ports[index + 1], ports[index + 2]];
    return index % 3 === 0 && route !== undefined && monitor !== undefined ? [{ client, route, monitor }] : [];
  });
}

export const NATS_PORTS_COUNT = 9;

export interface NatsOptions {
  /** Each server has a folder in it. */
  readonly folder: string;
  /** Of each server. */
  readonly ports: readonly NatsPorts[];
  readonly password: string;
  /** As a server is told it: `always`, unless a test wants another one. */
  readonly syncInterval?: string;
  /** Each a world of streams of its own, with a user of its name. Without them there is one world, for everybody. */
  readonly accounts?: readonly string[];
  /** By which port a server, by its name, reaches that of another one, if not directly. */
  readonly detour?: ((name: string, port: number) => number) | undefined;
}

export class NatsCluster {
  /** `nats 1` and so on. */
  readonly servers: readonly NatsServer[];

  constructor(options: NatsOptions) {
    this.servers = options.ports.map((_, index) => new NatsServer(options, index));
  }

  /** With user and password. */
  get urls(): readonly string[] {
    return this.servers.map(({ url }) => url);
  }

  get monitors(): readonly string[] {
    return this.servers.map(({ monitor }) => monitor);
  }

  async start(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.start()));
    await this.ready();
  }

  /** Resolves when the servers that run have a leader, and everything that their streams hold. */
  async ready(): Promise<void> {
    const running = this.servers.filter(({ state }) => state === "running");
    await eventually(
      async () => (await Promise.all(running.map((server) => server.isInStep()))).every(Boolean),
      Boolean,
      READY_MILLIS_MAX,
      () => `the servers ${running.map(({ name }) => name).join(", ")} do not agree`,
    );
  }

  /** The server that leads this stream, as those say that run; undefined while there is none. */
  async leaderOf(stream: string): Promise<NatsServer | undefined> {
    for (const server of this.servers.filter(({ state }) => state === "running")) {
      const leader = await server.leaderOf(stream);
      const found = this.servers.find(({ serverName }) => serverName === leader);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.filter(({ state }) => state !== "stopped").map((server) => server.stop()));
  }
}

/** What a server says of its streams. */
interface StreamDetails {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly name: string; readonly cluster?: { readonly leader?: string } }[];
  }[];
}

export class NatsServer extends Engine {
  readonly #options: NatsOptions;
  readonly #index: number;

  constructor(options: NatsOptions, index: number) {
    const number = String(index + 1);
    super(`nats ${number}`, join(options.folder, `nats-${number}`));
    this.#options = options;
    this.#index = index;
  }

  get address(): string {
    return `nats://${HOST}:${String(this.#ports.client)}`;
  }

  /** With user and password. */
  get url(): string {
    return this.#urlOf(this.#ports.client);
  }

  /** For the user of an account. */
  urlFor(account: string): string {
    return this.#urlOf(this.#ports.client, account);
  }

  /** Its figures, as `/jsz` or `/routez`. */
  get monitor(): string {
    return `http://${HOST}:${String(this.#ports.monitor)}`;
  }

  /** Whether it knows the leader of the cluster, and has what the streams hold that it has a replica of. */
  isInStep(): Promise<boolean> {
    return this.#isHealthy("/healthz");
  }

  /** As the servers call each other. */
  get serverName(): string {
    return this.name.replace(" ", "-");
  }

  /** The name of the server that it takes for the leader of this stream. */
  async leaderOf(stream: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(PROBE_MILLIS_MAX);
    const answer = await fetch(`${this.monitor}/jsz?streams=1`, { signal });
    const { account_details: accounts = [] } = (await answer.json()) as StreamDetails;
    return accounts.flatMap(({ stream_detail: streams = [] }) => streams).find(({ name }) => name === stream)?.cluster
      ?.leader;
  }

  protected async prepare(): Promise<void> {
    await mkdir(this.dataFolder, { recursive: true });
    const { password, ports, syncInterval = "always", accounts, detour } = this.#options;
    const login = { user: USER, password };
    const account = (user: string): object => ({ jetstream: "enabled", users: [{ user, password }] });
    const settings = {
      server_name: this.serverName,
      listen: `${HOST}:${String(this.#ports.client)}`,
      http: `${HOST}:${String(this.#ports.monitor)}`,
      ...(accounts === undefined
        ? { authorization: login }
        : { accounts: Object.fromEntries(accounts.map((name) => [name, account(name)])) }),
      max_payload: MESSAGE_BYTES_MAX,
      jetstream: { store_dir: this.dataFolder, sync_interval: syncInterval },
      // A server that is alone needs no other for its streams.
      ...(ports.length === 1
        ? {}
        : {
            cluster: {
              name: "bridgehead",
              listen: `${HOST}:${String(this.#ports.route)}`,
              authorization: login,
              routes: ports.map(({ route }) => this.#urlOf(detour?.(this.name, route) ?? route)),
              // Otherwise servers and clients tell each other of direct ways.
              ...(detour === undefined ? {} : { advertise: NOWHERE, no_advertise: true }),
            },
          }),
    };
    await writeFile(this.#settingsFile, JSON.stringify(settings, undefined, 2), { mode: 0o600 });
  }

  protected launch(): Launch {
    return { program: fetchedProgram("nats-server"), args: ["--config", this.#settingsFile] };
  }

  /** By itself: without the others it has no leader. */
  protected isReady(): Promise<boolean> {
    return this.#isHealthy("/healthz?js-enabled-only=true");
  }

  async #isHealthy(path: string): Promise<boolean> {
    const signal = AbortSignal.timeout(PROBE_MILLIS_MAX);
    const answer = await fetch(`${this.monitor}${path}`, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.status === 200;
  }

  #urlOf(port: number, user = USER): string {
    return `nats://${user}:${encodeURIComponent(this.#options.password)}@${HOST}:${String(port)}`;
  }

  get #ports(): NatsPorts {
    const ports = this.#options.ports[this.#index];
    if (ports === undefined) throw new Error(`there are no ports for ${this.name}`);
    return ports;
  }

  get #settingsFile(): string {
    return join(this.folder, "nats.conf");
  }
}
