// Settings of a telemetry store for tests: those of a small platform; a test names what its rule is about.
import type { DuckdbTelemetryOptions } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";

export function telemetrySettings(file: string, changes: Partial<DuckdbTelemetryOptions> = {}): DuckdbTelemetryOptions {
  return {
    file,
    scratchFolder: `${file}-scratch`,
    threads: 2,
    memoryMaxMebibytes: 128,
    writeReserveMebibytes: 64,
    spillMaxMebibytes: 256,
    readersMax: 2,
    checkpointMebibytes: 16,
    snapshotPoints: 1_000_000,
    snapshotPatience: 1,
    snapshotSeconds: 60,
    reopenSeconds: 1,
    exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
    reports: { queriesMax: 2, sliceSamples: 2_000_000 },
    ...changes,
  };
}
