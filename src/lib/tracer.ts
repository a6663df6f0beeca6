// Tracing as a port: spans with a beginning, an end, and the span that they are part of. Most installations have no tracer.
import type { EpochMillis } from "./clock.ts";

/** By the names of OpenTelemetry's semantic conventions where these have one. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: "internal" | "server" | "client" | "consumer";
  readonly attributes: SpanAttributes;
  /** Default: now. */
  readonly startedAt?: EpochMillis;
  /** Of the caller, as W3C Trace Context writes it; without one the span is part of that in which it begins. */
  readonly traceparent?: string | undefined;
}

export interface SpanEnd {
  /** Where it is known only now. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** What went wrong; left out, nothing did. */
  readonly failure?: string | undefined;
}

export interface Span {
  end(end?: SpanEnd): void;
}

export interface Tracer {
  begin(start: SpanStart): Span;
  /** Spans that `work` begins, at once or later, are part of this one. */
  within<Result>(span: Span, work: () => Result): Result;
}

const NO_SPAN: Span = { end: () => undefined };

export const noTracer: Tracer = { begin: () => NO_SPAN, within: (_span, work) => work() };

export async function traced<Result>(tracer: Tracer, start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const span = tracer.begin(start);
  try {
    const result = await tracer.within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}
