// How the analytics service says no: the platform's envelope with a code, the list of problems and the id of the request.
// Whatever is wrong with a token is 403 here. Source: analytics contract 4.2.
import type { DomainError, ErrorKind } from "../../../core/errors.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { type HttpError, ErrorCode, type ErrorAnswer } from "../http-status.ts";

/** One of the things that are wrong with a request. */
interface Problem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

interface Refusal {
  readonly status: number;
  readonly errorCode: ErrorCode;
  /** Of errors that name none themselves. */
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

/** Codes that say more about the token than their kind does. */
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

/** When a call may be tried again that found a part of the service missing. */
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

/** The answer to a bug: it tells nothing but where the log has the rest. */
export function analyticsAnswerToBug(extras: Extras): ErrorAnswer {
  const message = `the request failed unexpectedly; the log of the server has it as request ${extras.requestId}`;
  const refusal = { status: 500, errorCode: ErrorCode.GENERAL, code: "INTERNAL", message, errors: [] };
  return { status: 500, headers: {}, body: envelope(refusal, extras) };
}

function refusalOf(error: DomainError): Refusal {
  const usual = REFUSALS[error.kind];
  if (error.kind === "unauthenticated" && error.details.reason === "token-expired")
    return { ...usual, code: "TOKEN_EXPIRED", errorCode: ErrorCode.TOKEN_EXPIRED };
  const code = codeOf(error) ?? (isAboutParameters(error) ? "PARAMETER_INVALID" : usual.code);
  return { ...usual, code, errorCode: TOKEN_CODES.get(code) ?? usual.errorCode };
}

/** Errors of core carry their codes in classes of several areas, which agree on this member. */
function codeOf(error: DomainError): string | undefined {
  return "code" in error && typeof error.code === "string" && CODE.test(error.code) ? error.code : undefined;
}

const CODE = /^(?!FST_)[A-Z][A-Z0-9_]*$/;

/** The framework notes on what a schema refuses which part of the request it was. */
function isAboutParameters(error: DomainError): boolean {
  return error.kind === "invalid" && "validationContext" in error && error.validationContext !== "body";
}

function problemsOf(error: DomainError): readonly Problem[] {
  const problems: unknown = "problems" in error ? error.problems : undefined;
  if (!Array.isArray(problems)) return [];
  return problems.filter(isProblem).map(({ pointer, code, message }) => ({ pointer, code, message }));
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
