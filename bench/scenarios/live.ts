// From the PUBACK of a change to its frame at each of many subscribers.
import { join } from "node:path";
import type { LiveJob, LiveReport } from "../load/live-main.ts";
import { requireIdle } from "../load-generator.ts";
import { BenchProcess, CLIENT_CPU } from "../process.ts";
import type { Scenario } from "../scenario.ts";
import { PlatformServer } from "../servers.ts";
import { spread } from "../statistics.ts";

const MAIN = join(import.meta.dirname, "../load/live-main.ts");
const SUBSCRIBERS = 1_000;
const CHANGES_PER_SECOND = 10;
const GOAL_P99_MILLIS = 100;

export const live: Scenario = {
  name: "live",
  describes: `${String(SUBSCRIBERS)} subscribers to one device that changes ${String(CHANGES_PER_SECOND)} times a second`,
  async run(options) {
    const p50: number[] = [];
    const p99: number[] = [];
    const serverCpu: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      const server = await PlatformServer.start();
      try {
        const [token = ""] = await server.createGateways(1, "watched");
        const job: LiveJob = {
          http: server.http,
          port: server.mqttPort,
          token,
          deviceId: await server.deviceId(token),
          accessToken: server.accessToken,
          subscribers: SUBSCRIBERS,
          rate: CHANGES_PER_SECOND,
          seconds: options.seconds,
          warmUpSeconds: 2,
        };
        const load = new BenchProcess(CLIENT_CPU, process.execPath, [MAIN, JSON.stringify(job)]);
        await load.line(/"event":"ready"/);
        const [cpuBefore, startedAt] = [server.process.cpuSeconds(), performance.now()];
        const [line] = await load.line(/^\{"event":"done".*$/);
        serverCpu.push((server.process.cpuSeconds() - cpuBefore) / ((performance.now() - startedAt) / 1000));
        await load.ended();
        const report = JSON.parse(line) as LiveReport;
        requireIdle(report.cpu);
        if (report.frames !== report.expected) throw new Error(`frames are missing: ${line}`);
        p50.push(report.latencyMillis.p50);
        p99.push(report.latencyMillis.p99);
        options.log(`live run ${String(run + 1)}: ${line}`);
      } finally {
        await server.stop();
      }
    }
    const what = `live, ${String(SUBSCRIBERS)} subscribers`;
    return [
      { what: `${what}: PUBACK to frame, p50`, unit: "ms", found: spread(p50) },
      {
        what: `${what}: PUBACK to frame, p99`,
        unit: "ms",
        found: spread(p99),
        goal: { relation: "at most", value: GOAL_P99_MILLIS },
      },
      { what: `${what}: server, processor time`, unit: "s/s", found: spread(serverCpu) },
    ];
  },
};
