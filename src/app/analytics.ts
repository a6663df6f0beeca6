// The analytics service put together: views run on the engine of reports, over the devices that a reader may see.
import type { ReportEngine } from "../core/analytics/report/report-engine.ts";
import { Readers } from "../core/analytics/readers.ts";
import type { ReportService } from "../core/analytics/report/report.ts";
import { ReportRuns } from "../core/analytics/report/run-report.ts";
import { RangeTexts } from "../core/analytics/time/range-texts.ts";
import { Zones } from "../core/analytics/time/zones.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import type { DeviceDirectory } from "../core/devices/device-directory.ts";
import type { Clock } from "../lib/clock.ts";
import { MEBIBYTE } from "../lib/units.ts";
import type { Config } from "./config.ts";
import { reportMemory } from "./report-memory.ts";
import { buildReportDimensions, type ReportDimensions } from "./report-dimensions.ts";
import type { Storage } from "./storage.ts";

export interface Analytics {
  readonly zones: Zones;
  readonly readers: Readers;
  readonly dimensions: ReportDimensions;
  readonly reports: ReportService;
  readonly ranges: RangeTexts;
}

export interface AnalyticsParts {
  readonly registry: DeviceDirectory;
  readonly engine: ReportEngine;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export function buildAnalytics(config: Config, storage: Storage, parts: AnalyticsParts): Analytics {
  const { stores } = storage.sqlite;
  const zones = new Zones();
  const readers = new Readers({ ...stores, zones });
  const dimensions = buildReportDimensions(config, storage, { ...parts, zones });
  const {
    rowsMax: maxRows,
    bytesMax: maxBytes,
    bucketsMax: maxBuckets,
    maxTableRows,
    parallelQueries,
  } = config.analytics.reports;
  const reports = new ReportRuns(
    {
      engine: parts.engine,
      devices: dimensions.devices,
      cost: dimensions.cost,
      readerZones: readers,
      zones,
      clock: parts.clock,
    },
    {
      rowsMax: maxRows,
      bytesMax: maxBytes,
      bucketsMax: maxBuckets,
      tableRowsMax: maxTableRows,
      memoryBytesMax: reportMemory(config).rowsMebibytes * MEBIBYTE,
      queriesMax: parallelQueries,
    },
  );
  return { zones, readers, dimensions, reports, ranges: new RangeTexts(zones, readers, parts.clock) };
}
