// Import and export of telemetry put together.
import { ExportService } from "../core/history/export-service.ts";
import type { TelemetryService } from "../core/telemetry/telemetry-service.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

const MILLIS = 1000;

export interface History {
  readonly exports: ExportService;
}

export function buildHistory(
  { history }: Config,
  { sqlite, telemetry: points }: Storage,
  telemetry: TelemetryService,
  clock: Clock,
  log: Logger,
): History {
  const { parallelMax, maxSeconds, stallSeconds, seriesMax } = history.export;
  return {
    exports: new ExportService(
      { reader: points.history, store: sqlite.stores.historySeries, owners: telemetry },
      { parallelMax, millisMax: maxSeconds * MILLIS, stallMillis: stallSeconds * MILLIS, seriesMax },
      clock,
      log,
    ),
  };
}
