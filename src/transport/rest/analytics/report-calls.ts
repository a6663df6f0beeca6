// Runs a report for a caller that waits for it: takes a slot, finds the view, computes, and holds the slot until the
// answer has been written to the socket, or only until it is computed if `unsent` bounds the answers being sent. If the
// caller disconnects, or the report takes too long, the query is stopped. Source: analytics contract 4.1, 5.
import { Readable } from "node:stream";
import type { Principal } from "../../../core/access/principal.ts";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { LimiterRefusal, type ReportLimiter, type Slot } from "../../../core/analytics/limiter/report-limiter.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { Report, ReportRequest, ReportService, RunnableView } from "../../../core/analytics/report/report.ts";
import type { TenantId } from "../../../core/ids.ts";
import { JsonText } from "../../../core/values.ts";
import type { Clock } from "../../../lib/clock.ts";
import { MEBIBYTE } from "../../../lib/units.ts";
import { callerSignal } from "../caller-signal.ts";
import type { RestReply } from "../route.ts";
import { readerOf } from "./analytics-edge.ts";

export interface ReportCallDeps {
  readonly limiter: ReportLimiter;
  readonly reports: Pick<ReportService, "run">;
  /** How long a caller may take to receive an answer, in milliseconds, before the connection is closed. */
  readonly writeTimeoutMillis: number;
  /** Bounds the memory of answers while they are sent. If absent, each answer holds its slot until then. */
  readonly unsent?: UnsentReports;
  readonly clock: Clock;
}

export interface ReportCall {
  readonly principal: Principal;
  readonly request: ReportRequest;
  /** Finds the view to run, if the caller may run it. Called once the call has a slot. */
  readonly view: (reader: Reader, signal: AbortSignal) => Promise<RunnableView>;
  /** Bytes that the answer needs at least while it is sent, besides its rows. */
  readonly sendingBytes?: number;
}

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Reports to be answered together; `made` has them in the form in which they are written. */
export interface MadeReports<Made> {
  readonly made: Made;
  readonly reports: readonly Report[];
  /** Bytes that the answer needs at least while it is sent, besides their rows. */
  readonly sendingBytes: number;
}

export interface RunReport {
  readonly report: Report;
  /** Milliseconds the report took, without waiting for a slot. */
  readonly durationMillis: number;
  /** Aborted when the caller disconnects or the answer must end. */
  readonly signal: AbortSignal;
}

export class ReportCalls {
  readonly #deps: ReportCallDeps;

  constructor(deps: ReportCallDeps) {
    this.#deps = deps;
  }

  /**
   * Runs the report and writes its answer with `write`, whose chunks are sent as fast as the caller reads. Exceptions
   * of `write` are answered as errors. Rejects like the limiter, the view and the report.
   */
  async answer(
    call: ReportCall,
    reply: RestReply,
    write: (run: RunReport) => Chunks | Promise<Chunks>,
  ): Promise<Readable> {
    return await this.answerAll(
      call.principal,
      reply,
      async (slot) => {
        const run = await this.#run(call, slot, reply);
        return { made: run, reports: [run.report], sendingBytes: call.sendingBytes ?? 0 };
      },
      (run, signal) => write({ ...run, signal }),
    );
  }

  /** The same for any number of reports, all of which `make` runs in the one slot of the call. */
  async answerAll<Made>(
    principal: Principal,
    reply: RestReply,
    make: (slot: Slot) => Promise<MadeReports<Made>>,
    write: (made: Made, signal: AbortSignal) => Chunks | Promise<Chunks>,
  ): Promise<Readable> {
    const { tenantId } = readerOf(principal);
    const slot = await takeSlot(this.#deps.limiter, tenantId, reply);
    try {
      const { made, reports, sendingBytes } = await make(slot);
      const { unsent } = this.#deps;
      if (unsent === undefined) {
        const stream = Readable.from(await write(made, slot.signal), { objectMode: false });
        this.#holdUntilSent(slot, stream, reply);
        return stream;
      }
      const bytes = reports.reduce((sum, report) => sum + bytesOf(report), sendingBytes);
      const held = unsent.take(tenantId, bytes);
      const sending = new AbortController();
      try {
        const stream = Readable.from(await write(made, sending.signal), { objectMode: false });
        stream.once("close", () => {
          sending.abort();
        });
        this.#holdUntilSent(held, stream, reply);
        slot.release();
        return stream;
      } catch (error) {
        held.release();
        throw error;
      }
    } catch (error) {
      slot.release();
      throw slot.signal.aborted ? errorOf(slot.signal.reason, error) : error;
    }
  }

  async #run(
    { principal, request, view }: ReportCall,
    slot: Slot,
    reply: RestReply,
  ): Promise<Pick<RunReport, "report" | "durationMillis">> {
    const { limiter, reports, clock } = this.#deps;
    const startedAt = clock.now();
    const { signal } = slot;
    signal.throwIfAborted();
    const reader = readerOf(principal);
    const found = await view(reader, signal);
    if (found.options.timeoutMs !== null) slot.limitTo(found.options.timeoutMs);
    const report = await reports.run(found, request, reader, signal);
    signal.throwIfAborted();
    slot.done();
    const durationMillis = clock.now() - startedAt;
    limiter.gave(report.rows.length);
    describeRun(reply, report, durationMillis);
    return { report, durationMillis };
  }

  /**
   * Releases the slot, or the answer's memory, when the last byte has been written to the socket or the connection is
   * gone.
   */
  #holdUntilSent(held: Slot | UnsentReport, stream: Readable, { raw }: RestReply): void {
    if (raw.destroyed) {
      stream.destroy();
      held.release();
      return;
    }
    const deadline = this.#deps.clock.after(this.#deps.writeTimeoutMillis, () => raw.destroy());
    raw.once("close", () => {
      deadline.cancel();
      stream.destroy();
      held.release();
    });
  }
}

/** Headers with everything about the run that the body does not contain. Source: analytics contract 4.1. */
function describeRun(reply: RestReply, { rows, meta }: Report, durationMillis: number): void {
  const { window, truncated, partialBuckets, warnings } = meta;
  void reply
    .header("x-report-rows", String(rows.length))
    .header("x-report-truncated", String(truncated !== null))
    .header("x-report-range", `${String(window.startTs)}-${String(window.endTs)}`)
    .header("x-report-partial-buckets", partialBuckets.length === 0 ? "none" : partialBuckets.join(","))
    .header("x-report-cache", "miss")
    .header("x-report-warnings", String(warnings.length))
    .header("server-timing", `report;dur=${String(durationMillis)}`);
  if (truncated !== null)
    void reply.header("x-report-truncated-reason", truncated.reason).header("x-report-limit", String(truncated.limit));
}

/** A stopped query can fail in many ways; report why it was stopped. */
function errorOf(reason: unknown, error: unknown): unknown {
  return reason instanceof Error ? reason : error;
}

// --- Slots ---

/** Holds a slot while the work runs. The work ends early if the caller disconnects. */
export function slotted(
  limiter: ReportLimiter,
): <Answer>(reader: Reader, reply: RestReply, work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer> {
  return async (reader, reply, work) => {
    const slot = await takeSlot(limiter, reader.tenantId, reply);
    try {
      return await work(slot.signal);
    } catch (error) {
      throw slot.signal.reason instanceof Error ? slot.signal.reason : error;
    } finally {
      slot.release();
    }
  };
}

/**
 * Rejects like the limiter; a refusal gets headers with the load of the limiter. A caller that disconnects leaves the
 * queue.
 */
async function takeSlot(limiter: ReportLimiter, tenant: TenantId, reply: RestReply): Promise<Slot> {
  try {
    return await limiter.take(tenant, callerSignal(reply));
  } catch (error) {
    if (error instanceof LimiterRefusal)
      void reply
        .header("x-ratelimit-running", String(error.running))
        .header("x-ratelimit-queued", String(error.waiting));
    throw error;
  }
}

// --- Answers that are being sent ---

/** The memory held by one report that is being sent. */
export interface UnsentReport {
  /** Call when the report has been sent or the caller has disconnected. May be called twice. */
  release(): void;
}

/** Shorter reports are not counted; the number of connections bounds them. */
const COUNTED_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds the memory of reports that are being sent: a caller that requests long reports and reads slowly must neither
 * fill it nor occupy the slots that compute all reports. Source: analytics contract 5, "Separate pools".
 */
export class UnsentReports {
  readonly #bytesMax: number;
  readonly #ofTenants = new Map<TenantId, number>();
  #bytes = 0;

  /** A tenant gets at most half, so that other tenants always have room. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws `LIMIT_REACHED` if this is too much together with other reports; a single report may have any size. */
  take(tenant: TenantId, bytes: number): UnsentReport {
    const counted = bytes < COUNTED_BYTES ? 0 : bytes;
    const ofTenant = this.#ofTenants.get(tenant) ?? 0;
    const isBeyond = (held: number, max: number): boolean => held > 0 && counted > 0 && held + counted > max;
    if (isBeyond(this.#bytes, this.#bytesMax) || isBeyond(ofTenant, this.#bytesMax / 2)) throw this.#refusal();
    this.#add(tenant, counted);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.#add(tenant, -counted);
        isHeld = false;
      },
    };
  }

  #add(tenant: TenantId, bytes: number): void {
    this.#bytes += bytes;
    const ofTenant = (this.#ofTenants.get(tenant) ?? 0) + bytes;
    if (ofTenant === 0) this.#ofTenants.delete(tenant);
    else this.#ofTenants.set(tenant, ofTenant);
  }

  #refusal(): AnalyticsError {
    const message = "too many long reports are being sent to callers who have not received them yet; try again later";
    return new AnalyticsError("LIMIT_REACHED", message, [], {
      limit: { name: "analytics.limiter.maxUnsentMebibytes", value: this.#bytesMax / MEBIBYTE },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const ROW_BYTES = 32;
const CELL_BYTES = 16;
const TEXT_BYTES = 24;

/** Approximate memory of a report's rows, in bytes. */
function bytesOf({ rows }: Pick<Report, "rows">): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += ROW_BYTES + row.length * CELL_BYTES;
    for (const cell of row)
      if (typeof cell === "string") bytes += TEXT_BYTES + cell.length;
      else if (cell instanceof JsonText) bytes += TEXT_BYTES + cell.text.length;
  }
  return bytes;
}
