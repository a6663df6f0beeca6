// How a route is written down: a row that says who may call it, what it takes and gives, and which function answers.
// One schema per part checks the request, types the handler and describes the API.
import type { SentValues } from "./large-bodies/large-body.ts";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Type, type Static, type TSchema } from "typebox";
import type { Principal } from "../../core/access/principal.ts";
import type { AuditRule } from "./audit-rule.ts";
import { UuidParam } from "./entity-ids.ts";
import type { GuardHook } from "./guard.ts";
import type { ErrorCode, ErrorStatus } from "./http-status.ts";
import type { SecurityScheme } from "./openapi/security.ts";
import type { Authority } from "../../core/caller.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a handler may use of a request; all of it has passed the schemas of its route. */
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
  /** Where the kind of a "text" body decides what it means. */
  readonly headers: {
    readonly "content-type"?: string | undefined;
    readonly "content-encoding"?: string | undefined;
    /** Which revision a change is meant for. */
    readonly "if-match"?: string | undefined;
  };
}

export interface RestRequest<Params, Query, Body> extends OpenRequest<Params, Query, Body> {
  readonly principal: Principal;
}

/** What a handler may do with its answer beyond returning it. */
export type RestReply = Pick<FastifyReply, "code" | "header" | "raw">;

/**
 * How the body of a request is taken:
 * a schema - JSON that fits it;
 * "text" - JSON text of any or no media type, handed over unread (RPC);
 * "values" - the same of telemetry or attributes, of which a large one stays the bytes that it came as;
 * "upload" - of any size and media type, handed over as a stream; the handler says what it takes, and bounds its waiting;
 * "ignored" - whatever is sent is thrown away.
 */
export type BodyForm = TSchema | "text" | "values" | "upload" | "ignored";

/** An answer that the handler has written itself: a string that goes out as it is. */
export interface TextAnswer {
  readonly contentType: string;
  /** What it looks like, for the description of the API. */
  readonly describes: TSchema;
  /** Whether it can also be empty. */
  readonly mayBeEmpty?: boolean;
  /** What else it can be, for clients that ask for it in a way which the description leaves out. */
  readonly also?: TSchema;
}

export function jsonText(describes: TSchema, also?: TSchema): TextAnswer {
  return { contentType: "application/json; charset=utf-8", describes, ...(also === undefined ? {} : { also }) };
}

export function plainText(contentType = "text/plain; charset=utf-8", example = "text"): TextAnswer {
  return { contentType, describes: Type.String({ examples: [example] }) };
}

/** An answer of any length, which the handler gives as a stream; it may choose another of the media types itself. */
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

/** What the body of a call looks like; undefined where none is read. */
export function bodyDescription({ body, bodyDescribes }: RestRoute): TSchema | undefined {
  if (bodyDescribes !== undefined) return bodyDescribes;
  if (body === "text" || body === "values" || body === "upload") return Type.Unknown();
  return body === undefined || body === "ignored" ? undefined : body;
}

/** An answer other than 200 and the errors with the envelope: a redirect, an empty body, a bare word. */
export interface OtherAnswer {
  /** When it is given. */
  readonly description: string;
  /** Left out, the body is empty. */
  readonly body?: TSchema | TextAnswer;
  /** Headers that belong to it, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Rules of its own that a group of routes has: how callers are let in, how bodies are read, how errors look. Unless it
 * has a guard, its routes are "open", because what they ask of a caller is not what the rest of the API does.
 */
export interface RouteEdge {
  /** Adds hooks, body parsers and an error handler to the part of the server that holds only routes of this edge. */
  prepare(part: FastifyInstance): void;
  /** The check of callers in the place of the usual one, for routes that are not "open". */
  guard?(access: readonly Authority[], route: RestRoute): GuardHook;
  /** How its routes stand in the description of the API; left out, each lists its own errors. */
  readonly description?: EdgeDescription;
}

export interface EdgeDescription {
  /** By status: errors of this edge's own form. */
  readonly errorStatuses: ReadonlyMap<number, ErrorStatus>;
  /** Names of security schemes that let a caller in, each enough. */
  readonly security: readonly SecurityScheme[];
}

export type StaticOf<Schema extends TSchema | undefined> = Schema extends TSchema ? Static<Schema> : unknown;
// Any object may be a schema, so the other forms have to be asked for first.
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
  /** With `:name` for parameters. */
  readonly path: string;
  /** Unique and stable: client generators make function names of it. */
  readonly operationId: string;
  /** One line for the documentation page. */
  readonly summary: string;
  /** More than a line for that page, as CommonMark. */
  readonly description?: string;
  /** The resource it belongs to: a name of the table in openapi/tags.ts. */
  readonly tag: string;
  /** Statuses with the error envelope besides those that follow from who may call and what is sent. */
  readonly errors?: readonly number[];
  /** Error codes it gives besides the usual one of their status, such as 41 where a save can exceed a count limit. */
  readonly errorCodes?: readonly ErrorCode[];
  /**
   * By status. A status that also stands in `errors` has bodies of both kinds; one below 400, a redirect, stands in the
   * place of 200.
   */
  readonly otherAnswers?: Readonly<Record<number, OtherAnswer>>;
  /** Headers of the answer 200, with what they say. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** What the body looks like, for the description of the API: of a "text" body, or where its schema demands less. */
  readonly bodyDescribes?: TSchema;
  /** What the query looks like, for the description of the API, where it takes more for the sake of older clients. */
  readonly queryDescribes?: TSchema;
  /** Media types of an "upload". */
  readonly bodyTypes?: readonly string[];
  /** True where a call changes nothing although it is no GET, as a query with a body: public sessions may make it. */
  readonly readsOnly?: true;
  /** True where a call waits for something to happen, such as the reply of a device. */
  readonly waits?: true;
  /** True where the bearer of a share link may call; what the bearer sees is narrowed by the reader that the link makes. */
  readonly forSharedViews?: true;
  /** Bytes a body may have; the bound of the server where it is missing, which is smaller on routes that are open. */
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
  /** Left out, a body that is sent all the same is thrown away. */
  readonly body?: Body | undefined;
  /** Left out, the answer is empty. */
  readonly answer?: Answer | undefined;
}

/** A row of the table with its types forgotten, as the server registers it. */
export interface RestRoute
  extends
    Description,
    Parts<TSchema | undefined, TSchema | undefined, BodyForm | undefined, TSchema | TextAnswer | undefined> {
  /** The authorities that may call it, or "open" for callers without credentials. */
  readonly access: "open" | readonly Authority[];
  /** Left out, the rules that all routes have. */
  readonly edge?: RouteEdge;
  /** What the audit log keeps of a call; left out, nothing. */
  readonly audit?: AuditRule<RestRequest<unknown, unknown, unknown>, unknown>;
  // A method, so that a handler which knows its request more closely can stand here. It has that knowledge from the
  // schemas of the row and from `access`, and the server checks each request against both before it calls.
  handle(request: OpenRequest<unknown, unknown, unknown>, reply: RestReply): unknown;
}

/** Whether public sessions may call it. */
export function isForReading({ method, readsOnly }: RestRoute): boolean {
  return method === "GET" || readsOnly === true;
}

export type Result<Value> = Value | Promise<Value>;

/** What a request says besides its parts where a route asks for credentials. */
type Identified = Pick<RestRequest<unknown, unknown, unknown>, "principal">;

/** What is particular to a row; `Params` are those of the request, `Caller` is what it says of who calls. */
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

/** What a row of a resource says about itself besides method, path, name and tag. */
type About = Omit<Description, "method" | "path" | "operationId" | "tag">;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer More}`
  ? Name | NamesIn<More>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Without a schema of their own, the parameters of a path are ids. */
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

/** What all rows of a resource have in common, unless one says otherwise. */
type Common = Pick<RestRoute, "edge" | "params" | "bodyBytesMax">;

/**
 * The verbs with which a resource writes its rows down. `access` holds where a row names no other; any other caller gets 401
 * or 403 before the body is read.
 */
export function resource(tag: string, access: readonly Authority[], common: Common = {}): GuardedVerbs {
  return verbs(tag, { access, ...common });
}

/** The same for rows that need no credentials. `Caller` is what their edge adds to a request. */
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
