// What the calls of the analytics service have in common: who is let in and how, and JSON bodies under the right media type
// only. The order of checks is token, media type, size, JSON, schema. Source: analytics contract 4.1.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isPublic, type Authority, type Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { DomainError } from "../../../core/errors.ts";
import { authenticate, type Authenticator } from "../authentication.ts";
import { admission, publicRefusal, RequestChannel, roleRefusal, type GuardHook, type RestCallMeter } from "../guard.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import { readJsonBody } from "../json-body.ts";
import type { SecurityScheme } from "../openapi/security.ts";
import type { EdgeDescription, RouteEdge } from "../route.ts";
import { ANALYTICS_STATUSES } from "./analytics-statuses.ts";
import { linkPrincipal, presentedLink, type LinkAuthenticator } from "./link-caller.ts";

export interface AnalyticsEdgeParts {
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

export class AnalyticsEdge implements RouteEdge {
  readonly description: EdgeDescription;
  readonly #parts: AnalyticsEdgeParts;
  readonly #credentials: AnalyticsCredentials;
  /** How each caller is looked up again. */
  readonly #again = new WeakMap<Principal, () => Principal | Promise<Principal>>();

  constructor(parts: AnalyticsEdgeParts, credentials: AnalyticsCredentials) {
    this.#parts = parts;
    this.#credentials = credentials;
    this.description = { errorStatuses: ANALYTICS_STATUSES, security: SECURITY[credentials] };
  }

  guard(access: readonly Authority[], isForReading: boolean): GuardHook {
    return admission({
      identify: (request) => this.#identify(request),
      meter: this.#parts.meter,
      refusalOf: (caller) => refusalOf(caller, access, isForReading),
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
    const { authenticator, links, baseUrl } = this.#parts;
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

/** The token of the header or parameter `jwt`; the header wins. */
function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const { jwt } = headers;
  const header = (Array.isArray(jwt) ? jwt.join(",") : (jwt ?? "")).replace(BEARER, "").trim();
  if (header !== "") return header;
  const parameter = typeof query === "object" && query !== null && "jwt" in query ? query.jwt : undefined;
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

function refusalOf(caller: Principal, access: readonly Authority[], isForReading: boolean): DomainError | undefined {
  if (caller.authority === "SYS_ADMIN" && !access.includes("SYS_ADMIN"))
    return new AnalyticsError("NO_TENANT", "reports belong to a tenant, and a system administrator has none");
  return isPublic(caller) && !isForReading ? publicRefusal() : roleRefusal(caller, access);
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
