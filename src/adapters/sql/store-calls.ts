// The messages between the main thread and the threads of the database. Errors cross as plain data: a cloned error
// would lose its kind and details.
import { DomainError } from "../../core/errors.ts";
import type { ErrorDetails, ErrorKind } from "../../core/errors.ts";

/** A writer makes the calls of a message in one transaction; a reader gets one call at a time. */
export type ThreadRole = "writer" | "reader";

export interface ThreadData {
  readonly role: ThreadRole;
  /** The first part of the thread's name. */
  readonly name: string;
  /** The module that exports `engine`, which connects to `place`. */
  readonly engineUrl: string;
  readonly place: unknown;
  readonly masterKey: Uint8Array;
  /** The module that exports `stores`. */
  readonly storesUrl: string;
  readonly startedAt: number;
}

export interface StoreCall {
  readonly store: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type ToThread =
  | { readonly kind: "calls"; readonly calls: readonly StoreCall[] }
  | { readonly kind: "copy-log"; readonly folder: string | undefined }
  | { readonly kind: "close" };

export interface CallError {
  /** Absent if the error was not a DomainError, which means a bug. */
  readonly kind?: ErrorKind;
  readonly message: string;
  readonly details?: Omit<ErrorDetails, "cause">;
  /** The message of the first cause. */
  readonly reason: string;
  /** The text of the stack and of the causes, for the log. */
  readonly trace: string;
}

export type CallResult = { readonly value: unknown } | { readonly error: CallError };

export type FromThread =
  | { readonly kind: "ready"; readonly migrated: readonly number[] }
  | { readonly kind: "done"; readonly results: readonly CallResult[] }
  | { readonly kind: "closed" };

export function encodeError(error: unknown): CallError {
  if (!(error instanceof Error)) return { message: String(error), reason: String(error), trace: String(error) };
  const causes = causesOf(error);
  const reason = causes.at(-1)?.message ?? error.message;
  const trace = [error, ...causes].map(({ stack, message }) => stack ?? message).join("\ncaused by: ");
  if (!(error instanceof DomainError)) return { message: error.message, reason, trace };
  const { cause: _cause, ...details } = error.details;
  return { kind: error.kind, message: error.message, details, reason, trace };
}

function decodeError({ kind, message, details, reason, trace }: CallError): Error {
  const cause = new Error(reason);
  // Its own stack is that of the decoder and says nothing; this is the text from the other thread.
  cause.stack = trace;
  return kind === undefined ? new Error(message, { cause }) : new DomainError(kind, message, { ...details, cause });
}

/** A call whose answer is awaited. */
export interface PendingCall {
  readonly call: StoreCall;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function settle({ resolve, reject }: Omit<PendingCall, "call">, result: CallResult | undefined): void {
  if (result === undefined) reject(new Error("a thread of the database left a call without an answer"));
  else if ("error" in result) reject(decodeError(result.error));
  else resolve(result.value);
}

export function closedError(): DomainError {
  return new DomainError("unavailable", "the database is closed");
}

/**
 * The approximate size of a value to be copied to another thread. Cheap rather than exact, because it only feeds
 * limits.
 */
export function estimateBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return MEMBER_BYTES + value.length;
    case "object":
      break;
    default:
      return MEMBER_BYTES;
  }
  if (value === null) return MEMBER_BYTES;
  if (ArrayBuffer.isView(value)) return MEMBER_BYTES + value.byteLength;
  let bytes = MEMBER_BYTES;
  if (Array.isArray(value) || value instanceof Set) {
    for (const item of value) bytes += estimateBytes(item);
  } else if (value instanceof Map) {
    for (const [key, item] of value) bytes += estimateBytes(key) + estimateBytes(item);
  } else {
    for (const item of Object.values(value) as unknown[]) bytes += MEMBER_BYTES + estimateBytes(item);
  }
  return bytes;
}

const MEMBER_BYTES = 8;
const CAUSES_SHOWN_MAX = 4;

/** From the nearest to the first. */
function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let { cause } = error; cause instanceof Error && causes.length < CAUSES_SHOWN_MAX; { cause } = cause)
    causes.push(cause);
  return causes;
}
