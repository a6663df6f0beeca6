// A gateway that answers the calls to its devices, at one node after the other: its next connection is another one, as that of a gateway
// behind a balancer is when its node has died.
import { setTimeout as pause } from "node:timers/promises";
import { LoadConnection } from "./load/load-connection.ts";
import { Responder } from "./load/responder.ts";
import { Tally } from "./load/tally.ts";

const PROTOCOL = 4;
/** Between two attempts to connect. */
const RETRY_MILLIS = 50;
const CONNECT_MILLIS_MAX = 60_000;

export interface GatewayLink {
  /** `performance.now()` when the node had accepted it. */
  readonly acceptedAt: number;
  /** Resolves when its devices are connected through it, and calls subscribed to. */
  readonly ready: Promise<void>;
  /** Resolves when the node has ended the connection. */
  readonly lost: Promise<void>;
  close(): void;
}

export class MovingGateway {
  readonly #token: string;
  readonly #devicePrefix: string;
  readonly #devices: number;
  readonly #tally = new Tally();

  constructor(token: string, devicePrefix: string, devices: number) {
    this.#token = token;
    this.#devicePrefix = devicePrefix;
    this.#devices = devices;
  }

  /** Tries until the node accepts it, for a minute. */
  async connect(port: number): Promise<GatewayLink> {
    const end = performance.now() + CONNECT_MILLIS_MAX;
    for (;;)
      try {
        return await this.#connect(port);
      } catch (error) {
        if (performance.now() >= end) throw error;
        await pause(RETRY_MILLIS);
      }
  }

  async #connect(port: number): Promise<GatewayLink> {
    const lost = Promise.withResolvers<undefined>();
    const responder = new Responder({
      protocol: PROTOCOL,
      devicePrefix: this.#devicePrefix,
      devices: this.#devices,
      qos: 1,
      tally: this.#tally,
    });
    const connection = new LoadConnection(
      {
        host: "127.0.0.1",
        port,
        protocol: PROTOCOL,
        token: this.#token,
        clientId: this.#token,
        keepAliveSeconds: 0,
        readBytes: 2_048,
      },
      {
        packet: (firstByte, bytes, start, end) => responder.packet(firstByte, bytes, start, end),
        lost: (reason) => {
          responder.lost(reason);
          lost.resolve(undefined);
        },
      },
    );
    await connection.open();
    const acceptedAt = performance.now();
    const ready = responder.start(connection);
    ready.catch(() => undefined);
    return { acceptedAt, ready, lost: lost.promise, close: () => connection.close() };
  }
}
