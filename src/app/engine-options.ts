// The options with which the platform and its commands open the telemetry engine of a data folder.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { EngineOptions } from "../adapters/duckdb/open-engine.ts";
import type { Config } from "./config.ts";
import { SCRATCH_FOLDER, TELEMETRY_FILE } from "./folder-parts.ts";

/** `folder` is the data folder. */
export function engineOptions(config: Config, folder: string): EngineOptions {
  const { threads } = config.telemetry.duckdb;
  return {
    file: join(folder, TELEMETRY_FILE),
    scratchFolder: join(folder, SCRATCH_FOLDER),
    threads: threads === 0 ? availableParallelism() : threads,
    memoryMaxMebibytes: reportMemory(config).engineMebibytes,
    spillMaxMebibytes: config.analytics.engine.spillMaxMebibytes,
  };
}

/**
 * How the memory of reports is divided. The engine's limit applies to everything that it does, so the engine gets at
 * most half: a report that fills the engine then still has memory for its rows, which are joined, sorted and cut here.
 */
export function reportMemory({ analytics, telemetry }: Config): {
  readonly engineMebibytes: number;
  readonly rowsMebibytes: number;
} {
  const { memoryMaxMebibytes } = analytics.reports;
  const engineMebibytes = Math.min(telemetry.duckdb.memoryMaxMebibytes, Math.floor(memoryMaxMebibytes / 2));
  return { engineMebibytes, rowsMebibytes: memoryMaxMebibytes - engineMebibytes };
}
