// The closed set of errors that core throws. Each edge maps every kind to its own protocol.

import { PROBLEMS, problemData, type ProblemValues, type ProblemData } from "./problem-words.ts";

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

/** The limit that caused a refusal: name of its setting, and its value. */
export interface Limit {
  readonly name: string;
  readonly value: number | string;
}

export interface ErrorDetails {
  readonly cause?: unknown;
  readonly limit?: Limit;
  /** When a retry makes sense. */
  readonly retryAfterSeconds?: number;
  /** What is wrong with a value, as data: the message is made of it. */
  readonly problem?: ProblemData;
  /** A more specific reason, if an edge must distinguish cases of one kind. */
  readonly reason?: ErrorReason;
  /** The kind of entity whose count limit was reached, such as `DEVICE`. */
  readonly entityType?: string;
  /** A one-time token with which the caller can fix the problem (an expired password). */
  readonly resetToken?: string;
  /** The gateway that has never connected the called device, if that is why the device could not be reached. */
  readonly gatewayId?: string;
}

export type ErrorReason =
  | "token-expired"
  | "token-foreign"
  | "password-expired"
  | "password-violation"
  | "no-active-connection"
  | "not-a-number"
  | "beyond-limit" // of a rate that never allows as much at once, so that trying again does not help
  | "mail-failed"
  | "slow-request";

/** `message` names the thing, the limit and the value found; it is meant for the person who sent the request. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    // A refusal is expected and needs no stack trace. Capturing one takes ten times as long as everything else, and one
    // message can have thousands of refused entries.
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

/** An `invalid` with its problem as data, too. */
export function wrong<Kind extends keyof ProblemValues>(kind: Kind, values: ProblemValues[Kind]): DomainError {
  return new DomainError("invalid", PROBLEMS[kind](values), { problem: problemData(kind, values) });
}

export function stopping(): DomainError {
  return new DomainError("unavailable", "the platform is stopping");
}
