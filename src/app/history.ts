// Import and export of telemetry put together.
import { ExportService } from "../core/history/export-service.ts";
import { ImportedDevices } from "../core/history/import-devices.ts";
import { ImportService } from "../core/history/import-service.ts";
import type { DeviceLimit } from "../core/devices/device-limit.ts";
import type { DeviceRegistry } from "../core/devices/device-registry.ts";
import type { DeviceService } from "../core/devices/device-service.ts";
import type { StorageQuota } from "../core/tenants/storage-quota.ts";
import type { TelemetryService } from "../core/telemetry/telemetry-service.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

export interface History {
  readonly exports: ExportService;
  readonly imports: ImportService;
}

export interface HistoryParts {
  readonly telemetry: TelemetryService;
  readonly registry: DeviceRegistry;
  readonly devices: DeviceService;
  readonly limit: DeviceLimit;
  readonly quota: StorageQuota;
  readonly clock: Clock;
  readonly log: Logger;
}

export function buildHistory(
  { history }: Config,
  { sqlite, telemetry: points }: Storage,
  { telemetry, registry, devices, limit, quota, clock, log }: HistoryParts,
): History {
  const { parallelMax, tenantParallelMax, maxSeconds, stallSeconds, seriesMax } = history.export;
  return {
    exports: new ExportService(
      { reader: points.history, store: sqlite.stores.historySeries, owners: telemetry, clock, log },
      {
        parallelMax,
        tenantParallelMax,
        millisMax: maxSeconds * SECOND_MILLIS,
        stallMillis: stallSeconds * SECOND_MILLIS,
        seriesMax,
      },
    ),
    imports: new ImportService(
      { devices: new ImportedDevices({ registry, devices, limit, store: sqlite.stores.devices }), telemetry, quota },
      {
        parallelMax: history.import.parallelMax,
        tenantParallelMax: history.import.tenantParallelMax,
        pointsMax: history.import.batchPoints,
        textMax: history.import.batchMebibytes * MEBIBYTE,
      },
      log,
    ),
  };
}
