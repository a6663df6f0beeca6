// Processes that a benchmark starts: pinned to processors of their own where the system allows, watched for their
// memory, and always ended.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { createInterface, type Interface } from "node:readline";

const KIB = 1024;

/** The server has a processor to itself; everything that drives it shares another. */
export const SERVER_CPU = "0";
export const CLIENT_CPU = cpus().length > 1 ? "1" : "0";
/** For a server whose clients do next to nothing. */
export const ALL_PROCESSORS = [...new Set([SERVER_CPU, CLIENT_CPU])].join(",");

/** Resident memory of a process, in bytes. */
export function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Number(/VmRSS:\s+([0-9]+) kB/.exec(status)?.[1] ?? Number.NaN) * KIB;
}

/** CPU seconds that a process has used so far, user and system. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export class BenchProcess {
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  readonly #output: string[] = [];
  #arrivals: (() => void)[] = [];

  constructor(cpu: string, command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.#child = spawn("taskset", ["-c", cpu, command, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...environment },
    });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error(`${command} has no output`);
    this.#lines = createInterface({ input: stdout });
    this.#lines.on("line", (line) => {
      this.#output.push(line);
      for (const arrived of this.#arrivals.splice(0)) arrived();
    });
    this.#child.once("exit", () => {
      for (const arrived of this.#arrivals.splice(0)) arrived();
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The first line that matches, printed already or still to come. Rejects when the process ends without it. */
  async line(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      for (const line of this.#output) {
        const match = pattern.exec(line);
        if (match !== null) return match;
      }
      if (this.#child.exitCode !== null)
        throw new Error(`a process ended with ${String(this.#child.exitCode)} before it printed ${String(pattern)}`);
      await new Promise<void>((resolve) => this.#arrivals.push(resolve));
    }
  }

  /** The lines printed so far that match. */
  lines(pattern: RegExp): readonly string[] {
    return this.#output.filter((line) => pattern.test(line));
  }

  residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  cpuSeconds(): number {
    return cpuSecondsOf(this.pid);
  }

  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
    return this.#child.exitCode;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.ended();
    this.#lines.close();
  }
}
