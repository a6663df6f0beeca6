// An error of the analytics service: a domain error with the code that clients act on, and a list of all problems with
// their places. Source: analytics contract 4.2.
import { DomainError, type ErrorDetails, type ErrorKind } from "../errors.ts";
import type { ProblemData } from "../problem-words.ts";
import type { ViewCode } from "./view/view-problems.ts";

/**
 * The error kind of each code; the transport derives the HTTP status from it. Codes of problems in a view are
 * "invalid".
 */
const KIND_OF_CODE = {
  BODY_INVALID: "invalid",
  VIEW_ID_REQUIRED: "invalid",
  VIEW_ID_INVALID: "invalid",
  PARAMETER_INVALID: "invalid",
  UNKNOWN_PROPERTY: "invalid",
  RANGE_INVALID: "invalid",
  ZONE_UNKNOWN: "invalid",
  TOO_MANY_BUCKETS: "invalid",
  FILTER_UNKNOWN: "invalid",
  FILTER_VALUES: "invalid",
  FILTER_VALUE: "invalid",
  FILTER_ARITY: "invalid",
  FILTER_REQUIRED: "invalid",
  FILTER_LOCKED: "invalid",
  REPORT_TOO_LARGE: "invalid",
  REPORT_TOO_EXPENSIVE: "invalid",
  VIEW_INVALID: "invalid",
  REVISION_REQUIRED: "invalid",
  VIEWS_MAX: "limit-exceeded",
  LINKS_MAX: "limit-exceeded",
  JOBS_MAX: "rate-limited",
  TOKEN_INVALID: "forbidden",
  TOKEN_EXPIRED: "forbidden",
  TOKEN_MISSING: "forbidden",
  NO_TENANT: "forbidden",
  FORBIDDEN: "forbidden",
  LINK_INVALID: "forbidden",
  LINK_PASSWORD: "forbidden",
  VIEW_NOT_FOUND: "not-found",
  LINK_NOT_FOUND: "not-found",
  REVISION_NOT_FOUND: "not-found",
  JOB_NOT_FOUND: "not-found",
  NAME_TAKEN: "conflict",
  REVISION_MISMATCH: "conflict",
  JOB_NOT_DONE: "conflict",
  LIMIT_REACHED: "rate-limited",
  QUEUE_TIMEOUT: "rate-limited",
  LIVE_MAX: "rate-limited",
  REPORT_TIMEOUT: "timeout",
  ENGINE_UNAVAILABLE: "unavailable",
} as const satisfies Readonly<Record<string, ErrorKind>>;

type OwnCode = keyof typeof KIND_OF_CODE;
export type AnalyticsCode = OwnCode | ViewCode;

/** One problem in a request or a view. */
export interface AnalyticsProblem {
  /** JSON pointer into the body; "/" is the body itself. */
  readonly pointer: string;
  readonly code: AnalyticsCode;
  readonly message: string;
  /** The same as data; absent for rare problems. */
  readonly problem?: ProblemData;
}

export class AnalyticsError extends DomainError {
  readonly code: AnalyticsCode;
  readonly problems: readonly AnalyticsProblem[];

  constructor(
    code: AnalyticsCode,
    message: string,
    problems: readonly AnalyticsProblem[] = [],
    details: ErrorDetails = {},
  ) {
    super(isOwn(code) ? KIND_OF_CODE[code] : "invalid", message, details);
    this.name = "AnalyticsError";
    this.code = code;
    this.problems = problems;
  }
}

/** The report was stopped because telemetry needed its resources: the same report may succeed a little later. */
export class GaveWayError extends AnalyticsError {
  constructor(message: string, details: ErrorDetails = {}) {
    super("ENGINE_UNAVAILABLE", message, [], details);
    this.name = "GaveWayError";
  }
}

function isOwn(code: AnalyticsCode): code is OwnCode {
  return Object.hasOwn(KIND_OF_CODE, code);
}
