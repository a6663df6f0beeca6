// Background reports as their callers see them: a report is asked for, looked at, watched, fetched and cancelled on any node of a
// cluster. It is stored, and `job-runner.ts` runs it where it is to run. Source: analytics contract 4.3, 6.2.
import type { Readable } from "node:stream";
import { millis, type Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import { stopping } from "../../errors.ts";
import { newId, type ReportJobId, type TenantId, type ViewId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Reader } from "../reader.ts";
import type { ViewSource } from "../views/view-service.ts";
import {
  hasEnded,
  type JobFormat,
  type JobRequest,
  type JobStore,
  type ReportJob,
  type ResultFiles,
} from "./report-job.ts";

export interface ReportJobDeps {
  readonly store: JobStore;
  readonly files: ResultFiles;
  readonly views: ViewSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ReportJobOptions {
  /** Most jobs of one tenant, including ended jobs that are still kept. */
  readonly perTenantMax: number;
  /** How long a job and its result are kept after it ends. */
  readonly keepMillis: number;
}

/** Called with every change of a job. */
export type JobListener = (job: ReportJob) => void;

/** How long after its request a job that never gets to run is kept. */
const WAIT_MILLIS_MAX = 7 * 86_400_000;

interface WatchedJob {
  readonly tenantId: TenantId;
  readonly listeners: Set<JobListener>;
  /** Changes are read one after another, so that listeners get them in order. */
  reading: Promise<void>;
}

export class ReportJobs {
  readonly #deps: ReportJobDeps;
  readonly #options: ReportJobOptions;
  readonly #watched = new Map<ReportJobId, WatchedJob>();
  #subscription: Subscription | undefined;
  #isStopping = false;

  constructor(deps: ReportJobDeps, options: ReportJobOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "report-job-changed": ({ jobId }) => this.#lookAt(jobId),
      "changes-missed": () => {
        for (const id of this.#watched.keys()) this.#lookAt(id);
      },
    });
  }

  /** Takes no more jobs. May be called more than once. */
  stop(): void {
    this.#isStopping = true;
    this.#subscription?.cancel();
    this.#watched.clear();
  }

  /**
   * Stores the job and queues it. Throws `VIEW_NOT_FOUND` and `VIEW_INVALID` for a view that cannot be run now,
   * `FORBIDDEN` for the bearer of a share link, and `JOBS_MAX` if the tenant has as many jobs as it may have.
   */
  async add(viewId: ViewId, format: JobFormat, request: JobRequest, reader: Reader): Promise<ReportJob> {
    if (reader.shared !== undefined)
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
      runId: null,
      percent: 0,
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
    this.#publish(job);
    return job;
  }

  /** Throws `JOB_NOT_FOUND`, also for a job of another owner. */
  async get(id: ReportJobId, { tenantId, userId, shared }: Reader): Promise<ReportJob> {
    const job = shared === undefined ? await this.#deps.store.findJob(tenantId, id) : undefined;
    if (job?.userId !== userId) throw unknownJob(id);
    return job;
  }

  /**
   * The result file. Throws `JOB_NOT_FOUND`, `JOB_NOT_DONE` if there is no result (yet), and `VIEW_NOT_FOUND` if the
   * view is no longer shared with the job's owner.
   */
  async result(id: ReportJobId, reader: Reader): Promise<{ readonly job: ReportJob; readonly file: Readable }> {
    const job = await this.get(id, reader);
    if (job.result === null || job.runId === null)
      throw new AnalyticsError(
        "JOB_NOT_DONE",
        job.failure === null ? `report ${id} is ${job.state}` : `report ${id} is ${job.state}: ${job.failure.message}`,
      );
    await this.#deps.views.get(job.viewId, reader);
    const file = await this.#deps.files.read(job.runId);
    if (file === undefined) throw unknownJob(id);
    return { job, file };
  }

  /** Cancels a job that waits or runs; deletes an ended job with its result. Throws `JOB_NOT_FOUND`. */
  async remove(id: ReportJobId, reader: Reader): Promise<void> {
    const { clock, store } = this.#deps;
    const job = await this.get(id, reader);
    const now = clock.now();
    const cancelled = hasEnded(job)
      ? undefined
      : await store.changeJob(
          id,
          { states: ["queued", "running"] },
          { state: "cancelled", runId: null, endedAt: now, expiresAt: millis(now + this.#options.keepMillis) },
        );
    if (cancelled === undefined) {
      if (!(await store.deleteJob(reader.tenantId, id))) throw unknownJob(id);
      await this.#removeFile(job);
    }
    this.#publish(job);
  }

  /** Calls the listener with changes of the job from now on. Some are left out if they come quickly; the last is not. */
  watch(id: ReportJobId, { tenantId }: Pick<Reader, "tenantId">, listener: JobListener): Subscription {
    const watched = this.#watched.get(id) ?? { tenantId, listeners: new Set(), reading: Promise.resolve() };
    this.#watched.set(id, watched);
    watched.listeners.add(listener);
    return {
      cancel: () => {
        watched.listeners.delete(listener);
        if (watched.listeners.size === 0 && this.#watched.get(id) === watched) this.#watched.delete(id);
      },
    };
  }

  #publish({ tenantId, id }: ReportJob): void {
    this.#deps.bus.publish({ kind: "report-job-changed", tenantId, jobId: id });
  }

  #lookAt(id: ReportJobId): void {
    const watched = this.#watched.get(id);
    if (watched !== undefined) watched.reading = watched.reading.then(() => this.#tell(id, watched));
  }

  async #tell(id: ReportJobId, { tenantId, listeners }: WatchedJob): Promise<void> {
    try {
      const job = await this.#deps.store.findJob(tenantId, id);
      if (job !== undefined) for (const listener of [...listeners]) listener(job);
    } catch (error) {
      this.#deps.log.warn("a change of a report could not be read; who watches it gets the next one", { error });
    }
  }

  /** The job is already deleted, so a file that remains belongs to no job, and a sweep removes it. */
  async #removeFile({ id, runId }: ReportJob): Promise<void> {
    try {
      if (runId !== null) await this.#deps.files.remove(runId);
    } catch (error) {
      this.#deps.log.warn("the result of a report that has gone could not be removed; the next round tries again", {
        job: id,
        error,
      });
    }
  }
}

function unknownJob(id: ReportJobId): AnalyticsError {
  return new AnalyticsError("JOB_NOT_FOUND", `report ${id} does not exist`);
}
