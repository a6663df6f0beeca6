// One address for a cluster: HTTP by requests or by connections, MQTT by connections, TLS without looking into it.
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import type { Clock } from "../../src/lib/clock.ts";
import { Backends, type Backend, type Scheme } from "./backends.ts";
import { HttpForwarder } from "./http-forwarder.ts";
import { JoinedSockets, type PortName } from "./joined-sockets.ts";

/** What goes to the nodes in turn: over TLS, which they speak, there are only connections, and they are not told who made them. */
export type HttpBy = "request" | "connection" | "TLS connection";

export interface BalancerOptions {
  readonly host: string;
  /** 0 is a free one. */
  readonly httpPort: number;
  readonly httpBy: HttpBy;
  readonly mqttPort: number;
  /** Undefined: the nodes have no TLS. */
  readonly mqttsPort?: number | undefined;
  /** Addresses and networks of proxies in front of it, where HTTP goes by request. */
  readonly trustedProxies: readonly string[];
}

export class Balancer {
  readonly #options: BalancerOptions;
  readonly #backends: Backends;
  readonly #sockets: JoinedSockets;
  readonly #requests: HttpForwarder;
  readonly #http: Server;
  readonly #mqtt: Server;
  readonly #mqtts: Server;

  constructor(backends: readonly Backend[], options: BalancerOptions, clock: Clock) {
    this.#options = options;
    this.#backends = new Backends(backends, this.#scheme, clock);
    this.#sockets = new JoinedSockets(this.#backends);
    const deps = { backends: this.#backends, sockets: this.#sockets, clock };
    this.#requests = new HttpForwarder(deps, options.trustedProxies);
    this.#http = options.httpBy === "request" ? this.#requests.server : this.#forwarder("http");
    this.#mqtt = this.#forwarder("mqtt");
    this.#mqtts = this.#forwarder("mqtts");
  }

  /** As `http://127.0.0.1:8080`. */
  get http(): string {
    return `${this.#scheme}://${addressOf(this.#http)}`;
  }

  get mqtt(): string {
    return `mqtt://${addressOf(this.#mqtt)}`;
  }

  /** Undefined where there is no TLS. */
  get mqtts(): string | undefined {
    return this.#mqtts.listening ? `mqtts://${addressOf(this.#mqtts)}` : undefined;
  }

  /** All that it listens at; none before it has started. */
  get addresses(): readonly string[] {
    return this.#mqtt.listening ? [this.http, this.mqtt, this.mqtts ?? ""].filter((each) => each !== "") : [];
  }

  /** How each node answers, by name. */
  get seen(): ReadonlyMap<string, string> {
    return this.#backends.seen;
  }

  async start(): Promise<void> {
    const { host, httpPort, mqttPort, mqttsPort } = this.#options;
    await this.#backends.start();
    const listen = async (server: Server, port: number): Promise<void> => {
      server.listen(port, host);
      await once(server, "listening");
    };
    await listen(this.#http, httpPort);
    await listen(this.#mqtt, mqttPort);
    if (mqttsPort !== undefined) await listen(this.#mqtts, mqttsPort);
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    this.#backends.stop();
    const closed = [this.#http, this.#mqtt, this.#mqtts].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    this.#sockets.endAll();
    this.#requests.end();
    await Promise.all(closed);
  }

  get #scheme(): Scheme {
    return this.#options.httpBy === "TLS connection" ? "https" : "http";
  }

  #forwarder(port: PortName): Server {
    return createServer({ noDelay: true, allowHalfOpen: true }, (client) => void this.#sockets.join(client, port));
  }
}

function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `${address}:${String(port)}`;
}
