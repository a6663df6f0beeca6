// Reports over a year of a plant, asked of the engine itself: each against its goal, one beside the same aggregate typed by hand
// in SQL; and what commits of telemetry become while reports run back to back.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";
import type { MeasureQuery } from "../../src/core/analytics/report/report-engine.ts";
import type { Aggregation } from "../../src/core/analytics/view/table-view.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import {
  fillYear,
  KEY,
  openReportStore,
  REPORT_DEVICES,
  REPORT_KEYS,
  YEAR_END,
  YEAR_START,
} from "../report-history.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { scratchFolder } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

const POINTS = 100_000_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
const PROFILES = 5;
const BUILDINGS = 20;
/** Half of what the platform takes in on its processor, in batches as they gather. */
const HALF_LOAD_BATCHES_PER_SECOND = 25;
const BATCH_POINTS = 5_000;
const NEVER = new AbortController().signal;
/** A folder that is there already, so that the year is generated once for several runs. */
const KEPT_FOLDER = process.env["BENCH_REPORT_FOLDER"];

export const reports: Scenario = {
  name: "reports",
  describes: `reports over a year, ${String(POINTS)} points of ${String(REPORT_DEVICES)} devices`,
  run: async (options) => {
    const folder = KEPT_FOLDER ?? scratchFolder();
    if (KEPT_FOLDER === undefined) await fillYear(folder, POINTS);
    const byHand = await typedByHand(folder, options.runs);
    const store = openReportStore(folder);
    await store.start();
    try {
      return [...(await measureReports(store, options, byHand)), ...(await measureIngest(store, options))];
    } finally {
      await store.stop();
      if (KEPT_FOLDER === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measureReports(
  store: DuckdbTelemetryStore,
  { runs, log }: ScenarioOptions,
  byHand: readonly number[],
): Promise<Figure[]> {
  const year = { startTs: YEAR_START, endTs: YEAR_END };
  const week = { startTs: YEAR_END - 2 * WEEK, endTs: YEAR_END - WEEK };
  const month = { startTs: Date.UTC(2025, 5, 1), endTs: Date.UTC(2025, 6, 1) };
  const lookbackMs = WEEK;
  const timed = async (...queries: readonly MeasureQuery[]): Promise<number[]> => {
    const millis: number[] = [];
    for (let run = 0; run < runs; run++) {
      const startedAt = performance.now();
      let rows = 0;
      for (const query of queries) rows += (await store.reports.measure(query, NEVER)).length;
      millis.push(performance.now() - startedAt);
      log(
        `${queries.map(({ aggregation }) => aggregation.fn).join(", ")}: ${String(rows)} rows, ${(millis.at(-1) ?? 0).toFixed(0)} ms`,
      );
    }
    return millis;
  };
  const all = await timed(query(null, REPORT_DEVICES, PROFILES, year, months(), { fn: "avg" }));
  const hand = spread(byHand).median;
  const untilNow = { startTs: YEAR_START, endTs: Date.now() + DAY };
  const latest = [0, 1, 2, 3, 4].map((key) =>
    query(key, REPORT_DEVICES, REPORT_DEVICES, untilNow, null, { fn: "latest" }),
  );
  return [
    {
      what: "average per profile and month, against SQL typed by hand",
      unit: "times",
      found: spread(all.map((millis) => millis / hand)),
      goal: { relation: "at most", value: 1.5 },
    },
    figure(
      "hourly average of one key, 50 devices, a week",
      60,
      await timed(query(0, 50, 50, week, even(week, HOUR), { fn: "avg" })),
    ),
    figure(
      "increase of one counter, all devices, per building and day, a year",
      2_500,
      await timed(query(KEY.counter, REPORT_DEVICES, BUILDINGS, year, even(year, DAY), { fn: "increase", lookbackMs })),
    ),
    figure(
      "time-weighted average and duration of a state, 500 devices, a month by day",
      500,
      await timed(
        query(KEY.temperature, 500, 500, month, even(month, DAY), { fn: "timeWeightedAvg", lookbackMs }),
        query(KEY.door, 500, 500, month, even(month, DAY), { fn: "duration", lookbackMs }),
      ),
    ),
    figure("latest of 5 keys, all devices", 50, await timed(...latest)),
  ];
}

function figure(what: string, goal: number, millis: readonly number[]): Figure {
  return { what, unit: "ms", found: spread(millis), goal: { relation: "at most", value: goal } };
}

/** Commits at half load, alone and beside reports. */
async function measureIngest(store: DuckdbTelemetryStore, { seconds }: ScenarioOptions): Promise<Figure[]> {
  const alone = await ingest(store, seconds);
  const stop = new AbortController();
  const year = { startTs: YEAR_START, endTs: YEAR_END };
  const running = (async () => {
    while (!stop.signal.aborted)
      await store.reports
        .measure(
          query(0, REPORT_DEVICES, BUILDINGS, year, even(year, DAY), { fn: "increase", lookbackMs: WEEK }),
          stop.signal,
        )
        .catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
  })();
  const beside = await ingest(store, seconds);
  stop.abort();
  await running;
  return [
    {
      what: "commits beside reports back to back, as a part of those alone",
      unit: "times",
      found: spread([beside.batches / alone.batches]),
      goal: { relation: "at least", value: 0.8 },
    },
    {
      what: "slowest hundredth of those commits",
      unit: "ms",
      found: spread([beside.slowest]),
      goal: { relation: "at most", value: 100 },
    },
  ];
}

async function ingest(store: DuckdbTelemetryStore, seconds: number): Promise<{ batches: number; slowest: number }> {
  const millis: number[] = [];
  const pauseMillis = 1_000 / HALF_LOAD_BATCHES_PER_SECOND;
  const endsAt = performance.now() + seconds * 1_000;
  const batch = new PointBatch();
  for (let due = performance.now(); performance.now() < endsAt; due += pauseMillis) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const startedAt = performance.now();
    for (let row = 0; row < BATCH_POINTS; row++)
      batch.add((1 + (row % (REPORT_DEVICES * REPORT_KEYS))) as SeriesNumber, Date.now(), ValueKind.NUMBER, row);
    await store.write(batch);
    batch.clear();
    millis.push(performance.now() - startedAt);
  }
  const sorted = millis.sort((one, other) => one - other);
  return { batches: sorted.length, slowest: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

/** The same average, as a person at the database would ask for it. */
async function typedByHand(folder: string, runs: number): Promise<number[]> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "2", memory_limit: "256MiB" });
  const connection = await instance.connect();
  const millis: number[] = [];
  try {
    await connection.run(`ATTACH '${join(folder, "telemetry.duckdb")}' AS telemetry (READ_ONLY)`);
    await connection.run(
      `CREATE TABLE device AS SELECT i::INTEGER AS series, ((i - 1) // ${String(REPORT_KEYS)} % ${String(PROFILES)})::INTEGER AS profile
       FROM range(1, ${String(REPORT_DEVICES * REPORT_KEYS + 1)}) r(i)`,
    );
    for (let run = 0; run < runs; run++) {
      const startedAt = performance.now();
      await connection.runAndReadAll(
        `SELECT profile, date_trunc('month', make_timestamp_ms(ts)) AS month, avg(num) FROM telemetry.points JOIN device USING (series)
         WHERE kind < 2 GROUP BY ALL`,
      );
      millis.push(performance.now() - startedAt);
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  return millis;
}

/** A measure of a key, or of all keys, over the first devices, divided among groups. */
function query(
  key: number | null,
  devices: number,
  groups: number,
  window: { readonly startTs: number; readonly endTs: number },
  edges: readonly number[] | null,
  aggregation: Aggregation,
): MeasureQuery {
  const keys = key === null ? Array.from({ length: REPORT_KEYS }, (_none, each) => each) : [key];
  const rows = Array.from({ length: devices }, (_none, device) => keys.map((each) => [device, each] as const)).flat();
  return {
    window,
    now: YEAR_END,
    samples: {
      kind: "series",
      source: {
        series: {
          devices: Int32Array.from(rows, ([device]) => device),
          series: rows.map(([device, each]) => (device * REPORT_KEYS + each + 1) as SeriesNumber),
        },
        path: null,
        cast: "auto",
      },
    },
    conditions: { where: null, own: [], aligned: [], parts: [] },
    keys: {
      groupOfDevice: Int32Array.from({ length: REPORT_DEVICES }, (_none, device) => device % groups),
      edges,
      parts: [],
      offsets: { fromTs: [0], offsetMillis: [0] },
      weekStart: "monday",
      fiscalStartMonth: 1,
      carried: [],
      missingGroup: "keep",
    },
    facts: { columns: new Map() },
    aggregation,
    state: null,
    stateInputs: new Map(),
    rowsMax: 1_000_000,
  };
}

function even(
  { startTs, endTs }: { readonly startTs: number; readonly endTs: number },
  width: number,
): readonly number[] {
  return Array.from({ length: Math.round((endTs - startTs) / width) + 1 }, (_none, index) => startTs + index * width);
}

function months(): readonly number[] {
  return Array.from({ length: 13 }, (_none, month) => Date.UTC(2025, month, 1));
}
