// Everything that reports need, built and started: the engine's side, views with their links, and the slots in which reports
// run. What nobody uses costs nothing beyond its objects.
import type { ReportPools } from "../core/analytics/limiter/report-pools.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { buildAnalytics, type Analytics, type AnalyticsParts } from "./analytics.ts";
import type { Config } from "./config.ts";
import type { LifeLine } from "./life-line.ts";
import { buildReportPools, stopReportPools } from "./report-pools.ts";
import { buildReportViews, type ReportViewParts, type ReportViews } from "./report-views.ts";
import type { Storage } from "./storage.ts";

export interface Reporting extends Analytics, ReportViews {
  readonly pools: ReportPools;
}

export interface ReportingParts extends Pick<AnalyticsParts, "registry" | "bus">, Pick<ReportViewParts, "passwords"> {
  readonly clock: Clock;
  readonly log: Logger;
}

export async function startReporting(
  config: Config,
  storage: Storage,
  { registry, passwords, bus, clock }: ReportingParts,
  life: LifeLine,
): Promise<Reporting> {
  const analytics = buildAnalytics(config, storage, { registry, engine: storage.telemetry.reports, bus, clock });
  const { facts, readerZones } = analytics;
  await life.start(facts.accessSets);
  const pools = buildReportPools(config, clock);
  life.onStop(() => stopReportPools(pools));
  const { directory } = facts;
  return {
    ...analytics,
    ...buildReportViews(config, storage, { directory, readerZones, passwords, bus, clock }),
    pools,
  };
}
