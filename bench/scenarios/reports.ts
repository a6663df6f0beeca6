// Reports over a year of a plant as their callers get them: views saved through the API and built over HTTP, one next to the same
// aggregate typed by hand in SQL; many small ones at once; what ingest becomes while reports run back to back; and the memory
// that the heaviest ones take. The server has all processors, as it would without a benchmark.
import { LoadGenerator, runLoad } from "../load-generator.ts";
import { ALL_PROCESSORS, BenchProcess } from "../process.ts";
import { KEYS, REPORT_DEVICES, REPORT_POINTS, withYear, YEAR_END, YEAR_START } from "../report-history.ts";
import {
  build,
  ENGINE_MEBIBYTES,
  REPORT_MEBIBYTES,
  REPORT_SETTINGS,
  REPORTS_OF_TABLE,
  timeTable,
  type ReportCaller,
  type ReportTable,
} from "../report-table.ts";
import {
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

const MIB = 1_048_576;
const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
/** Of ingest during reports, so that every kind of report has run although they pause. */
const INGEST_TIMES_LONGER = 15;
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
  describes: `reports over HTTP on a year, ${String(REPORT_POINTS)} points of ${String(REPORT_DEVICES)} devices`,
  run: (options) =>
    withYear(REPORT_POINTS * options.size, async (folder) => {
      const byHand = await typedByHand(folder, options);
      return [
        ...(await onServer(folder, options, async (plant) => [
          ...measureReports(await timeTable(plant), byHand),
          await measureEstimates(plant),
        ])),
        ...(await onServer(folder, options, async (plant) => [await measureMemory(plant)])),
        ...(await onServer(folder, options, measureIngest)),
      ];
    }),
};

interface Plant extends ReportCaller {
  readonly server: PlatformServer;
  readonly devices: DeviceIds;
  readonly options: ScenarioOptions;
}

async function onServer(
  folder: string,
  options: ScenarioOptions,
  measure: (plant: Plant) => Promise<Figure[]>,
): Promise<Figure[]> {
  const server = await PlatformServer.start(folder, REPORT_SETTINGS, ALL_PROCESSORS);
  try {
    await server.logIn();
    const devices = await deviceIds(server, REPORT_DEVICES);
    const views = await saveViews(server, devices);
    return await measure({ server, views, devices, options, runs: options.runs, log: options.log });
  } finally {
    await server.stop();
  }
}

/** In a process of its own, which ends before the platform opens the file. */
async function typedByHand(folder: string, { runs, log }: ScenarioOptions): Promise<readonly number[]> {
  const asking = new BenchProcess(ALL_PROCESSORS, process.execPath, [
    `${import.meta.dirname}/../report-sql.ts`,
    ...[folder, KEYS[0], String(runs), String(ENGINE_MEBIBYTES)],
  ]);
  const [line] = await asking.line(/^\{"millis".*$/);
  await asking.ended();
  const { millis } = JSON.parse(line) as { millis: number[] };
  log(`profiles by hand: ${millis.map((each) => each.toFixed(0)).join(" ")} ms`);
  return millis;
}

function measureReports(table: ReportTable, byHand: readonly number[]): Figure[] {
  const hand = spread(byHand).median;
  return [
    {
      what: `${REPORTS_OF_TABLE.profiles}, against SQL typed by hand`,
      unit: "×",
      found: spread(table.profiles.map((millis) => millis / hand)),
      goal: { relation: "at most", value: 1.5 },
    },
    figure(REPORTS_OF_TABLE.hours, 60, table.hours),
    figure(REPORTS_OF_TABLE.counters, 2_500, table.counters),
    figure(REPORTS_OF_TABLE.states, 500, table.states),
    figure(REPORTS_OF_TABLE.latest, 50, table.latest),
    figure(REPORTS_OF_TABLE.bursts, 1_000, table.bursts),
  ];
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
