// The calls of the analytics service put together: who is let in, which slots each kind of call runs in, and the routes.
import type { ShareLinks } from "../core/analytics/views/share-links.ts";
import type { ViewService } from "../core/analytics/views/view-service.ts";
import type { ParquetWriter } from "../core/analytics/files/report-file.ts";
import type { ReportJobs } from "../core/analytics/jobs/report-jobs.ts";
import type { LiveViews } from "../core/analytics/live/live-views.ts";
import type { ReportPools } from "../core/analytics/limiter/report-limiter.ts";
import type { ReportService } from "../core/analytics/report/report.ts";
import type { RangeTexts } from "../core/analytics/time/range-texts.ts";
import type { Zones } from "../core/analytics/time/zones.ts";
import type { Clock } from "../lib/clock.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import { AnalyticsEdge } from "../transport/rest/analytics/analytics-edge.ts";
import { discoveryRoutes } from "../transport/rest/analytics/discovery-routes.ts";
import { exportRoutes } from "../transport/rest/analytics/export-routes.ts";
import { explainRoutes } from "../transport/rest/analytics/explain-routes.ts";
import { jobRoutes } from "../transport/rest/analytics/job-routes.ts";
import { linkRoutes } from "../transport/rest/analytics/link-routes.ts";
import { liveRoutes } from "../transport/rest/analytics/live-routes.ts";
import { rangeRoutes } from "../transport/rest/analytics/range-routes.ts";
import { ReportCalls } from "../transport/rest/analytics/report-calls.ts";
import { reportRoutes } from "../transport/rest/analytics/report-routes.ts";
import type { UnsentReports } from "../transport/rest/analytics/unsent-reports.ts";
import { serviceRoutes } from "../transport/rest/analytics/service-routes.ts";
import { viewRoutes } from "../transport/rest/analytics/view-routes.ts";
import type { EventStreams } from "../transport/rest/event-stream.ts";
import type { Authenticator } from "../transport/rest/authentication.ts";
import type { RestCallMeter } from "../transport/rest/guard.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import type { Config } from "./config.ts";
import type { PromMetrics } from "./metrics.ts";
import type { ReportDimensions } from "./report-dimensions.ts";

export interface AnalyticsApiParts {
  readonly authenticator: Authenticator;
  readonly meter: RestCallMeter;
  readonly views: ViewService;
  readonly links: ShareLinks;
  readonly jobs: ReportJobs;
  readonly live: LiveViews;
  readonly streams: EventStreams;
  readonly unsent: UnsentReports;
  readonly reports: ReportService;
  readonly ranges: RangeTexts;
  readonly zones: Zones;
  readonly parquet: ParquetWriter;
  readonly dimensions: Pick<ReportDimensions, "discovery" | "suggestions" | "cost">;
  readonly pools: ReportPools;
  readonly metrics: PromMetrics;
  readonly isReady: () => Promise<boolean>;
  readonly version: string;
  readonly clock: Clock;
}

export function buildAnalyticsApi(config: Config, parts: AnalyticsApiParts): readonly RestRoute[] {
  const { views, reports, dimensions, pools, clock } = parts;
  const publicEdge = new AnalyticsEdge(parts, "jwt");
  const edge = new AnalyticsEdge({ ...parts, baseUrl: config.baseUrl }, "jwt-or-platform");
  const { limiter, export: files } = config.analytics;
  const writeTimeoutMillis = limiter.writeMillis;
  const ownCalls = { limiter: pools.ui, reports, unsent: parts.unsent, clock };
  const recheckMillis = config.analytics.live.recheckSeconds * SECOND_MILLIS;
  const lasting = { edge, streams: parts.streams, clock, recheckMillis };
  const routes: readonly RestRoute[] = [
    ...reportRoutes({
      ...{ publicEdge, edge, views },
      reports: new ReportCalls({ limiter: pools.reports, reports, writeTimeoutMillis, clock }),
      ui: new ReportCalls({ ...ownCalls, writeTimeoutMillis }),
    }),
    ...exportRoutes({
      edge,
      views,
      calls: new ReportCalls({ ...ownCalls, writeTimeoutMillis: files.writeMillis }),
      zones: parts.zones,
      parquet: parts.parquet,
      rowsMax: files.rowsMax,
      bytesMax: files.bytesMax,
    }),
    ...viewRoutes({ edge, views, baseUrl: config.baseUrl, pageRowsMax: config.rest.pageRowsMax }),
    ...linkRoutes({ edge, links: parts.links, baseUrl: config.baseUrl }),
    ...jobRoutes({ ...lasting, jobs: parts.jobs, writeTimeoutMillis: files.writeMillis }),
    ...liveRoutes({ ...lasting, live: parts.live }),
    ...discoveryRoutes({
      edge,
      discovery: dimensions.discovery,
      suggestions: dimensions.suggestions,
      views,
      limiter: pools.ui,
      clock,
      keysMax: config.analytics.discovery.maxKeys,
    }),
    ...rangeRoutes({ edge, ranges: parts.ranges }),
    ...explainRoutes({ edge, views, reports, cost: dimensions.cost, limiter: pools.ui }),
    ...serviceRoutes({
      edge,
      version: parts.version,
      routes: () => routes,
      isReady: parts.isReady,
      metrics: parts.metrics,
    }),
  ];
  return routes;
}
