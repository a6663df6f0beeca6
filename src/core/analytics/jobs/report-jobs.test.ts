import { rename, rm, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACTIVATED, administratorOf, sampleProfile, sampleTenant } from "../../../../test/contracts/account-samples.ts";
import { LogRecorder } from "../../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../../test/support/scratch-sqlite.ts";
import { ResultFolder } from "../../../adapters/files/result-folder.ts";
import { InProcessBus } from "../../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger, type Logger } from "../../../lib/logger.ts";
import { DomainError } from "../../errors.ts";
import { newId, type UserId, type ViewId } from "../../ids.ts";
import type { Tenant } from "../../tenants/tenant-store.ts";
import type { User } from "../../users/user.ts";
import { AnalyticsError, GaveWayError } from "../analytics-error.ts";
import { ReportLimiter } from "../limiter/report-limiter.ts";
import type { Reader } from "../reader.ts";
import type { ReportFile, ReportFileMaker, ReportJob } from "./report-job.ts";
import { JobRunner, type JobRunnerDeps, type JobRunnerOptions } from "./job-runner.ts";
import { ReportJobs, type ReportJobOptions } from "./report-jobs.ts";

type Options = JobRunnerOptions & ReportJobOptions;

const SETTINGS: Options = {
  perTenantMax: 5,
  keepMillis: 86_400_000,
  resultBytesMax: 1_000,
  storedBytesMax: 10_000,
  sweepMillis: 60_000,
  retriesMax: 2,
  retryMillis: 1_000,
};
const VIEW = newId<ViewId>();
const QUEUED = { states: ["queued"] } as const;
const WHOLE = { rangeStartTs: null, rangeEndTs: null, filters: null };

let scratch: ScratchSqlite;
let clock: ManualClock;
let tenant: Tenant;
let user: User;
let reader: Reader;
let bus: InProcessBus;
let enabled: Set<UserId>;
/** Whether the view may be read no longer. */
let isGone: boolean;
/** Ends of the reports that are being made. */
let held: { readonly resolve: (content: string) => void; readonly reject: (error: Error) => void }[];
const opened: Node[] = [];

beforeEach(async () => {
  scratch = await scratchSqlite();
  clock = new ManualClock();
  bus = new InProcessBus(silentLogger);
  held = [];
  const profile = sampleProfile();
  await scratch.stores.tenants.createProfile(profile);
  tenant = sampleTenant(profile);
  await scratch.stores.tenants.createTenant(tenant);
  user = administratorOf(tenant);
  await scratch.stores.users.createUser(user, ACTIVATED, 0);
  enabled = new Set([user.id]);
  isGone = false;
  reader = { tenantId: tenant.id, customerId: null, userId: user.id };
});
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.end();
  await scratch.remove();
});

const maker: ReportFileMaker = {
  open: (_wanted, signal) =>
    new Promise<ReportFile>((resolve, reject) => {
      signal.addEventListener("abort", () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      });
      held.push({
        resolve: (content) => {
          resolve({
            contentType: "text/csv",
            fileName: "view.csv",
            rows: 3,
            isTruncated: false,
            pieces: (async function* () {
              yield content;
              await Promise.resolve();
            })(),
          });
        },
        reject,
      });
    }),
};

/** What callers talk to, and what runs their reports. */
class Node extends ReportJobs {
  readonly runner: JobRunner;

  constructor(deps: JobRunnerDeps, options: Options) {
    super(deps, options);
    this.runner = new JobRunner(deps, options);
  }

  get counts(): JobRunner["counts"] {
    return this.runner.counts;
  }

  async begin(): Promise<void> {
    this.start();
    await this.runner.start();
  }

  async end(): Promise<void> {
    await this.runner.stop();
    this.stop();
  }
}

async function opens(settings: Partial<Options> = {}, log: Logger = silentLogger): Promise<Node> {
  const jobs = nodeOf(settings, log);
  await jobs.begin();
  return jobs;
}

function nodeOf(settings: Partial<Options> = {}, log: Logger = silentLogger): Node {
  const view = { id: VIEW } as never;
  const jobs = new Node(
    {
      store: scratch.stores.reportJobs,
      files: new ResultFolder(`${scratch.folder}/reports`),
      maker,
      views: {
        get: () =>
          isGone
            ? Promise.reject(new AnalyticsError("VIEW_NOT_FOUND", `view ${VIEW} does not exist`))
            : Promise.resolve(view),
        runnable: (id) =>
          id === VIEW
            ? Promise.resolve(view)
            : Promise.reject(new AnalyticsError("VIEW_NOT_FOUND", `view ${id} does not exist`)),
      },
      rights: {
        readerOf: (_tenant, userId) => Promise.resolve(enabled.has(userId) ? reader : undefined),
        hasCustomer: () => Promise.resolve(false),
      },
      limiter: new ReportLimiter(
        { poolSize: 1, queueCapacity: 10, queueWaitMillis: null, timeoutMillis: 60_000, stopMillis: 0 },
        clock,
      ),
      bus,
      clock,
      log,
    },
    { ...SETTINGS, ...settings },
  );
  opened.push(jobs);
  return jobs;
}

/** The job when it gets into this state. */
function until(jobs: Node, id: ReportJob["id"], state: ReportJob["state"]): Promise<ReportJob> {
  return new Promise((resolve, reject) => {
    const watch = jobs.watch(id, reader, (job) => {
      if (job.state !== state) return;
      watch.cancel();
      resolve(job);
    });
    jobs.get(id, reader).then((job) => {
      if (job.state !== state) return;
      watch.cancel();
      resolve(job);
    }, reject);
  });
}

/** The end of the report that is made next. */
async function made(): Promise<(typeof held)[number]> {
  for (;;) {
    const next = held.shift();
    if (next !== undefined) return next;
    await scratch.stores.health.touch();
  }
}

/** The job when it has begun to wait: not sooner, as the clock that moves then would move too early. */
async function givesWay(jobs: Node, id: ReportJob["id"]): Promise<ReportJob> {
  const { reject } = await made();
  const waiting = Promise.withResolvers<ReportJob>();
  const watch = jobs.watch(id, reader, (job) => {
    if (job.state === "queued") waiting.resolve(job);
  });
  reject(new GaveWayError("telemetry came first"));
  const job = await waiting.promise;
  watch.cancel();
  return job;
}

test("AN §4.3: a report waits, runs, and its result can be fetched until it expires", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  await until(jobs, id, "running");
  await expect(jobs.result(id, reader)).rejects.toMatchObject({ code: "JOB_NOT_DONE", kind: "conflict" });
  (await made()).resolve("a,b\r\n");
  const done = await until(jobs, id, "done");

  expect(done.result).toEqual({
    rows: 3,
    bytes: 5,
    isTruncated: false,
    contentType: "text/csv",
    fileName: "view.csv",
  });
  expect(await text((await jobs.result(id, reader)).file)).toBe("a,b\r\n");
  expect(done.expiresAt).toBe(clock.now() + 86_400_000);
  expect(await jobs.get(id, reader)).toMatchObject({ percent: 100 });
});

test("AN §4.3: somebody else's report does not exist", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  const stranger = { ...reader, userId: newId<UserId>() };

  for (const call of [jobs.get(id, stranger), jobs.result(id, stranger), jobs.remove(id, stranger)])
    await expect(call).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  expect((await jobs.get(id, reader)).state).not.toBe("cancelled");
});

test("AN §4.3: a view that cannot be run is refused at once, and so is one report too many", async () => {
  const jobs = await opens({ perTenantMax: 1 });
  await expect(jobs.add(newId<ViewId>(), "csv", WHOLE, reader)).rejects.toMatchObject({ code: "VIEW_NOT_FOUND" });
  await jobs.add(VIEW, "csv", WHOLE, reader);
  await expect(jobs.add(VIEW, "csv", WHOLE, reader)).rejects.toMatchObject({ code: "JOBS_MAX", kind: "rate-limited" });
});

test("AN §4.3: a report that fails tells why", async () => {
  const jobs = await opens();
  const failures: readonly (readonly [Error, string])[] = [
    [new AnalyticsError("REPORT_TOO_EXPENSIVE", "too many samples"), "REPORT_TOO_EXPENSIVE"],
    [new DomainError("timeout", "took too long"), "REPORT_TIMEOUT"],
    [new Error("a bug with secrets"), "INTERNAL"],
  ];
  for (const [error, code] of failures) {
    const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
    (await made()).reject(error);
    const { failure } = await until(jobs, id, "failed");
    expect(failure?.code).toBe(code);
    expect(failure?.message).not.toContain("secrets");
    await jobs.remove(id, reader);
    await expect(jobs.get(id, reader)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  }
});

test("AN §4.3: a report that gave way to telemetry waits and is run again, each time after a longer pause", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  for (const pauseMillis of [1_000, 2_000]) {
    expect(await givesWay(jobs, id)).toMatchObject({ attempts: 0 });
    // The slot is free for another meanwhile.
    const other = await jobs.add(VIEW, "csv", WHOLE, reader);
    (await made()).resolve("other");
    await until(jobs, other.id, "done");
    clock.advance(pauseMillis - 1);
    await scratch.stores.health.touch();
    expect(held).toEqual([]);
    clock.advance(1);
    expect(await until(jobs, id, "running")).toMatchObject({ attempts: 1 });
  }
  (await made()).resolve("content");
  await until(jobs, id, "done");
});

test("AN §4.3: each pause of a report that gave way is twice the one before", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  for (const pause of [1_000, 2_000]) {
    await givesWay(jobs, id);
    clock.advance(pause - 1);
    for (let look = 0; look < 5; look++) await scratch.stores.health.touch();
    expect((await jobs.get(id, reader)).state).toBe("queued");
    clock.advance(1);
    await until(jobs, id, "running");
  }
  (await made()).resolve("content");
  await until(jobs, id, "done");
});

test("AN §4.3: a report that gave way too often has failed, and says why", async () => {
  const jobs = await opens({ retriesMax: 1 });
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  await givesWay(jobs, id);
  clock.advance(1_000);
  (await made()).reject(new GaveWayError("telemetry came first again"));
  expect((await until(jobs, id, "failed")).failure).toEqual({
    code: "ENGINE_UNAVAILABLE",
    message: "telemetry came first again",
  });
});

test("AN §4.3: a report that waits after it gave way can be deleted, and outlives a stop", async () => {
  const first = await opens();
  const [deleted, kept] = [await first.add(VIEW, "csv", WHOLE, reader), await first.add(VIEW, "csv", WHOLE, reader)];
  for (const { id } of [deleted, kept]) await givesWay(first, id);
  await first.remove(deleted.id, reader);
  expect((await first.get(deleted.id, reader)).state).toBe("cancelled");
  await first.end();
  expect(first.counts.active).toBe(0);

  const second = await opens();
  (await made()).resolve("content");
  await until(second, kept.id, "done");
});

test("AN §4.3: a stop in the moment in which a report has given way does not wait out its pause", async () => {
  const first = await opens();
  const { id } = await first.add(VIEW, "csv", WHOLE, reader);
  const { reject } = await made();
  const stopping = Promise.withResolvers<undefined>();
  bus.subscribe("report-job-changed", () => {
    first.end().then(() => stopping.resolve(undefined), stopping.reject);
  });
  reject(new GaveWayError("telemetry came first"));
  await stopping.promise;
  expect(first.counts.active).toBe(0);

  const second = await opens();
  (await made()).resolve("content");
  await until(second, id, "done");
});

test("AN §4.3: deleting a report that runs stops it, and the next one gets its turn", async () => {
  const jobs = await opens();
  const first = await jobs.add(VIEW, "csv", WHOLE, reader);
  const second = await jobs.add(VIEW, "csv", WHOLE, reader);
  await made();
  await jobs.remove(first.id, reader);

  expect((await jobs.get(first.id, reader)).state).toBe("cancelled");
  (await made()).resolve("x");
  await until(jobs, second.id, "done");
});

test("AN §4.3: a result that is too large fails, and leaves no file", async () => {
  const jobs = await opens({ resultBytesMax: 10 });
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  (await made()).resolve("x".repeat(11));

  expect((await until(jobs, id, "failed")).failure?.code).toBe("REPORT_TOO_LARGE");
  expect(await new ResultFolder(`${scratch.folder}/reports`).list()).toEqual([]);
});

test("AN §4.3: beyond the room for results the oldest go", async () => {
  const jobs = await opens({ storedBytesMax: 12 });
  const ids = [];
  for (const content of ["first", "second", "third"]) {
    const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
    (await made()).resolve(content);
    await until(jobs, id, "done");
    clock.advance(1);
    ids.push(id);
  }
  await jobs.end();

  expect(jobs.counts.storedBytes).toBe(11);
  const left = await Promise.all(ids.map((id) => scratch.stores.reportJobs.findJob(tenant.id, id)));
  expect(left.map((job) => job?.id)).toEqual([undefined, ...ids.slice(1)]);
});

test("AN §6.2: a report whose owner may not log in any more does not run, and stops where it does", async () => {
  const jobs = await opens();
  const running = await jobs.add(VIEW, "csv", WHOLE, reader);
  const waiting = await jobs.add(VIEW, "csv", WHOLE, reader);
  await made();
  enabled.clear();
  bus.publish({ kind: "user-changed", userId: user.id });

  for (const { id } of [running, waiting])
    expect((await until(jobs, id, "failed")).failure).toMatchObject({ code: "FORBIDDEN" });
  expect(held).toEqual([]);
});

test("AN §6.2: a report whose view goes, or is not shared with its owner any more, stops; other changes let it go on", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  await made();
  bus.publish({ kind: "view-changed", tenantId: tenant.id, viewId: VIEW });
  await scratch.stores.health.touch();
  expect((await jobs.get(id, reader)).state).toBe("running");
  isGone = true;
  bus.publish({ kind: "view-changed", tenantId: tenant.id, viewId: newId<ViewId>() });
  await scratch.stores.health.touch();
  expect((await jobs.get(id, reader)).state).toBe("running");
  bus.publish({ kind: "view-changed", tenantId: tenant.id, viewId: VIEW });

  expect((await until(jobs, id, "failed")).failure).toMatchObject({ code: "VIEW_NOT_FOUND" });
});

test("AN §4.3: a report is removed although its file cannot be, and the operator is notified", async () => {
  const log = new LogRecorder();
  const jobs = await opens({}, log);
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  (await made()).resolve("content");
  await until(jobs, id, "done");
  await expect.poll(() => jobs.counts.active).toBe(0);
  const folder = `${scratch.folder}/reports`;
  await rename(folder, `${folder}-kept`);
  await writeFile(folder, "no folder");
  await jobs.remove(id, reader);

  await expect(jobs.get(id, reader)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  expect(log.records.filter(({ level }) => level === "warn").map(({ event }) => event)).toEqual([
    "the result of a report that has gone could not be removed; the next round tries again",
  ]);
  await rm(folder);
  await rename(`${folder}-kept`, folder);
  clock.advance(60_000);
  await expect.poll(() => new ResultFolder(folder).list()).toEqual([]);
});

test("AN §4.3: a report during which the platform went down is run once more after the next start", async () => {
  const { reportJobs } = scratch.stores;
  const first = await opens();
  const { id } = await first.add(VIEW, "csv", WHOLE, reader);
  await made();
  const running = await until(first, id, "running");
  await first.end();
  // As a process leaves it that is killed.
  await reportJobs.changeJob(id, QUEUED, { state: "running", attempts: running.attempts });
  const second = await opens();
  await made();
  expect(await second.get(id, reader)).toMatchObject({ state: "running", attempts: 2 });
  await second.end();
  await reportJobs.changeJob(id, QUEUED, { state: "running", attempts: 2 });

  const third = await opens();
  expect(await third.get(id, reader)).toMatchObject({ state: "failed", failure: { code: "INTERRUPTED" } });
});

test("AN §4.3: a report outlives any number of clean stops", async () => {
  const opening = await opens();
  const { id } = await opening.add(VIEW, "csv", WHOLE, reader);
  await made();
  await opening.end();
  for (let start = 0; start < 4; start++) {
    const again = await opens();
    await made();
    await again.end();
    expect(await scratch.stores.reportJobs.findJob(tenant.id, id)).toMatchObject({
      state: "queued",
      attempts: 0,
    });
  }
  const last = await opens();
  (await made()).resolve("content");
  await until(last, id, "done");
});

test("AN §4.3: a report that is asked for while the platform stops runs after the next start", async () => {
  const first = await opens();
  const adding = first.add(VIEW, "csv", WHOLE, reader);
  const stopped = first.end();
  const { id } = await adding;
  await stopped;
  expect(await scratch.stores.reportJobs.findJob(tenant.id, id)).toMatchObject({ state: "queued" });
  const second = await opens();
  (await made()).resolve("content");
  await until(second, id, "done");
});

test("AN §4.3: results that have expired are removed, and files of reports that have gone", async () => {
  const jobs = await opens();
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  (await made()).resolve("content");
  await until(jobs, id, "done");
  clock.advance(86_400_000);
  await jobs.end();
  const again = await opens();
  clock.advance(60_000);
  await again.end();
  await expect(again.get(id, reader)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  expect(await new ResultFolder(`${scratch.folder}/reports`).list()).toEqual([]);
});

test("AN §4.3: a result that the disk does not take fails its report, and the operator is notified", async () => {
  const log = new LogRecorder();
  const jobs = await opens({}, log);
  await writeFile(`${scratch.folder}/reports`, "no folder");
  const { id } = await jobs.add(VIEW, "csv", WHOLE, reader);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.resolve("one,two\n");
  expect((await until(jobs, id, "failed")).failure).toMatchObject({ code: "ENGINE_UNAVAILABLE" });
  expect(log.records.filter(({ level }) => level === "warn").map(({ event }) => event)).toEqual([
    "a report in the background could not be made or kept",
  ]);
});

/** A node of a cluster that does not run the jobs. */
function otherNode(): Node {
  const jobs = nodeOf();
  jobs.start();
  return jobs;
}

test("AN §4.3: a report is asked for, watched, fetched and cancelled on any node, and runs on one", async () => {
  const [runs, asks, reads] = [await opens(), otherNode(), otherNode()];
  const { id } = await asks.add(VIEW, "csv", WHOLE, reader);
  await until(reads, id, "running");
  expect((await reads.get(id, reader)).percent).toBe(5);
  (await made()).resolve("content");
  expect((await until(reads, id, "done")).percent).toBe(100);
  expect(await text((await reads.result(id, reader)).file)).toBe("content");
  await asks.remove(id, reader);
  expect(await new ResultFolder(`${scratch.folder}/reports`).list()).toEqual([]);

  const cancelled = await asks.add(VIEW, "csv", WHOLE, reader);
  await made();
  await reads.remove(cancelled.id, reader);
  await until(asks, cancelled.id, "cancelled");
  await expect.poll(() => runs.counts.active).toBe(0);
  expect([asks.counts.active, reads.counts.active, held.length]).toEqual([0, 0, 0]);
});

test("AN §4.3: what a run has made that the report does not have any more is not its result", async () => {
  const frozen = await opens();
  const { id } = await frozen.add(VIEW, "csv", WHOLE, reader);
  const old = await made();
  // It does not learn that another node runs the jobs now.
  const successor = await opens();
  const next = await made();
  expect(await successor.get(id, reader)).toMatchObject({ state: "running", attempts: 2 });
  old.resolve("old");
  await expect.poll(() => frozen.counts.active).toBe(0);
  expect((await successor.get(id, reader)).state).toBe("running");
  next.resolve("next");
  await until(successor, id, "done");
  expect(await text((await frozen.result(id, reader)).file)).toBe("next");
  expect(await new ResultFolder(`${scratch.folder}/reports`).list()).toHaveLength(1);
});

test("AN §4.3: of two nodes that find the same report one runs it", async () => {
  const both = [await opens(), await opens()];
  const asks = otherNode();
  const { id } = await asks.add(VIEW, "csv", WHOLE, reader);
  (await made()).resolve("content");
  expect(await until(asks, id, "done")).toMatchObject({ attempts: 1 });
  for (const node of both) await expect.poll(() => node.counts.active).toBe(0);
  expect(held).toEqual([]);
});

test("AN §4.3: a node that may have missed what others have told looks at all reports", async () => {
  const runs = await opens();
  const { id } = await runs.add(VIEW, "csv", WHOLE, reader);
  await made();
  const told = bus;
  bus = new InProcessBus(silentLogger);
  const asks = otherNode();
  const other = await asks.add(VIEW, "csv", WHOLE, reader);
  await asks.remove(id, reader);
  bus = told;
  expect(runs.counts.active).toBe(1);
  bus.publish({ kind: "changes-missed" });
  (await made()).resolve("content");
  await until(runs, other.id, "done");
  await expect.poll(() => runs.counts.active).toBe(0);
});

test("AN §4.3: who watches a report gets its end although its node has missed it", async () => {
  const runs = await opens();
  const { id } = await runs.add(VIEW, "csv", WHOLE, reader);
  bus = new InProcessBus(silentLogger);
  const end = until(otherNode(), id, "done");
  (await made()).resolve("content");
  await until(runs, id, "done");
  bus.publish({ kind: "changes-missed" });
  await end;
});

test("AN §4.3: a node that runs the jobs again resumes them", async () => {
  const node = await opens();
  const { id } = await node.add(VIEW, "csv", WHOLE, reader);
  await made();
  await node.runner.stop();
  expect((await node.get(id, reader)).state).toBe("queued");
  await node.runner.start();
  (await made()).resolve("content");
  expect(await until(node, id, "done")).toMatchObject({ attempts: 1 });
});
