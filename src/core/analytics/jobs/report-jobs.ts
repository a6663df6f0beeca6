// Background reports: runs them in turn with the rights that their owner has at that time, and keeps their results for
// a while. A job that was running when the platform went down is run once more after startup; if it is interrupted
// again, it fails. A job that had to give way to telemetry is retried after a pause. Source: analytics contract 4.3,
// 6.2.
import type { Readable } from "node:stream";
import { millis, type Clock } from "../../../lib/clock.ts";
import { InFlight } from "../../../lib/in-flight.ts";
import type { Logger } from "../../../lib/logger.ts";
import { Rounds } from "../../../lib/rounds.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import { DomainError, stopping } from "../../errors.ts";
import { newId, type ReportJobId, type UserId, type ViewId } from "../../ids.ts";
import { AnalyticsError, GaveWayError } from "../analytics-error.ts";
import type { ReportLimiter } from "../limiter/report-limiter.ts";
import type { Reader } from "../reader.ts";
import type { ReportRequest } from "../report/report.ts";
import type { ReaderRights } from "../views/share-links.ts";
import type { ViewSource } from "../views/view-service.ts";
import {
  hasEnded,
  type JobFailure,
  type JobFormat,
  type JobRequest,
  type JobStore,
  type ReportFileMaker,
  type ReportJob,
  type ResultFiles,
} from "./report-job.ts";

export interface ReportJobDeps {
  readonly store: JobStore;
  readonly files: ResultFiles;
  readonly maker: ReportFileMaker;
  readonly views: ViewSource;
  readonly rights: ReaderRights;
  readonly limiter: Pick<ReportLimiter, "take">;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ReportJobOptions {
  /** Most jobs of one tenant, including ended jobs that are still kept. */
  readonly perTenantMax: number;
  /** How long a job and its result are kept after it ends. */
  readonly keepMillis: number;
  readonly resultBytesMax: number;
  /** Most bytes of all results together; beyond this the oldest are removed. */
  readonly storedBytesMax: number;
  /** Interval of the search for expired jobs. */
  readonly sweepMillis: number;
  /** How often a job that had to give way is retried before it fails. */
  readonly retriesMax: number;
  /** The pause before the first retry; it doubles with each retry. */
  readonly retryMillis: number;
}

/** Called with every change of a job. */
export type JobListener = (job: ReportJob, percent: number) => void;

const ATTEMPTS_MAX = 2;
const BATCH = 100;
/** How long after its request a job that never gets to run is kept. */
const WAIT_MILLIS_MAX = 7 * 86_400_000;

interface ActiveJob {
  readonly viewId: ViewId;
  readonly userId: UserId;
  readonly tenantId: ReportJob["tenantId"];
  readonly abort: AbortController;
  percent: number;
}

export class ReportJobs {
  readonly #deps: ReportJobDeps;
  readonly #options: ReportJobOptions;
  readonly #active = new Map<ReportJobId, ActiveJob>();
  readonly #listeners = new Map<ReportJobId, Set<JobListener>>();
  readonly #work = new InFlight();
  readonly #sweeps: Rounds;
  #subscription: Subscription | undefined;
  #storedBytes = 0;
  #isStopping = false;

  constructor(deps: ReportJobDeps, options: ReportJobOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => {
        deps.log.warn("old reports could not be removed; the next round tries again", { error });
      },
    });
  }

  /** Waiting and running jobs, and bytes of results. */
  get counts(): { readonly active: number; readonly storedBytes: number } {
    return { active: this.#active.size, storedBytes: this.#storedBytes };
  }

  /** Resumes the jobs that the previous process left. */
  async start(): Promise<void> {
    const { bus, store, log } = this.#deps;
    const look = ({ userId }: { readonly userId: UserId }): void => {
      for (const job of this.#active.values()) if (job.userId === userId) void this.#checkOwner(job);
    };
    this.#subscription = listen(bus, {
      "user-changed": look,
      "user-sessions-revoked": look,
      "user-deleted": look,
      "view-changed": ({ viewId }) => {
        for (const job of this.#active.values()) if (job.viewId === viewId) void this.#checkView(job);
      },
    });
    await this.#removeStrangers();
    let after: ReportJobId | null = null;
    let resumed = 0;
    for (;;) {
      const jobs: readonly ReportJob[] = await store.unended(after, BATCH);
      for (const job of jobs) if (await this.#resume(job)) resumed++;
      after = jobs.at(-1)?.id ?? null;
      if (jobs.length < BATCH) break;
    }
    if (resumed > 0) log.info("reports of the last run taken up", { reports: resumed });
    this.#sweeps.start();
  }

  /**
   * Stops running jobs, which the next start resumes; this does not count as a failed attempt. May be called more than
   * once.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#subscription?.cancel();
    for (const { abort } of this.#active.values()) abort.abort(stopping());
    await this.#sweeps.stop();
    await this.#work.settled();
    this.#listeners.clear();
  }

  /**
   * Stores the job and queues it. Throws `VIEW_NOT_FOUND` and `VIEW_INVALID` for a view that cannot be run now,
   * `FORBIDDEN` for the bearer of a share link, and `JOBS_MAX` if the tenant has as many jobs as it may have.
   */
  async add(viewId: ViewId, format: JobFormat, request: JobRequest, reader: Reader): Promise<ReportJob> {
    if (reader.sharedView !== undefined)
      throw new AnalyticsError("FORBIDDEN", "a share link shows its view, and makes no reports in the background");
    if (this.#isStopping) throw stopping();
    const { views, clock, store } = this.#deps;
    await views.runnable(viewId, reader);
    const now = clock.now();
    const job: ReportJob = {
      id: newId<ReportJobId>(),
      tenantId: reader.tenantId,
      userId: reader.userId,
      viewId,
      format,
      request,
      createdAt: now,
      state: "queued",
      attempts: 0,
      startedAt: null,
      endedAt: null,
      expiresAt: millis(now + WAIT_MILLIS_MAX),
      result: null,
      failure: null,
    };
    const { perTenantMax } = this.#options;
    const added = await store.addJob(job, perTenantMax);
    if (added === "unknown") throw new AnalyticsError("FORBIDDEN", "the user of this call does not exist any more");
    if (added !== "added")
      throw new AnalyticsError(
        "JOBS_MAX",
        added === "too-many"
          ? `the tenant has ${String(perTenantMax)} reports in the background, which is all there may be: delete one, or wait until old ones are removed`
          : "the users of your customer have as many reports in the background as the tenant has left: delete one, or wait until old ones are removed",
        [],
        { limit: { name: "analytics.jobs.perTenantMax", value: perTenantMax }, retryAfterSeconds: 60 },
      );
    this.#begin(job);
    return job;
  }

  /** Throws `JOB_NOT_FOUND`, also for a job of another owner. */
  async get(id: ReportJobId, reader: Reader): Promise<{ readonly job: ReportJob; readonly percent: number }> {
    const job = await this.#own(id, reader);
    return { job, percent: this.#percentOf(job) };
  }

  /**
   * The result file. Throws `JOB_NOT_FOUND`, `JOB_NOT_DONE` if there is no result (yet), and `VIEW_NOT_FOUND` if the
   * view is no longer shared with the job's owner.
   */
  async result(id: ReportJobId, reader: Reader): Promise<{ readonly job: ReportJob; readonly file: Readable }> {
    const job = await this.#own(id, reader);
    if (job.result === null)
      throw new AnalyticsError(
        "JOB_NOT_DONE",
        job.failure === null ? `report ${id} is ${job.state}` : `report ${id} is ${job.state}: ${job.failure.message}`,
      );
    await this.#deps.views.get(job.viewId, reader);
    const file = await this.#deps.files.read(id);
    if (file === undefined) throw unknownJob(id);
    return { job, file };
  }

  /** Cancels a job that waits or runs; deletes an ended job with its result. Throws `JOB_NOT_FOUND`. */
  async remove(id: ReportJobId, reader: Reader): Promise<void> {
    const { store } = this.#deps;
    const job = await this.#own(id, reader);
    const cancelled = hasEnded(job) ? undefined : await this.#end(id, { state: "cancelled" });
    if (cancelled !== undefined) {
      this.#active.get(id)?.abort.abort(new DomainError("conflict", "the report was cancelled"));
      return;
    }
    if (!(await store.deleteJob(reader.tenantId, id))) throw unknownJob(id);
    this.#storedBytes -= job.result?.bytes ?? 0;
    await this.#removeFile(id);
  }

  /** Calls the listener with every change of the job from now on. */
  watch(id: ReportJobId, listener: JobListener): Subscription {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return {
      cancel: () => {
        listeners.delete(listener);
        if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
      },
    };
  }

  async #own(id: ReportJobId, { tenantId, userId, sharedView }: Reader): Promise<ReportJob> {
    const job = sharedView === undefined ? await this.#deps.store.findJob(tenantId, id) : undefined;
    if (job?.userId !== userId) throw unknownJob(id);
    return job;
  }

  #percentOf(job: ReportJob): number {
    return job.state === "done" ? 100 : (this.#active.get(job.id)?.percent ?? 0);
  }

  async #resume(job: ReportJob): Promise<boolean> {
    if (job.state === "running" && job.attempts >= ATTEMPTS_MAX) {
      const message = `the platform went down ${String(job.attempts)} times while the report ran`;
      await this.#end(job.id, { state: "failed", failure: { code: "INTERRUPTED", message } });
      return false;
    }
    this.#begin(job);
    return true;
  }

  #begin(job: ReportJob): void {
    // A job that was stored while the platform was stopping waits for the next start, like all others.
    if (this.#isStopping) return;
    const abort = new AbortController();
    const active = { viewId: job.viewId, userId: job.userId, tenantId: job.tenantId, abort, percent: 0 };
    this.#active.set(job.id, active);
    this.#work.add(this.#take(job, active).finally(() => this.#active.delete(job.id)));
  }

  /** Never rejects. */
  async #take(job: ReportJob, active: ActiveJob): Promise<void> {
    try {
      await this.#runUntilItIsLet(job, active);
    } catch (error) {
      try {
        await this.#failed(job, active, error);
      } catch (second) {
        this.#deps.log.error("the end of a report could not be stored; the next start takes it up", { error: second });
      }
    }
  }

  async #runUntilItIsLet(job: ReportJob, active: ActiveJob): Promise<void> {
    const { retriesMax, retryMillis } = this.#options;
    for (let retries = 0; ; retries++)
      try {
        await this.#runInTurn(job, active);
        return;
      } catch (error) {
        if (!(error instanceof GaveWayError) || retries === retriesMax) throw error;
        await this.#waitAgain(job, active, retryMillis * 2 ** retries);
      }
  }

  async #runInTurn(job: ReportJob, active: ActiveJob): Promise<void> {
    const slot = await this.#deps.limiter.take(job.tenantId, active.abort.signal);
    try {
      await this.#run(job, active, slot.signal);
    } finally {
      slot.release();
    }
  }

  /** The retry counts as the same attempt. Rejects with the abort reason if the job is stopped during the pause. */
  async #waitAgain(job: ReportJob, active: ActiveJob, delayMillis: number): Promise<void> {
    const { clock, log, store } = this.#deps;
    log.info("a report in the background gave way to telemetry, and is run again", { job: job.id, delayMillis });
    const queued = await store.changeJob(job.id, ["running"], { state: "queued", attempts: job.attempts });
    if (queued !== undefined) this.#progressed(queued, active, 0);
    await pause(clock, delayMillis, active.abort.signal);
  }

  async #run(job: ReportJob, active: ActiveJob, signal: AbortSignal): Promise<void> {
    const { clock, files, maker, rights, store, views } = this.#deps;
    const reader = await rights.readerOf(job.tenantId, job.userId);
    if (reader === undefined) throw ownerGone();
    const started = await store.changeJob(job.id, ["queued", "running"], {
      state: "running",
      attempts: job.attempts + 1,
      startedAt: clock.now(),
    });
    if (started === undefined) return;
    this.#progressed(started, active, 5);
    const view = await views.runnable(job.viewId, reader);
    signal.throwIfAborted();
    const file = await maker.open({ view, request: requestOf(job.request), reader, format: job.format }, signal);
    this.#progressed(started, active, 80);
    const bytes = await files.write(job.id, file.pieces, this.#options.resultBytesMax, signal);
    const { rows, isTruncated, contentType, fileName } = file;
    const ended = await this.#end(job.id, {
      state: "done",
      result: { rows, bytes, isTruncated, contentType, fileName },
    });
    if (ended === undefined) {
      await this.#removeFile(job.id);
      return;
    }
    this.#storedBytes += bytes;
    await this.#makeRoom();
  }

  async #failed(job: ReportJob, active: ActiveJob, error: unknown): Promise<void> {
    const { log } = this.#deps;
    // A job that the platform's own stop interrupted runs again after the next start, as if it had not been started.
    if (this.#isStopping && active.abort.signal.aborted) {
      await this.#deps.store.changeJob(job.id, ["running"], { state: "queued", attempts: job.attempts });
      return;
    }
    if (!(error instanceof DomainError)) log.error("a report in the background failed", { job: job.id, error });
    // The disk is full or failing, which the job's owner cannot fix.
    else if (error.kind === "unavailable")
      log.warn("a report in the background could not be made or kept", { job: job.id, error });
    await this.#end(job.id, { state: "failed", failure: failureOf(error) });
  }

  /** Undefined if the job had already ended or has been deleted. */
  async #end(
    id: ReportJobId,
    end: { readonly state: "done" | "failed" | "cancelled" } & Partial<Pick<ReportJob, "result" | "failure">>,
  ): Promise<ReportJob | undefined> {
    const now = this.#deps.clock.now();
    const ended = await this.#deps.store.changeJob(id, ["queued", "running"], {
      ...end,
      endedAt: now,
      expiresAt: millis(now + this.#options.keepMillis),
    });
    if (ended !== undefined) this.#publish(ended, this.#percentOf(ended));
    return ended;
  }

  #progressed(job: ReportJob, active: ActiveJob, percent: number): void {
    active.percent = percent;
    this.#publish(job, percent);
  }

  #publish(job: ReportJob, percent: number): void {
    for (const listener of [...(this.#listeners.get(job.id) ?? [])]) listener(job, percent);
  }

  async #checkOwner({ userId, tenantId, abort }: ActiveJob): Promise<void> {
    try {
      if ((await this.#deps.rights.readerOf(tenantId, userId)) === undefined) abort.abort(ownerGone());
    } catch (error) {
      this.#deps.log.warn("the owner of a report could not be looked up; it goes on", { error });
    }
  }

  /**
   * Stops a job whose view has been deleted or is no longer shared with the job's owner; other changes of the view do
   * not affect it.
   */
  async #checkView({ viewId, userId, tenantId, abort }: ActiveJob): Promise<void> {
    const { log, rights, views } = this.#deps;
    try {
      const reader = await rights.readerOf(tenantId, userId);
      if (reader !== undefined) await views.get(viewId, reader);
    } catch (error) {
      if (error instanceof AnalyticsError && error.code === "VIEW_NOT_FOUND") abort.abort(error);
      else log.warn("the view of a report could not be looked up; the report goes on", { error });
    }
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { clock, store } = this.#deps;
    await this.#removeStrangers();
    for (;;) {
      const jobs = await store.expired(clock.now(), BATCH);
      for (const job of jobs) {
        this.#active.get(job.id)?.abort.abort(new DomainError("timeout", "the report waited too long"));
        await this.#forget(job);
      }
      if (jobs.length < BATCH || signal.aborted) return;
    }
  }

  async #makeRoom(): Promise<void> {
    while (this.#storedBytes > this.#options.storedBytesMax) {
      const [oldest] = await this.#deps.store.oldestResults(1);
      if (oldest === undefined) return;
      await this.#forget(oldest);
    }
  }

  async #forget(job: ReportJob): Promise<void> {
    if (await this.#deps.store.deleteJob(job.tenantId, job.id)) this.#storedBytes -= job.result?.bytes ?? 0;
    await this.#removeFile(job.id);
  }

  /** The job is already deleted, so a file that remains belongs to no job, and the next sweep removes it. */
  async #removeFile(id: ReportJobId): Promise<void> {
    try {
      await this.#deps.files.remove(id);
    } catch (error) {
      this.#deps.log.warn("the result of a report that has gone could not be removed; the next round tries again", {
        job: id,
        error,
      });
    }
  }

  /** Removes files of jobs that were deleted, for example with their tenant or owner. */
  async #removeStrangers(): Promise<void> {
    const { files, store } = this.#deps;
    const present = await files.list();
    let storedBytes = 0;
    for (let start = 0; start < present.length; start += BATCH) {
      const some = present.slice(start, start + BATCH);
      const known = new Set(await store.known(some.map(({ id }) => id)));
      for (const { id, bytes } of some)
        if (known.has(id)) storedBytes += bytes;
        else await files.remove(id);
    }
    this.#storedBytes = storedBytes;
  }
}

function requestOf({ rangeStartTs, rangeEndTs, filters }: JobRequest): ReportRequest {
  return { rangeStartTs, rangeEndTs, filters: filters === null ? null : new Map(filters), overrides: {} };
}

function failureOf(error: unknown): JobFailure {
  if (error instanceof AnalyticsError) return { code: error.code, message: error.message };
  if (error instanceof DomainError) return { code: CODE_OF_KIND.get(error.kind) ?? "INTERNAL", message: error.message };
  return { code: "INTERNAL", message: "the report failed unexpectedly; the log of the server has it" };
}

const CODE_OF_KIND: ReadonlyMap<DomainError["kind"], string> = new Map([
  ["timeout", "REPORT_TIMEOUT"],
  ["unavailable", "ENGINE_UNAVAILABLE"],
  ["forbidden", "FORBIDDEN"],
  ["rate-limited", "LIMIT_REACHED"],
]);

/** Rejects with the signal's reason, even if it was aborted before the call. */
async function pause(clock: Clock, delayMillis: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<undefined>();
  const wake = (): void => {
    over.resolve(undefined);
  };
  const timer = clock.after(delayMillis, wake);
  signal.addEventListener("abort", wake);
  await over.promise;
  timer.cancel();
  signal.removeEventListener("abort", wake);
  signal.throwIfAborted();
}

function ownerGone(): AnalyticsError {
  return new AnalyticsError("FORBIDDEN", "the owner of the report may not log in any more");
}

function unknownJob(id: ReportJobId): AnalyticsError {
  return new AnalyticsError("JOB_NOT_FOUND", `report ${id} does not exist`);
}
