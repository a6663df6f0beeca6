// Starts load generators, each a process of its own on the clients' processor, and takes their last line.
import { join } from "node:path";
import { BenchProcess, CLIENT_CPU } from "./process.ts";
import type { PublishJob, RespondJob, IdleJob } from "./load/job.ts";
import type { ReportLine } from "./load/tally.ts";

const MAIN = join(import.meta.dirname, "load/main.ts");

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
