// The errors in the API description: the envelope, the statuses an operation can answer with, and examples. Source:
// REST contract 1.5 and 19.
import { Type } from "typebox";
import { EntityRefSchema } from "../entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { ErrorCode, type ErrorCase, type ErrorStatus } from "../http-status.ts";
import type { RestRoute } from "../route.ts";
import { named, part } from "../wire.ts";

const NO_DEVICE = "device 784f394c-42b6-435a-983c-b7beff2784f9 does not exist";

const { BAD_REQUEST, CREDENTIALS_EXPIRED, LIMIT_EXCEEDED, PASSWORD_VIOLATION } = ErrorCode;

function envelope(status: number, errorCode: ErrorCode, message: string) {
  return {
    status: [Type.Integer({ format: "int32", description: "The HTTP status." }), status],
    message: [Type.String({ description: "What was wrong, for people. Its wording may change." }), message],
    errorCode: [
      Type.Integer({ format: "int32", description: "What was wrong, for programs.", enum: Object.values(ErrorCode) }),
      errorCode,
    ],
    timestamp: [Type.Integer({ description: "Milliseconds since the epoch." }), EXAMPLE_TIME],
  } as const;
}

const ErrorResponse = named("ErrorResponse", envelope(404, ErrorCode.NOT_FOUND, NO_DEVICE), {
  description: "What every refused or failed call answers.",
});
const LIMIT = {
  ...envelope(403, LIMIT_EXCEEDED, "the tenant may have 100 devices"),
  entityType: [Type.Optional(Type.String({ description: "Of which entities there are too many." })), "DEVICE"],
  limit: [Type.Optional(Type.Integer({ description: "How many the profile of the tenant allows." })), 100],
} as const;
const EXPIRED = {
  ...envelope(401, CREDENTIALS_EXPIRED, "the password has expired"),
  resetToken: [Type.Optional(Type.String({ description: "Sets a new password." })), "mF3b0rZ6V1c7Q2pX"],
} as const;

/** An answer of the RPC routes themselves, whose status depends on the path. */
export const NeverConnectedResponse = named("NeverConnectedResponse", {
  ...envelope(
    504,
    ErrorCode.GENERAL,
    '"boiler-7" sends through the gateway "gateway-1" but was never connected, so nothing can be sent to it',
  ),
  gatewayId: [Type.Optional(EntityRefSchema), EXAMPLE_REFS.device],
});

type Case = readonly [code: ErrorCode, name: string, summary: string, message: string];

function status(code: number, name: string, description: string, ...cases: readonly Case[]): [number, ErrorStatus] {
  return [code, { name, description, cases: cases.map((each) => errorCase(code, each)) }];
}

function errorCase(code: number, [errorCode, name, summary, message]: Case): ErrorCase {
  return { name, summary, schema: ErrorResponse, example: part(envelope(code, errorCode, message))[1] };
}

/** Sent before the call is known, so it has the same form for every call. */
export const HEADERS_TOO_LARGE = status(431, "HeadersTooLarge", "The headers of the request are too large.", [
  BAD_REQUEST,
  "headersTooLarge",
  "Too many bytes",
  "the headers of the request are too large",
]);

/** The meaning of every status with the envelope, and the cases in which any operation can answer with it. */
export const ERROR_STATUSES: ReadonlyMap<number, ErrorStatus> = new Map([
  status(400, "BadRequest", "A parameter, a member or a value cannot be accepted.", [
    BAD_REQUEST,
    "badRequest",
    "Not acceptable",
    'deviceId must be a UUID, got "boiler"',
  ]),
  status(
    401,
    "Unauthenticated",
    "No credentials, or credentials that are not accepted.",
    [
      ErrorCode.AUTHENTICATION,
      "noCredentials",
      "Missing, malformed or refused credentials",
      "no credentials: send the header X-Authorization: Bearer <token> or ApiKey <key>",
    ],
    [
      ErrorCode.TOKEN_EXPIRED,
      "tokenExpired",
      "The token has expired, was revoked, or is not signed by this platform: refresh it, then log in",
      "the token has expired",
    ],
  ),
  status(403, "Forbidden", "Not for this role, or not for this owner.", [
    ErrorCode.PERMISSION_DENIED,
    "permissionDenied",
    "Role or ownership refuses",
    "this call is for TENANT_ADMIN, you are CUSTOMER_USER",
  ]),
  status(404, "NotFound", "What the call names does not exist, for this caller.", [
    ErrorCode.NOT_FOUND,
    "notFound",
    "No such entity",
    NO_DEVICE,
  ]),
  status(406, "NotAcceptable", "The answer cannot be given in the form that was asked for.", [
    BAD_REQUEST,
    "notAcceptable",
    "No such form",
    "the answer is JSON",
  ]),
  status(408, "RequestTimeout", "The request did not arrive in time.", [
    BAD_REQUEST,
    "requestTimeout",
    "Too slow",
    "nothing more of the body came for 60 s",
  ]),
  status(
    409,
    "Conflict",
    "The entity has changed since it was read: the version that was sent is not the present one.",
    [ErrorCode.VERSION_CONFLICT, "versionConflict", "Stale version", "the version is 4, got 3"],
  ),
  status(413, "TooLarge", "The body is larger than this call allows.", [
    BAD_REQUEST,
    "tooLarge",
    "Too many bytes",
    "the body may have 1048576 bytes, it has more",
  ]),
  status(415, "UnsupportedMediaType", "The media type of the body is not one that this call reads.", [
    BAD_REQUEST,
    "unsupportedMediaType",
    "Not JSON",
    'the media type "text/xml" is not supported, send application/json',
  ]),
  status(
    429,
    "TooManyRequests",
    "A rate limit, or a bound on work that is under way. `Retry-After` says how long to wait.",
    [ErrorCode.TOO_MANY_REQUESTS, "tooManyRequests", "Too many calls", "the tenant may make 100 calls in 1 s"],
  ),
  HEADERS_TOO_LARGE,
  status(
    500,
    "InternalError",
    "A fault of the platform or of its storage. The log of the server has it.",
    [
      ErrorCode.GENERAL,
      "unexpected",
      "Unexpected failure",
      "the request failed unexpectedly; the log of the server has it as request req-7",
    ],
    [ErrorCode.DATABASE, "storage", "Storage failure", "the storage cannot be written at the moment"],
  ),
  status(503, "Unavailable", "The platform cannot serve this at the moment: it is starting, stopping, or full.", [
    ErrorCode.GENERAL,
    "unavailable",
    "Try again",
    "the platform is stopping",
  ]),
  status(504, "Timeout", "What the call waits for did not happen in time.", [
    ErrorCode.GENERAL,
    "timeout",
    "Too late",
    "there was no answer within 10000 ms",
  ]),
]);

/** Codes that only some operations use, with their status. */
const SPECIAL_CASES: ReadonlyMap<ErrorCode, { readonly status: number } & ErrorCase> = new Map([
  [
    CREDENTIALS_EXPIRED,
    {
      status: 401,
      name: "credentialsExpired",
      summary: "The password is too old: set a new one with the reset token",
      schema: named("CredentialsExpiredResponse", EXPIRED),
      example: part(EXPIRED)[1],
    },
  ],
  [
    PASSWORD_VIOLATION,
    {
      status: 401,
      ...errorCase(401, [
        PASSWORD_VIOLATION,
        "passwordViolation",
        "The password is right and no longer meets the rules: reset it",
        "the password no longer meets the rules, reset it",
      ]),
    },
  ],
  [
    LIMIT_EXCEEDED,
    {
      status: 403,
      name: "limitExceeded",
      summary: "The profile of the tenant allows no more of these entities",
      schema: named("LimitExceededResponse", LIMIT),
      example: part(LIMIT)[1],
    },
  ],
]);

/** The cases of a status for an operation that also uses these special codes. */
export function errorCasesOf(
  statuses: ReadonlyMap<number, ErrorStatus>,
  status: number,
  codes: readonly ErrorCode[],
): readonly ErrorCase[] {
  const special = codes.flatMap((code) => SPECIAL_CASES.get(code) ?? []).filter((each) => each.status === status);
  return [...(statuses.get(status)?.cases ?? []), ...special];
}

/** The statuses with an envelope that an operation can answer with, ascending. */
export function errorStatusesOf(route: RestRoute): readonly number[] {
  const { method, access, body, edge, errors = [], errorCodes = [], otherAnswers = {} } = route;
  // An edge without a description lists its own errors.
  if (edge !== undefined && edge.description === undefined) return [...errors];
  const statuses = edge?.description?.errorStatuses ?? ERROR_STATUSES;
  const everywhere = [
    431,
    500,
    503,
    ...(access === "open" ? [] : [400, 401, 403, 404, 429].filter((status) => statuses.has(status))),
    // A discarded body also counts against the size limit.
    ...(method === "GET" && (access === "open" || edge !== undefined) ? [] : [413]),
    ...(body === undefined || body === "ignored" ? [] : [400, 415]),
    ...(route.query === undefined && route.params === undefined ? [] : [400]),
  ].filter((code) => !(code in otherAnswers));
  const special = errorCodes.flatMap((code) => SPECIAL_CASES.get(code)?.status ?? []);
  return [...new Set([...everywhere, ...errors, ...special])].sort((one, other) => one - other);
}
