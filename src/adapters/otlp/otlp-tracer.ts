// The Tracer port over OTLP/HTTP in JSON: spans are collected and posted in batches to a collector. Source:
// OpenTelemetry Protocol 1.x, W3C Trace Context.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import type { Span, SpanAttributes, SpanEnd, SpanStart, Tracer } from "../../lib/tracer.ts";

export interface OtlpTracerOptions {
  /** URL to which spans are posted. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The sender of the spans, such as `service.name`. */
  readonly resource: SpanAttributes;
  /** Share, from 0 to 1, of traces beginning here that are kept. */
  readonly ratio: number;
  /** Whether a caller that says if its trace is kept decides about it. */
  readonly followsParent: boolean;
}

export interface OtlpTracerDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isKept: boolean;
}

interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly unknown[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** The defaults for batches in the specification. */
const WAITING_MAX = 2048;
const BATCH_MAX = 512;
const EVERY_MILLIS = 5_000;
const POST_MILLIS_MAX = 10_000;
/** At a stop, the collector has this long for all waiting spans. */
const STOP_MILLIS_MAX = 2_000;
const KINDS: Readonly<Record<SpanStart["kind"], number>> = { internal: 1, server: 2, client: 3, consumer: 5 };
const STATUS_ERROR = 2;
const SAMPLED = 1;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

export class OtlpTracer implements Tracer {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #options: OtlpTracerOptions;
  readonly #rounds: Rounds;
  readonly #current = new AsyncLocalStorage<OtlpSpan>();
  readonly #givenUp = new AbortController();
  #waiting: EndedSpan[] = [];
  #leftOut = 0;

  constructor({ clock, log }: OtlpTracerDeps, options: OtlpTracerOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#options = options;
    this.#rounds = new Rounds(clock, EVERY_MILLIS, {
      run: () => this.#post(),
      failed: (error) => {
        log.warn("spans could not be sent; the next round tries again", { waiting: this.#waiting.length, error });
      },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Sends the waiting spans once more, as far as the collector accepts them at once. */
  async stop(): Promise<void> {
    const deadline = this.#clock.after(STOP_MILLIS_MAX, () => {
      this.#givenUp.abort();
    });
    await this.#rounds.stop();
    await this.#post().catch((error: unknown) => {
      this.#log.warn("spans lost, the platform stops", { spans: this.#waiting.length, error });
    });
    deadline.cancel();
  }

  begin(start: SpanStart): Span {
    const parent = contextOf(start.traceparent) ?? this.#current.getStore()?.context;
    const isKept =
      parent !== undefined && this.#options.followsParent ? parent.isKept : Math.random() < this.#options.ratio;
    const context = {
      traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
      spanId: randomBytes(8).toString("hex"),
      isKept,
    };
    const startedAt = start.startedAt ?? this.#clock.now();
    return new OtlpSpan(context, (end) => {
      if (isKept) this.#add(endedSpan({ context, parent, start, startedAt, end, endedAt: this.#clock.now() }));
    });
  }

  within<Result>(span: Span, work: () => Result): Result {
    return span instanceof OtlpSpan ? this.#current.run(span, work) : work();
  }

  traceparent(): string | undefined {
    const context = this.#current.getStore()?.context;
    if (context === undefined) return undefined;
    return `00-${context.traceId}-${context.spanId}-${context.isKept ? "01" : "00"}`;
  }

  #add(span: EndedSpan): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(span);
    else this.#leftOut++;
  }

  async #post(): Promise<void> {
    const { url, headers, resource } = this.#options;
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.slice(0, BATCH_MAX);
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({
          resourceSpans: [
            { resource: { attributes: written(resource) }, scopeSpans: [{ scope: { name: "bridgehead" }, spans }] },
          ],
        }),
        signal: AbortSignal.any([AbortSignal.timeout(POST_MILLIS_MAX), this.#givenUp.signal]),
      });
      await answer.arrayBuffer();
      if (answer.status === 429 || answer.status >= 500)
        throw new Error(`the collector answered ${String(answer.status)}`);
      // Any other answer would be the same for a retry.
      this.#waiting = this.#waiting.slice(spans.length);
      if (!answer.ok) this.#log.warn("spans refused by the collector", { spans: spans.length, status: answer.status });
    }
    if (this.#leftOut > 0) this.#log.warn("spans left out, more came than can wait", { spans: this.#leftOut });
    this.#leftOut = 0;
  }
}

class OtlpSpan implements Span {
  readonly context: SpanContext;
  readonly #ended: (end: SpanEnd) => void;

  constructor(context: SpanContext, ended: (end: SpanEnd) => void) {
    this.context = context;
    this.#ended = ended;
  }

  end(end: SpanEnd = {}): void {
    this.#ended(end);
  }
}

function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags = ""] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isKept: (parseInt(flags, 16) & SAMPLED) !== 0 };
}

interface SpanFacts {
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly start: SpanStart;
  readonly startedAt: EpochMillis;
  readonly end: SpanEnd;
  readonly endedAt: EpochMillis;
}

function endedSpan({ context, parent, start, startedAt, end, endedAt }: SpanFacts): EndedSpan {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
    name: end.name ?? start.name,
    kind: KINDS[start.kind],
    startTimeUnixNano: `${String(startedAt)}000000`,
    endTimeUnixNano: `${String(Math.max(startedAt, endedAt))}000000`,
    attributes: written({ ...start.attributes, ...end.attributes }),
    status: end.failure === undefined ? {} : { code: STATUS_ERROR, message: end.failure },
  };
}

function written(attributes: SpanAttributes): readonly unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === "string"
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }));
}
