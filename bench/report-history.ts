// A year of a plant for reports: devices with profiles and buildings, and what they have sent, which DuckDB generates itself:
// counters that start again, states, switches and sensors, at irregular times and with gaps.
import { constants, cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { ROW_GROUP_ROWS } from "../src/adapters/duckdb/open-engine.ts";
import { BenchProcess, SERVER_CPU } from "./process.ts";
import { PlatformServer, scratchFolder } from "./servers.ts";

export const REPORT_POINTS = 100_000_000;
export const REPORT_DEVICES = 2_000;
/** Series of device d and key k is d * 10 + k + 1. */
export const KEYS = [
  "temperature",
  "energy",
  "status",
  "door",
  "pressure",
  "humidity",
  "flow",
  "current",
  "voltage",
  "level",
] as const;
const KEY = { counter: 1, status: 2, door: 3 } as const;
export const PROFILES = 5;
export const BUILDINGS = 20;
export const YEAR_START = Date.UTC(2025, 0, 1);
export const YEAR_END = Date.UTC(2026, 0, 1);
export const TELEMETRY_FILE = "telemetry.duckdb";
const MEMORY_MEBIBYTES = 1_024;
/** Steps that one statement generates: some millions of points. */
const STEPS_AT_ONCE = 100;
/** Written when the year is complete. */
const COMPLETE = "year-is-complete";

/** Name of the device whose series begin at number d * 10 + 1. */
export function reportDeviceName(device: number): string {
  return `machine-${String(device).padStart(4, "0")}`;
}

/**
 * Lets `use` work with the folder of a platform that is not running, and removes it. Where the environment names a folder with
 * BENCH_REPORT_FOLDER, the year is made there unless it is there already, and `use` gets a copy.
 */
export async function withYear<Result>(points: number, use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = scratchFolder();
  try {
    const kept = process.env["BENCH_REPORT_FOLDER"];
    if (kept === undefined) await makeYear(folder, points);
    else {
      if (!existsSync(join(kept, COMPLETE))) await makeYear(kept, points);
      cpSync(kept, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeYear(folder: string, points: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await fillPlant(folder);
  await fillYear(folder, points);
  writeFileSync(join(folder, COMPLETE), "");
}

/** The devices of the plant with their attributes and series, without a point. */
export async function fillPlant(folder: string): Promise<void> {
  // Its tables, tenant and administrator are the platform's own.
  const server = await PlatformServer.start(folder);
  await server.stop();
  const filler = new BenchProcess(SERVER_CPU, process.execPath, [
    join(import.meta.dirname, "fill-report-entities.ts"),
    folder,
  ]);
  await filler.line(/^filled/);
  await filler.ended();
}

/** What is in the file of a platform that is not running. */
export async function sizeOfYear(folder: string): Promise<{ readonly points: number; readonly bytes: number }> {
  const file = join(folder, TELEMETRY_FILE);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH '${file}' AS telemetry (READ_ONLY)`);
    const [row] = (await connection.runAndReadAll("SELECT count(*) FROM telemetry.points")).getRows();
    return { points: Number(row?.[0]), bytes: statSync(file).size };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** About `points` points over the year, in the order in which they would have come. */
async function fillYear(folder: string, points: number): Promise<void> {
  await inTelemetryFile(folder, async (connection) => {
    const series = REPORT_DEVICES * KEYS.length;
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
  });
}

/** With the tables of a stopped platform, which `work` fills. */
export async function inTelemetryFile(
  folder: string,
  work: (connection: DuckDBConnection) => Promise<void>,
): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { memory_limit: `${String(MEMORY_MEBIBYTES)}MiB` });
  const connection = await instance.connect();
  try {
    await connection.run(
      `ATTACH '${join(folder, TELEMETRY_FILE)}' AS telemetry (ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)})`,
    );
    await connection.run("USE telemetry");
    await work(connection);
    await connection.run("CHECKPOINT");
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Every series has a point at an irregular place of each step, but for one in fifty, and for gaps of some steps. */
function generated(series: number, from: number, to: number, width: number): string {
  const key = `(s % ${String(KEYS.length)})`;
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
