// The options of the telemetry store of a data folder, and the store's use by commands.
import { DuckdbTelemetryStore, type DuckdbTelemetryOptions } from "../adapters/duckdb/duckdb-telemetry-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { MEBIBYTE } from "../lib/units.ts";
import type { Config } from "./config.ts";
import { engineOptions } from "./engine-options.ts";

export function telemetryOptions(config: Config, folder: string): DuckdbTelemetryOptions {
  const { duckdb } = config.telemetry;
  const { engine } = config.analytics;
  const files = engineOptions(config, folder);
  return {
    ...duckdb,
    ...files,
    exportWindow: {
      pointsMax: config.history.export.windowPoints,
      textBytesMax: config.history.export.windowMebibytes * MEBIBYTE,
    },
    pace: {
      ...engine,
      heavyPoints: duckdb.heavyPoints,
      threads: engine.heavyThreads === 0 ? Math.max(1, Math.floor(files.threads / 2)) : engine.heavyThreads,
      queriesMax: engine.heavyQueriesMax,
    },
    reports: engine,
  };
}

/** Brings the telemetry file of a folder on which no platform runs up to date with its log. */
export async function storeTelemetryLog(
  config: Config,
  folder: string,
  deps: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  const store = new DuckdbTelemetryStore(deps, telemetryOptions(config, folder));
  await store.start();
  await store.stop();
}
