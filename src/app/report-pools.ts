// How many reports run at the same time, by the settings, and what is counted of them.
import { poolsOf, ReportLimiter, type ReportPools } from "../core/analytics/limiter/report-limiter.ts";
import { AnalyticsError } from "../core/analytics/analytics-error.ts";
import type { MessageBus, Subscription } from "../core/bus/message-bus.ts";
import type { Clock } from "../lib/clock.ts";
import type { Metrics } from "../lib/counters.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";

export function buildReportPools({ analytics }: Config, clock: Clock): ReportPools {
  const { limiter } = analytics;
  const usual = {
    queueWaitMillis: limiter.queueWaitMillis,
    timeoutMillis: limiter.timeoutMillis,
    stopMillis: limiter.stopSeconds * SECOND_MILLIS,
  };
  return {
    reports: new ReportLimiter(
      { ...usual, poolSize: limiter.threadPoolSize, queueCapacity: limiter.queueCapacity },
      clock,
    ),
    ui: new ReportLimiter({ ...usual, poolSize: limiter.uiPoolSize, queueCapacity: limiter.uiQueueCapacity }, clock),
    jobs: new ReportLimiter(
      {
        ...usual,
        poolSize: limiter.jobPoolSize,
        queueCapacity: limiter.jobQueueCapacity,
        // Nobody stands at the door of a report in the background.
        queueWaitMillis: null,
        timeoutMillis: limiter.jobTimeoutMillis,
      },
      clock,
    ),
  };
}

/** With a tenant go the reports that run and wait for it: what has been deleted is not given to anybody. */
export function endReportsOfDeletedTenants(pools: ReportPools, bus: MessageBus): Subscription {
  return bus.subscribe("tenant-deleted", ({ tenantId }) => {
    for (const [, limiter] of poolsOf(pools))
      limiter.end(tenantId, new AnalyticsError("VIEW_NOT_FOUND", "the tenant has gone"));
  });
}

/** Refuses further reports at once, and resolves when those that run have ended or been stopped. */
export async function stopReportPools(pools: ReportPools): Promise<void> {
  await Promise.all(poolsOf(pools).map(([, limiter]) => limiter.stop()));
}

export function describeReportPools(metrics: Metrics, pools: ReportPools): void {
  for (const [name, limiter] of poolsOf(pools)) {
    const prefix = `bridgehead_analytics_${name}`;
    const total = (word: string, help: string, read: () => number): void => {
      metrics.total(`${prefix}_${word}_total`, help, read);
    };
    const gauge = (word: string, help: string, read: () => number): void => {
      metrics.gauge(`${prefix}_${word}`, help, read);
    };
    const what = WORDS[name];
    gauge("slots", `${what} that may run at the same time.`, () => limiter.settings.poolSize);
    gauge("running", `${what} that run now.`, () => limiter.counts.running);
    gauge("waiting", `${what} that wait for their turn.`, () => limiter.counts.waiting);
    total("admitted", `${what} that were let in.`, () => limiter.counts.admitted);
    total("refused", `${what} refused because too many ran and waited.`, () => limiter.counts.limitReached);
    total("wait_expired", `${what} refused because they had waited too long.`, () => limiter.counts.queueTimeout);
    total("callers_gone", `${what} whose callers went away while waiting.`, () => limiter.counts.callersGone);
    total("timed_out", `${what} stopped because they took too long.`, () => limiter.counts.timedOut);
    total("wait_seconds", `Time that they have waited.`, () => limiter.counts.waitedMillis / SECOND_MILLIS);
    total("run_seconds", `Time that they have run.`, () => limiter.counts.heldMillis / SECOND_MILLIS);
    total("rows", `Rows that they have given.`, () => limiter.counts.rows);
  }
}

const WORDS: Readonly<Record<keyof ReportPools, string>> = {
  reports: "Reports",
  ui: "Previews, data and files",
  jobs: "Background reports",
};
