// Maintenance beside reads: a checkpoint that cannot be taken now is not a fault of the disk.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { millis, systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";

const SERIES = 1 as SeriesNumber;
const BATCH_POINTS = 50_000;
const BATCHES = 12;

test("long reads beside a flood neither stop the writing nor fail themselves", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-duckdb-"));
  const store = new DuckdbTelemetryStore(
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder: join(folder, "scratch"),
      threads: 2,
      memoryMaxMebibytes: 128,
      spillMaxMebibytes: 256,
      readersMax: 4,
      checkpointMebibytes: 64,
      snapshotPoints: 100_000,
      snapshotSeconds: 60,
      reopenSeconds: 1,
      exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
      reports: { queriesMax: 2, sliceSamples: 2_000_000 },
    },
    systemClock,
    silentLogger,
  );
  await store.start();
  try {
    let isWriting = true;
    const read = async (): Promise<void> => {
      while (isWriting)
        await store.aggregate(SERIES, { bounds: [millis(0), millis(BATCHES * BATCH_POINTS)], aggregation: "AVG" });
    };
    const readers = Promise.all([read(), read(), read(), read()]);
    for (let number = 0; number < BATCHES; number++) {
      const batch = new PointBatch();
      for (let row = 0; row < BATCH_POINTS; row++)
        batch.add(SERIES, number * BATCH_POINTS + row, ValueKind.NUMBER, row);
      await store.write(batch);
      expect(store.isHealthy).toBe(true);
    }
    isWriting = false;
    await readers;
  } finally {
    await store.stop();
    await rm(folder, { recursive: true });
  }
});
