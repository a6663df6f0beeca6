// Builds reports: the devices that a reader may see, views with their links, the slots in which reports run, and their
// routes. Unused parts cost nothing but their objects.
import { AccessSets } from "../core/analytics/access/access-sets.ts";
import { AccessibleDevices } from "../core/analytics/access/accessible-devices.ts";
import { TenantDirectory } from "../core/analytics/access/tenant-directory.ts";
import { Discovery } from "../core/analytics/discovery/discovery.ts";
import { FilterSuggestions } from "../core/analytics/discovery/filter-suggestions.ts";
import { ReportCost } from "../core/analytics/explain/report-cost.ts";
import { reportFiles } from "../core/analytics/jobs/report-file-maker.ts";
import { JobRunner } from "../core/analytics/jobs/job-runner.ts";
import { ReportJobs } from "../core/analytics/jobs/report-jobs.ts";
import {
  createReportPools,
  endReportsOfDeletedTenants,
  stopReportPools,
} from "../core/analytics/limiter/report-pools.ts";
import { LiveChannels } from "../core/analytics/live/live-channels.ts";
import { LiveViews } from "../core/analytics/live/live-views.ts";
import { Readers } from "../core/analytics/readers.ts";
import { ReportRuns } from "../core/analytics/report/run-report.ts";
import { RangeTexts } from "../core/analytics/time/range-texts.ts";
import { Zones } from "../core/analytics/time/zones.ts";
import { ShareLinks } from "../core/analytics/links/share-links.ts";
import { ViewService } from "../core/analytics/views/view-service.ts";
import type { AuditTrail } from "../core/audit-trail.ts";
import { onDuty } from "../core/cluster/duty.ts";
import { linkTargets } from "../core/dashboards/dashboard-link.ts";
import { DashboardService } from "../core/dashboards/dashboard-service.ts";
import { DashboardPanels } from "../core/dashboards/panels/dashboard-panels.ts";
import { LiveDashboards } from "../core/dashboards/panels/live-dashboards.ts";
import { tracedReports } from "./tracing.ts";
import { HOUR_MILLIS, MEBIBYTE } from "../lib/units.ts";
import { AnalyticsEdge } from "../transport/rest/analytics/analytics-edge.ts";
import { discoveryRoutes } from "../transport/rest/analytics/discovery-routes.ts";
import { exportRoutes } from "../transport/rest/analytics/export-routes.ts";
import { jobRoutes } from "../transport/rest/analytics/job-routes.ts";
import { dashboardLinkRoutes } from "../transport/rest/analytics/dashboard-link-routes.ts";
import { linkRoutes } from "../transport/rest/analytics/link-routes.ts";
import { liveRoutes } from "../transport/rest/analytics/live-routes.ts";
import { rangeRoutes } from "../transport/rest/analytics/range-routes.ts";
import { ReportCalls, UnsentReports } from "../transport/rest/analytics/report-calls.ts";
import { explainRoutes, reportRoutes } from "../transport/rest/analytics/report-routes.ts";
import { serviceRoutes, type ServiceRouteDeps } from "../transport/rest/analytics/service-routes.ts";
import { viewRoutes } from "../transport/rest/analytics/view-routes.ts";
import { panelErrorText } from "../transport/rest/dashboard-panel-wire.ts";
import { EventStreams } from "../transport/rest/event-stream.ts";
import { LastingCalls } from "../transport/rest/lasting-calls.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { dashboardPanelRoutes, PanelCalls } from "../transport/rest/routes/dashboard-panels.ts";
import type { Accounts } from "./accounts.ts";
import type { Context } from "./context.ts";
import type { DeviceServices } from "./devices.ts";
import { reportMemory } from "./engine-options.ts";

export interface ReportingDeps
  extends
    Pick<DeviceServices, "registry" | "subscriptions" | "telemetry" | "tenantLimits">,
    Pick<Accounts, "passwords"> {
  readonly audit: AuditTrail;
}

export type Reporting = Awaited<ReturnType<typeof startReporting>>;

export async function startReporting(
  context: Context,
  { registry, subscriptions, telemetry, tenantLimits, passwords, audit }: ReportingDeps,
) {
  const { config, storage, stores, bus, clock, log, shutdown } = context;
  const {
    access,
    discovery: search,
    explain,
    jobs: background,
    limiter,
    links: sharing,
    live: watching,
  } = config.analytics;
  const engine = storage.telemetry.reports;
  const zones = new Zones();
  const readers = new Readers({ ...stores, zones });

  const sources = { store: stores.dimensionRows, latest: storage.telemetry, devices: registry };
  const accessSets = new AccessSets(
    { store: sources.store, bus, clock },
    { cacheMillis: access.cacheMillis, cachedDevicesMax: access.cachedDevices, devicesMax: access.maxDevices },
  );
  await shutdown.start(accessSets);
  const devices = new AccessibleDevices(accessSets, sources, { textMax: access.maxFactMebibytes * MEBIBYTE });
  const directory = new TenantDirectory(sources);
  const discovery = new Discovery(devices, sources, { lookedAtMax: search.maxLookedAt });
  const suggestions = new FilterSuggestions(devices);
  const cost = new ReportCost(engine, zones, { ...explain, timeoutMillis: limiter.timeoutMillis });
  const runs = new ReportRuns(
    { engine, devices, cost, readerZones: readers, zones, clock },
    { ...config.analytics.reports, memoryBytesMax: reportMemory(config).rowsMebibytes * MEBIBYTE },
  );
  const reports = tracedReports(runs, context.tracer);
  const ranges = new RangeTexts(zones, readers, clock);

  const pools = createReportPools(limiter, clock);
  shutdown.onStop(() => stopReportPools(pools));
  const deletedTenants = endReportsOfDeletedTenants(pools, bus);
  shutdown.onStop(() => {
    deletedTenants.cancel();
  });

  const { perTenantMax: viewsMax, revisionsMax, customersMayCreate } = config.analytics.views;
  const views = new ViewService(
    { store: stores.views, directory, zoneOfTenant: (tenantId) => readers.ofTenant(tenantId), bus, clock },
    { rowsMax: config.analytics.reports.rowsMax, viewsMax, revisionsMax, customersMayCreate },
  );
  const dashboards = new DashboardService(
    { store: stores.dashboards, limits: tenantLimits, audit, bus, clock },
    config.dashboards,
  );
  const links = new ShareLinks(
    { store: stores.viewLinks, targets: linkTargets(views, dashboards), rights: readers, passwords, audit, bus, clock },
    sharing,
  );
  await shutdown.start(links);

  const panels = new DashboardPanels(
    { views, reports, clock },
    { rowsMax: config.analytics.reports.rowsMax, listedMax: config.entityQuery.maxListed },
  );

  const resultBytesMax = background.maxResultMebibytes * MEBIBYTE;
  const kept = { keepMillis: background.keepHours * HOUR_MILLIS };
  const jobStores = { store: stores.reportJobs, files: storage.results };
  const jobs = new ReportJobs(
    { ...jobStores, views, bus, clock, log },
    { perTenantMax: background.perTenantMax, ...kept },
  );
  await shutdown.start(jobs);
  const jobRunner = new JobRunner(
    {
      ...jobStores,
      maker: reportFiles(reports, zones, clock, resultBytesMax),
      limiter: pools.jobs,
      views,
      rights: readers,
      bus,
      clock,
      log,
    },
    { ...background, ...kept, resultBytesMax, storedBytesMax: background.storedMaxMebibytes * MEBIBYTE },
  );
  const jobDuty = onDuty(jobRunner, storage.lease, log);
  await shutdown.start(jobDuty);
  const live = new LiveChannels(
    { limiter: pools.ui, samplesStored: () => telemetry.pointsMet, bus, clock, log },
    { ...watching, heldCharsMax: watching.maxHeldMebibytes * MEBIBYTE },
  );
  await shutdown.start(live);
  const liveViews = new LiveViews({ views, reports, channels: live, clock });
  const liveDashboards = new LiveDashboards({
    panels,
    channels: live,
    subscriptions,
    devices: registry,
    errorText: panelErrorText,
    clock,
    log,
  });
  const streams = new EventStreams(clock, watching);
  const unsent = new UnsentReports(limiter.maxUnsentMebibytes * MEBIBYTE);
  return {
    cost,
    dashboards,
    discovery,
    jobDuty,
    jobRunner,
    jobs,
    links,
    live,
    liveDashboards,
    liveViews,
    panels,
    pools,
    ranges,
    reports,
    streams,
    suggestions,
    unsent,
    views,
    zones,
  };
}

export function analyticsRoutes(
  { config, storage, clock }: Context,
  reporting: Reporting,
  accounts: Pick<Accounts, "authenticator" | "guard" | "meter" | "watcher">,
  service: Pick<ServiceRouteDeps, "version" | "isReady" | "metrics">,
): readonly RestRoute[] {
  const { cost, dashboards, links, pools, reports, unsent, views } = reporting;
  const { baseUrl } = config;
  const { limiter, export: files, discovery } = config.analytics;
  const { authenticator, meter, watcher } = accounts;
  const callers = { authenticator, meter, links, watcher };
  const edge = new AnalyticsEdge({ ...callers, baseUrl }, "jwt-or-platform");
  const calls = { limiter: pools.ui, reports, unsent, clock };
  const ui = new ReportCalls({ ...calls, writeTimeoutMillis: limiter.writeMillis });
  const panels = new PanelCalls({
    dashboards,
    panels: reporting.panels,
    calls: ui,
    live: reporting.liveDashboards,
    streams: reporting.streams,
  });
  const routes: readonly RestRoute[] = [
    ...reportRoutes({
      publicEdge: new AnalyticsEdge(callers, "jwt"),
      edge,
      views,
      reports: new ReportCalls({ limiter: pools.reports, reports, writeTimeoutMillis: limiter.writeMillis, clock }),
      ui,
    }),
    ...exportRoutes({
      edge,
      views,
      runs: new ReportCalls({ ...calls, writeTimeoutMillis: files.writeMillis }),
      zones: reporting.zones,
      parquet: storage.telemetry.reportFiles,
      rowsMax: files.rowsMax,
      bytesMax: files.bytesMax,
    }),
    ...viewRoutes({ edge, views, baseUrl, pageRowsMax: config.rest.pageRowsMax }),
    ...linkRoutes({ edge, links, baseUrl }),
    ...jobRoutes({
      edge,
      streams: reporting.streams,
      jobs: reporting.jobs,
      clock,
      writeTimeoutMillis: files.writeMillis,
    }),
    ...liveRoutes({ edge, streams: reporting.streams, live: reporting.liveViews }),
    ...discoveryRoutes({
      edge,
      discovery: reporting.discovery,
      suggestions: reporting.suggestions,
      views,
      limiter: pools.ui,
      clock,
      keysMax: discovery.keysMax,
    }),
    ...rangeRoutes({ edge, ranges: reporting.ranges }),
    ...dashboardPanelRoutes(panels, new LastingCalls(accounts)),
    ...dashboardLinkRoutes({ edge, dashboards, views, links, panels, baseUrl }),
    ...explainRoutes({ edge, views, reports, cost, limiter: pools.ui }),
    ...serviceRoutes({ edge, ...service, routes: () => routes }),
  ];
  return routes;
}
