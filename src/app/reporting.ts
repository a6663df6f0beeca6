// Everything that reports need, built and started: the engine's side, views with their links, and the slots in which reports
// run. What nobody uses costs nothing beyond its objects.
import { join } from "node:path";
import { ResultFolder } from "../adapters/files/result-folder.ts";
import type { ParquetWriter } from "../core/analytics/files/report-file.ts";
import { ReportJobs } from "../core/analytics/jobs/report-jobs.ts";
import { LiveViews } from "../core/analytics/live/live-views.ts";
import type { ReportPools } from "../core/analytics/limiter/report-limiter.ts";
import type { Metrics } from "../lib/counters.ts";
import { HOUR_MILLIS, KIBIBYTE, MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import { EventStreams } from "../transport/rest/event-stream.ts";
import { UnsentReports } from "../transport/rest/analytics/unsent-reports.ts";
import { buildAnalytics, type Analytics, type AnalyticsParts } from "./analytics.ts";
import type { Context } from "./context.ts";
import { reportFiles } from "./report-files.ts";
import { buildReportPools, endReportsOfDeletedTenants, stopReportPools } from "./report-pools.ts";
import { buildReportViews, type ReportViewParts, type ReportViews } from "./report-views.ts";

export interface Reporting extends Analytics, ReportViews {
  readonly pools: ReportPools;
  readonly jobs: ReportJobs;
  readonly live: LiveViews;
  readonly streams: EventStreams;
  readonly unsent: UnsentReports;
  readonly parquet: ParquetWriter;
}

export interface ReportingParts extends Pick<AnalyticsParts, "registry">, Pick<ReportViewParts, "passwords" | "audit"> {
  /** Of the telemetry service: points stored since the start. */
  readonly samplesStored: () => number;
}

const RESULTS_FOLDER = "reports";

export async function startReporting(
  context: Context,
  { registry, passwords, audit, samplesStored }: ReportingParts,
): Promise<Reporting> {
  const { config, storage, bus, clock, log, shutdown } = context;
  const analytics = buildAnalytics(config, storage, { registry, engine: storage.telemetry.reports, bus, clock });
  const { dimensions, readers, reports, zones } = analytics;
  await shutdown.start(dimensions.accessSets);
  const pools = buildReportPools(config, clock);
  shutdown.onStop(() => stopReportPools(pools));
  const tenants = endReportsOfDeletedTenants(pools, bus);
  shutdown.onStop(() => {
    tenants.cancel();
  });
  const { directory } = dimensions;
  const kept = buildReportViews(config, storage, { directory, readers, passwords, audit, bus, clock });
  const { views } = kept;
  const { jobs: jobBounds, live: liveBounds } = config.analytics;
  const resultBytesMax = jobBounds.maxResultMebibytes * MEBIBYTE;
  const jobs = new ReportJobs(
    {
      store: storage.sqlite.stores.reportJobs,
      files: new ResultFolder(join(storage.folder, RESULTS_FOLDER)),
      maker: reportFiles(reports, zones, clock, resultBytesMax),
      limiter: pools.jobs,
      ...{ views, rights: readers, bus, clock, log },
    },
    {
      perTenantMax: jobBounds.perTenantMax,
      keepMillis: jobBounds.keepHours * HOUR_MILLIS,
      resultBytesMax,
      storedBytesMax: jobBounds.storedMaxMebibytes * MEBIBYTE,
      sweepMillis: jobBounds.sweepSeconds * SECOND_MILLIS,
      retriesMax: jobBounds.retriesMax,
      retryMillis: jobBounds.retrySeconds * SECOND_MILLIS,
    },
  );
  await shutdown.start(jobs);
  const live = new LiveViews(
    { views, reports, limiter: pools.ui, samplesStored, bus, clock, log },
    {
      subscribersMax: liveBounds.subscribersMax,
      perTenantMax: liveBounds.perTenantMax,
      heldCharsMax: liveBounds.maxHeldMebibytes * MEBIBYTE,
      everyMillis: liveBounds.everyMillis,
      quietMillis: liveBounds.quietSeconds * SECOND_MILLIS,
    },
  );
  await shutdown.start(live);
  const streams = new EventStreams(clock, {
    heartbeatMillis: liveBounds.heartbeatSeconds * SECOND_MILLIS,
    waitingCharsMax: liveBounds.waitingKibibytes * KIBIBYTE,
    takeMillis: liveBounds.takeMillis,
  });
  const unsent = new UnsentReports(config.analytics.limiter.maxUnsentMebibytes * MEBIBYTE);
  return { ...analytics, ...kept, pools, parquet: storage.telemetry.reportFiles, jobs, live, streams, unsent };
}

/** What watchers and reports in the background take at the moment. */
export function describeReporting(metrics: Metrics, { jobs, live, streams, unsent }: Reporting): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    metrics.gauge(`bridgehead_analytics_${name}`, help, read);
  };
  gauge("live_subscribers", "Callers that watch views.", () => live.counts.subscribers);
  gauge("live_computations", "Different views that are computed for them.", () => live.counts.computations);
  gauge("live_held_chars", "Characters of the answers that are kept for them.", () => live.counts.heldChars);
  gauge("event_streams", "Open streams of events, of views and of reports in the background.", () => streams.count);
  gauge("unsent_bytes", "Bytes of reports that are being sent, without buildReport.", () => unsent.bytes);
  gauge("jobs_unended", "Reports in the background that wait or run.", () => jobs.counts.active);
  gauge("jobs_stored_bytes", "Bytes of their results on the disk.", () => jobs.counts.storedBytes);
}
