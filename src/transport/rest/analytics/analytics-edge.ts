// Rules shared by the calls of the analytics service: who is admitted and how, JSON bodies only under the right media
// type, and all problems of a body in one answer. The order of checks is token, media type, size, JSON, schema. Source:
// analytics contract 4.1, 6.
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { Static, TSchema } from "typebox";
import type { CredentialWatcher } from "../../../core/access/credential-watcher.ts";
import { isPublic, type Principal } from "../../../core/access/principal.ts";
import { AnalyticsError, type AnalyticsCode } from "../../../core/analytics/analytics-error.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { PresentedLink } from "../../../core/analytics/links/share-links.ts";
import type { DomainError } from "../../../core/errors.ts";
import { Problems } from "../../../core/problems.ts";
import { SchemaReader } from "../../../core/schema-reader.ts";
import { jsonKind } from "../../../lib/json.ts";
import { authenticate, type Authenticator } from "../authentication.ts";
import { callerSignal } from "../caller-signal.ts";
import { admission, channelOf, publicRefusal, roleRefusal, type Guard, type RestCallMeter } from "../guard.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import type { BufferParser } from "../json-body.ts";
import { signalWhileGood } from "../lasting-calls.ts";
import type { SecurityScheme } from "../openapi/security.ts";
import {
  isForReading,
  MEMBERS,
  resource,
  type EdgeDescription,
  type RestReply,
  type RestRoute,
  type RouteEdge,
} from "../route.ts";
import { ANALYTICS_STATUSES } from "./analytics-errors.ts";
import { isObject, memberOf } from "../../../lib/members.ts";
import type { Authority } from "../../../core/caller.ts";

export interface LinkAuthenticator {
  /** Throws `LINK_INVALID`, `LINK_PASSWORD`, `FORBIDDEN`, and `rate-limited`. */
  open(link: PresentedLink): Promise<Reader>;
}

export interface AnalyticsEdgeDeps {
  readonly authenticator: Authenticator;
  /** If absent, calls are not counted. */
  readonly meter?: RestCallMeter;
  /** Opens share links, which only the service's own calls accept. If absent, there are no share links. */
  readonly links?: LinkAuthenticator;
  /** If absent, answers last longer than the credentials that they were requested with. */
  readonly watcher?: Pick<CredentialWatcher, "watch">;
  /** The configured address of the platform; if undefined, the address of the request is used. */
  readonly baseUrl?: string | undefined;
}

/**
 * How callers authenticate: with a login token in the header or parameter `jwt`, or, on the service's own calls, also
 * in one of the platform's ways or with a share link.
 */
export type AnalyticsCredentials = "jwt" | "jwt-or-platform";

const SECURITY: Readonly<Record<AnalyticsCredentials, readonly SecurityScheme[]>> = {
  jwt: ["JwtHeader", "JwtQuery"],
  "jwt-or-platform": ["ApiKey", "Jwt", "JwtHeader", "JwtQuery"],
};

/** Largest body, in bytes; a view has at most 256 KiB. Source: analytics contract 4.1. */
const BODY_BYTES_MAX = 1_048_576;

/** The verbs for calls by members of a tenant; a system administrator gets 403 NO_TENANT. */
export function analyticsResource(edge: AnalyticsEdge): ReturnType<typeof resource> {
  return resource("analytics", MEMBERS, { edge, bodyBytesMax: BODY_BYTES_MAX });
}

/**
 * The reader whose rights a call uses. Throws `NO_TENANT` for a system administrator, though the edge refuses those
 * first.
 */
export function readerOf({ tenantId, customerId, userId, shared }: Principal): Reader {
  if (tenantId === null) throw new AnalyticsError("NO_TENANT", "a system administrator has no tenant");
  return { tenantId, customerId, userId, ...(shared === undefined ? {} : { shared }) };
}

export class AnalyticsEdge implements RouteEdge {
  readonly description: EdgeDescription;
  readonly #deps: AnalyticsEdgeDeps;
  readonly #credentials: AnalyticsCredentials;
  /** For each caller, the function that authenticates it again. */
  readonly #again = new WeakMap<Principal, () => Principal | Promise<Principal>>();

  constructor(deps: AnalyticsEdgeDeps, credentials: AnalyticsCredentials) {
    this.#deps = deps;
    this.#credentials = credentials;
    this.description = { errorStatuses: ANALYTICS_STATUSES, security: SECURITY[credentials] };
  }

  guard(access: readonly Authority[], route: RestRoute): Guard {
    return admission({
      identify: (request) => this.#identify(request),
      meter: this.#deps.meter,
      refusalOf: (caller) => refusalOf(caller, access, route),
    });
  }

  /**
   * For answers that last: aborted when the caller disconnects, and with the reason when its token, key or link is no
   * longer valid or it does not pass `check`.
   */
  async signalOf(principal: Principal, reply: RestReply, check?: () => Promise<unknown>): Promise<AbortSignal> {
    const { watcher } = this.#deps;
    if (watcher === undefined) return callerSignal(reply);
    return await signalWhileGood(watcher, reply, {
      principal,
      check: async () => {
        await this.#again.get(principal)?.();
        await check?.();
      },
    });
  }

  prepare(part: FastifyInstance, readJson: BufferParser): void {
    part.removeAllContentTypeParsers();
    part.addHook("preParsing", (request, _reply, payload, done) => {
      done(takesBody(request) ? mediaTypeRefusal(request) : null, payload);
    });
    part.addContentTypeParser("*", { parseAs: "buffer" }, (request: FastifyRequest, body: Buffer, done) => {
      // Discard a body that the call does not ask for.
      if (takesBody(request)) readJson(request, body, done);
      else done(null, undefined);
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

  /**
   * Reads the request's credential and returns the function that checks it. The function keeps the credential, not the
   * request.
   */
  #identifier(request: FastifyRequest): () => Principal | Promise<Principal> {
    const { authenticator, links, baseUrl } = this.#deps;
    // Check for a link first: a caller that presents one means to read as the link's reader.
    const link = this.#credentials === "jwt" || links === undefined ? undefined : presentedLink(request, baseUrl);
    if (links !== undefined && link !== undefined) return () => linkPrincipal(links, link);
    const token = tokenOf(request);
    if (token !== undefined) return () => authenticator.authenticateBearer(token);
    const { headers } = request;
    const hasPlatformCredential = headers["x-authorization"] !== undefined || headers.authorization !== undefined;
    if (this.#credentials === "jwt" || !hasPlatformCredential)
      throw new AnalyticsError("TOKEN_MISSING", missingMessage(this.#credentials));
    const channel = channelOf(request);
    return () => authenticate(authenticator, headers, channel);
  }
}

// --- Share links (6.3) ---

/**
 * The share link in the header X-Share-Link, or in the parameter `link`, as a browser's event stream cannot set
 * headers. Undefined if there is none. Throws `LINK_INVALID` for several.
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
 * The origin of the calling page; null if it is a page of the platform. In a frame on another site, the platform's own
 * page makes the calls, and that page tells the browser which sites may frame it.
 */
function foreignOrigin(
  { headers: { origin }, protocol, host }: FastifyRequest,
  baseUrl: string | undefined,
): string | null {
  if (origin === undefined) return null;
  const own = [`${protocol}://${host}`, ...(baseUrl === undefined ? [] : [baseUrl])];
  return own.some((address) => URL.canParse(address) && new URL(address).origin === origin) ? null : origin;
}

/** The principal that the link reads as, restricted to what the link shows. */
async function linkPrincipal(links: LinkAuthenticator, link: PresentedLink): Promise<Principal> {
  const { tenantId, customerId, userId, shared } = await links.open(link);
  const caller = { userId, sessionId: null, tenantId, ...(shared === undefined ? {} : { shared }) };
  return customerId === null
    ? { ...caller, authority: "TENANT_ADMIN", customerId }
    : { ...caller, authority: "CUSTOMER_USER", customerId };
}

// --- Tokens ---

/** The token in the header or parameter `jwt`; the header takes precedence. */
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
  if (caller.shared !== undefined && route.forLinksTo !== caller.shared.target.kind)
    return new AnalyticsError("FORBIDDEN", `a share link shows its ${caller.shared.target.kind} and nothing else`);
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

/** The header as sent. The server deletes it from a request without a body, so the raw headers are searched too. */
function contentTypeOf({ headers, raw }: FastifyRequest): string | undefined {
  const kept = headers["content-type"];
  if (kept !== undefined) return kept;
  const index = raw.rawHeaders.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  return index < 0 ? undefined : raw.rawHeaders[index + 1];
}

// --- Bodies ---

/** Parses a body with the schema. Throws with every problem; code and message are those of the first. */
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
  // Problems of the body as a whole have no place in it.
  const placed = problems.list.filter(({ pointer }) => pointer !== "/");
  return { error: new AnalyticsError(first.code, first.message, placed) };
}
