// What reports know of devices and of their own cost, put together: the devices that somebody may see, their dimensions, the keys
// and values there are, and estimates.
import { AccessSets } from "../core/analytics/access/access-sets.ts";
import { AccessibleDevices } from "../core/analytics/access/accessible-devices.ts";
import type { DimensionSources } from "../core/analytics/access/dimension-columns.ts";
import { TenantDirectory } from "../core/analytics/access/tenant-directory.ts";
import { Discovery } from "../core/analytics/discovery/discovery.ts";
import { FilterSuggestions } from "../core/analytics/discovery/filter-suggestions.ts";
import { ReportCost } from "../core/analytics/explain/report-cost.ts";
import type { ReportEngine } from "../core/analytics/report/report-engine.ts";
import type { Zones } from "../core/analytics/time/zones.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import type { DeviceDirectory } from "../core/devices/device-directory.ts";
import type { Clock } from "../lib/clock.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

export interface ReportDimensions {
  /** To be started before reports run. */
  readonly accessSets: AccessSets;
  readonly devices: AccessibleDevices;
  readonly directory: TenantDirectory;
  readonly discovery: Discovery;
  readonly suggestions: FilterSuggestions;
  readonly cost: ReportCost;
}

export function buildReportDimensions(
  { analytics }: Config,
  { sqlite, telemetry }: Storage,
  parts: {
    readonly registry: DeviceDirectory;
    readonly engine: Pick<ReportEngine, "estimate" | "mostSamples">;
    readonly zones: Pick<Zones, "load">;
    readonly bus: MessageBus;
    readonly clock: Clock;
  },
): ReportDimensions {
  const sources: DimensionSources = { store: sqlite.stores.dimensionRows, latest: telemetry, devices: parts.registry };
  const { access, discovery, explain, limiter } = analytics;
  const accessSets = new AccessSets(
    { store: sources.store, bus: parts.bus, clock: parts.clock },
    {
      cacheMillis: access.cacheSeconds * SECOND_MILLIS,
      cachedDevicesMax: access.cachedDevices,
      devicesMax: access.maxDevices,
    },
  );
  const devices = new AccessibleDevices(accessSets, sources, { textMax: access.maxFactMebibytes * MEBIBYTE });
  return {
    accessSets,
    devices,
    directory: new TenantDirectory(sources),
    discovery: new Discovery(devices, sources, { lookedAtMax: discovery.maxLookedAt }),
    suggestions: new FilterSuggestions(devices),
    cost: new ReportCost(parts.engine, parts.zones, {
      samplesMax: explain.samplesMax,
      warnSamples: explain.warnSamples,
      timeoutMillis: limiter.timeoutMillis,
    }),
  };
}
