// What the calls of the analytics service have in common: who is let in and how, JSON bodies under the right media type only,
// and what is wrong with a body, all of it at once. The order of checks is token, media type, size, JSON, schema.
// Source: analytics contract 4.1, 6.
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { Static, TSchema } from "typebox";
import { isPublic, type Principal } from "../../../core/access/principal.ts";
import { AnalyticsError, type AnalyticsCode } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { PresentedLink } from "../../../core/analytics/views/share-links.ts";
import type { Subscription } from "../../../core/bus/message-bus.ts";
import { DomainError } from "../../../core/errors.ts";
import { Problems } from "../../../core/problems.ts";
import { SchemaReader } from "../../../core/schema-reader.ts";
import type { Clock } from "../../../lib/clock.ts";
import { jsonKind } from "../../../lib/json.ts";
import { authenticate, type Authenticator } from "../authentication.ts";
import { admission, publicRefusal, RequestChannel, roleRefusal, type GuardHook, type RestCallMeter } from "../guard.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import { readJsonBody } from "../json-body.ts";
import type { SecurityScheme } from "../openapi/security.ts";
import { isForReading, MEMBERS, resource, type EdgeDescription, type RestRoute, type RouteEdge } from "../route.ts";
import { ANALYTICS_STATUSES } from "./analytics-errors.ts";
import { isObject, memberOf } from "../../../lib/members.ts";
import type { Authority } from "../../../core/caller.ts";

export interface LinkAuthenticator {
  /** Throws `LINK_INVALID`, `LINK_PASSWORD`, `FORBIDDEN`, and `rate-limited`. */
  open(link: PresentedLink): Promise<Reader>;
}

export interface AnalyticsEdgeDeps {
  readonly authenticator: Authenticator;
  /** Left out, no call is counted. */
  readonly meter?: RestCallMeter;
  /** Opens share links, on the service's own calls; left out, there are none. */
  readonly links?: LinkAuthenticator;
  /** The address of the platform as it is configured; without it the platform is where the request went. */
  readonly baseUrl?: string | undefined;
}

/**
 * How callers may show who they are: by the token of a login in the header or parameter `jwt`, or, on the service's own
 * calls, in one of the platform's ways or by a share link as well.
 */
export type AnalyticsCredentials = "jwt" | "jwt-or-platform";

const SECURITY: Readonly<Record<AnalyticsCredentials, readonly SecurityScheme[]>> = {
  jwt: ["JwtHeader", "JwtQuery"],
  "jwt-or-platform": ["ApiKey", "Jwt", "JwtHeader", "JwtQuery"],
};

/** Bytes that a body may have: a view has at most 256 KiB. Source: analytics contract 4.1. */
const BODY_BYTES_MAX = 1_048_576;

/** The verbs for calls of members of a tenant; a system administrator gets 403 NO_TENANT. */
export function analyticsResource(edge: AnalyticsEdge): ReturnType<typeof resource> {
  return resource("analytics", MEMBERS, { edge, bodyBytesMax: BODY_BYTES_MAX });
}

/** With whose eyes a call looks. Throws `NO_TENANT` for a system administrator, whom the edge has turned away before. */
export function readerOf({ tenantId, customerId, userId, sharedView }: Principal): Reader {
  if (tenantId === null) throw new AnalyticsError("NO_TENANT", "a system administrator has no tenant");
  return { tenantId, customerId, userId, ...(sharedView === undefined ? {} : { sharedView }) };
}

export class AnalyticsEdge implements RouteEdge {
  readonly description: EdgeDescription;
  readonly #deps: AnalyticsEdgeDeps;
  readonly #credentials: AnalyticsCredentials;
  /** How each caller is looked up again. */
  readonly #again = new WeakMap<Principal, () => Principal | Promise<Principal>>();

  constructor(deps: AnalyticsEdgeDeps, credentials: AnalyticsCredentials) {
    this.#deps = deps;
    this.#credentials = credentials;
    this.description = { errorStatuses: ANALYTICS_STATUSES, security: SECURITY[credentials] };
  }

  guard(access: readonly Authority[], route: RestRoute): GuardHook {
    return admission({
      identify: (request) => this.#identify(request),
      meter: this.#deps.meter,
      refusalOf: (caller) => refusalOf(caller, access, route),
    });
  }

  /** Throws as the call would that let the caller in, for answers that last: tokens end, keys and links are revoked. */
  async requireStillGood(caller: Principal): Promise<void> {
    await this.#again.get(caller)?.();
  }

  prepare(part: FastifyInstance): void {
    part.removeAllContentTypeParsers();
    part.addHook("preParsing", (request, _reply, payload, done) => {
      done(takesBody(request) ? mediaTypeRefusal(request) : null, payload);
    });
    part.addContentTypeParser("*", { parseAs: "buffer" }, (request: FastifyRequest, body: Buffer, done) => {
      // What a call does not ask for is thrown away.
      if (!takesBody(request)) {
        done(null, undefined);
        return;
      }
      try {
        done(null, readJsonBody(body));
      } catch (error) {
        done(error instanceof Error ? error : new Error("the body cannot be read", { cause: error }));
      }
    });
    const usual = part.validatorCompiler;
    part.setValidatorCompiler((checked: Parameters<FastifySchemaCompiler<TSchema>>[0]) => {
      const { httpPart, schema } = checked;
      if (usual === undefined) throw new Error("the checks of all routes come first");
      return httpPart === "body" ? (sent: unknown) => checkBody(schema, sent) : usual(checked);
    });
  }

  #identify(request: FastifyRequest): Principal | Promise<Principal> {
    const identify = this.#identifier(request);
    const note = (caller: Principal): Principal => {
      this.#again.set(caller, identify);
      return caller;
    };
    const caller = identify();
    return caller instanceof Promise ? caller.then(note) : note(caller);
  }

  /** Reads what the request presents; it holds on to that and not to the request. */
  #identifier(request: FastifyRequest): () => Principal | Promise<Principal> {
    const { authenticator, links, baseUrl } = this.#deps;
    // Before all others: a caller that presents a link means to read as the link does.
    const link = this.#credentials === "jwt" || links === undefined ? undefined : presentedLink(request, baseUrl);
    if (links !== undefined && link !== undefined) return () => linkPrincipal(links, link);
    const token = tokenOf(request);
    if (token !== undefined) return () => authenticator.authenticateBearer(token);
    const { headers } = request;
    const hasPlatformCredential = headers["x-authorization"] !== undefined || headers.authorization !== undefined;
    if (this.#credentials === "jwt" || !hasPlatformCredential)
      throw new AnalyticsError("TOKEN_MISSING", missingMessage(this.#credentials));
    const { isEncrypted, isLocal, remoteAddress } = new RequestChannel(request);
    return () => authenticate(authenticator, headers, { isEncrypted, isLocal, remoteAddress });
  }
}

// --- Share links (6.3) ---

/**
 * What a request presents in the header X-Share-Link or the parameter `link`, where an event stream of a browser can put it;
 * undefined where it presents none. Throws `LINK_INVALID` for several.
 */
function presentedLink(request: FastifyRequest, baseUrl: string | undefined): PresentedLink | undefined {
  const { headers, query } = request;
  const header = headers["x-share-link"];
  const parameter = memberOf(query, "link");
  if (Array.isArray(header) || Array.isArray(parameter))
    throw new AnalyticsError("LINK_INVALID", "a call presents one share link, this one has several");
  const token = header ?? (typeof parameter === "string" ? parameter : undefined);
  if (token === undefined || token === "") return undefined;
  const password = headers["x-share-password"];
  return {
    token,
    password: typeof password === "string" ? password : null,
    origin: foreignOrigin(request, baseUrl),
    address: request.ip,
  };
}

/**
 * The site whose page calls, unless it is a page of the platform: in a frame of another site it is the platform's own page
 * that calls, and the page itself names to the browser the sites that may frame it.
 */
function foreignOrigin(
  { headers: { origin }, protocol, host }: FastifyRequest,
  baseUrl: string | undefined,
): string | null {
  if (origin === undefined) return null;
  const own = [`${protocol}://${host}`, ...(baseUrl === undefined ? [] : [baseUrl])];
  return own.some((address) => URL.canParse(address) && new URL(address).origin === origin) ? null : origin;
}

/** Who calls is the one that the link reads as, held to its one view. */
async function linkPrincipal(links: LinkAuthenticator, link: PresentedLink): Promise<Principal> {
  const { tenantId, customerId, userId, sharedView } = await links.open(link);
  const caller = { userId, sessionId: null, tenantId, ...(sharedView === undefined ? {} : { sharedView }) };
  return customerId === null
    ? { ...caller, authority: "TENANT_ADMIN", customerId }
    : { ...caller, authority: "CUSTOMER_USER", customerId };
}

// --- Tokens ---

/** The token of the header or parameter `jwt`; the header wins. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const { jwt } = headers;
  const header = (Array.isArray(jwt) ? jwt.join(",") : (jwt ?? "")).replace(BEARER, "").trim();
  if (header !== "") return header;
  const parameter = memberOf(query, "jwt");
  if (Array.isArray(parameter))
    throw new AnalyticsError("TOKEN_INVALID", "the parameter jwt may be given once, it is there several times");
  return typeof parameter === "string" && parameter.trim() !== "" ? parameter.trim() : undefined;
}

const BEARER = /^\s*bearer\s+/i;

function missingMessage(credentials: AnalyticsCredentials): string {
  const way = "send the token of a login as the header or parameter jwt";
  return credentials === "jwt"
    ? `there is no token: ${way}`
    : `there are no credentials: ${way}, or the header X-Authorization: Bearer <token> or ApiKey <key>`;
}

function refusalOf(caller: Principal, access: readonly Authority[], route: RestRoute): DomainError | undefined {
  if (caller.authority === "SYS_ADMIN" && !access.includes("SYS_ADMIN"))
    return new AnalyticsError("NO_TENANT", "reports belong to a tenant, and a system administrator has none");
  if (isPublic(caller) && !isForReading(route)) return publicRefusal();
  if (caller.sharedView !== undefined && route.forSharedViews !== true)
    return new AnalyticsError("FORBIDDEN", "a share link shows its view and nothing else");
  return roleRefusal(caller, access);
}

function takesBody({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.schema?.body !== undefined;
}

const JSON_TYPE = /^\s*application\/json\s*(?:;.*)?$/i;

function mediaTypeRefusal(request: FastifyRequest): Error | null {
  const type = contentTypeOf(request);
  if (type !== undefined && JSON_TYPE.test(type)) return null;
  const found = type === undefined ? "there is no Content-Type" : `"${type.slice(0, 64)}" is not supported`;
  return new HttpError(415, ErrorCode.BAD_REQUEST, `${found}: send Content-Type: application/json`);
}

/** As it was sent: where nothing follows it, the server has forgotten it. */
function contentTypeOf({ headers, raw }: FastifyRequest): string | undefined {
  const kept = headers["content-type"];
  if (kept !== undefined) return kept;
  const index = raw.rawHeaders.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  return index < 0 ? undefined : raw.rawHeaders[index + 1];
}

// --- Bodies ---

/** What the schema makes of a body. Throws with every problem; code and message are those of the first. */
export function readBody<Schema extends TSchema>(schema: Schema, json: unknown): Static<Schema> {
  const { value, error } = checkBody(schema, json);
  if (error !== undefined) throw error;
  return value as Static<Schema>;
}

function checkBody(schema: TSchema, json: unknown): { readonly value?: unknown; readonly error?: AnalyticsError } {
  const problems = new Problems<AnalyticsCode>("BODY_INVALID");
  const value = new SchemaReader(problems).read(schema, json, "BODY_INVALID");
  const [first] = problems.list;
  if (first === undefined) return { value };
  if (!isObject(json)) {
    const found = json === undefined ? "nothing" : jsonKind(json);
    return { error: new AnalyticsError("BODY_INVALID", `the body must be a JSON object, got ${found}`) };
  }
  // What is wrong with the body as a whole has no place in it.
  const placed = problems.list.filter(({ pointer }) => pointer !== "/");
  return { error: new AnalyticsError(first.code, first.message, placed) };
}

// --- Answers that last (6.2) ---

/**
 * For answers that last longer than the credentials they were asked for with: `check` rejects where the answer has to end;
 * `ended` gets the reason, once each time.
 */
export function rechecked(
  check: () => Promise<unknown>,
  clock: Clock,
  everyMillis: number,
  ended: (reason: DomainError) => void,
): Subscription {
  const recheck = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      // What cannot be looked up now is tried again the next time.
      if (error instanceof DomainError && error.kind !== "unavailable") ended(error);
    }
  };
  return clock.every(everyMillis, () => void recheck());
}
