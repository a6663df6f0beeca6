// Fills a data folder's telemetry with points of numbered series, as a year of gateways would, and checkpoints it.
//   node bench/fill.ts FOLDER SERIES POINTS [MILLIS BETWEEN POINTS OF A SERIES]
import { join } from "node:path";
import { DuckdbTelemetryStore } from "../src/adapters/duckdb/duckdb-telemetry-store.ts";
import { PointBatch } from "../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../src/core/telemetry/telemetry.ts";
import { systemClock } from "../src/lib/clock.ts";
import { silentLogger } from "../src/lib/logger.ts";

const [folder = "", seriesText = "", pointsText = "", stepText = "60000"] = process.argv.slice(2);
const series = Number(seriesText);
const points = Number(pointsText);
const stepMillis = Number(stepText);

const store = new DuckdbTelemetryStore(
  { clock: systemClock, log: silentLogger },
  {
    file: join(folder, "telemetry.duckdb"),
    scratchFolder: join(folder, "scratch"),
    threads: 2,
    memoryMaxMebibytes: 512,
    writeReserveMebibytes: 64,
    spillMaxMebibytes: 256,
    readersMax: 1,
    checkpointMebibytes: 64,
    snapshotPoints: 1_000_000,
    snapshotPatience: 1,
    snapshotSeconds: 60,
    reopenSeconds: 1,
    exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
    reports: { queriesMax: 2, sliceSamples: 2_000_000 },
  },
);
await store.start();
const rounds = Math.ceil(points / series);
const firstTs = Date.now() - rounds * stepMillis;
const batch = new PointBatch();
for (let round = 0; round < rounds; round++) {
  for (let number = 1; number <= series; number++) {
    // A value that drifts as sensors do: a few digits, no pattern a codec could fold away at once.
    const value = Math.round((20 + 5 * Math.sin(round / 200 + number) + Math.random()) * 100) / 100;
    batch.add(number, firstTs + round * stepMillis + (number % 1000), ValueKind.NUMBER, value);
  }
  await store.write(batch);
  batch.clear();
}
await store.stop();
process.stdout.write(`filled ${String(rounds * series)}\n`);
