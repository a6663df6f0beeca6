// Reads of a long history over HTTP: windows and aggregates of one series, exports of all of it, and the import of a day.
// The server has all processors here: what asks it does next to nothing.
import { request } from "node:http";
import { HISTORY_DAYS, HISTORY_SERIES, withHistory } from "../history-folder.ts";
import { ALL_PROCESSORS } from "../process.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario, ScenarioOptions } from "../scenario.ts";
import { spread, type Figure } from "../statistics.ts";
import { upload } from "../upload.ts";

const POINTS = 50_000_000;
const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
const BUCKETS = 700;
const READS = 200;
const IMPORT_DEVICES = 1000;
const IMPORT_MINUTES = 1440;
const MIB = 1_048_576;

export const reads: Scenario = {
  name: "reads",
  describes: `reads, exports and an import beside ${String(POINTS)} points in ${String(HISTORY_SERIES)} series`,
  run: (options) =>
    withHistory(POINTS, async (folder) => {
      const server = await PlatformServer.start(folder, {}, ALL_PROCESSORS);
      try {
        await server.logIn();
        return [
          ...(await measureReads(server, options)),
          ...(await measureExports(server, options)),
          await measureImport(server, options),
        ];
      } finally {
        await server.stop();
      }
    }),
};

async function measureReads(server: PlatformServer, options: ScenarioOptions): Promise<Figure[]> {
  const paths = await seriesPaths(server);
  const now = Date.now();
  const hour = (path: string): string => `${path}&startTs=${String(now - HOUR_MILLIS)}&endTs=${String(now)}&limit=1000`;
  const month = (path: string): string => {
    const startTs = now - HISTORY_DAYS * DAY_MILLIS;
    const interval = Math.ceil((now - startTs) / BUCKETS);
    return `${path}&startTs=${String(startTs)}&endTs=${String(now)}&agg=AVG&interval=${String(interval)}`;
  };
  const figures: Figure[] = [];
  for (const [what, query, goal] of [
    ["read of one series, last hour", hour, 10],
    [`read of one series, average of a month in ${String(BUCKETS)} buckets`, month, 60],
  ] as const) {
    const medians: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      const millis: number[] = [];
      for (let read = 0; read < READS; read++) {
        const startedAt = performance.now();
        await server.call("GET", query(paths[read % paths.length] ?? ""));
        millis.push(performance.now() - startedAt);
      }
      medians.push(spread(millis).median);
    }
    options.log(`reads: ${what}, p50 ${medians.map((median) => median.toFixed(1)).join(" ")} ms`);
    figures.push({
      what: `${what}, p50`,
      unit: "ms",
      found: spread(medians),
      goal: { relation: "at most", value: goal },
    });
  }
  return figures;
}

/** Paths of the values of different series, each asking for one key. */
async function seriesPaths(server: PlatformServer): Promise<string[]> {
  const page = (await server.call("GET", "/api/tenant/devices?pageSize=100&page=0&sortProperty=name")) as {
    data: { id: { id: string } }[];
  };
  const paths: string[] = [];
  for (const { id } of page.data) {
    const values = `/api/plugins/telemetry/DEVICE/${id.id}`;
    const [key] = (await server.call("GET", `${values}/keys/timeseries`)) as string[];
    if (key !== undefined) paths.push(`${values}/values/timeseries?keys=${encodeURIComponent(key)}`);
  }
  return paths;
}

async function measureExports(server: PlatformServer, options: ScenarioOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [format, goal] of [
    ["CSV", 1_000_000],
    ["NDJSON", undefined],
    ["PARQUET", 5_000_000],
  ] as const) {
    const rates: number[] = [];
    const growths: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      const before = server.process.residentBytes();
      let greatest = before;
      const watch = setInterval(() => {
        greatest = Math.max(greatest, server.process.residentBytes());
      }, 200);
      const startedAt = performance.now();
      const bytes = await download(server, `/api/telemetry/export?format=${format}`);
      const seconds = (performance.now() - startedAt) / 1000;
      clearInterval(watch);
      rates.push(POINTS / seconds);
      growths.push((greatest - before) / MIB);
      options.log(
        `reads: ${format}, ${seconds.toFixed(1)} s, ${(bytes / MIB).toFixed(0)} MiB, RSS +${((greatest - before) / MIB).toFixed(0)} MiB`,
      );
    }
    figures.push(
      {
        what: `export of all points as ${format}`,
        unit: "points/s",
        found: spread(rates),
        ...(goal === undefined ? {} : { goal: { relation: "at least" as const, value: goal } }),
      },
      {
        what: `growth of the server while it exports ${format}`,
        unit: "MiB",
        found: spread(growths),
        goal: { relation: "at most", value: 200 },
      },
    );
  }
  return figures;
}

async function download(server: PlatformServer, path: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = request(
      server.http + path,
      { headers: { "x-authorization": `Bearer ${server.accessToken}` } },
      (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
        answer.on("end", () => {
          resolve(bytes);
        });
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

/** A day of backlog: each device has later points already. */
async function measureImport(server: PlatformServer, options: ScenarioOptions): Promise<Figure> {
  const firstTs = Date.now() - 400 * DAY_MILLIS;
  await upload(server, rows(firstTs + IMPORT_MINUTES * 60_000, 1));
  const rates: number[] = [];
  for (let run = 0; run < options.runs; run++) {
    const startedAt = performance.now();
    await upload(server, rows(firstTs - run * DAY_MILLIS, IMPORT_MINUTES));
    const seconds = (performance.now() - startedAt) / 1000;
    rates.push((IMPORT_DEVICES * IMPORT_MINUTES) / seconds);
    options.log(`reads: a day of ${String(IMPORT_DEVICES)} devices imported in ${seconds.toFixed(1)} s`);
  }
  return {
    what: `import of a day of backlog of ${String(IMPORT_DEVICES)} devices`,
    unit: "points/s",
    found: spread(rates),
  };
}

/** One device after the other, as an archive of loggers has them. */
function* rows(firstTs: number, minutes: number): Generator<string> {
  yield "device,ts,key,value,type\n";
  for (let device = 0; device < IMPORT_DEVICES; device++) {
    let lines = "";
    for (let minute = 0; minute < minutes; minute++)
      lines += `logger-${String(device)},${String(firstTs + minute * 60_000 + device)},temperature,${(20 + Math.sin(minute / 100 + device)).toFixed(2)},number\n`;
    yield lines;
  }
}
