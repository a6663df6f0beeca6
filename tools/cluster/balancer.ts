// One address for a cluster: HTTP by requests, MQTT by connections, MQTT over TLS without looking into it.
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import type { Clock } from "../../src/lib/clock.ts";
import { Backends, type Backend } from "./backends.ts";
import { HttpForwarder } from "./http-forwarder.ts";
import { JoinedSockets, type PortName } from "./joined-sockets.ts";

export interface BalancerOptions {
  readonly host: string;
  /** 0 is a free one. */
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Undefined: the nodes have no TLS. */
  readonly mqttsPort?: number | undefined;
  /** Addresses and networks of proxies in front of it. */
  readonly trustedProxies: readonly string[];
}

export class Balancer {
  readonly #options: BalancerOptions;
  readonly #backends: Backends;
  readonly #sockets: JoinedSockets;
  readonly #http: HttpForwarder;
  readonly #mqtt: Server;
  readonly #mqtts: Server;

  constructor(backends: readonly Backend[], options: BalancerOptions, clock: Clock) {
    this.#options = options;
    this.#backends = new Backends(backends, clock);
    this.#sockets = new JoinedSockets(this.#backends);
    const deps = { backends: this.#backends, sockets: this.#sockets, clock };
    this.#http = new HttpForwarder(deps, options.trustedProxies);
    this.#mqtt = this.#forwarder("mqtt");
    this.#mqtts = this.#forwarder("mqtts");
  }

  /** As `http://127.0.0.1:8080`. */
  get http(): string {
    return `http://${addressOf(this.#http.server)}`;
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
    await listen(this.#http.server, httpPort);
    await listen(this.#mqtt, mqttPort);
    if (mqttsPort !== undefined) await listen(this.#mqtts, mqttsPort);
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    this.#backends.stop();
    const closed = [this.#http.server, this.#mqtt, this.#mqtts].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    this.#sockets.endAll();
    this.#http.end();
    await Promise.all(closed);
  }

  #forwarder(port: PortName): Server {
    return createServer({ noDelay: true, allowHalfOpen: true }, (client) => void this.#sockets.join(client, port));
  }
}

function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `${address}:${String(port)}`;
}
