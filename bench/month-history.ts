// The last month of some devices of the plant of the reports, one point a minute of five keys each, which DuckDB generates itself.
import { rmSync } from "node:fs";
import { fillPlant, inTelemetryFile, KEYS } from "./report-history.ts";
import { scratchFolder } from "./servers.ts";

export const MONTH_DEVICES = 200;
export const MONTH_DAYS = 30;
/** Numbers, all of them. */
export const MONTH_KEYS = [KEYS[0], KEYS[4], KEYS[5], KEYS[6], KEYS[7]] as const;
const DAY_MILLIS = 86_400_000;
const MINUTE_MILLIS = 60_000;
const MINUTES = MONTH_DAYS * 1_440;
export const MONTH_POINTS = MINUTES * MONTH_DEVICES * MONTH_KEYS.length;
const MINUTES_AT_ONCE = 1_440;

/** Lets `use` work with the folder of a platform that is not running, and removes it. `size`: a part of the points, all over the month. */
export async function withMonth<Result>(size: number, use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = scratchFolder();
  try {
    await fillPlant(folder);
    await fillMonth(folder, Math.max(1, Math.round(1 / size)));
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the order in which they would have come, up to now. */
async function fillMonth(folder: string, stepMinutes: number): Promise<void> {
  await inTelemetryFile(folder, async (connection) => {
    const start = Date.now() - MONTH_DAYS * DAY_MILLIS;
    const keys = MONTH_KEYS.map((key) => KEYS.indexOf(key)).join(", ");
    for (let from = 0; from < MINUTES; from += MINUTES_AT_ONCE)
      await connection.run(
        `INSERT INTO points SELECT (d * ${String(KEYS.length)} + k + 1)::INTEGER,
             ${String(start)} + minute * ${String(MINUTE_MILLIS)} + (d * 7919 + k * 104729) % ${String(MINUTE_MILLIS)}, 0::UTINYINT,
             round(20 + 5 * sin(minute / 200.0 + d) + (hash(d * 31 + k * 7 + minute) % 100) / 100.0, 2)::DOUBLE, NULL, 0
           FROM range(${String(from)}, ${String(from + MINUTES_AT_ONCE)}, ${String(stepMinutes)}) minutes(minute),
             range(${String(MONTH_DEVICES)}) devices(d), (SELECT unnest([${keys}]) AS k)
           ORDER BY minute`,
      );
    await connection.run(
      `INSERT INTO latest SELECT series, max(ts), 0::UTINYINT, arg_max(num, ts), NULL, 0 FROM points GROUP BY series`,
    );
  });
}
