// How a route is declared: a row with who may call it, what it accepts and returns, and its handler. One schema per
// part checks the request, types the handler and describes the API.
import type { LinkTarget } from "../../core/shared-by-link.ts";
import type { SentValues } from "./large-bodies/large-body.ts";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Type, type Static, type TSchema } from "typebox";
import type { Principal } from "../../core/access/principal.ts";
import type { AuditRule } from "./audit-rule.ts";
import { UuidParam } from "./entity-ids.ts";
import type { Guard } from "./guard.ts";
import type { ErrorCode, ErrorStatus } from "./http-status.ts";
import type { BufferParser } from "./json-body.ts";
import type { SecurityScheme } from "./openapi/security.ts";
import type { Authority } from "../../core/caller.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The parts of a request for a handler; all have passed the schemas of the route. */
export interface OpenRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The caller's address, as a trusted proxy reports it. */
  readonly ip: string;
  /** `http` or `https`, as a trusted proxy reports it. */
  readonly protocol: "http" | "https";
  /** The host and port that the caller addressed. */
  readonly host: string;
  /** For "text" bodies whose media type decides their meaning. */
  readonly headers: {
    readonly "content-type"?: string | undefined;
    readonly "content-encoding"?: string | undefined;
    /** In which the user who is written to reads, if nothing else tells. */
    readonly "accept-language"?: string | undefined;
    /** The revision that a change applies to. */
    readonly "if-match"?: string | undefined;
  };
}

export interface RestRequest<Params, Query, Body> extends OpenRequest<Params, Query, Body> {
  readonly principal: Principal;
}

/** What a handler may do with its answer besides returning it. */
export type RestReply = Pick<FastifyReply, "code" | "header" | "raw" | "request">;

/**
 * How the body of a request is read:
 * - a schema: JSON that fits it;
 * - "text": JSON text of any or no media type, handed over unparsed (RPC);
 * - "values": telemetry or attributes, likewise, but a large body stays bytes;
 * - "upload": any size and media type, handed over as a stream; the handler checks the type and limits its waiting;
 * - "ignored": any body is discarded.
 */
export type BodyForm = TSchema | "text" | "values" | "upload" | "ignored";

/** An answer that the handler writes itself: a string that is sent unchanged. */
export interface TextAnswer {
  readonly contentType: string;
  /** Its schema in the API description. */
  readonly describes: TSchema;
  /** Whether it can also be empty. */
  readonly mayBeEmpty?: boolean;
  /** Another form, for clients that ask for it in a way the description leaves out. */
  readonly also?: TSchema;
}

export function jsonText(describes: TSchema, also?: TSchema): TextAnswer {
  return { contentType: "application/json; charset=utf-8", describes, ...(also === undefined ? {} : { also }) };
}

export function plainText(contentType = "text/plain; charset=utf-8", example = "text"): TextAnswer {
  return { contentType, describes: Type.String({ examples: [example] }) };
}

/**
 * An answer of any length, which the handler returns as a stream; the handler may choose another of its media types.
 */
export interface StreamAnswer extends TextAnswer {
  readonly contentTypes: readonly string[];
}

export function streamed(contentTypes: readonly [string, ...string[]], describes: TSchema): StreamAnswer {
  return { contentType: contentTypes[0], contentTypes, describes };
}

export function isStreamAnswer(answer: TSchema | TextAnswer | undefined): answer is StreamAnswer {
  return answer !== undefined && "contentTypes" in answer;
}

export function isTextAnswer(answer: TSchema | TextAnswer): answer is TextAnswer {
  return "contentType" in answer;
}

/** The schema of the body in the API description; undefined if no body is read. */
export function bodyDescription({ body, bodyDescribes }: RestRoute): TSchema | undefined {
  if (bodyDescribes !== undefined) return bodyDescribes;
  if (body === "text" || body === "values" || body === "upload") return Type.Unknown();
  return body === undefined || body === "ignored" ? undefined : body;
}

/** An answer other than 200 and the errors with the envelope: a redirect, an empty body, a bare word. */
export interface OtherAnswer {
  /** When it is given. */
  readonly description: string;
  /** If absent, the body is empty. */
  readonly body?: TSchema | TextAnswer;
  /** Its headers, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The special rules of a group of routes: how callers authenticate, how bodies are read, the form of errors. Without a
 * guard its routes are "open", because their requirements on callers differ from the rest of the API.
 */
export interface RouteEdge {
  /**
   * Adds hooks, body parsers and an error handler to the part of the server that has only this edge's routes. `readJson`
   * reads JSON as for other routes.
   */
  prepare(part: FastifyInstance, readJson: BufferParser): void;
  /** Replaces the usual checks of callers, for routes that are not "open". */
  guard?(access: readonly Authority[], route: RestRoute): Guard;
  /** Its part in the API description; if absent, each route lists its own errors. */
  readonly description?: EdgeDescription;
}

export interface EdgeDescription {
  /** Errors in this edge's own form, by status. */
  readonly errorStatuses: ReadonlyMap<number, ErrorStatus>;
  /** Security schemes; each is sufficient on its own. */
  readonly security: readonly SecurityScheme[];
}

export type StaticOf<Schema extends TSchema | undefined> = Schema extends TSchema ? Static<Schema> : unknown;
// Any object may be a schema, so the other forms must be checked first.
export type BodyOf<Form extends BodyForm | undefined> = Form extends "text"
  ? string
  : Form extends "values"
    ? SentValues
    : Form extends "upload"
      ? Readable | undefined
      : Form extends "ignored" | undefined
        ? undefined
        : Form extends TSchema
          ? Static<Form>
          : never;
export type AnswerOf<Form extends TSchema | TextAnswer | undefined> = Form extends undefined
  ? void
  : Form extends StreamAnswer
    ? Readable
    : Form extends TextAnswer
      ? string
      : Form extends TSchema
        ? Static<Form>
        : never;

export interface Description {
  readonly method: Method;
  /** Parameters are written as `:name`. */
  readonly path: string;
  /** Unique and stable: client generators derive function names from it. */
  readonly operationId: string;
  /** One line for the documentation page. */
  readonly summary: string;
  /** A longer text for that page, in CommonMark. */
  readonly description?: string;
  /** The group it belongs to: a key of `TAGS` in openapi/document.ts. */
  readonly tag: string;
  /** Statuses with the error envelope besides those implied by access and input. */
  readonly errors?: readonly number[];
  /** Error codes besides the usual one for their status, such as 41 if a save can exceed a count limit. */
  readonly errorCodes?: readonly ErrorCode[];
  /**
   * By status. If a status is also in `errors`, its body can have either form. A status below 400, a redirect, replaces
   * 200.
   */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>;
  /** Headers of the answer 200, with their descriptions. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** The schema of the body in the API description: for a "text" body, or where the checked schema demands less. */
  readonly bodyDescribes?: TSchema;
  /** The query in the API description, if the checked one accepts more for older clients. */
  readonly queryDescribes?: TSchema;
  /** Media types of an "upload". */
  readonly bodyTypes?: readonly string[];
  /**
   * True if a call changes nothing although it is not a GET, such as a query with a body; public sessions may make it.
   */
  readonly readsOnly?: true;
  /** True if a call waits for an event, such as a device's reply. */
  readonly waits?: true;
  /** Set if the bearer of a link to such a target may call it; what the link shows limits what the bearer sees. */
  readonly forLinksTo?: LinkTarget["kind"];
  /** Largest body in bytes; by default the server's bound, which is smaller for open routes. */
  readonly bodyBytesMax?: number;
}

export interface Parts<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends BodyForm | undefined,
  Answer extends TSchema | TextAnswer | undefined,
> {
  readonly params?: Params | undefined;
  readonly query?: Query | undefined;
  /** If absent, any body is discarded. */
  readonly body?: Body | undefined;
  /** If absent, the answer is empty. */
  readonly answer?: Answer | undefined;
}

/** A row without its specific types, as the server registers it. */
export interface RestRoute
  extends
    Description,
    Parts<TSchema | undefined, TSchema | undefined, BodyForm | undefined, TSchema | TextAnswer | undefined> {
  /** The authorities that may call it, or "open" for callers without credentials. */
  readonly access: "open" | readonly Authority[];
  /** If absent, the usual rules apply. */
  readonly edge?: RouteEdge;
  /** What the audit log records of a call; if absent, nothing. */
  readonly audit?: AuditRule<RestRequest<unknown, unknown, unknown>, unknown>;
  // A method, so that a handler for a more specific request type is assignable. The row's schemas and `access` justify
  // that type: the server checks each request against both before it calls the handler.
  handle(request: OpenRequest<unknown, unknown, unknown>, reply: RestReply): unknown;
}

/** Whether public sessions may call it. */
export function isForReading({ method, readsOnly }: RestRoute): boolean {
  return method === "GET" || readsOnly === true;
}

export type Result<Value> = Value | Promise<Value>;

/** What a request contains besides its parts on routes that require credentials. */
type Identified = Pick<RestRequest<unknown, unknown, unknown>, "principal">;

/**
 * The specific part of a row; `Params` are those of the request, `Caller` is what the request says about the caller.
 */
interface Handling<
  Caller,
  Params,
  Query extends TSchema | undefined,
  Body extends BodyForm | undefined,
  Answer extends TSchema | TextAnswer | undefined,
> {
  readonly audit?: Caller extends Identified
    ? AuditRule<RestRequest<Params, StaticOf<Query>, BodyOf<Body>>, AnswerOf<Answer>>
    : never;
  handle(
    request: OpenRequest<Params, StaticOf<Query>, BodyOf<Body>> & Caller,
    reply: RestReply,
  ): Result<AnswerOf<Answer>>;
}

/** What a row of a resource declares besides method, path, name and tag. */
type About = Omit<Description, "method" | "path" | "operationId" | "tag">;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer More}`
  ? Name | NamesIn<More>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Without a schema, path parameters are ids. */
type ParamsOf<Path extends string, Params extends TSchema | undefined> = Params extends TSchema
  ? Static<Params>
  : Readonly<Record<NamesIn<Path>, string>>;

type Verb<Caller, More> = <
  const Path extends string,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  const Body extends BodyForm | undefined = undefined,
  Answer extends TSchema | TextAnswer | undefined = undefined,
>(
  path: Path,
  operationId: string,
  row: About &
    Parts<Params, Query, Body, Answer> &
    Handling<Caller, ParamsOf<Path, Params>, Query, Body, Answer> &
    More,
) => RestRoute;

type Verbs<Caller, More = unknown> = Readonly<Record<"get" | "post" | "put" | "delete", Verb<Caller, More>>>;
type GuardedVerbs = Verbs<Identified, { readonly access?: readonly Authority[] }>;

/** What all rows of a resource share, unless a row overrides it. */
type Common = Pick<RestRoute, "edge" | "params" | "bodyBytesMax">;

/**
 * The verbs that declare the rows of a resource. `access` applies unless a row overrides it; any other caller gets 401
 * or 403 before the body is read.
 */
export function resource(tag: string, access: readonly Authority[], common: Common = {}): GuardedVerbs {
  return verbs(tag, { access, ...common });
}

/** Likewise for rows without credentials. `Caller` is what their edge adds to a request. */
export function openResource<Caller = unknown>(tag: string, common: Common = {}): Verbs<Caller> {
  return verbs(tag, { access: "open", ...common });
}

function verbs(tag: string, common: Common & Pick<RestRoute, "access">) {
  const verb =
    (method: Method) =>
    (
      path: string,
      operationId: string,
      row: Omit<RestRoute, "access" | "method" | "path" | "operationId" | "tag"> & Partial<RestRoute>,
    ): RestRoute => {
      const params = row.params ?? common.params ?? idsIn(path);
      return { ...common, ...row, ...(params === undefined ? {} : { params }), method, path, operationId, tag };
    };
  return { get: verb("GET"), post: verb("POST"), put: verb("PUT"), delete: verb("DELETE") };
}

function idsIn(path: string): TSchema | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return names.length === 0 ? undefined : Type.Object(Object.fromEntries(names.map((name) => [name, UuidParam])));
}

export const ALL_AUTHORITIES = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const satisfies readonly Authority[];
export const ADMINISTRATORS = ["SYS_ADMIN", "TENANT_ADMIN"] as const satisfies readonly Authority[];
export const MEMBERS = ["TENANT_ADMIN", "CUSTOMER_USER"] as const satisfies readonly Authority[];
export const SYSTEM = ["SYS_ADMIN"] as const satisfies readonly Authority[];
export const TENANT = ["TENANT_ADMIN"] as const satisfies readonly Authority[];
