// Tracing as a port: spans with a start, an end and a parent. Most installations have no tracer.
import type { EpochMillis } from "./clock.ts";

/** Named by OpenTelemetry's semantic conventions where these define a name. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: "internal" | "server" | "client" | "consumer";
  readonly attributes: SpanAttributes;
  /** Default: now. */
  readonly startedAt?: EpochMillis;
  /** The caller's context in W3C Trace Context format; without it, the parent is the span in which this one starts. */
  readonly traceparent?: string | undefined;
}

export interface SpanEnd {
  /** Sets the name if it is only known at the end. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** What went wrong; absent if nothing did. */
  readonly failure?: string | undefined;
}

export interface Span {
  end(end?: SpanEnd): void;
}

export interface Tracer {
  begin(start: SpanStart): Span;
  /** Spans that `work` starts, at once or later, are children of this one. */
  within<Result>(span: Span, work: () => Result): Result;
  /** The span in which this is called, for another process to go on from, in W3C Trace Context format. */
  traceparent(): string | undefined;
}

const NO_SPAN: Span = { end: () => undefined };

export const noTracer: Tracer = {
  begin: () => NO_SPAN,
  within: (_span, work) => work(),
  traceparent: () => undefined,
};

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
