// The reports of the table, as one caller gets them over HTTP, one after the other. The first one of each kind also compiles code and
// reads the history, and is not counted.
import type { AdminCalls } from "./admin-calls.ts";
import { YEAR_END, YEAR_START } from "./report-history.ts";
import { buildReport, DAY, ReportRefused, type ReportView } from "./report-views.ts";
import { percentile, spread } from "./statistics.ts";

const POOL = 10;
const QUEUE = 40;
/** Rounds of as many calls at once as may run and wait. */
const BURSTS = 6;
/** Calls of one run, each of another week. */
const WEEKS = 20;
export const ENGINE_MEBIBYTES = 256;
export const REPORT_MEBIBYTES = 1_024;

/** Of a server whose reports are measured. */
export const REPORT_SETTINGS = {
  SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE: String(POOL),
  SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY: String(QUEUE),
  TELEMETRY_DUCKDB_MEMORY_MAX_MIB: String(ENGINE_MEBIBYTES),
  REPORT_MEMORY_LIMIT: String(REPORT_MEBIBYTES),
};

export interface ReportCaller {
  readonly server: AdminCalls;
  readonly views: ReadonlyMap<ReportView, string>;
  readonly runs: number;
  readonly log: (line: string) => void;
}

/** Milliseconds of each run. */
export type ReportTable = Readonly<Record<keyof typeof REPORTS_OF_TABLE, readonly number[]>>;

export const REPORTS_OF_TABLE = {
  profiles: "average per profile and month",
  hours: "hourly average of one key, 50 devices, a week: p50",
  counters: "increase of one counter, all devices, per building and day, a year (10 million points)",
  states: "time-weighted average and duration of a state, 500 devices, a month by day",
  latest: "latest of 5 keys, all devices",
  bursts: `${String(POOL + QUEUE)} small reports at once: p99`,
};

export async function timeTable(caller: ReportCaller): Promise<ReportTable> {
  return {
    profiles: await timeReport(caller, "profiles"),
    hours: await timeWeeks(caller),
    counters: await timeReport(caller, "counters"),
    states: await timeReport(caller, "states"),
    latest: await timeReport(caller, "latest"),
    bursts: await timeBursts(caller),
  };
}

export async function timeReport(caller: ReportCaller, view: ReportView): Promise<readonly number[]> {
  const millis: number[] = [];
  await build(caller, view);
  for (let run = 0; run < caller.runs; run++) {
    const answer = await build(caller, view);
    millis.push(answer.millis);
    caller.log(
      `${view}: ${String(answer.rows)} rows, ${String(answer.bytes)} characters, ${answer.millis.toFixed(0)} ms`,
    );
  }
  return millis;
}

/** The median of different weeks, for each run. */
async function timeWeeks(caller: ReportCaller): Promise<readonly number[]> {
  const medians: number[] = [];
  for (let run = 0; run < caller.runs; run++) {
    const millis: number[] = [];
    for (let week = 0; week < WEEKS; week++) {
      const rangeStartTs = YEAR_START + (run + 2 * week) * 7 * DAY;
      const answer = await build(caller, "hours", {
        rangeStartTs,
        rangeEndTs: Math.min(rangeStartTs + 7 * DAY, YEAR_END),
      });
      millis.push(answer.millis);
    }
    medians.push(spread(millis).median);
    caller.log(`hours: p50 ${spread(millis).median.toFixed(0)} ms, ${spread(millis).max.toFixed(0)} ms at most`);
  }
  return medians;
}

/** As many small reports at once as may run and wait: none is refused, and all are quick. Infinite where one is refused. */
async function timeBursts(caller: ReportCaller): Promise<readonly number[]> {
  const slowest: number[] = [];
  for (let run = 0; run < caller.runs; run++) {
    const millis: number[] = [];
    for (let burst = 0; burst < BURSTS; burst++) {
      const day = YEAR_START + (burst + BURSTS * run) * DAY;
      const calls = Array.from({ length: POOL + QUEUE }, () =>
        millisUnlessRefused(build(caller, "small", { rangeStartTs: day, rangeEndTs: day + DAY })),
      );
      millis.push(...(await Promise.all(calls)));
    }
    const refused = millis.filter((each) => each === Infinity).length;
    slowest.push(refused > 0 ? Infinity : percentile(millis, 99));
    caller.log(
      `bursts: p50 ${spread(millis).median.toFixed(0)} ms, p99 ${percentile(millis, 99).toFixed(0)} ms, ${String(refused)} refused`,
    );
  }
  return slowest;
}

/** Infinite for one that waited in vain for its turn. */
async function millisUnlessRefused(building: ReturnType<typeof buildReport>): Promise<number> {
  try {
    return (await building).millis;
  } catch (error) {
    if (error instanceof ReportRefused) return Infinity;
    throw error;
  }
}

export async function build(
  { server, views }: ReportCaller,
  view: ReportView,
  body = {},
): ReturnType<typeof buildReport> {
  return await buildReport(server, views.get(view) ?? "", body);
}
