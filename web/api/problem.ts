// Describes in words a call that the platform refused, or that never reached it. Source: REST contract 1.5, analytics
// contract 4.2.
import { parseJson } from "./json.ts";
import { isObject } from "../../src/lib/members.ts";
import type { Schema } from "./schemas.ts";
import { region, withCapital } from "../words/format.ts";
import { worded } from "../words/worded.ts";
import { words } from "../words/words.ts";

export interface ProblemPlace {
  /** JSON pointer into the body that was sent. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly problem?: ProblemData;
}

/** What is wrong with a value, as data; other members than these depend on the kind. */
type ProblemData = Schema<"ProblemData">;

export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** 0 if the platform could not be reached. */
  readonly status: number;
  readonly errorCode: number | null;
  /** The analytics service's code, such as `REPORT_TIMEOUT`. */
  readonly code: string | null;
  /** Identifies the call in the platform's log. */
  readonly requestId: string | null;
  readonly problem: ProblemData | undefined;
  /** Everything that is wrong in the request, if the platform lists it. */
  readonly places: readonly ProblemPlace[];
  readonly retryAfterSeconds: number | null;
  /** The value of the limit of the tenant that is reached. */
  readonly limit: number | null;
  /** If the call failed because its device was never connected, the gateway that should connect it. */
  readonly gatewayId: string | null;

  constructor(
    message: string,
    facts: Partial<
      Pick<
        ApiProblem,
        | "status"
        | "errorCode"
        | "code"
        | "requestId"
        | "problem"
        | "places"
        | "retryAfterSeconds"
        | "limit"
        | "gatewayId"
      >
    > = {},
  ) {
    super(message);
    this.status = facts.status ?? 0;
    this.errorCode = facts.errorCode ?? null;
    this.code = facts.code ?? null;
    this.requestId = facts.requestId ?? null;
    this.problem = facts.problem;
    this.places = facts.places ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.limit = facts.limit ?? null;
    this.gatewayId = facts.gatewayId ?? null;
  }
}

export function unreachable(cause: unknown): ApiProblem {
  const problem = new ApiProblem(words.components.api.unreachable);
  problem.cause = cause;
  return problem;
}

/** Reads an answer that is not a success; its body may be anything. */
export function problemOf(answer: Response, body: unknown): ApiProblem {
  const members = isObject(body) ? body : {};
  const message = typeof members["message"] === "string" ? members["message"] : "";
  const gateway = isObject(members["gatewayId"]) ? members["gatewayId"]["id"] : null;
  const places = placesOf(members["errors"]);
  const retryAfter = Number(answer.headers.get("retry-after") ?? "NaN");
  return new ApiProblem(message === "" ? words.components.api.status(answer.status) : sentence(message), {
    status: answer.status,
    errorCode: typeof members["errorCode"] === "number" ? members["errorCode"] : null,
    code: typeof members["code"] === "string" ? members["code"] : null,
    requestId: answer.headers.get("x-request-id"),
    // A document with one problem has no other.
    ...(places.length === 1
      ? { problem: places[0]?.problem }
      : toldIn(parseJson(answer.headers.get("x-problem") ?? ""))),
    places,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    limit: typeof members["limit"] === "number" ? members["limit"] : null,
    gatewayId: typeof gateway === "string" ? gateway : null,
  });
}

/** A refusal by a form itself, shown at the field of that name. */
export function fieldProblem(field: string, message: string): ApiProblem {
  return new ApiProblem(message, { places: [{ pointer: `/${field}`, code: "invalid", message }] });
}

/**
 * What the problem is, in the viewer's language. Null if its message says so already: to those who read the platform's language, and
 * where the message is the web interface's own.
 */
export function sentenceOf(error: unknown): string | null {
  if (region.language === "en" || !(error instanceof ApiProblem) || error.status === 0) return null;
  return toldText(error.problem) ?? kindOf(error);
}

/** The platform's own text, which is English; null if the sentence about it says the same. */
export function detailsOf(error: unknown): string | null {
  if (error instanceof ApiProblem && toldText(error.problem) !== null) return null;
  return error instanceof Error ? error.message : String(error);
}

/** Words for anything that was thrown. */
export function messageOf(error: unknown): string {
  return [sentenceOf(error), detailsOf(error)].filter((text) => text !== null).join(" ");
}

interface PlacedText {
  readonly problem?: ProblemData | undefined;
  readonly message: string;
}

/** What is wrong at one of the places of a problem. */
export function placeText({ problem, message }: PlacedText): string {
  return toldText(problem) ?? message;
}

/** Null to those who read the platform's language, and if the platform tells no data. `called`: how the text names the field. */
export function toldText(problem: ProblemData | undefined, called = problem?.field): string | null {
  if (region.language === "en" || problem === undefined) return null;
  return worded(words.server.problems, problem.kind, { ...problem, field: called });
}

function kindOf(error: ApiProblem): string {
  const { kinds } = words.components.problem;
  const { status, errorCode, limit, retryAfterSeconds } = error;
  if (errorCode === 41 && limit !== null) return kinds.limit(limit);
  if (errorCode === 15) return kinds.passwordExpired;
  switch (status) {
    case 401:
      // 10 is that of a refused sign-in; sessions end with others.
      return errorCode === 10 ? kinds.credentials : kinds.signedOut;
    case 403:
      return kinds.forbidden;
    case 404:
      return kinds.notFound;
    case 409:
      return kinds.conflict;
    case 413:
      return kinds.tooLarge;
    case 429:
      return retryAfterSeconds === null ? kinds.tooMany : kinds.tooManyUntil(retryAfterSeconds);
    case 503:
      return kinds.unavailable;
    case 504:
      return kinds.timeout;
    default:
      return status < 500 ? kinds.invalid : kinds.failed;
  }
}

function placesOf(errors: unknown): readonly ProblemPlace[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).map(({ pointer, code, message, problem }) => ({
    pointer: typeof pointer === "string" ? pointer : "",
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : "",
    ...toldIn(problem),
  }));
}

/** Of a kind that has words here. */
function toldIn(sent: unknown): { readonly problem?: ProblemData } {
  if (!isObject(sent)) return {};
  const { kind, field } = sent;
  return isKind(kind) && typeof field === "string" ? { problem: { ...sent, kind, field } } : {};
}

function isKind(kind: unknown): kind is ProblemData["kind"] {
  return typeof kind === "string" && Object.hasOwn(words.server.problems, kind);
}

/** A message of the platform that stands alone. The path of a member keeps its spelling. */
export function withCapitalUnlessPath(message: string): string {
  return /^\w+\.\w/.test(message) ? message : withCapital(message);
}

function sentence(text: string): string {
  return `${withCapitalUnlessPath(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}
