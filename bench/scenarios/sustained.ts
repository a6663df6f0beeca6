// A plant that sends for minutes into a long history: fresh points at a steady rate, and among them points that come late and the
// same ones once more. At the end what is stored is counted, and must be what was acknowledged, each point once.
import { setTimeout as pause } from "node:timers/promises";
import { statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expectedOfHistory, withHistory } from "../history-folder.ts";
import { LoadGenerator } from "../load-generator.ts";
import { POINTS_PER_MESSAGE } from "../load/message-ring.ts";
import { PlatformServer } from "../servers.ts";
import type { Scenario } from "../scenario.ts";
import { spread, type Figure } from "../statistics.ts";
import { expectedOfLoad, requireStored } from "../stored-points.ts";

const GATEWAYS = 10;
const DEVICES_PER_GATEWAY = 100;
const PREFIX = "sustained";
/** Of the fresh messages, as many more come late, and as many again are those once more. */
const LATE_SHARE = 0.02;
const LATE_DAYS = 20;
const DAY_MILLIS = 86_400_000;
const WARM_UP_SECONDS = 5;
const INTERVALS = 10;
const MIB = 1024 * 1024;
const POINTS = POINTS_PER_MESSAGE["thirty-points"];

export const sustained: Scenario = {
  name: "sustained",
  describes: "minutes of telemetry into a long history, late and repeated points among it, all counted at the end",
  async run({ sustained: { historyPoints, seconds, messagesPerSecond }, log }) {
    return await withHistory(historyPoints, async (folder) => {
      log(`sustained: a history of ${String(historyPoints)} points is there`);
      const server = await PlatformServer.start(folder, { MQTT_MAX_SESSIONS_PER_DEVICE: "3" });
      try {
        const tokens = await server.createGateways(GATEWAYS, PREFIX);
        const fileBefore = storedBytes(folder);
        const now = Date.now();
        const job = {
          role: "publish",
          shape: "thirty-points",
          tokens,
          port: server.mqttPort,
          devices: DEVICES_PER_GATEWAY,
          devicePrefix: PREFIX,
        } as const;
        const freshJob = {
          ...job,
          rate: messagesPerSecond,
          warmUpSeconds: WARM_UP_SECONDS,
          seconds,
          reportSeconds: Math.max(1, Math.floor(seconds / INTERVALS)),
          firstTs: now,
        };
        const fresh = new LoadGenerator(freshJob);
        await fresh.ready();
        await pause(WARM_UP_SECONDS * 1000);
        const lateMessages = Math.max(1, Math.floor((messagesPerSecond * LATE_SHARE * seconds) / GATEWAYS));
        const lateJob = {
          ...job,
          rate: Math.max(1, Math.round(messagesPerSecond * LATE_SHARE)),
          warmUpSeconds: 0,
          seconds: 2 * seconds,
          messages: lateMessages,
          firstTs: now - LATE_DAYS * DAY_MILLIS,
        };
        const late = [new LoadGenerator(lateJob), new LoadGenerator(lateJob)] as const;
        const resident: number[] = [];
        const watch = setInterval(() => resident.push(server.process.residentBytes() / MIB), 1000);
        const cpuBefore = server.process.cpuSeconds();
        const startedAt = performance.now();
        const report = await fresh.done();
        const cores = ((server.process.cpuSeconds() - cpuBefore) / (performance.now() - startedAt)) * 1000;
        const [lateReport, repeatedReport] = await Promise.all([late[0].done(), late[1].done()]);
        clearInterval(watch);
        const intervals = fresh.intervals().map(({ latencyMillis }) => latencyMillis.p99);
        log(
          `sustained: acknowledgement p99 of each part: ${intervals.map((millis) => millis.toFixed(1)).join(" ")} ms`,
        );

        if (report.messagesOfRun !== report.sentOfRun)
          throw new Error(
            `of ${String(report.sentOfRun)} fresh messages ${String(report.messagesOfRun)} were acknowledged`,
          );
        if (!isDeepStrictEqual(lateReport.ofConnections, repeatedReport.ofConnections))
          throw new Error("of late messages and of those once more not the same were acknowledged");
        await server.process.stop();
        const ofRun = [...expectedOfLoad(folder, freshJob, report), ...expectedOfLoad(folder, lateJob, lateReport)];
        const countedFrom = performance.now();
        const inAll = await requireStored(folder, [...expectedOfHistory(historyPoints), ...ofRun]);
        const stored = ofRun.reduce((sum, { least }) => sum + least, 0);
        log(
          `sustained: ${String(inAll)} points are stored, ${String(stored)} of them of this run: each that was acknowledged, and each once; counted in ${((performance.now() - countedFrom) / 1000).toFixed(0)} s`,
        );
        const bytesPerPoint = (storedBytes(folder) - fileBefore) / stored;
        return figures({
          taken: report.pointsPerSecond / (messagesPerSecond * POINTS),
          p50: report.latencyMillis.p50,
          p99: report.latencyMillis.p99,
          max: report.latencyMillis.max,
          drift: (intervals.at(-1) ?? Number.NaN) / (intervals[0] ?? Number.NaN),
          cores,
          resident: Math.max(...resident),
          bytesPerPoint,
          loaderCores: Math.max(report.cpu, lateReport.cpu, repeatedReport.cpu),
          stored,
        });
      } finally {
        await server.stop();
      }
    });
  },
};

interface Found {
  readonly taken: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly drift: number;
  readonly cores: number;
  readonly resident: number;
  readonly bytesPerPoint: number;
  readonly loaderCores: number;
  readonly stored: number;
}

function figures(found: Found): readonly Figure[] {
  const one = (what: string, unit: string, value: number): Figure => ({
    what: `sustained: ${what}`,
    unit,
    found: spread([value]),
  });
  return [
    { ...one("points taken, of those sent", "×", found.taken), goal: { relation: "at least", value: 0.99 } },
    one("acknowledgement p50", "ms", found.p50),
    one("acknowledgement p99", "ms", found.p99),
    one("slowest acknowledgement", "ms", found.max),
    one("p99 of the last part, of that of the first", "×", found.drift),
    one("processor use of the server", "cores", found.cores),
    one("greatest RSS", "MiB", found.resident),
    one("growth of the file", "bytes/point", found.bytesPerPoint),
    one("load generator, the busiest", "cores", found.loaderCores),
    one("different points acknowledged, all of them stored once", "points", found.stored),
  ];
}

function storedBytes(folder: string): number {
  return statSync(join(folder, "telemetry.duckdb")).size;
}
