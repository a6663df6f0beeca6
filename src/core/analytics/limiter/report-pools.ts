// The three pools of slots in which reports run; none can use up the slots of another. Source: analytics contract 5,
// "Separate pools".
import type { Clock } from "../../../lib/clock.ts";
import type { MessageBus, Subscription } from "../../bus/message-bus.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { ReportLimiter } from "./report-limiter.ts";

export interface ReportPools {
  /** `buildReport`. */
  readonly reports: ReportLimiter;
  /** Previews, data, files. */
  readonly ui: ReportLimiter;
  /** Background reports. */
  readonly jobs: ReportLimiter;
}

export interface ReportPoolOptions {
  readonly threadPoolSize: number;
  readonly queueCapacity: number;
  readonly uiPoolSize: number;
  readonly uiQueueCapacity: number;
  readonly jobPoolSize: number;
  readonly jobQueueCapacity: number;
  readonly queueWaitMillis: number;
  readonly timeoutMillis: number;
  readonly jobTimeoutMillis: number;
  readonly stopMillis: number;
}

export function createReportPools(options: ReportPoolOptions, clock: Clock): ReportPools {
  const { queueWaitMillis, timeoutMillis, stopMillis } = options;
  const pool = (poolSize: number, queueCapacity: number, tenantMax: number): ReportLimiter =>
    new ReportLimiter({ queueWaitMillis, timeoutMillis, stopMillis, poolSize, queueCapacity, tenantMax }, clock);
  const { jobPoolSize: poolSize, jobQueueCapacity: queueCapacity, jobTimeoutMillis } = options;
  return {
    reports: pool(options.threadPoolSize, options.queueCapacity, options.threadPoolSize),
    // One slot is left for others: a report may run for longer than callers wait.
    ui: pool(options.uiPoolSize, options.uiQueueCapacity, Math.max(1, options.uiPoolSize - 1)),
    jobs: new ReportLimiter(
      // No caller waits for a background report.
      { queueWaitMillis: null, timeoutMillis: jobTimeoutMillis, stopMillis, poolSize, queueCapacity },
      clock,
    ),
  };
}

export function poolsOf(pools: ReportPools): readonly (readonly [name: keyof ReportPools, limiter: ReportLimiter])[] {
  return [
    ["reports", pools.reports],
    ["ui", pools.ui],
    ["jobs", pools.jobs],
  ];
}

/** When a tenant is deleted, ends its running and waiting reports, so that no caller gets deleted data. */
export function endReportsOfDeletedTenants(pools: ReportPools, bus: MessageBus): Subscription {
  return bus.subscribe("tenant-deleted", ({ tenantId }) => {
    for (const [, limiter] of poolsOf(pools))
      limiter.end(tenantId, new AnalyticsError("VIEW_NOT_FOUND", "the tenant has gone"));
  });
}

/** Refuses further reports at once, and resolves when running ones have finished or been stopped. */
export async function stopReportPools(pools: ReportPools): Promise<void> {
  await Promise.all(poolsOf(pools).map(([, limiter]) => limiter.stop()));
}
