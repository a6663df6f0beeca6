// Registers a table of routes on the server, each with its guard, its schemas and the parsers for its kind of body. A
// path answers unsupported methods with 405 instead of 404.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import {
  ANALYTICS_EXPOSED_HEADERS,
  ANALYTICS_PREFIX,
  ANALYTICS_REQUEST_HEADERS,
  isAnalyticsUrl,
} from "./analytics/analytics-paths.ts";
import { audited, type CallLog } from "./audit.ts";
import type { Authenticator } from "./authentication.ts";
import { callClassOf } from "./call-durations.ts";
import { refuseUnclearHosts } from "./clear-hosts.ts";
import type { Cors } from "./cors.ts";
import { guard, type Guard, type GuardHook, type RestCallMeter } from "./guard.ts";
import { ErrorCode, HttpError } from "./http-status.ts";
import { acceptJson, acceptText, acceptUpload, ignoreBody, jsonParser, type BufferParser } from "./json-body.ts";
import type { EntityReader } from "./large-bodies/large-body.ts";
import type { RequestArrivals } from "./request-arrival.ts";
import { isForReading, isTextAnswer, type Method, type RestRoute } from "./route.ts";
import type { Authority } from "../../core/caller.ts";

export interface RouteContext {
  readonly cors: Cors;
  readonly authenticator: Authenticator;
  readonly meter: RestCallMeter | undefined;
  /** If undefined, nothing is recorded. */
  readonly audit: CallLog | undefined;
  /** If undefined, large bodies of entities are read by this thread. */
  readonly bodies: EntityReader | undefined;
  /** Largest body on guarded routes, in bytes. */
  readonly bodyBytesMax: number;
  /** Times the arrival of requests, except for uploads. */
  readonly arrivals: RequestArrivals;
  /** Likewise for bodies with a schema. */
  readonly entityBodyBytesMax: number;
}

/** Also the prefix of the analytics service. */
const API_PREFIX = "/api";

export function registerRoutes(app: FastifyInstance, routes: readonly RestRoute[], around: RouteContext): void {
  requireUniqueOperationIds(routes);
  // The body of a call to an unknown path is not read.
  ignoreBody(app);
  app.addHook("onRequest", (request, reply, done) => {
    writeCommonHeaders(request, reply, around.cors);
    done();
  });
  refuseUnclearHosts(app);
  around.cors.answerPreflights(app, API_PREFIX);
  around.cors.answerPreflights(app, ANALYTICS_PREFIX, ANALYTICS_REQUEST_HEADERS);
  const part = (prepare: (part: FastifyInstance) => void, taken: readonly RestRoute[]): void => {
    void app.register((instance, _options, done) => {
      prepare(instance);
      for (const route of taken) instance.route(toOptions(route, around));
      done();
    });
  };
  const readJson = jsonParser(around.bodies);
  const parserOf = parsers(readJson);
  for (const [edge, taken] of Map.groupBy(routes, (route) => route.edge)) {
    if (edge === undefined) for (const [parser, rows] of Map.groupBy(taken, parserOf)) part(parser, rows);
    else part((instance) => edge.prepare(instance, readJson), taken);
  }
  part((instance) => {
    ignoreBody(instance);
    refuseOtherMethods(instance, routes);
    refuseAbsentPaths(instance);
  }, []);
}

function parsers(readJson: BufferParser): (route: RestRoute) => (part: FastifyInstance) => void {
  const acceptEntities = acceptJson(readJson);
  return ({ body }) => {
    if (body === "text" || body === "values") return acceptText;
    if (body === "upload") return acceptUpload;
    return body === undefined || body === "ignored" ? ignoreBody : acceptEntities;
  };
}

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = ["Warning", "Retry-After", "X-Request-Id", "X-Problem", "Content-Disposition"].join(", ");

/** Writes the headers common to all answers of the API, and the one common to all answers. Source: REST contract 1.1. */
export function writeCommonHeaders(request: FastifyRequest, reply: FastifyReply, cors: Cors): void {
  reply.header("x-content-type-options", "nosniff");
  if (!request.url.startsWith(API_PREFIX)) return;
  reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "strict-origin-when-cross-origin")
    // Users quote this id when something fails, and the server's log contains it.
    .header("x-request-id", request.id);
  cors.allow(request, reply, isAnalyticsUrl(request.url) ? ANALYTICS_EXPOSED_HEADERS : EXPOSED_HEADERS);
}

function toOptions(route: RestRoute, around: RouteContext): RouteOptions {
  const { access, answer, body, params, path: url, method, query } = route;
  const bodyBytesMax = route.bodyBytesMax ?? (access === "open" ? undefined : guardedBodyBytesMax(route, around));
  return {
    method,
    url,
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined || typeof body === "string" ? {} : { body }),
      ...(answer === undefined || isTextAnswer(answer) ? {} : { response: { 200: answer } }),
    },
    config: {
      access,
      callClass: callClassOf(route),
      ...(body === "upload" ? { isStreamed: true } : {}),
      ...(body === "values" ? { takesValues: true } : {}),
    },
    // No HEAD routes on edges: a HEAD request must not consume what waits for the caller.
    ...(route.edge === undefined ? {} : { exposeHeadRoute: false }),
    ...(bodyBytesMax === undefined ? {} : { bodyLimit: bodyBytesMax }),
    ...(access === "open" ? {} : guardsOf(route, access, around)),
    ...(body === "upload" ? { preParsing: untimed(around.arrivals) } : {}),
    handler: handlerOf(route, around.audit),
  };
}

function guardsOf(
  route: RestRoute,
  access: readonly Authority[],
  around: RouteContext,
): Pick<RouteOptions, "onRequest" | "preValidation"> {
  const { admit, admitAfterBody } = guardOf(route, access, around);
  return { onRequest: admit, preValidation: afterBody(admitAfterBody) };
}

function guardOf(route: RestRoute, access: readonly Authority[], around: RouteContext): Guard {
  return route.edge?.guard?.(access, route) ?? guard(access, around.authenticator, around.meter, isForReading(route));
}

/** Most calls have no body that they could have waited for. */
function afterBody(hook: GuardHook): GuardHook {
  return (request, reply, done) => {
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    if (length === undefined && coding === undefined) done();
    else hook(request, reply, done);
  };
}

/** After the guard, so that only callers who may upload are exempt from the time limit. */
function untimed(arrivals: RequestArrivals): NonNullable<RouteOptions["preParsing"]> {
  return (request, _reply, payload, done) => {
    arrivals.release(request.raw);
    done(null, payload);
  };
}

function guardedBodyBytesMax({ body }: RestRoute, { bodyBytesMax, entityBodyBytesMax }: RouteContext): number {
  return body === "text" || body === "values" ? bodyBytesMax : Math.min(bodyBytesMax, entityBodyBytesMax);
}

function handlerOf(route: RestRoute, log: CallLog | undefined): RouteOptions["handler"] {
  const { answer, audit } = route;
  const unrecorded = (request: FastifyRequest, reply: FastifyReply): unknown => route.handle(request, reply);
  const handle = audit === undefined || log === undefined ? unrecorded : audited(audit, unrecorded, log);
  if (answer === undefined)
    return (request, reply) => {
      const result = handle(request, reply);
      // Fastify reads undefined as "not answered yet" unless a promise resolves to it.
      return result instanceof Promise ? result : reply.send();
    };
  if (!isTextAnswer(answer)) return handle;
  return (request, reply) => {
    reply.header("content-type", answer.contentType);
    return handle(request, reply);
  };
}

const METHODS: readonly (Method | "PATCH" | "TRACE" | "QUERY")[] = [
  ...(["GET", "POST", "PUT", "DELETE"] as const),
  ...(["PATCH", "TRACE", "QUERY"] as const),
];

function refuseOtherMethods(app: FastifyInstance, routes: readonly RestRoute[]): void {
  // Two rows may use different parameter names for the same path.
  const byShape = Map.groupBy(routes, (route) => route.path.replaceAll(/:\w+/g, ":"));
  for (const [first, ...others] of byShape.values()) {
    if (first === undefined) continue;
    const present: ReadonlySet<string> = new Set([first, ...others].map((route) => route.method));
    const allow = [...present, ...(hasHead(first, others) ? ["HEAD"] : [])].join(", ");
    const refuse = (request: FastifyRequest): never => {
      throw new HttpError(405, ErrorCode.BAD_REQUEST, `${request.method} is not possible here, ${allow} is`, {
        headers: { allow },
      });
    };
    app.route({
      method: METHODS.filter((method) => !present.has(method)),
      url: first.path,
      config: { access: "open" },
      // The framework itself refuses a QUERY without a content type, so answer it before.
      onRequest: (request, _reply, done) => {
        if (request.method === "QUERY") refuse(request);
        done();
      },
      handler: refuse,
    });
  }
}

/**
 * Paths of other platforms with the same API that would match a path with an id here. Their clients expect a 404; "must
 * be a UUID" would mislead people.
 */
const ABSENT_PATHS: readonly string[] = [
  ...["asset", "assets", "assetInfos", "edge", "edges", "edgeInfos"].map((name) => `/api/tenant/${name}`),
  ...["entityView", "entityViews", "entityViewInfos"].map((name) => `/api/tenant/${name}`),
  "/api/user/lastVisitedDashboards",
  "/api/device/bulk_import",
];

function refuseAbsentPaths(app: FastifyInstance): void {
  for (const url of ABSENT_PATHS)
    app.route({
      method: [...METHODS],
      url,
      config: { access: "open" },
      handler: (_request, reply) => {
        reply.callNotFound();
      },
    });
}

function hasHead(first: RestRoute, others: readonly RestRoute[]): boolean {
  return [first, ...others].some(({ method, edge }) => method === "GET" && edge === undefined);
}

function requireUniqueOperationIds(routes: readonly RestRoute[]): void {
  const seen = new Set<string>();
  for (const { operationId } of routes) {
    if (seen.has(operationId)) throw new Error(`two routes have the operation id ${operationId}`);
    seen.add(operationId);
  }
}
