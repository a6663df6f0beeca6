// Starts load generators, each a process of its own on the clients' processor, and takes their last line.
import { join } from "node:path";
import { BenchProcess, CLIENT_CPU } from "./process.ts";
import type { HttpCallsDone, HttpCallsJob } from "./load/http-job.ts";
import type { PublishJob, RespondJob, IdleJob } from "./load/job.ts";
import type { ReportLine } from "./load/tally.ts";

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

  /** Its figures, when it has ended by itself. Rejects when a connection failed or a message was refused. */
  async done(): Promise<ReportLine> {
    const [line] = await this.#process.line(/^\{"event":"done".*$/);
    await this.#process.ended();
    const report = JSON.parse(line) as ReportLine;
    if (Object.keys(report.failures).length > 0 || Object.keys(report.refused).length > 0)
      throw new Error(`the load failed: ${JSON.stringify({ failures: report.failures, refused: report.refused })}`);
    return report;
  }

  async stop(): Promise<void> {
    await this.#process.stop();
  }
}

export async function runLoad(job: JobFields): Promise<ReportLine> {
  return await new LoadGenerator(job).done();
}

/** Calls one path of `server` over and over; with the processor time that it took for each call. */
export async function callRepeatedly(
  server: BenchProcess,
  job: HttpCallsJob,
): Promise<HttpCallsDone & { readonly cpuMicrosPerCall: number }> {
  const generator = new BenchProcess(CLIENT_CPU, process.execPath, [HTTP_CALLS, JSON.stringify(job)]);
  await generator.line(/"event":"warm"/);
  const before = server.cpuSeconds();
  const [line] = await generator.line(/^\{"event":"done".*$/);
  const cpuSeconds = server.cpuSeconds() - before;
  await generator.ended();
  const done = JSON.parse(line) as HttpCallsDone;
  return { ...done, cpuMicrosPerCall: (cpuSeconds * 1e6) / done.calls };
}
