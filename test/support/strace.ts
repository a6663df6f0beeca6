// strace on a process that runs: to see its system calls in order, and to make some of them fail or take long.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { byDeadline } from "./deadline.ts";

const ATTACH_DEADLINE_MILLIS = 60_000;

export class Strace {
  readonly #child: ChildProcess;
  #said = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Resolves when every thread of the process is traced. Rejects with a sentence for the person who runs the tests where
   * strace is missing or may not trace.
   */
  static async attach(pid: number, args: readonly string[]): Promise<Strace> {
    const child = spawn("strace", ["-f", ...args, "-p", String(pid)], { stdio: ["ignore", "ignore", "pipe"] });
    const strace = new Strace(child);
    const attached = Promise.withResolvers<undefined>();
    child.once("error", (error) => {
      attached.reject(unusable(error.message));
    });
    child.once("close", () => {
      attached.reject(unusable(strace.#said));
    });
    child.stderr.on("data", (chunk: Buffer) => {
      strace.#said = `${strace.#said}${chunk.toString()}`.slice(-4_000);
      if (/Process [0-9]+ attached/.test(strace.#said)) attached.resolve(undefined);
    });
    try {
      await byDeadline(attached.promise, ATTACH_DEADLINE_MILLIS, () => unusable(strace.#said).message);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
    return strace;
  }

  /** Lets the process go on untouched; resolves when it does. Harmless when the process has ended. */
  async detach(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "close");
    this.#child.kill("SIGINT");
    await byDeadline(ended, ATTACH_DEADLINE_MILLIS, () => "strace has not ended");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.detach();
  }
}

function unusable(reason: string): Error {
  return new Error(
    `strace cannot be used here, and this test shows nothing without it: ${reason.trim()}. ` +
      "It needs the Debian package strace and the right to trace own processes: kernel.yama.ptrace_scope 0 or root, and " +
      "inside a container the capability SYS_PTRACE.",
  );
}
