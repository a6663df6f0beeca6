// The errors of the analytics service as the description of the API shows them. Source: analytics contract 4.2.
import { Type } from "typebox";
import { ErrorCode, type ErrorCase, type ErrorStatus } from "../http-status.ts";

const TIMESTAMP = 1_767_225_600_000;

const AnalyticsProblem = Type.Object(
  {
    pointer: Type.String({ description: "JSON pointer into the body; / is the body itself." }),
    code: Type.String(),
    message: Type.String(),
  },
  { title: "AnalyticsProblem", examples: [{ pointer: "/filters/buildng", code: "FILTER_UNKNOWN", message: "…" }] },
);

const AnalyticsErrorResponse = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status." }),
    message: Type.String({ description: "What was wrong, for people. Its wording may change." }),
    errorCode: Type.Integer({ description: "What was wrong, coarsely.", enum: Object.values(ErrorCode) }),
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
