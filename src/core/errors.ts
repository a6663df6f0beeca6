// The closed set of errors that core may throw. Each edge maps every kind to its own protocol.

export type ErrorKind =
  | "invalid" // the request can never succeed as it is
  | "unauthenticated"
  | "forbidden"
  | "unsupported" // there is no such operation or topic
  | "not-found"
  | "conflict" // a stale version
  | "too-large"
  | "limit-exceeded" // a count limit of the tenant, such as maxDevices
  | "rate-limited"
  | "timeout"
  | "unavailable"; // storage or another part cannot serve now; sending again later may succeed

/** The limit that refused something: its setting's name and its value. */
export interface Limit {
  readonly name: string;
  readonly value: number | string;
}

export interface ErrorDetails {
  readonly cause?: unknown;
  readonly limit?: Limit;
  /** When it makes sense to try again. */
  readonly retryAfterSeconds?: number;
  /** A finer reason where an edge has to tell cases of one kind apart. */
  readonly reason?: ErrorReason;
  /** The kind of entity whose count limit was reached, as `DEVICE`. */
  readonly entityType?: string;
  /** A one-time token that lets the caller mend the problem (an expired password). */
  readonly resetToken?: string;
  /** The gateway that has never connected the device which was called, where that is why it could not be reached. */
  readonly gatewayId?: string;
}

export type ErrorReason =
  | "token-expired"
  | "token-foreign"
  | "password-expired"
  | "password-violation"
  | "no-active-connection"
  | "not-a-number"
  | "mail-failed"
  | "slow-request";

/** `message` names the thing, the limit and the value found; it is written for the person who sent the request. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    // A refusal says who refuses and why; finding out the trace takes ten times as long as all else, and one message can have
    // thousands of refused entries.
    const { stackTraceLimit } = Error;
    if (kind !== "unavailable") Error.stackTraceLimit = 0;
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "DomainError";
    this.kind = kind;
    this.details = details;
  }
}

export function invalid(message: string): DomainError {
  return new DomainError("invalid", message);
}

export function stopping(): DomainError {
  return new DomainError("unavailable", "the platform is stopping");
}
