// A bounded share of the processors for a process and all that it starts, by the kernel (control groups of Linux, either version). Three
// nodes that each have a quarter of a processor compare with one that has a quarter, on a machine with two.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processTree } from "../tools/cluster/process-tree.ts";

/** Short, so that nothing stands still for long when the share of a period is used up. */
const PERIOD_MICROS = 10_000;
const ENDING_MILLIS = 10_000;
const LOOK_MILLIS = 50;
const ROOT = "/sys/fs/cgroup";
const V1 = join(ROOT, "cpu");

export class ProcessorShare {
  readonly #folder: string;
  readonly #limit: { readonly file: string; readonly none: string };

  /** `cores`: of one processor, as 0.25. */
  constructor(name: string, cores: number) {
    const quota = String(Math.round(cores * PERIOD_MICROS));
    const isV2 = existsSync(join(ROOT, "cgroup.controllers"));
    this.#limit = isV2 ? { file: "cpu.max", none: "max" } : { file: "cpu.cfs_quota_us", none: "-1" };
    this.#folder = join(isV2 ? ROOT : V1, `bridgehead-bench-${String(process.pid)}-${name}`);
    try {
      if (isV2) writeFileSync(join(ROOT, "cgroup.subtree_control"), "+cpu");
      mkdirSync(this.#folder);
      if (isV2) writeFileSync(join(this.#folder, "cpu.max"), `${quota} ${String(PERIOD_MICROS)}`);
      else {
        writeFileSync(join(this.#folder, "cpu.cfs_period_us"), String(PERIOD_MICROS));
        writeFileSync(join(this.#folder, "cpu.cfs_quota_us"), quota);
      }
    } catch (error) {
      throw new Error("shares of a processor need root, and control groups with the controller cpu", { cause: error });
    }
  }

  /** From now on the process, and what it has started and will start, have no more than the share together. */
  hold(pid: number): void {
    for (const each of processTree(pid)) writeFileSync(join(this.#folder, "cgroup.procs"), String(each));
  }

  /** Periods in which the share was used up, of all in which it was used. */
  get throttled(): number {
    const counts = Object.fromEntries(
      readFileSync(join(this.#folder, "cpu.stat"), "utf8")
        .split("\n")
        .map((line) => line.split(" ")),
    ) as Record<string, string>;
    return Number(counts["nr_throttled"]) / Number(counts["nr_periods"]);
  }

  /** What it holds runs as it likes from now on. */
  lift(): void {
    writeFileSync(join(this.#folder, this.#limit.file), this.#limit.none);
  }

  /** When all that it held has ended; a process that its own has started may do so a moment later. */
  async remove(): Promise<void> {
    for (let left = ENDING_MILLIS; left > 0 && this.#held !== ""; left -= LOOK_MILLIS) await pause(LOOK_MILLIS);
    rmdirSync(this.#folder);
  }

  get #held(): string {
    return readFileSync(join(this.#folder, "cgroup.procs"), "utf8");
  }
}
