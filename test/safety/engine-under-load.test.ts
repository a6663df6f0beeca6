// The engine of telemetry under load: writing during long reads, and a query that is larger than its memory.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DuckdbDatabase } from "../../src/adapters/duckdb/duckdb-database.ts";
import { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";
import { readRange } from "../../src/adapters/duckdb/point-queries.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { millis, systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

const SERIES = 1 as SeriesNumber;
const BATCH_POINTS = 50_000;
const BATCHES = 12;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "bridgehead-load-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

function batchOf(count: number, firstTs: number): PointBatch {
  const batch = new PointBatch();
  for (let row = 0; row < count; row++) batch.add(SERIES, firstTs + row, ValueKind.NUMBER, row);
  return batch;
}

test("long reads during a flood neither stop the writing nor fail themselves", async () => {
  const settings = telemetrySettings(join(folder, "telemetry.duckdb"), { readersMax: 4, snapshotPoints: 100_000 });
  const store = new DuckdbTelemetryStore({ clock: systemClock, log: silentLogger }, settings);
  await store.start();
  try {
    let isWriting = true;
    const read = async (): Promise<void> => {
      while (isWriting)
        await store.aggregate(SERIES, { bounds: [millis(0), millis(BATCHES * BATCH_POINTS)], aggregation: "AVG" });
    };
    const readers = Promise.all([read(), read(), read(), read()]);
    for (let number = 0; number < BATCHES; number++) {
      await store.write(batchOf(BATCH_POINTS, number * BATCH_POINTS));
      expect(store.isHealthy).toBe(true);
    }
    isWriting = false;
    await readers;
  } finally {
    await store.stop();
  }
});

/** An engine with 64 MiB of memory. */
async function withSmallEngine(
  spillMaxMebibytes: number,
  work: (database: DuckdbDatabase) => Promise<void>,
): Promise<void> {
  const settings = telemetrySettings(join(folder, "telemetry.duckdb"), { memoryMaxMebibytes: 64, spillMaxMebibytes });
  const database = new DuckdbDatabase(settings, systemClock);
  await database.openForWriting();
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

test("what does not fit the memory of the engine is put aside in the scratch folder", () =>
  withSmallEngine(512, async (database) => {
    await database.writer.run("CREATE TEMP TABLE large AS SELECT hash(range) AS value FROM range(16000000)");
    expect(await database.writer.query("SELECT count(value) FROM large")).toEqual([[16_000_000n]]);
  }));

test("a page of a long series is read without sorting all of it", () =>
  withSmallEngine(0, async (database) => {
    const page = async (order: "ASC" | "DESC", startTs = 0): Promise<readonly number[]> => {
      const query = { startTs: millis(startTs), endTs: millis(2 ** 45), limit: 20_000, order };
      const points = await database.read((session) => readRange(session, SERIES, query));
      return points.map(({ ts }) => ts);
    };
    const from = (first: number, step: number): readonly number[] =>
      Array.from({ length: 20_000 }, (_, index) => first + index * step);
    await database.writer.run(
      "INSERT INTO points (series, ts, kind, num, era) SELECT 1, range, 0, range::DOUBLE, 0 FROM range(3000000)",
    );
    await database.writer.run("CHECKPOINT");
    expect(await page("ASC", 1_000_000)).toEqual(from(1_000_000, 1));
    expect(await page("DESC")).toEqual(from(2_999_999, -1));
    expect(await page("ASC", 2_999_998)).toEqual([2_999_998, 2_999_999]);
    expect(await page("ASC", 3_000_000)).toEqual([]);
  }));
