// A year of a plant for reports, which DuckDB generates itself: devices with counters that start again, states, switches and
// sensors, at irregular times and with gaps.
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { ROW_GROUP_ROWS } from "../src/adapters/duckdb/duckdb-database.ts";
import { DuckdbTelemetryStore } from "../src/adapters/duckdb/duckdb-telemetry-store.ts";
import { systemClock } from "../src/lib/clock.ts";
import { silentLogger } from "../src/lib/logger.ts";

export const REPORT_DEVICES = 2_000;
/** Series of device d and key k is d * 10 + k + 1. */
export const REPORT_KEYS = 10;
export const KEY = { temperature: 0, counter: 1, status: 2, door: 3 } as const;
export const YEAR_START = Date.UTC(2025, 0, 1);
export const YEAR_END = Date.UTC(2026, 0, 1);
const MEMORY_MEBIBYTES = 1_024;
/** Steps that one statement generates: some millions of points. */
const STEPS_AT_ONCE = 100;

export function openReportStore(folder: string): DuckdbTelemetryStore {
  return new DuckdbTelemetryStore(
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder: join(folder, "scratch"),
      threads: 2,
      memoryMaxMebibytes: 256,
      spillMaxMebibytes: 2_048,
      readersMax: 4,
      checkpointMebibytes: 64,
      snapshotPoints: 1_000_000,
      snapshotSeconds: 60,
      reopenSeconds: 1,
      exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
      reports: { queriesMax: 2, sliceSamples: 2_000_000 },
    },
    systemClock,
    silentLogger,
  );
}

/** About `points` points over the year, in the order in which they would have come. */
export async function fillYear(folder: string, points: number): Promise<void> {
  // The tables are the store's own.
  const store = openReportStore(folder);
  await store.start();
  await store.stop();
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: `${String(MEMORY_MEBIBYTES)}MiB` });
  const connection = await instance.connect();
  try {
    await connection.run(
      `ATTACH '${join(folder, "telemetry.duckdb")}' AS telemetry (ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)})`,
    );
    await connection.run("USE telemetry");
    const series = REPORT_DEVICES * REPORT_KEYS;
    const steps = Math.ceil(points / series);
    const width = Math.floor((YEAR_END - YEAR_START) / steps);
    for (let step = 0; step < steps; step += STEPS_AT_ONCE)
      await connection.run(
        `INSERT INTO points ${generated(series, step, Math.min(steps, step + STEPS_AT_ONCE), width)}`,
      );
    await connection.run(
      `INSERT INTO latest SELECT series, ts, p.kind, p.num, p.text, 0 FROM
         (SELECT series, max(ts) AS ts, arg_max(struct_pack(kind := kind, num := num, text := text), ts) AS p
          FROM points WHERE ts >= ${String(YEAR_END - 20 * width)} GROUP BY series)`,
    );
    await connection.run("CHECKPOINT");
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Every series has a point at an irregular place of each step, but for one in fifty, and for gaps of some steps. */
function generated(series: number, from: number, to: number, width: number): string {
  const key = `(s % ${String(REPORT_KEYS)})`;
  const chance = (salt: number, sides: number): string =>
    `(hash(s * 7919 + step * 104729 + ${String(salt)}) % ${String(sides)})`;
  return `SELECT (s + 1)::INTEGER, ${String(YEAR_START)} + step * ${String(width)} + ${chance(1, width)}::BIGINT,
      (CASE ${key} WHEN ${String(KEY.status)} THEN 2 WHEN ${String(KEY.door)} THEN 1 ELSE 0 END)::UTINYINT,
      CASE ${key} WHEN ${String(KEY.counter)} THEN ((step + s) % 1500) * 0.5 + ${chance(2, 4)} / 10.0
        WHEN ${String(KEY.status)} THEN 0 WHEN ${String(KEY.door)} THEN ${chance(3, 2)}
        ELSE round(20 + 5 * sin(step / 200.0 + s) + ${chance(4, 100)} / 100.0, 2) END::DOUBLE,
      CASE WHEN ${key} = ${String(KEY.status)} THEN (CASE ${chance(5, 3)} WHEN 0 THEN 'idle' WHEN 1 THEN 'run' ELSE 'off' END) END,
      0
    FROM range(${String(from)}, ${String(to)}) steps(step), range(${String(series)}) numbers(s)
    WHERE ${chance(6, 50)} <> 0 AND (step // 40 + s) % 97 <> 0
    ORDER BY step`;
}
