// Callers of reports in the background who stay long: their credentials end, or they read nothing.
// Source: analytics contract 4.3, 6.2.
import { get as httpGet, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACTIVATED, administratorOf, sampleProfile, sampleTenant } from "../../../../test/contracts/account-samples.ts";
import { EventReader } from "../../../../test/support/event-reader.ts";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../../test/support/rest-settings.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../../test/support/scratch-sqlite.ts";
import { ResultFolder } from "../../../adapters/files/result-folder.ts";
import { InProcessBus } from "../../../adapters/in-process-bus/in-process-bus.ts";
import { CredentialWatcher } from "../../../core/access/credential-watcher.ts";
import type { Principal } from "../../../core/access/principal.ts";
import { JobRunner, type JobRunnerDeps } from "../../../core/analytics/jobs/job-runner.ts";
import { ReportJobs } from "../../../core/analytics/jobs/report-jobs.ts";
import { DomainError } from "../../../core/errors.ts";
import { newId, type ReportJobId, type ViewId } from "../../../core/ids.ts";
import { silentLogger } from "../../../lib/logger.ts";
import { EventStreams } from "../event-stream.ts";
import { RestServer } from "../rest-server.ts";
import { AnalyticsEdge } from "./analytics-edge.ts";
import { jobRoutes } from "./job-routes.ts";

const MEBIBYTE = 1_048_576;
const RECHECK_MILLIS = 30_000;
const WRITE_TIMEOUT_MILLIS = 600_000;

let scratch: ScratchSqlite;
let clock: ManualClock;
let server: RestServer;
let jobs: ReportJobs;
let runner: JobRunner;
let caller: Principal & { readonly authority: "TENANT_ADMIN" };
let isLoggedIn: boolean;
/** Whether reports get a slot. */
let isFree: boolean;

beforeEach(async () => {
  scratch = await scratchSqlite();
  clock = new ManualClock();
  [isLoggedIn, isFree] = [true, true];
  const profile = sampleProfile();
  const tenant = sampleTenant(profile);
  const user = administratorOf(tenant);
  await scratch.stores.tenants.createProfile(profile);
  await scratch.stores.tenants.createTenant(tenant);
  await scratch.stores.users.createUser(user, ACTIVATED, 0);
  caller = { authority: "TENANT_ADMIN", tenantId: tenant.id, customerId: null, userId: user.id, sessionId: null };
  const reader = { tenantId: tenant.id, customerId: null, userId: user.id };
  const view = { id: newId<ViewId>() } as never;
  const slot = { signal: new AbortController().signal, limitTo: () => {}, done: () => {}, release: () => {} };
  const deps: JobRunnerDeps = {
    store: scratch.stores.reportJobs,
    files: new ResultFolder(`${scratch.folder}/reports`),
    maker: {
      open: () =>
        Promise.resolve({
          ...{ contentType: "text/csv; charset=utf-8", fileName: "view.csv", rows: 1, isTruncated: false },
          pieces: longFile(),
        }),
    },
    views: { get: () => Promise.resolve(view), runnable: () => Promise.resolve(view) },
    rights: { readerOf: () => Promise.resolve(reader), hasCustomer: () => Promise.resolve(false) },
    limiter: {
      take: (_tenant, signal) =>
        isFree
          ? Promise.resolve(slot)
          : new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => {
                reject(new DomainError("unavailable", "the platform is stopping"));
              });
            }),
    },
    bus: new InProcessBus(silentLogger),
    clock,
    log: silentLogger,
  };
  const options = {
    ...{ perTenantMax: 5, keepMillis: 86_400_000, retriesMax: 0, retryMillis: 1_000, sweepMillis: 86_400_000 },
    ...{ resultBytesMax: 100 * MEBIBYTE, storedBytesMax: 100 * MEBIBYTE },
  };
  jobs = new ReportJobs(deps, options);
  runner = new JobRunner(deps, options);
  jobs.start();
  await runner.start();
  const authenticator = {
    authenticateBearer: () => {
      if (isLoggedIn) return caller;
      throw new DomainError("unauthenticated", "the token has expired", { reason: "token-expired" });
    },
  };
  const watcher = new CredentialWatcher(
    { bus: new InProcessBus(silentLogger), clock, log: silentLogger },
    { recheckMillis: RECHECK_MILLIS },
  );
  server = new RestServer(REST_SETTINGS, {
    routes: jobRoutes({
      edge: new AnalyticsEdge({ authenticator, watcher }, "jwt-or-platform"),
      jobs,
      streams: new EventStreams(clock, { heartbeatMillis: 15_000, waitingCharsMax: 1_000, takeMillis: 30_000 }),
      clock,
      writeTimeoutMillis: WRITE_TIMEOUT_MILLIS,
    }),
    authenticator,
    clock,
    log: silentLogger,
  });
  await server.start();
});
afterEach(async () => {
  server.server.closeAllConnections();
  await server.stop();
  await runner.stop();
  jobs.stop();
  await scratch.remove();
});

/** More than sockets hold for a caller who reads nothing. */
async function* longFile(): AsyncGenerator<string> {
  for (let piece = 0; piece < 32; piece++) {
    yield "x".repeat(MEBIBYTE);
    await Promise.resolve();
  }
}

async function asked(): Promise<ReportJobId> {
  const whole = { rangeStartTs: null, rangeEndTs: null, filters: null };
  return (await jobs.add(newId<ViewId>(), "csv", whole, caller)).id;
}

const pathOf = (id: ReportJobId, what: "events" | "result"): string =>
  `${server.url}/apiAnalytics/v1/reports/${id}/${what}`;

async function watched(id: ReportJobId): Promise<EventReader> {
  const reader = await EventReader.open(pathOf(id, "events"), { jwt: "token" });
  expect(await reader.next()).toMatchObject({ event: "state", data: { state: "queued" } });
  return reader;
}

test("AN §6.2: a watcher of a background report gets nothing more once the token has ended", async () => {
  isFree = false;
  const reader = await watched(await asked());
  clock.advance(RECHECK_MILLIS);
  isLoggedIn = false;
  clock.advance(RECHECK_MILLIS);
  expect(await reader.next()).toBeUndefined();
});

test("AN §4.3: the events of a report that has gone without an end, as with its owner, end", async () => {
  isFree = false;
  const id = await asked();
  const reader = await watched(id);
  await scratch.stores.reportJobs.deleteJob(caller.tenantId, id);
  clock.advance(RECHECK_MILLIS);
  expect(await reader.next()).toBeUndefined();
});

test("AN §4.3: who reads nothing of a result loses the connection after a while", async () => {
  const id = await asked();
  await expect.poll(async () => (await jobs.get(id, caller)).state).toBe("done");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpGet(pathOf(id, "result"), { headers: { jwt: "token" } }, resolve).on("error", reject);
  });
  const ended = new Promise((resolve) => response.once("error", resolve));
  response.pause();
  clock.advance(WRITE_TIMEOUT_MILLIS);
  response.resume();
  expect(await ended).toMatchObject({ code: "ECONNRESET" });
});
