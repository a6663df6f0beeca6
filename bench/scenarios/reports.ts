// Reports over a year of a plant as their callers get them: views saved through the API and built over HTTP, one next to the same
// aggregate typed by hand in SQL; many small ones at once; what ingest becomes while reports run back to back; and the memory
// that the heaviest ones take. The server has all processors, as it would without a benchmark.
import { LoadGenerator, runLoad } from "../load-generator.ts";
import { ALL_PROCESSORS, BenchProcess } from "../process.ts";
import { KEYS, REPORT_DEVICES, withYear, YEAR_END, YEAR_START } from "../report-history.ts";
import {
  buildReport,
  countSamples,
  DAY,
  deviceIds,
  ReportRefused,
  saveViews,
  type DeviceIds,
  type ReportView,
} from "../report-views.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread, type Figure } from "../statistics.ts";

const POINTS = 100_000_000;
const MIB = 1_048_576;
const POOL = 10;
const QUEUE = 40;
/** Rounds of as many calls at once as may run and wait. */
const BURSTS = 6;
/** Calls of one run, each of another week. */
const WEEKS = 20;
const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
/** Of ingest during reports, so that every kind of report has run although they pause. */
const INGEST_TIMES_LONGER = 15;
const ENGINE_MEBIBYTES = 256;
const REPORT_MEBIBYTES = 1_024;
const WATCH_MILLIS = 50;
const SERVICE_UNAVAILABLE = 503;
const EVERY_KIND: readonly ReportView[] = [
  "profiles",
  "hours",
  "counters",
  "states",
  "latest",
  "small",
  "medians",
  "rows",
  "raw",
];
const HEAVIEST: readonly ReportView[] = ["rows", "raw", "counters", "medians", "texts"];
/** Of each of them: as many as their queries find places, and some that wait with what they hold. */
const HEAVY_AT_ONCE = 4;

export const reports: Scenario = {
  name: "reports",
  describes: `reports over HTTP on a year, ${String(POINTS)} points of ${String(REPORT_DEVICES)} devices`,
  run: (options) =>
    withYear(POINTS, async (folder) => {
      const byHand = await typedByHand(folder, options.runs);
      return [
        ...(await onServer(folder, options, async (plant) => [
          ...(await measureReports(plant, byHand)),
          await measureBursts(plant),
          await measureEstimates(plant),
        ])),
        ...(await onServer(folder, options, async (plant) => [await measureMemory(plant)])),
        ...(await onServer(folder, options, measureIngest)),
      ];
    }),
};

interface Plant {
  readonly server: PlatformServer;
  readonly views: ReadonlyMap<ReportView, string>;
  readonly devices: DeviceIds;
  readonly options: ScenarioOptions;
}

async function onServer(
  folder: string,
  options: ScenarioOptions,
  measure: (plant: Plant) => Promise<Figure[]>,
): Promise<Figure[]> {
  const settings = {
    SIMPLE_API_RATE_LIMITER_THREAD_POOL_SIZE: String(POOL),
    SIMPLE_API_RATE_LIMITER_QUEUE_CAPACITY: String(QUEUE),
    TELEMETRY_DUCKDB_MEMORY_MAX_MIB: String(ENGINE_MEBIBYTES),
    REPORT_MEMORY_LIMIT: String(REPORT_MEBIBYTES),
  };
  const server = await PlatformServer.start(folder, settings, ALL_PROCESSORS);
  try {
    await server.logIn();
    const devices = await deviceIds(server, REPORT_DEVICES);
    const views = await saveViews(server, devices);
    return await measure({ server, views, devices, options });
  } finally {
    await server.stop();
  }
}

/** In a process of its own, which ends before the platform opens the file. */
async function typedByHand(folder: string, runs: number): Promise<readonly number[]> {
  const asking = new BenchProcess(ALL_PROCESSORS, process.execPath, [
    `${import.meta.dirname}/../report-sql.ts`,
    ...[folder, KEYS[0], String(runs), String(ENGINE_MEBIBYTES)],
  ]);
  const [line] = await asking.line(/^\{"millis".*$/);
  await asking.ended();
  return (JSON.parse(line) as { millis: number[] }).millis;
}

async function build(plant: Plant, view: ReportView, body = {}): ReturnType<typeof buildReport> {
  return await buildReport(plant.server, plant.views.get(view) ?? "", body);
}

async function measureReports(plant: Plant, byHand: readonly number[]): Promise<Figure[]> {
  const timed = async (view: ReportView): Promise<number[]> => {
    const { runs, log } = plant.options;
    const millis: number[] = [];
    // The first one of each kind also compiles code and reads the file; the SQL by hand has warmed the file as well.
    await build(plant, view);
    for (let run = 0; run < runs; run++) {
      const answer = await build(plant, view);
      millis.push(answer.millis);
      log(`${view}: ${String(answer.rows)} rows, ${String(answer.bytes)} characters, ${answer.millis.toFixed(0)} ms`);
    }
    return millis;
  };
  const hand = spread(byHand).median;
  plant.options.log(`profiles by hand: ${byHand.map((millis) => millis.toFixed(0)).join(" ")} ms`);
  return [
    {
      what: "average per profile and month, against SQL typed by hand",
      unit: "×",
      found: spread((await timed("profiles")).map((millis) => millis / hand)),
      goal: { relation: "at most", value: 1.5 },
    },
    figure("hourly average of one key, 50 devices, a week: p50", 60, await weeks(plant)),
    figure(
      "increase of one counter, all devices, per building and day, a year (10 million points)",
      2_500,
      await timed("counters"),
    ),
    figure("time-weighted average and duration of a state, 500 devices, a month by day", 500, await timed("states")),
    figure("latest of 5 keys, all devices", 50, await timed("latest")),
  ];
}

/** The median of different weeks, for each run. */
async function weeks(plant: Plant): Promise<number[]> {
  const medians: number[] = [];
  for (let run = 0; run < plant.options.runs; run++) {
    const millis: number[] = [];
    for (let week = 0; week < WEEKS; week++) {
      const rangeStartTs = YEAR_START + (run + 2 * week) * 7 * DAY;
      const answer = await build(plant, "hours", {
        rangeStartTs,
        rangeEndTs: Math.min(rangeStartTs + 7 * DAY, YEAR_END),
      });
      millis.push(answer.millis);
    }
    medians.push(spread(millis).median);
    plant.options.log(`hours: p50 ${spread(millis).median.toFixed(0)} ms, ${spread(millis).max.toFixed(0)} ms at most`);
  }
  return medians;
}

/** As many small reports at once as may run and wait: none is refused, and all are quick. */
async function measureBursts(plant: Plant): Promise<Figure> {
  const slowest: number[] = [];
  for (let run = 0; run < plant.options.runs; run++) {
    const millis: number[] = [];
    for (let burst = 0; burst < BURSTS; burst++) {
      const day = YEAR_START + (burst + BURSTS * run) * DAY;
      const calls = Array.from({ length: POOL + QUEUE }, () =>
        build(plant, "small", { rangeStartTs: day, rangeEndTs: day + DAY }),
      );
      for (const answer of await Promise.all(calls)) millis.push(answer.millis);
    }
    slowest.push(percentile99(millis));
    plant.options.log(`bursts: p50 ${spread(millis).median.toFixed(0)} ms, p99 ${percentile99(millis).toFixed(0)} ms`);
  }
  return figure(`${String(POOL + QUEUE)} small reports at once: p99`, 1_000, slowest);
}

/** What `explain` tells against what is there, for few and for many series, over short and over long times. */
async function measureEstimates({ server, devices, options }: Plant): Promise<Figure> {
  const factors: number[] = [];
  for (const count of [1, 50, REPORT_DEVICES])
    for (const days of [1, 30, 365]) {
      const endTs = Math.min(YEAR_END, YEAR_START + (100 + days) * DAY);
      const { estimated, counted } = await countSamples(server, devices.slice(0, count), endTs - days * DAY, endTs);
      factors.push(Math.max(estimated / counted, counted / estimated));
      options.log(
        `explain: ${String(count)} series, ${String(days)} days: ${String(estimated)} for ${String(counted)} samples`,
      );
    }
  return {
    what: "estimate of samples, the farthest off of 1 to 2,000 series and 1 to 365 days",
    unit: "×",
    found: spread([Math.max(...factors)]),
    goal: { relation: "at most", value: 3 },
  };
}

/** Ingest at half of its full load, alone and while every kind of report runs, one after the other. */
async function measureIngest(plant: Plant): Promise<Figure[]> {
  const { server, options } = plant;
  const tokens = await server.createGateways(GATEWAYS, `gateway-${String(Date.now())}`);
  const job = {
    role: "publish" as const,
    shape: "thirty-points" as const,
    tokens,
    port: server.mqttPort,
    devices: DEVICES_PER_GATEWAY,
    warmUpSeconds: 2,
  };
  const parts: number[] = [];
  const p99: number[] = [];
  const unavailable: number[] = [];
  for (let run = 0; run < options.runs; run++) {
    // Each load is later than what is stored, so that all points are fresh.
    const firstTs = Date.now() + run * 4e9;
    const full = await runLoad({ ...job, window: 500, seconds: options.seconds, firstTs });
    const half = { ...job, rate: Math.round(full.messagesPerSecond / 2), seconds: options.seconds };
    const alone = await runLoad({ ...half, firstTs: firstTs + 1e9 });
    const load = new LoadGenerator({
      ...half,
      seconds: options.seconds * INGEST_TIMES_LONGER,
      firstTs: firstTs + 2e9,
    });
    await load.ready();
    const running = new AbortController();
    const reading = backToBack(plant, running.signal);
    const beside = await load.done();
    running.abort();
    const read = await reading;
    unavailable.push(read.unavailable.length);
    for (const answer of read.unavailable) options.log(`answered 503: ${answer}`);
    parts.push(beside.messagesPerSecond / alone.messagesPerSecond);
    p99.push(beside.latencyMillis.p99);
    options.log(
      `ingest run ${String(run + 1)}: full ${full.messagesPerSecond.toFixed(0)} messages/s; half alone ${alone.messagesPerSecond.toFixed(0)} ${JSON.stringify(alone.latencyMillis)}; beside ${String(read.built)} reports ${beside.messagesPerSecond.toFixed(0)} ${JSON.stringify(beside.latencyMillis)}`,
    );
  }
  return [
    {
      what: "ingest at half load beside reports back to back, as a part of that alone",
      unit: "×",
      found: spread(parts),
      goal: { relation: "at least", value: 0.8 },
    },
    figure("acknowledgements of that ingest: p99", 100, p99),
    {
      what: "reports beside it that were answered 503",
      unit: "reports",
      found: spread(unavailable),
      goal: { relation: "at most", value: 0 },
    },
  ];
}

interface Reading {
  built: number;
  /** What was answered 503, for whatever reason. */
  readonly unavailable: string[];
}

async function backToBack(plant: Plant, signal: AbortSignal): Promise<Reading> {
  const reading: Reading = { built: 0, unavailable: [] };
  for (let report = 0; !signal.aborted; report++) {
    const view = EVERY_KIND[report % EVERY_KIND.length] ?? "small";
    try {
      await build(plant, view);
      reading.built++;
    } catch (error) {
      if (!(error instanceof ReportRefused) || error.status !== SERVICE_UNAVAILABLE) throw error;
      reading.unavailable.push(`${view}: ${error.message}`);
    }
  }
  return reading;
}

/** What the process grows by over a start that has done nothing yet, while some of the heaviest reports run at once. */
async function measureMemory(plant: Plant): Promise<Figure> {
  const { server, options } = plant;
  const before = server.process.residentBytes();
  let greatest = before;
  const watch = setInterval(() => {
    greatest = Math.max(greatest, server.process.residentBytes());
  }, WATCH_MILLIS);
  try {
    for (const view of HEAVIEST) {
      const startedAt = performance.now();
      const ended = await Promise.allSettled(Array.from({ length: HEAVY_AT_ONCE }, () => build(plant, view)));
      const given = ended.filter(({ status }) => status === "fulfilled").length;
      const [refused] = ended.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
      options.log(
        `memory: ${String(given)} of ${String(HEAVY_AT_ONCE)} × ${view} given, ${(performance.now() - startedAt).toFixed(0)} ms, RSS +${String(Math.round((greatest - before) / MIB))} MiB ${refused ?? ""}`,
      );
    }
  } finally {
    clearInterval(watch);
  }
  return {
    what: `growth of the server with ${String(HEAVY_AT_ONCE)} of each of the heaviest reports at once`,
    unit: "MiB",
    found: spread([(greatest - before) / MIB]),
    goal: { relation: "at most", value: REPORT_MEBIBYTES },
  };
}

function figure(what: string, goal: number, millis: readonly number[]): Figure {
  return { what, unit: "ms", found: spread(millis), goal: { relation: "at most", value: goal } };
}

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
