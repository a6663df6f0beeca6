// The sockets of MQTT: TCP, TLS and, on the platform's HTTP server, WebSocket. Keeps track of all connections, checks
// their timeouts at intervals and closes them in order.
import type { IncomingMessage } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from "node:tls";
import { millis, type Clock, type Timer } from "../../lib/clock.ts";
import type { Contention } from "../../lib/contention.ts";
import type { Logger } from "../../lib/logger.ts";
import { FailureWindows, type FailureWindowOptions } from "../../lib/failure-windows.ts";
import type { ConnectionShares } from "../connection-shares.ts";
import { TLS_RULES, type TlsPair } from "../tls-rules.ts";
import { SocketStream, type ByteStream } from "./byte-stream.ts";
import { Connection } from "./connection.ts";
import { PublishFields } from "./decode-publish.ts";
import { Handshake, type Peer } from "./handshake.ts";
import type { ClientCertificate, MqttApi } from "./mqtt-api.ts";
import { MqttCounters, type MqttContext } from "./mqtt-context.ts";
import type { MqttLimits } from "./mqtt-limits.ts";
import type { Session } from "./session.ts";
import { ThreadTurns, type TurnKey } from "./thread-turns.ts";
import { WebSocketUpgrader } from "./web-socket.ts";

export interface ListenAddress {
  /** 0 picks a free port. */
  readonly port: number;
  /** Defaults to all interfaces. */
  readonly host?: string;
}

export interface TlsListenAddress extends ListenAddress {
  readonly pair: TlsPair;
}

export interface MqttListenerOptions<Client> {
  readonly api: MqttApi<Client>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly counters?: MqttCounters;
  readonly limits: MqttLimits;
  /** Records other uses of the thread, such as HTTP calls. By default there are none. */
  readonly contention?: Contention<TurnKey>;
  /** Bounds the number of connections. Unbounded by default. */
  readonly connections?: ConnectionShares;
  readonly tcp?: ListenAddress;
  readonly tls?: TlsListenAddress;
  /** Blocks addresses after repeated failed logins. Off by default. */
  readonly loginGuard?: Required<FailureWindowOptions>;
}

export interface MqttAddresses {
  readonly tcp: AddressInfo | undefined;
  readonly tls: AddressInfo | undefined;
}

export class MqttListener<Client> {
  readonly #options: MqttListenerOptions<Client>;
  readonly #context: MqttContext<Client>;
  /** The session is undefined until the client is accepted. */
  readonly #connections = new Map<Connection, Session<Client> | undefined>();
  readonly #webSockets: WebSocketUpgrader;
  readonly #rawTlsSockets = new Set<Socket>();
  #tcp: Server | undefined;
  #tls: TlsServer | undefined;
  #sweep: Timer | undefined;
  #stopped: Promise<void> | undefined;
  #allClosed: (() => void) | undefined;

  constructor(options: MqttListenerOptions<Client>) {
    this.#options = options;
    const { limits } = options;
    this.#context = {
      api: options.api,
      clock: options.clock,
      log: options.log,
      counters: options.counters ?? new MqttCounters(),
      limits,
      guard: options.loginGuard === undefined ? undefined : new FailureWindows(options.loginGuard),
      turns: new ThreadTurns(options.clock, options.contention),
      fields: new PublishFields(),
    };
    this.#webSockets = new WebSocketUpgrader(limits.webSocketFrameBytesMax, limits.webSocketFragmentsMax, (stream) => {
      this.accept(stream, { listener: "websocket", certificate: undefined });
    });
  }

  /** Resolves when all ports are listening. If one cannot be opened, closes the others and rejects. */
  async start(): Promise<void> {
    const { tcp, tls, clock, log } = this.#options;
    // Half-open sockets: what a client sent before its FIN is still handled.
    const socketOptions = { allowHalfOpen: true, noDelay: true };
    try {
      if (tcp !== undefined) {
        this.#tcp = createServer(socketOptions, (socket) => {
          this.accept(new SocketStream(socket), { listener: "tcp", certificate: undefined });
        });
        this.#options.connections?.guard(this.#tcp);
        await listen(this.#tcp, tcp, log);
      }
      if (tls !== undefined) {
        this.#tls = this.#createTlsServer(tls, socketOptions);
        await listen(this.#tls, tls, log);
      }
    } catch (error) {
      await this.#closeServers();
      throw error;
    }
    const { sweepMillis } = this.#context.limits;
    this.#sweep = clock.every(sweepMillis, () => {
      this.#sweepConnections();
    });
  }

  /** The bound addresses, with the ports actually in use. */
  get addresses(): MqttAddresses {
    return { tcp: boundAddress(this.#tcp), tls: boundAddress(this.#tls) };
  }

  /** The certificate that the listener was started with. */
  get certificate(): TlsPair | undefined {
    return this.#options.tls?.pair;
  }

  /** Uses this certificate for new TLS connections; open ones keep theirs. */
  useCertificate(pair: TlsPair): void {
    this.#tls?.setSecureContext({ ...pair, ...TLS_RULES });
  }

  /**
   * Takes over an HTTP request to upgrade to WebSocket. The caller has matched the path (`/mqtt` by contract) and
   * passes the client's address as a trusted proxy reports it.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, remoteAddress: string): void {
    if (this.#stopped !== undefined) socket.destroy();
    else if (this.#options.connections?.admit(socket, remoteAddress) !== false)
      this.#webSockets.upgrade(request, socket, head, remoteAddress);
  }

  /**
   * Stops accepting connections and reading packets, sends pending acknowledgements as their effects become durable,
   * sends DISCONNECT to v5 clients, and closes. Connections still open after `deadlineMillis` are cut off. May be
   * called twice.
   */
  stop(deadlineMillis: number): Promise<void> {
    this.#stopped ??= this.#stop(deadlineMillis);
    return this.#stopped;
  }

  async #stop(deadlineMillis: number): Promise<void> {
    const serversClosed = this.#closeServers();
    for (const [connection, session] of this.#connections)
      if (session === undefined) connection.cut("connection-lost");
      else session.close("shutdown");
    if (this.#connections.size > 0) await this.#whenAllClosed(deadlineMillis);
    this.#sweep?.cancel();
    for (const socket of this.#rawTlsSockets) socket.destroy();
    await serversClosed;
  }

  /** Serves a stream. Sockets of this listener also come here, after the check of connection limits. */
  accept(stream: ByteStream, peer: Peer): void {
    const { counters, guard, clock } = this.#context;
    const isBlocked = guard !== undefined && guard.waitMillis(stream.remoteAddress, clock.now()) > 0;
    if (this.#stopped !== undefined || isBlocked) {
      counters.connectionsTurnedAway += 1;
      stream.destroy();
      return;
    }
    counters.connectionsOpened += 1;
    const context = this.#context;
    const connection = new Connection(stream, context, {
      receiver: (connection) => {
        const opened = (session: Session<Client>) => this.#connections.set(connection, session);
        return new Handshake({ context, connection, opened }, peer);
      },
      closed: (closed) => {
        this.#forget(closed);
      },
    });
    this.#connections.set(connection, undefined);
    counters.connections = this.#connections.size;
    connection.start();
  }

  #createTlsServer(tls: TlsListenAddress, socketOptions: { allowHalfOpen: boolean; noDelay: boolean }): TlsServer {
    const { limits, log } = this.#context;
    const server = createTlsServer(
      {
        ...socketOptions,
        ...tls.pair,
        ...TLS_RULES,
        handshakeTimeout: limits.connectTimeoutMillis,
        // A client certificate is optional, but the client must prove that it owns the key. The API identifies the
        // client by the exact leaf certificate.
        requestCert: true,
        rejectUnauthorized: false,
      },
      (socket) => {
        this.accept(new SocketStream(socket), { listener: "tls", certificate: clientCertificate(socket) });
      },
    );
    server.on("tlsClientError", (error, socket) => {
      log.debug("tls handshake failed", { error: error.message });
      // Node closes no socket whose handshake takes too long.
      socket.destroy();
    });
    // Sockets in the TLS handshake are not connections yet; remember them so that `stop` can close them.
    server.on("connection", (socket: Socket) => {
      this.#rawTlsSockets.add(socket);
      socket.on("close", () => this.#rawTlsSockets.delete(socket));
    });
    this.#options.connections?.guard(server);
    return server;
  }

  #sweepConnections(): void {
    const now = this.#context.clock.now();
    for (const connection of this.#connections.keys()) connection.sweep(now);
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    this.#context.counters.connections = this.#connections.size;
    if (this.#connections.size === 0) this.#allClosed?.();
  }

  async #whenAllClosed(deadlineMillis: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#allClosed = () => {
      resolve(undefined);
    };
    const deadline = this.#context.clock.after(deadlineMillis, () => {
      this.#context.log.warn("connections cut off at shutdown", { connections: this.#connections.size });
      for (const connection of this.#connections.keys()) connection.cut("connection-lost");
    });
    await promise;
    deadline.cancel();
  }

  async #closeServers(): Promise<void> {
    const servers = [this.#tcp, this.#tls].filter((server) => server !== undefined);
    this.#tcp = undefined;
    this.#tls = undefined;
    await Promise.all(servers.map(closeServer));
  }
}

function clientCertificate(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return {
    der: certificate.raw,
    validFrom: millis(certificate.validFromDate.getTime()),
    validTo: millis(certificate.validToDate.getTime()),
  };
}

function listen(server: Server, address: ListenAddress, log: Logger): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once("error", reject);
  server.listen(address, () => {
    server.off("error", reject);
    server.on("error", (error) => {
      log.error("mqtt listener failed to accept", { error });
    });
    resolve(undefined);
  });
  return promise;
}

/** Resolves when the server and all its sockets are closed. */
function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => {
    resolve(undefined);
  });
  return promise;
}

function boundAddress(server: Server | undefined): AddressInfo | undefined {
  const address = server?.address();
  return typeof address === "object" && address !== null ? address : undefined;
}
