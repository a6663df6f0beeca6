// Runs background reports in turn with the rights that their owner has at that time, and keeps their results for a while. A job that
// was running when the platform went down is run once more after startup; if it is interrupted again, it fails. A job that had to
// give way to telemetry is retried after a pause. In a cluster one node runs all jobs, as a duty. For some seconds there may be two
// of them: a job names the run that it has, and what another run stores of it has no effect. Source: analytics contract 4.3, 6.2.
import { millis, type Clock } from "../../../lib/clock.ts";
import { InFlight } from "../../../lib/in-flight.ts";
import type { Logger } from "../../../lib/logger.ts";
import { Rounds } from "../../../lib/rounds.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import { DomainError, stopping } from "../../errors.ts";
import { newId, type ReportJobId, type ReportRunId, type TenantId, type UserId } from "../../ids.ts";
import { AnalyticsError, GaveWayError } from "../analytics-error.ts";
import type { ReportLimiter } from "../limiter/report-limiter.ts";
import type { ReportRequest } from "../report/report.ts";
import type { ReaderRights } from "../links/share-links.ts";
import type { ViewSource } from "../views/view-service.ts";
import {
  hasEnded,
  type JobChange,
  type JobFailure,
  type JobRequest,
  type JobState,
  type JobStore,
  type ReportFileMaker,
  type ReportJob,
  type ResultFiles,
} from "./report-job.ts";

export interface JobRunnerDeps {
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

export interface JobRunnerOptions {
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

const ATTEMPTS_MAX = 2;
const BATCH = 100;
const PERCENT_STARTED = 5;
const PERCENT_COMPUTED = 80;

interface ActiveJob extends Pick<ReportJob, "id" | "viewId" | "userId" | "tenantId"> {
  readonly abort: AbortController;
  /** What the job must have for a change to take effect: the run that was found, or the one that was begun. */
  runId: ReportRunId | null;
}

export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #options: JobRunnerOptions;
  readonly #active = new Map<ReportJobId, ActiveJob>();
  readonly #work = new InFlight();
  readonly #sweeps: Rounds;
  #subscription: Subscription | undefined;
  #storedBytes = 0;
  #isRunning = false;

  constructor(deps: JobRunnerDeps, options: JobRunnerOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => this.#sweepFailed(error),
    });
  }

  /** Jobs that wait or run here, and bytes of results as they were found last. */
  get counts(): { readonly active: number; readonly storedBytes: number } {
    return { active: this.#active.size, storedBytes: this.#storedBytes };
  }

  /** Resumes the jobs that another process, or this one before its stop, has left. */
  async start(): Promise<void> {
    const { bus, log } = this.#deps;
    this.#isRunning = true;
    const look = ({ userId }: { readonly userId: UserId }): void => {
      for (const job of this.#active.values()) if (job.userId === userId) void this.#checkOwner(job);
    };
    this.#subscription = listen(bus, {
      "report-job-changed": ({ tenantId, jobId }) => this.#work.add(this.#lookAt(tenantId, jobId)),
      "changes-missed": () => this.#work.add(this.#lookAtAll()),
      "user-changed": look,
      "user-sessions-revoked": look,
      "user-deleted": look,
      "view-changed": ({ viewId }) => {
        for (const job of this.#active.values()) if (job.viewId === viewId) void this.#checkView(job);
      },
    });
    this.#sweeps.start();
    await this.#removeStrangers().catch((error: unknown) => this.#sweepFailed(error));
    const resumed = await this.#resumeAll();
    if (resumed > 0) log.info("reports of the last run taken up", { reports: resumed });
  }

  /**
   * Stops running jobs, which the next start resumes; this does not count as a failed attempt. May be called more than
   * once.
   */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#subscription?.cancel();
    for (const { abort } of this.#active.values()) abort.abort(stopping());
    await this.#sweeps.stop();
    await this.#work.drained();
  }

  /** Never rejects. */
  async #lookAt(tenantId: TenantId, id: ReportJobId): Promise<void> {
    try {
      const job = await this.#deps.store.findJob(tenantId, id);
      // One that runs elsewhere is left to its run; if that is over, the next start or look at all jobs resumes it.
      if (job?.state === "queued") this.#begin(job);
      if (job === undefined || hasEnded(job)) this.#active.get(id)?.abort.abort(cancelled());
    } catch (error) {
      this.#deps.log.warn("a change of a report could not be read; all of them are looked at later", { error });
    }
  }

  /** Never rejects. */
  async #lookAtAll(): Promise<void> {
    try {
      const active = [...this.#active.values()];
      await this.#resumeAll();
      for (const { tenantId, id } of active) await this.#lookAt(tenantId, id);
    } catch (error) {
      this.#deps.log.warn("reports could not be looked at; the next round tries again", { error });
    }
  }

  /** Begins every job that has not ended and is not here already. Resolves with their number. */
  async #resumeAll(): Promise<number> {
    let resumed = 0;
    for (let after: ReportJobId | null = null; ;) {
      const jobs: readonly ReportJob[] = await this.#deps.store.unended(after, BATCH);
      for (const job of jobs) if (!this.#active.has(job.id) && (await this.#resume(job))) resumed++;
      after = jobs.at(-1)?.id ?? null;
      if (jobs.length < BATCH) return resumed;
    }
  }

  async #resume(job: ReportJob): Promise<boolean> {
    if (job.state !== "running" || job.attempts < ATTEMPTS_MAX) return this.#begin(job);
    const message = `the platform went down ${String(job.attempts)} times while the report ran`;
    await this.#end(job, { state: "failed", failure: { code: "INTERRUPTED", message } });
    return false;
  }

  /** False if it is here already, or if the runner has stopped: the next start resumes it. */
  #begin(job: ReportJob): boolean {
    if (!this.#isRunning || this.#active.has(job.id)) return false;
    const { id, viewId, userId, tenantId, runId } = job;
    const active: ActiveJob = { id, viewId, userId, tenantId, runId, abort: new AbortController() };
    this.#active.set(id, active);
    this.#work.add(this.#take(job, active).finally(() => this.#active.delete(id)));
    return true;
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
    const { clock, log } = this.#deps;
    log.info("a report in the background gave way to telemetry, and is run again", { job: job.id, delayMillis });
    await this.#requeue(job, active);
    await pause(clock, delayMillis, active.abort.signal);
  }

  async #run(job: ReportJob, active: ActiveJob, signal: AbortSignal): Promise<void> {
    const { clock, files, maker, rights, views } = this.#deps;
    const reader = await rights.readerOf(job.tenantId, job.userId);
    if (reader === undefined) throw ownerGone();
    const runId = newId<ReportRunId>();
    const started = await this.#change(active, ["queued", "running"], {
      state: "running",
      attempts: job.attempts + 1,
      startedAt: clock.now(),
      runId,
      percent: PERCENT_STARTED,
    });
    if (started === undefined) return;
    const view = await views.runnable(job.viewId, reader);
    signal.throwIfAborted();
    const file = await maker.open({ view, request: requestOf(job.request), reader, format: job.format }, signal);
    const computed = await this.#change(active, ["running"], { state: "running", percent: PERCENT_COMPUTED });
    if (computed === undefined) return;
    const bytes = await files.write(runId, file.pieces, this.#options.resultBytesMax, signal);
    const { rows, isTruncated, contentType, fileName } = file;
    const result = { rows, bytes, isTruncated, contentType, fileName };
    const ended = await this.#end(active, { state: "done", percent: 100, runId, result });
    if (ended === undefined) await this.#removeFile(runId);
    else await this.#makeRoom();
  }

  async #failed(job: ReportJob, active: ActiveJob, error: unknown): Promise<void> {
    const { log } = this.#deps;
    // A job that the platform's own stop interrupted runs again after the next start, as if it had not been started.
    if (!this.#isRunning && active.abort.signal.aborted) {
      await this.#requeue(job, active);
      return;
    }
    if (!(error instanceof DomainError)) log.error("a report in the background failed", { job: job.id, error });
    // The disk is full or failing, which the job's owner cannot fix.
    else if (error.kind === "unavailable")
      log.warn("a report in the background could not be made or kept", { job: job.id, error });
    await this.#end(active, { state: "failed", failure: failureOf(error) });
  }

  async #requeue(job: ReportJob, active: ActiveJob): Promise<void> {
    const change = { state: "queued", attempts: job.attempts, runId: null, percent: 0 } as const;
    await this.#change(active, ["running"], change);
  }

  /** Undefined if the job had already ended, has been deleted, or has another run. A result is kept under its run. */
  async #end(
    job: Pick<ReportJob, "id" | "tenantId" | "runId">,
    end: { readonly state: "done" | "failed" } & Partial<Pick<ReportJob, "result" | "failure" | "runId" | "percent">>,
  ): Promise<ReportJob | undefined> {
    const now = this.#deps.clock.now();
    const expiresAt = millis(now + this.#options.keepMillis);
    return await this.#change({ ...job }, ["queued", "running"], { runId: null, ...end, endedAt: now, expiresAt });
  }

  /** Changes a job that has the run which is known here. Undefined if it has another one, or another state. */
  async #change(
    job: Pick<ActiveJob, "id" | "tenantId" | "runId">,
    states: readonly JobState[],
    change: JobChange,
  ): Promise<ReportJob | undefined> {
    const { store, bus } = this.#deps;
    const changed = await store.changeJob(job.id, { states, runId: job.runId }, change);
    if (changed === undefined) return undefined;
    job.runId = changed.runId;
    bus.publish({ kind: "report-job-changed", tenantId: job.tenantId, jobId: job.id });
    return changed;
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

  /** Never rejects: the report is done, and the next round tries again. */
  async #makeRoom(): Promise<void> {
    try {
      await this.#removeStrangers();
      while (this.#storedBytes > this.#options.storedBytesMax) {
        const [oldest] = await this.#deps.store.oldestResults(1);
        if (oldest === undefined) return;
        await this.#forget(oldest);
      }
    } catch (error) {
      this.#sweepFailed(error);
    }
  }

  #sweepFailed(error: unknown): void {
    this.#deps.log.warn("old reports could not be removed; the next round tries again", { error });
  }

  async #forget({ tenantId, id, runId, result }: ReportJob): Promise<void> {
    if (await this.#deps.store.deleteJob(tenantId, id)) this.#storedBytes -= result?.bytes ?? 0;
    if (runId !== null) await this.#removeFile(runId);
  }

  /** No job names the run, or soon none will, so the next sweep tries again. */
  async #removeFile(id: ReportRunId): Promise<void> {
    try {
      await this.#deps.files.remove(id);
    } catch (error) {
      this.#deps.log.warn("the result of a report that has gone could not be removed; the next round tries again", {
        run: id,
        error,
      });
    }
  }

  /** Removes files that no job names, such as those of jobs that were deleted with their tenant or owner. */
  async #removeStrangers(): Promise<void> {
    const { files, store } = this.#deps;
    const present = await files.list();
    let storedBytes = 0;
    for (let start = 0; start < present.length; start += BATCH) {
      const some = present.slice(start, start + BATCH);
      const known = new Set(await store.knownRuns(some.map(({ id }) => id)));
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

function cancelled(): DomainError {
  return new DomainError("conflict", "the report was cancelled");
}
