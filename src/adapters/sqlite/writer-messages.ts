// What the main thread and the writer's thread say to each other. Errors cross as plain data: a cloned error would lose
// its kind and details.
import { DomainError } from "../../core/errors.ts";
import type { ErrorDetails, ErrorKind } from "../../core/errors.ts";

export interface StoreCall {
  readonly store: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface BatchMessage {
  readonly kind: "batch";
  readonly calls: readonly StoreCall[];
}

export type ToWriter = BatchMessage | { readonly kind: "close" };

export interface CallError {
  /** Absent where it was not a DomainError, which means a bug. */
  readonly kind?: ErrorKind;
  readonly message: string;
  readonly details?: Omit<ErrorDetails, "cause">;
  /** Text of the stack and of the causes, for the log. */
  readonly trace: string;
}

export type CallResult = { readonly value: unknown } | { readonly error: CallError };

export type FromWriter =
  | { readonly kind: "ready"; readonly migrated: readonly number[] }
  | { readonly kind: "done"; readonly results: readonly CallResult[] }
  | { readonly kind: "closed" };

export interface WriterData {
  readonly file: string;
  readonly masterKey: Uint8Array;
  /** Module that exports `stores`. */
  readonly storesUrl: string;
  readonly startedAt: number;
}

export function encodeError(error: unknown): CallError {
  if (!(error instanceof Error)) return { message: String(error), trace: String(error) };
  const trace = traceOf(error);
  if (!(error instanceof DomainError)) return { message: error.message, trace };
  const { cause: _cause, ...details } = error.details;
  return { kind: error.kind, message: error.message, details, trace };
}

export function decodeError({ kind, message, details, trace }: CallError): Error {
  const cause = new Error(trace);
  // Its own stack is that of the decoder and tells nothing; the text is the one of the writer.
  cause.stack = trace;
  return kind === undefined ? new Error(message, { cause }) : new DomainError(kind, message, { ...details, cause });
}

const CAUSES_SHOWN_MAX = 4;

function traceOf(error: Error): string {
  let trace = error.stack ?? error.message;
  let cause = error.cause;
  for (let depth = 0; cause instanceof Error && depth < CAUSES_SHOWN_MAX; depth++, cause = cause.cause)
    trace += `\ncaused by: ${cause.stack ?? cause.message}`;
  return trace;
}
