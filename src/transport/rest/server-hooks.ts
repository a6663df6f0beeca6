// Small features of the whole server, each a hook or a listener. Must be installed before routes are added.
import type { IncomingMessage, Server, ServerOptions } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { SharedFacts } from "../../core/bus/message-bus.ts";
import type { HeardByAll } from "../../core/cluster/heard-by-all.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Contention } from "../../lib/contention.ts";
import type { Logger } from "../../lib/logger.ts";
import { containedIn, networkOf } from "../../lib/networks.ts";
import { tenantOf } from "./memory-bounds.ts";

/** An operator who enables the access log wants all of it. */
export const ACCESS_EVENT = "request answered";

/**
 * Writes one log record per request, for operators who want it. It contains the route's pattern and the names of the
 * query's parameters: ids are of no use there, and tokens must not appear. Source: REST contract 20, "Secrets in logs".
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook("onResponse", (request, reply, done) => {
    log.info(ACCESS_EVENT, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "none",
      query: typeof request.query === "object" && request.query !== null ? Object.keys(request.query) : [],
      status: reply.statusCode,
      millis: Math.round(reply.elapsedTime * 100) / 100,
      address: request.ip,
      userId: request.principal?.userId,
    });
    done();
  });
}

/**
 * Records which tenant's calls are served. Calls without a tenant are not recorded: they are few, and are served
 * between the others.
 */
export function noteTenants(app: FastifyInstance, contention: Contention<string | undefined>, clock: Clock): void {
  app.addHook("preHandler", (request, _reply, done) => {
    const tenantId = tenantOf(request);
    if (tenantId !== undefined) contention.noteUse(tenantId, clock.now());
    done();
  });
}

export interface ClusterChanges {
  readonly facts: SharedFacts;
  readonly heardByAll: Pick<HeardByAll, "heard">;
}

declare module "fastify" {
  interface FastifyRequest {
    /** How many facts this node had published for others when the call began. */
    factsBefore: number;
  }
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A call sees what every call that was answered before it has changed, whichever nodes served the two, and so does the next message of each
 * open session: the caller of a change need not know which node is asked next.
 */
export function shareFacts(app: FastifyInstance, { facts, heardByAll }: ClusterChanges): void {
  app.decorateRequest("factsBefore", 0);
  app.addHook("onRequest", async (request) => {
    await facts.caughtUp();
    request.factsBefore = facts.publishedCount;
  });
  app.addHook("onSend", async ({ method, factsBefore }) => {
    // What a reading call changes at most, such as the uses of a link, no open session asks for.
    const hasChanged = !READING.has(method) && facts.publishedCount > factsBefore;
    await (hasChanged ? heardByAll.heard() : facts.published());
  });
}

/** Most addresses to warn about; more would say nothing new, and each costs a line. */
const WARNED_MAX = 100;

/**
 * Warns, once per address, about a sender of forwarding headers that is not declared as a proxy: all its callers count
 * as one for every limit per address.
 */
export function warnOfUndeclaredProxies(app: FastifyInstance, trustedProxies: readonly string[], log: Logger): void {
  const isDeclared = containedIn(trustedProxies);
  const warned = new Set<string>();
  app.addHook("onRequest", ({ headers, raw }, _reply, done) => {
    const address = raw.socket.remoteAddress;
    if (headers["x-forwarded-for"] !== undefined && address !== undefined && !isDeclared(address)) {
      const network = networkOf(address);
      if (warned.size < WARNED_MAX && !warned.has(network)) {
        warned.add(network);
        log.warn("forwarded address ignored, its sender is no declared proxy", {
          address,
          setting: "http.trustedProxies",
        });
      }
    }
    done();
  });
}

/**
 * Most requests have no body. Node can omit their empty stream, which saves a tenth of the work of a short call;
 * nothing must then wait for that stream.
 */
export const EMPTY_REQUESTS: ServerOptions = { optimizeEmptyRequests: true };

/** Removes the content type of an absent body: the framework waits for a body whenever there is a content type. */
export function forgetTypesOfNothing(server: Server): void {
  server.prependListener("request", ({ headers }: IncomingMessage) => {
    if (headers["content-type"] === undefined) return;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
      delete headers["content-type"];
  });
}

/**
 * At shutdown, lets running calls finish and closes their connections with the answer: a client would otherwise keep
 * them open, and the stop would wait for nothing.
 */
export function closeWithLastAnswer(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isStopping) reply.header("connection", "close");
    done(null, payload);
  });
  // Answers that began earlier, mostly streams of events and of rows, could not send that header.
  app.addHook("onResponse", (request, _reply, done) => {
    if (isStopping) request.raw.socket.destroySoon();
    done();
  });
}

/** How long the rest of a refused body is read after the answer. */
const LINGER_MILLIS = 2000;

/**
 * Keeps a connection that ends with its answer until the rest of a refused body has come: a sender that is still writing would lose the
 * answer, and a proxy would say that nobody is there.
 */
export function lingerAfterRefusals(app: FastifyInstance, clock: Clock): void {
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    if (typeof payload === "string" && reply.getHeader("connection") === "close" && hasMoreBody(raw)) {
      reply.header("content-length", Buffer.byteLength(payload));
      done(null, Readable.from(answerAndLinger(payload, raw, clock)));
    } else done(null, payload);
  });
}

async function* answerAndLinger(
  payload: string,
  request: IncomingMessage,
  clock: Clock,
): AsyncGenerator<string, void, undefined> {
  yield payload;
  if (!hasMoreBody(request)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.after(LINGER_MILLIS, resolve);
  for (const event of ["end", "close", "error"]) request.once(event, resolve);
  request.unpipe().resume();
  await promise;
  timer.cancel();
}

function hasMoreBody({ headers, readableEnded, destroyed }: IncomingMessage): boolean {
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return hasBody && !readableEnded && !destroyed;
}

/**
 * Makes browsers that came over HTTPS, directly or through a trusted proxy, keep using it: a link to the plain address
 * would reveal their tokens to every listener on the way. Plain HTTP must not carry the header: RFC 6797.
 */
export function requireHttpsAgain(app: FastifyInstance, seconds: number): void {
  const value = `max-age=${String(seconds)}`;
  app.addHook("onRequest", (request, reply, done) => {
    if (request.protocol === "https") reply.header("strict-transport-security", value);
    done();
  });
}
