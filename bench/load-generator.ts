// Starts load generators, each a process of its own on the clients' processor, and takes their last line.
import { join } from "node:path";
import { BenchProcess, CLIENT_CPU } from "./process.ts";
import type { HttpCallsDone, HttpCallsJob } from "./load/http-job.ts";
import type { PublishJob, RespondJob, IdleJob } from "./load/job.ts";
import type { DoneLine, ReportLine } from "./load/tally.ts";

const MAIN = join(import.meta.dirname, "load/main.ts");
const HTTP_CALLS = join(import.meta.dirname, "load/http-calls.ts");

export type JobFields = (
  | Partial<PublishJob>
  | (Partial<RespondJob> & { readonly role: "respond" })
  | (Partial<IdleJob> & { readonly role: "idle" })
) & {
  readonly tokens: readonly string[];
  readonly port: number;
};

/** Of a core. What needs more sets the pace itself, and the figures would be its own. */
const PROCESSOR_USE_MAX = 0.9;

export class LoadGenerator {
  readonly #process: BenchProcess;

  constructor(job: JobFields) {
    this.#process = new BenchProcess(CLIENT_CPU, process.execPath, [
      MAIN,
      JSON.stringify({ reportSeconds: 0, ...job }),
    ]);
  }

  /** All its connections are open. */
  async ready(): Promise<void> {
    await this.#process.line(/"event":"ready"/);
  }

  /**
   * Its figures, when it has ended by itself. Rejects when a connection failed or a message was refused, and when it was busier
   * than a load may be.
   */
  async done(): Promise<DoneLine> {
    const report = await this.ended();
    if (Object.keys(report.failures).length > 0 || Object.keys(report.refused).length > 0)
      throw new Error(`the load failed: ${JSON.stringify({ failures: report.failures, refused: report.refused })}`);
    requireIdle(report.cpu);
    return report;
  }

  /** Its figures, when it has ended, whatever became of its connections and messages. */
  async ended(): Promise<DoneLine> {
    const [line] = await this.#process.line(/^\{"event":"done".*$/);
    await this.#process.ended();
    return JSON.parse(line) as DoneLine;
  }

  /** The numbers of each interval that has ended, where the job has `reportSeconds`. */
  intervals(): readonly ReportLine[] {
    return this.#process.lines(/^\{"event":"interval".*$/).map((line) => JSON.parse(line) as ReportLine);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }
}

export async function runLoad(job: JobFields): Promise<DoneLine> {
  return await new LoadGenerator(job).done();
}

/** Prints how much of a core a load has used, and refuses more than a load may use. */
export function requireIdle(cores: number): void {
  console.log(`# load generator: ${cores.toFixed(2)} of a core`);
  if (cores > PROCESSOR_USE_MAX)
    throw new Error(
      `the load generator used ${cores.toFixed(2)} of a core, at most ${String(PROCESSOR_USE_MAX)} may be: it was the limit, not the server`,
    );
}

/** Calls one path of `server` over and over; with the processor time that it took for each call. */
export async function callRepeatedly(
  server: BenchProcess,
  job: HttpCallsJob,
): Promise<HttpCallsDone & { readonly cpuMicrosPerCall: number }> {
  const generator = new BenchProcess(CLIENT_CPU, process.execPath, [HTTP_CALLS, JSON.stringify(job)]);
  await generator.line(/"event":"warm"/);
  const before = { server: server.cpuSeconds(), generator: generator.cpuSeconds(), at: performance.now() };
  const [line] = await generator.line(/^\{"event":"done".*$/);
  const cpuSeconds = server.cpuSeconds() - before.server;
  const seconds = (performance.now() - before.at) / 1000;
  requireIdle((generator.cpuSeconds() - before.generator) / seconds);
  await generator.ended();
  const done = JSON.parse(line) as HttpCallsDone;
  return { ...done, cpuMicrosPerCall: (cpuSeconds * 1e6) / done.calls };
}
