// Maps errors to HTTP: status, errorCode and the envelope. Source: REST contract 1.5.
import type { TSchema } from "typebox";
import type { DomainError, ErrorKind, ErrorReason } from "../../core/errors.ts";
import type { EpochMillis } from "../../lib/clock.ts";

/** Clients depend on these numbers; see the table of the REST contract. */
export const ErrorCode = {
  GENERAL: 2,
  AUTHENTICATION: 10,
  TOKEN_EXPIRED: 11,
  CREDENTIALS_EXPIRED: 15,
  PERMISSION_DENIED: 20,
  BAD_REQUEST: 31,
  NOT_FOUND: 32,
  TOO_MANY_REQUESTS: 33,
  VERSION_CONFLICT: 35,
  LIMIT_EXCEEDED: 41,
  PASSWORD_VIOLATION: 45,
  DATABASE: 46,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

export interface ErrorCase {
  /** Its key in the API description. */
  readonly name: string;
  readonly summary: string;
  readonly schema: TSchema;
  readonly example: unknown;
}

export interface ErrorStatus {
  /** Its key among the shared answers of the API description. */
  readonly name: string;
  readonly description: string;
  readonly cases: readonly ErrorCase[];
}

interface StatusAndCode {
  readonly status: number;
  readonly errorCode: ErrorCode;
}

const { AUTHENTICATION, BAD_REQUEST, GENERAL, TOKEN_EXPIRED } = ErrorCode;

const BY_KIND: Readonly<Record<ErrorKind, StatusAndCode>> = {
  invalid: { status: 400, errorCode: BAD_REQUEST },
  unauthenticated: { status: 401, errorCode: AUTHENTICATION },
  forbidden: { status: 403, errorCode: ErrorCode.PERMISSION_DENIED },
  unsupported: { status: 400, errorCode: BAD_REQUEST },
  "not-found": { status: 404, errorCode: ErrorCode.NOT_FOUND },
  conflict: { status: 409, errorCode: ErrorCode.VERSION_CONFLICT },
  "too-large": { status: 413, errorCode: BAD_REQUEST },
  "limit-exceeded": { status: 403, errorCode: ErrorCode.LIMIT_EXCEEDED },
  "rate-limited": { status: 429, errorCode: ErrorCode.TOO_MANY_REQUESTS },
  timeout: { status: 504, errorCode: GENERAL },
  unavailable: { status: 503, errorCode: GENERAL },
};

/** Reasons with an answer of their own. */
const BY_REASON: Readonly<Partial<Record<ErrorReason, StatusAndCode>>> = {
  "token-expired": { status: 401, errorCode: TOKEN_EXPIRED },
  "token-foreign": { status: 401, errorCode: TOKEN_EXPIRED },
  "password-expired": { status: 401, errorCode: ErrorCode.CREDENTIALS_EXPIRED },
  "password-violation": { status: 401, errorCode: ErrorCode.PASSWORD_VIOLATION },
  "slow-request": { status: 408, errorCode: BAD_REQUEST },
  "mail-failed": { status: 500, errorCode: GENERAL },
};

export interface HttpErrorExtras {
  readonly headers?: Readonly<Record<string, string>>;
  /** Documented members besides the envelope. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A refusal by HTTP itself, such as a method that a path does not support. */
export class HttpError extends Error {
  readonly status: number;
  readonly errorCode: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    errorCode: ErrorCode,
    message: string,
    { headers = {}, members = {} }: HttpErrorExtras = {},
  ) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.errorCode = errorCode;
    this.headers = headers;
    this.members = members;
  }
}

/** The answer to an error: status, extra headers, and the envelope as JSON text. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to a domain error, with the extra members documented for it. */
export function answerToDomainError(error: DomainError, now: EpochMillis): ErrorAnswer {
  const { status, errorCode } = statusAndCode(error);
  const { limit, entityType, resetToken, retryAfterSeconds } = error.details;
  const extras: Record<string, unknown> = {};
  if (errorCode === ErrorCode.LIMIT_EXCEEDED && entityType !== undefined) extras["entityType"] = entityType;
  if (errorCode === ErrorCode.LIMIT_EXCEEDED && limit !== undefined) extras["limit"] = limit.value;
  if (errorCode === ErrorCode.CREDENTIALS_EXPIRED && resetToken !== undefined) extras["resetToken"] = resetToken;
  const headers: Record<string, string> =
    status === 429 ? { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds ?? 1))) } : {};
  return { status, headers, body: envelope({ status, message: error.message, errorCode }, now, extras) };
}

/** The most bytes of the header: proxies buffer a few thousand of all headers together. */
const PROBLEM_BYTES_MAX = 1_024;

/** What is wrong, as data, beside the body, whose members the contract fixes. In ASCII, and left out if it is long. */
export function problemHeader({ details: { problem } }: DomainError): Readonly<Record<string, string>> {
  if (problem === undefined) return {};
  const text = JSON.stringify(problem).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length > PROBLEM_BYTES_MAX ? {} : { "x-problem": text };
}

export function answerToHttpError(error: HttpError, now: EpochMillis): ErrorAnswer {
  return { status: error.status, headers: error.headers, body: envelope(error, now, error.members) };
}

/** The answer to a bug: it contains only the id under which the log has the details. */
export function answerToBug(requestId: string, now: EpochMillis): ErrorAnswer {
  const message = `the request failed unexpectedly; the log of the server has it as request ${requestId}`;
  return { status: 500, headers: {}, body: envelope({ status: 500, message, errorCode: ErrorCode.GENERAL }, now) };
}

function statusAndCode({ kind, details: { reason, cause } }: DomainError): StatusAndCode {
  const special = reason === undefined ? undefined : BY_REASON[reason];
  if (special !== undefined) return special;
  // A storage failure has the driver's error as its cause; without a cause, part of the platform is starting or
  // stopping.
  if (kind === "unavailable" && cause !== undefined) return { status: 500, errorCode: ErrorCode.DATABASE };
  return BY_KIND[kind];
}

function envelope(
  { status, message, errorCode }: StatusAndCode & { readonly message: string },
  now: EpochMillis,
  extras: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({ status, message, errorCode, timestamp: now, ...extras });
}
