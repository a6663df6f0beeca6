// The HTTP server: takes a table of routes and serves it, over TLS where a certificate is given. The underlying server
// is open to the composition root, which lets MQTT over WebSocket share the port.
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
  warnOfUndeclaredProxies,
  noteTenants,
  requireHttpsAgain,
} from "./server-hooks.ts";
import type { CallLog } from "./audit.ts";
import type { Authenticator } from "./authentication.ts";
import { traceCalls } from "./call-spans.ts";
import { observeCalls } from "./call-durations.ts";
import { Cors, type CorsOptions } from "./cors.ts";
import { ErrorHandler } from "./error-handler.ts";
import { requireDeclaredAccess, type RestCallMeter } from "./guard.ts";
import { boundAnswers, boundBodies } from "./memory-bounds.ts";
import { registerRoutes, writeApiHeaders } from "./register-routes.ts";
import { RequestArrivals } from "./request-arrival.ts";
import type { RestRoute } from "./route.ts";
import { installChecks } from "./validation.ts";

export interface RestOptions {
  readonly host: string;
  /** What it is called in `url`; an IPv6 address stands in brackets. */
  readonly shownHost: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Undefined serves plain HTTP. */
  readonly tls: TlsPair | undefined;
  /** How long a browser that came over HTTPS keeps to it (HSTS); 0 leaves it out. */
  readonly hstsSeconds: number;
  /** Larger bodies are refused with 413. */
  readonly bodyBytesMax: number;
  /** The same for JSON that is an entity, which is never long: reading JSON blocks every other call. */
  readonly entityBodyBytesMax: number;
  /** The same for calls that need no credentials: what an anonymous caller may send has to be cheap to keep and to read. */
  readonly openBodyBytesMax: number;
  /** Bytes of large bodies that are being received or worked on; one more is refused with 429. */
  readonly bodiesBytesMax: number;
  /** Characters of large answers that wait to be read; one more is refused with 429. */
  readonly unsentCharsMax: number;
  /** A connection whose request has not even sent its head by then is answered with 408. */
  readonly headSeconds: number;
  /** A request that has not arrived as a whole by then is answered with 408; a large answer has as long to be read. */
  readonly requestSeconds: number;
  /** So is a body of which fewer than `slowBodyBytes` come within so many seconds. */
  readonly slowBodySeconds: number;
  readonly slowBodyBytes: number;
  /** Calls still running this long after the stop began lose their connection. */
  readonly stopSeconds: number;
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly cors: CorsOptions;
  /** One log record per request. */
  readonly accessLog: boolean;
}

export interface RestDeps {
  /** Told of each call of a tenant, as others on the same thread leave room for it; left out, nobody is. */
  readonly contention?: Contention<string | undefined>;
  /** Which connections there is room for; left out, for any. */
  readonly connections?: ConnectionShares;
  readonly routes: readonly RestRoute[];
  readonly authenticator: Authenticator;
  /** Left out, no call is counted. */
  readonly meter?: RestCallMeter;
  /** Left out, no call is recorded. */
  readonly audit?: CallLog;
  /**
   * Which requests to upgrade go to the listeners of `upgrade`. All others are answered as if they had not asked, which
   * is what clients expect that offer a newer HTTP with each call.
   */
  readonly takesUpgrade?: (request: IncomingMessage) => boolean;
  /** Left out, no call is timed. */
  readonly durations?: Durations;
  readonly tracer?: Tracer;
  /** Pages that the server has besides the API, such as its documentation. */
  readonly pages?: readonly PageRoutes[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Puts its own paths on the server; each declares `access`, as the calls of the API do. */
export interface PageRoutes {
  install(app: FastifyInstance): void;
}

/** Longest path parameter: a name of 255 characters, each percent-encoded as four bytes. */
const PATH_PARAM_CHARS_MAX = 255 * 12;

/** An idle connection is kept a little longer than the minute after which common proxies give theirs up. */
const KEEP_ALIVE_MILLIS = 72_000;

/** How often heads that are late are looked for. */
const HEAD_CHECK_MILLIS = 1_000;

/** Where none is named, the framework loads compilers of its own, code that nothing here uses. */
const NO_COMPILERS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

function noCompiler(): never {
  throw new Error("the compilers of schemas are set once the server exists");
}

/** Builds the server without opening a port. Throws where a route does not declare who may call it. */
export function buildRestApp(options: RestOptions, deps: RestDeps): FastifyInstance {
  const cors = new Cors(options.cors);
  const errors = new ErrorHandler(deps.clock, deps.log, options.openBodyBytesMax);
  const serverOptions: FastifyServerOptions = {
    logger: false,
    // Routes with a guard have the larger bound; everything else, paths that do not exist included, has this one.
    bodyLimit: options.openBodyBytesMax,
    serverFactory: (handler) => openServer(options, deps, handler),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    frameworkErrors: (error, request, reply) => {
      // No hook has run for what has no route.
      writeApiHeaders(request, reply, cors);
      errors.answer(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      errors.answerUnparsed(error, socket);
    },
    routerOptions: { maxParamLength: PATH_PARAM_CHARS_MAX },
    schemaController: NO_COMPILERS,
  };
  const app: FastifyInstance = fastify(serverOptions);
  app.decorateRequest("principal", null);
  installChecks(app);
  // Answers have the shape of their schemas by their types; what is left to the writer is to keep every digit.
  app.setSerializerCompiler(() => writeJson);
  app.addHook("onRoute", requireDeclaredAccess);
  errors.install(app);
  const { unsentCharsMax, requestSeconds, slowBodySeconds, slowBodyBytes: windowBytesMin } = options;
  boundAnswers(app, { unsentCharsMax, takeSeconds: requestSeconds }, deps.clock);
  boundBodies(app, options.bodiesBytesMax);
  if (deps.contention !== undefined) noteTenants(app, deps.contention, deps.clock);
  closeWithLastAnswer(app);
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
  /** Every call that it answers, with who may make it. */
  readonly routes: readonly RestRoute[];
  readonly #options: RestOptions;
  readonly #app: FastifyInstance;
  readonly #clock: Clock;
  /** Connections that have sent no request so far, by the caller's address and port: over TLS a request has another socket. */
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

  /** The address to reach the server at, known once it has started. */
  get url(): string {
    const address = this.#app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : this.#options.port;
    const { shownHost, tls } = this.#options;
    return `${tls === undefined ? "http" : "https"}://${shownHost}:${String(port)}`;
  }

  /** What it began to serve HTTPS with. */
  get certificate(): TlsPair | undefined {
    return this.#options.tls;
  }

  /** Serves further connections with another certificate; those that are open keep theirs. Only where there was one. */
  useCertificate(pair: TlsPair): void {
    const { server } = this;
    if (server instanceof TlsServer) server.setSecureContext({ ...pair, ...TLS_RULES });
  }

  /** Rejects where the port cannot be opened. */
  async start(): Promise<void> {
    await this.#app.listen({ host: this.#options.host, port: this.#options.port });
  }

  /** Takes no further connections, lets running calls end, and cuts off those that take too long. May be called twice. */
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
      // The runtime takes them for busy.
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
