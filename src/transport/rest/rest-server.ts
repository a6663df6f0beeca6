// The HTTP server: serves a table of routes, over TLS if there is a certificate. The composition root can access the
// underlying server, so that MQTT over WebSocket can share the port.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import { fastify, type FastifyInstance, type FastifyServerOptions } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import type { Contention } from "../../lib/contention.ts";
import { writeJson } from "../../lib/json.ts";
import { noTracer, type Tracer } from "../../lib/tracer.ts";
import type { Durations } from "../../lib/counters.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { ConnectionShares } from "../connection-shares.ts";
import { TLS_RULES, type TlsPair } from "../tls-rules.ts";
import {
  logRequests,
  EMPTY_REQUESTS,
  forgetTypesOfNothing,
  closeWithLastAnswer,
  lingerAfterRefusals,
  warnOfUndeclaredProxies,
  noteTenants,
  requireHttpsAgain,
  shareFacts,
  type ClusterChanges,
} from "./server-hooks.ts";
import type { CallLog } from "./audit.ts";
import type { Authenticator } from "./authentication.ts";
import { traceCalls } from "./call-spans.ts";
import { observeCalls } from "./call-durations.ts";
import { Cors, type CorsOptions } from "./cors.ts";
import { answerUnparsed, ErrorHandler, type UnknownPage } from "./error-handler.ts";
import { requireDeclaredAccess, type RestCallMeter } from "./guard.ts";
import type { EntityReader } from "./large-bodies/large-body.ts";
import { boundAnswers, boundBodies } from "./memory-bounds.ts";
import { registerRoutes, writeCommonHeaders } from "./register-routes.ts";
import { RequestArrivals } from "./request-arrival.ts";
import type { RestRoute } from "./route.ts";
import { installChecks } from "./validation.ts";

export interface RestOptions {
  readonly host: string;
  /** The host name in `url`; an IPv6 address has brackets. */
  readonly shownHost: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Undefined means plain HTTP. */
  readonly tls: TlsPair | undefined;
  /** How long browsers that came over HTTPS must keep using it (HSTS); 0 disables it. */
  readonly hstsSeconds: number;
  /** Larger bodies are refused with 413. */
  readonly bodyBytesMax: number;
  /** Likewise for JSON entities, which are never long: parsing JSON blocks every other call. */
  readonly entityBodyBytesMax: number;
  /** Likewise for calls without credentials: a body from an anonymous caller must be cheap to keep and to parse. */
  readonly openBodyBytesMax: number;
  /** Bytes of large bodies being received or processed, in total; beyond it, bodies are refused with 429. */
  readonly bodiesBytesMax: number;
  /** Characters of large answers waiting to be read, in total; beyond it, answers are refused with 429. */
  readonly unsentCharsMax: number;
  /** A connection whose request head has not arrived by then is answered with 408. */
  readonly headSeconds: number;
  /**
   * A request that has not arrived completely by then is answered with 408. A large answer must be read within the same
   * time.
   */
  readonly requestSeconds: number;
  /** A body that sends fewer than `slowBodyBytes` in this many seconds is also answered with 408. */
  readonly slowBodySeconds: number;
  readonly slowBodyBytes: number;
  /** Calls still running this long after the stop began are disconnected. */
  readonly stopSeconds: number;
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly cors: CorsOptions;
  /** One log record per request. */
  readonly accessLog: boolean;
}

export interface RestDeps {
  /**
   * Records each tenant's use of the thread, so that MQTT sessions leave room for it. If absent, nothing is recorded.
   */
  readonly contention?: Contention<string | undefined>;
  /** If absent, there are no other nodes. */
  readonly cluster?: ClusterChanges | undefined;
  /** Bounds the number of connections. Unbounded if absent. */
  readonly connections?: ConnectionShares;
  readonly routes: readonly RestRoute[];
  readonly authenticator: Authenticator;
  /** If absent, calls are not counted. */
  readonly meter?: RestCallMeter;
  /** If absent, calls are not recorded. */
  readonly audit?: CallLog;
  /** If absent, large bodies of entities are read by this thread. */
  readonly bodies?: EntityReader;
  /**
   * Which upgrade requests go to the listeners of `upgrade`. All others are answered as normal requests, as expected by
   * clients that offer a newer HTTP version with each call.
   */
  readonly takesUpgrade?: (request: IncomingMessage) => boolean;
  /** If absent, calls are not timed. */
  readonly durations?: Durations;
  readonly tracer?: Tracer;
  /** Pages besides the API, such as its documentation. */
  readonly pages?: readonly PageRoutes[];
  /** What a browser shows at an address that is none. If absent, the error of the API. */
  readonly unknownPage?: UnknownPage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Registers its own paths on the server. Each declares `access`, like the calls of the API. */
export interface PageRoutes {
  install(app: FastifyInstance): void;
}

/** Longest path parameter: a name of 255 characters, each percent-encoded as four bytes. */
const PATH_PARAM_CHARS_MAX = 255 * 12;

/** Keep an idle connection a little longer than common proxies, which drop theirs after a minute. */
const KEEP_ALIVE_MILLIS = 72_000;

/** How often overdue request heads are looked for. */
const HEAD_CHECK_MILLIS = 1_000;

/** Without this, the framework would load compilers of its own, which nothing here uses. */
const NO_COMPILERS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

function noCompiler(): never {
  throw new Error("the compilers of schemas are set once the server exists");
}

/** Builds the server without opening a port. Throws if a route does not declare who may call it. */
export function buildRestApp(options: RestOptions, deps: RestDeps): FastifyInstance {
  const cors = new Cors(options.cors);
  const errors = new ErrorHandler(deps.clock, deps.log, options.openBodyBytesMax);
  const serverOptions: FastifyServerOptions = {
    logger: false,
    // The smaller bound, for everything except guarded routes, including unknown paths.
    bodyLimit: options.openBodyBytesMax,
    serverFactory: (handler) => openServer(options, deps, handler),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    frameworkErrors: (error, request, reply) => {
      // No hook has run for an unknown path.
      writeCommonHeaders(request, reply, cors);
      errors.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      answerUnparsed(error, socket, deps.clock.now());
    },
    routerOptions: { maxParamLength: PATH_PARAM_CHARS_MAX },
    schemaController: NO_COMPILERS,
  };
  const app: FastifyInstance = fastify(serverOptions);
  app.decorateRequest("principal", null);
  installChecks(app);
  // The types ensure that answers fit their schemas; the writer only has to keep every digit.
  app.setSerializerCompiler(() => writeJson);
  app.addHook("onRoute", requireDeclaredAccess);
  errors.install(app, deps.unknownPage);
  const { unsentCharsMax, requestSeconds, slowBodySeconds, slowBodyBytes: windowBytesMin } = options;
  boundAnswers(app, { unsentCharsMax, takeSeconds: requestSeconds }, deps.clock);
  // After that bound: an answer that waits for other nodes is held.
  if (deps.cluster !== undefined) shareFacts(app, deps.cluster);
  boundBodies(app, options.bodiesBytesMax);
  if (deps.contention !== undefined) noteTenants(app, deps.contention, deps.clock);
  closeWithLastAnswer(app);
  lingerAfterRefusals(app, deps.clock);
  warnOfUndeclaredProxies(app, options.trustedProxies, deps.log);
  if (options.hstsSeconds > 0) requireHttpsAgain(app, options.hstsSeconds);
  if (options.accessLog) logRequests(app, deps.log);
  if (deps.durations !== undefined) observeCalls(app, deps.durations);
  if (deps.tracer !== undefined && deps.tracer !== noTracer) traceCalls(app, deps.tracer);
  const millisMax = requestSeconds * SECOND_MILLIS;
  const windowMillis = slowBodySeconds * SECOND_MILLIS;
  const arrivals = new RequestArrivals({ millisMax, windowMillis, windowBytesMin }, deps.clock);
  arrivals.watch(app.server);
  forgetTypesOfNothing(app.server);
  registerRoutes(app, deps.routes, {
    arrivals,
    cors,
    authenticator: deps.authenticator,
    meter: deps.meter,
    audit: deps.audit,
    bodies: deps.bodies,
    bodyBytesMax: options.bodyBytesMax,
    entityBodyBytesMax: options.entityBodyBytesMax,
  });
  for (const page of deps.pages ?? []) page.install(app);
  return app;
}

function openServer(options: RestOptions, deps: RestDeps, handler: RequestListener): Server {
  const headMillis = Math.min(options.headSeconds, options.requestSeconds) * SECOND_MILLIS;
  const serverOptions = {
    ...EMPTY_REQUESTS,
    headersTimeout: headMillis,
    connectionsCheckingInterval: HEAD_CHECK_MILLIS,
    shouldUpgradeCallback: (request: IncomingMessage) => deps.takesUpgrade?.(request) === true,
  };
  const server: Server =
    options.tls === undefined
      ? createServer(serverOptions, handler)
      : createTlsServer({ ...serverOptions, ...options.tls, ...TLS_RULES, handshakeTimeout: headMillis }, handler);
  deps.connections?.guard(server);
  server.keepAliveTimeout = KEEP_ALIVE_MILLIS;
  return server;
}

export class RestServer {
  /** All routes it serves, with who may call them. */
  readonly routes: readonly RestRoute[];
  readonly #options: RestOptions;
  readonly #app: FastifyInstance;
  readonly #clock: Clock;
  /**
   * Connections without a request so far, by the caller's address and port, because over TLS a request has another
   * socket.
   */
  readonly #silent = new Map<string, Socket>();
  #stopping: Promise<void> | undefined;

  constructor(options: RestOptions, deps: RestDeps) {
    this.routes = deps.routes;
    this.#options = options;
    this.#app = buildRestApp(options, deps);
    this.#clock = deps.clock;
    this.server.on("connection", (socket: Socket) => {
      const caller = callerOf(socket);
      this.#silent.set(caller, socket);
      socket.once("close", () => this.#silent.delete(caller));
    });
    for (const event of ["request", "upgrade"])
      this.server.prependListener(event, ({ socket }: IncomingMessage) => this.#silent.delete(callerOf(socket)));
  }

  /** For listeners that share the port, such as MQTT over WebSocket on `upgrade`. */
  get server(): Server {
    return this.#app.server;
  }

  /** The address of the server, known once it has started. */
  get url(): string {
    const address = this.#app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : this.#options.port;
    const { shownHost, tls } = this.#options;
    return `${tls === undefined ? "http" : "https"}://${shownHost}:${String(port)}`;
  }

  /** The certificate that the server was started with. */
  get certificate(): TlsPair | undefined {
    return this.#options.tls;
  }

  /** Uses another certificate for new connections; open ones keep theirs. Only if the server was started with one. */
  useCertificate(pair: TlsPair): void {
    const { server } = this;
    if (server instanceof TlsServer) server.setSecureContext({ ...pair, ...TLS_RULES });
  }

  /** Rejects if the port cannot be opened. */
  async start(): Promise<void> {
    await this.#app.listen({ host: this.#options.host, port: this.#options.port });
  }

  /**
   * Accepts no further connections, lets running calls end, and cuts off those that take too long. May be called twice.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const deadline = this.#clock.after(this.#options.stopSeconds * SECOND_MILLIS, () => {
      this.#app.server.closeAllConnections();
    });
    try {
      const closed = this.#app.close();
      // Node would wait for them, as it considers them busy.
      for (const socket of this.#silent.values()) socket.destroy();
      await closed;
    } finally {
      deadline.cancel();
    }
  }
}

function callerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ""} ${String(remotePort)}`;
}
