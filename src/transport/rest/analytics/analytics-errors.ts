// Errors of the analytics service: the platform's envelope plus a code, the list of problems and the request id. Every
// problem with a token is a 403 here. Source: analytics contract 4.2.
import { Type } from "typebox";
import type { DomainError, ErrorKind } from "../../../core/errors.ts";
import type { ProblemData } from "../../../core/problem-words.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { type HttpError, ErrorCode, type ErrorAnswer, type ErrorCase, type ErrorStatus } from "../http-status.ts";
import { ToldProblemSchema } from "../nullable.ts";
import { HEADERS_TOO_LARGE } from "../openapi/error-answers.ts";

/** One problem of a request. */
interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly problem?: ProblemData;
}

interface Refusal {
  readonly status: number;
  readonly errorCode: ErrorCode;
  /** The code for errors that have none of their own. */
  readonly code: string;
}

const REFUSALS: Readonly<Record<ErrorKind, Refusal>> = {
  invalid: { status: 400, errorCode: ErrorCode.BAD_REQUEST, code: "BODY_INVALID" },
  unsupported: { status: 400, errorCode: ErrorCode.BAD_REQUEST, code: "UNSUPPORTED" },
  unauthenticated: { status: 403, errorCode: ErrorCode.AUTHENTICATION, code: "TOKEN_INVALID" },
  forbidden: { status: 403, errorCode: ErrorCode.PERMISSION_DENIED, code: "FORBIDDEN" },
  "not-found": { status: 404, errorCode: ErrorCode.NOT_FOUND, code: "NOT_FOUND" },
  conflict: { status: 409, errorCode: ErrorCode.VERSION_CONFLICT, code: "CONFLICT" },
  "too-large": { status: 413, errorCode: ErrorCode.BAD_REQUEST, code: "BODY_TOO_LARGE" },
  "limit-exceeded": { status: 403, errorCode: ErrorCode.LIMIT_EXCEEDED, code: "LIMIT_EXCEEDED" },
  "rate-limited": { status: 429, errorCode: ErrorCode.TOO_MANY_REQUESTS, code: "LIMIT_REACHED" },
  timeout: { status: 504, errorCode: ErrorCode.GENERAL, code: "REPORT_TIMEOUT" },
  unavailable: { status: 503, errorCode: ErrorCode.GENERAL, code: "ENGINE_UNAVAILABLE" },
};

/** Codes that say more about the token than the error kind does. */
const TOKEN_CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ["TOKEN_MISSING", ErrorCode.AUTHENTICATION],
  ["TOKEN_INVALID", ErrorCode.AUTHENTICATION],
  ["TOKEN_EXPIRED", ErrorCode.TOKEN_EXPIRED],
]);

const HTTP_CODES: ReadonlyMap<number, string> = new Map([
  [400, "BODY_INVALID"],
  [404, "NOT_FOUND"],
  [405, "METHOD_NOT_ALLOWED"],
  [413, "BODY_TOO_LARGE"],
  [415, "UNSUPPORTED_MEDIA_TYPE"],
]);

/** When to repeat a call that found part of the service unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 5;

interface Extras {
  readonly requestId: string;
  readonly now: EpochMillis;
}

export function analyticsAnswerToDomainError(error: DomainError, extras: Extras): ErrorAnswer {
  const { status, errorCode, code } = refusalOf(error);
  const retryAfterSeconds =
    error.details.retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_RETRY_SECONDS : status === 429 ? 1 : undefined);
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return {
    status,
    headers,
    body: envelope({ status, errorCode, code, message: error.message, errors: problemsOf(error) }, extras),
  };
}

export function analyticsAnswerToHttpError(error: HttpError, extras: Extras): ErrorAnswer {
  const { status, errorCode, headers, message } = error;
  const code = HTTP_CODES.get(status) ?? "HTTP_ERROR";
  return { status, headers, body: envelope({ status, errorCode, code, message, errors: [] }, extras) };
}

/** The answer to a bug: it contains only the id under which the log has the details. */
export function analyticsAnswerToBug(extras: Extras): ErrorAnswer {
  const message = `the request failed unexpectedly; the log of the server has it as request ${extras.requestId}`;
  const refusal = { status: 500, errorCode: ErrorCode.GENERAL, code: "INTERNAL", message, errors: [] };
  return { status: 500, headers: {}, body: envelope(refusal, extras) };
}

/** The code that calls of the analytics service answer this error with. */
export function analyticsCodeOf(error: DomainError): string {
  return refusalOf(error).code;
}

function refusalOf(error: DomainError): Refusal {
  const usual = REFUSALS[error.kind];
  if (error.kind === "unauthenticated" && error.details.reason === "token-expired")
    return { ...usual, code: "TOKEN_EXPIRED", errorCode: ErrorCode.TOKEN_EXPIRED };
  const code = codeOf(error) ?? (isAboutParameters(error) ? "PARAMETER_INVALID" : usual.code);
  return { ...usual, code, errorCode: TOKEN_CODES.get(code) ?? usual.errorCode };
}

/** Errors of core with a code are of several classes, which all have this member. */
function codeOf(error: DomainError): string | undefined {
  return "code" in error && typeof error.code === "string" && CODE.test(error.code) ? error.code : undefined;
}

const CODE = /^(?!FST_)[A-Z][A-Z0-9_]*$/;

/** The framework notes in which part of the request a schema found the problem. */
function isAboutParameters(error: DomainError): boolean {
  return error.kind === "invalid" && "validationContext" in error && error.validationContext !== "body";
}

function problemsOf(error: DomainError): readonly Problem[] {
  const problems: unknown = "problems" in error ? error.problems : undefined;
  if (!Array.isArray(problems)) return [];
  return problems.filter(isProblem).map(({ pointer, code, message, problem }) => ({
    ...{ pointer, code, message },
    ...(problem && { problem }),
  }));
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "pointer" in value &&
    typeof value.pointer === "string" &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

function envelope(
  refusal: Refusal & { readonly message: string; readonly errors: readonly Problem[] },
  { requestId, now }: Extras,
): string {
  const { status, message, errorCode, code, errors } = refusal;
  return JSON.stringify({ status, message, errorCode, timestamp: now, code, errors, requestId });
}

// --- The errors in the API description ---

const TIMESTAMP = 1_767_225_600_000;

const AnalyticsProblem = Type.Object(
  {
    pointer: Type.String({ description: "JSON pointer into the body; / is the body itself." }),
    code: Type.String(),
    message: Type.String(),
    problem: Type.Optional(ToldProblemSchema),
  },
  { title: "AnalyticsProblem", examples: [{ pointer: "/filters/buildng", code: "FILTER_UNKNOWN", message: "…" }] },
);

const AnalyticsErrorResponse = Type.Object(
  {
    status: Type.Integer({ format: "int32", description: "The HTTP status." }),
    message: Type.String({ description: "What was wrong, for people. Its wording may change." }),
    errorCode: Type.Integer({
      format: "int32",
      description: "What was wrong, coarsely.",
      enum: Object.values(ErrorCode),
    }),
    timestamp: Type.Integer({ description: "Milliseconds since the epoch." }),
    code: Type.String({ description: "What was wrong, for programs." }),
    errors: Type.Array(AnalyticsProblem, { description: "Everything that was found, each with its place." }),
    requestId: Type.String({ description: "Under which the log of the server has the call." }),
  },
  {
    title: "AnalyticsErrorResponse",
    description: "What every refused or failed call of the analytics service answers.",
    examples: [example(404, ErrorCode.NOT_FOUND, "VIEW_NOT_FOUND", "the view does not exist")],
  },
);

function example(status: number, errorCode: ErrorCode, code: string, message: string) {
  return { status, message, errorCode, timestamp: TIMESTAMP, code, errors: [], requestId: "req-7" };
}

function errorCase(status: number, errorCode: ErrorCode, code: string, message: string): ErrorCase {
  return {
    name: code,
    summary: code,
    schema: AnalyticsErrorResponse,
    example: example(status, errorCode, code, message),
  };
}

const BAD = ErrorCode.BAD_REQUEST;

/** Every status that calls of the analytics service answer errors with. */
export const ANALYTICS_STATUSES: ReadonlyMap<number, ErrorStatus> = new Map<number, ErrorStatus>([
  status(400, "AnalyticsBadRequest", "The body, a parameter, the range or a filter cannot be accepted.", [
    errorCase(400, BAD, "FILTER_UNKNOWN", 'the view has no filter "buildng"; it has building, meter'),
    errorCase(400, BAD, "RANGE_INVALID", "the start of the range must lie before its end"),
    errorCase(400, BAD, "BODY_INVALID", "the body must be a JSON object, got an array"),
  ]),
  status(403, "AnalyticsForbidden", "No token, a token that is not or no longer good, or no right to do this.", [
    errorCase(403, ErrorCode.AUTHENTICATION, "TOKEN_MISSING", "there is no token"),
    errorCase(403, ErrorCode.AUTHENTICATION, "TOKEN_INVALID", "the token is not valid"),
    errorCase(403, ErrorCode.TOKEN_EXPIRED, "TOKEN_EXPIRED", "the token has expired or was revoked"),
    errorCase(403, ErrorCode.PERMISSION_DENIED, "NO_TENANT", "a system administrator has no tenant"),
    errorCase(403, ErrorCode.PERMISSION_DENIED, "FORBIDDEN", "only its owner may change the view"),
  ]),
  status(404, "AnalyticsNotFound", "What the call names does not exist, for this caller.", [
    errorCase(404, ErrorCode.NOT_FOUND, "VIEW_NOT_FOUND", "the view does not exist"),
  ]),
  status(409, "AnalyticsConflict", "The view has changed meanwhile, or its name is taken.", [
    errorCase(409, ErrorCode.VERSION_CONFLICT, "REVISION_MISMATCH", "the revision is 4, got 3"),
  ]),
  status(413, "AnalyticsTooLarge", "The body is larger than this call allows.", [
    errorCase(413, BAD, "BODY_TOO_LARGE", "the body may have 1048576 bytes, it has more"),
  ]),
  status(415, "AnalyticsUnsupportedMediaType", "The body is not announced as JSON.", [
    errorCase(415, BAD, "UNSUPPORTED_MEDIA_TYPE", '"text/plain" is not supported: send Content-Type: application/json'),
  ]),
  status(429, "AnalyticsTooManyRequests", "Too many reports at a time. `Retry-After` says how long to wait.", [
    errorCase(
      429,
      ErrorCode.TOO_MANY_REQUESTS,
      "LIMIT_REACHED",
      "10 reports run and 10 wait, which is all there may be",
    ),
    errorCase(429, ErrorCode.TOO_MANY_REQUESTS, "QUEUE_TIMEOUT", "the report waited 30000 ms for its turn"),
  ]),
  HEADERS_TOO_LARGE,
  status(500, "AnalyticsInternalError", "A fault of the platform. The log of the server has it.", [
    errorCase(500, ErrorCode.GENERAL, "INTERNAL", "the request failed unexpectedly"),
  ]),
  status(503, "AnalyticsUnavailable", "Reports cannot be run at the moment. `Retry-After` says when to try again.", [
    errorCase(503, ErrorCode.GENERAL, "ENGINE_UNAVAILABLE", "the platform is stopping"),
  ]),
  status(504, "AnalyticsTimeout", "The report took longer than it may.", [
    errorCase(504, ErrorCode.GENERAL, "REPORT_TIMEOUT", "the report was not done within 60000 ms"),
  ]),
]);

function status(
  code: number,
  name: string,
  description: string,
  cases: readonly ErrorCase[],
): readonly [number, ErrorStatus] {
  return [code, { name, description, cases }];
}
