// A foreign program that runs: what it prints, line by line, and how it ends.
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { byDeadline } from "../support/deadline.ts";
import { MissingTool } from "./missing-tool.ts";

const COMPLAINT_LENGTH = 2_000;

export class Program {
  readonly #name: string;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #lines: string[] = [];
  readonly #waiters = new Set<{ readonly begins: string; readonly found: (line: string) => void }>();
  #complaint = "";
  /** Its exit code; null after a signal. Rejects where it could not be started. */
  readonly ended: Promise<number | null>;

  constructor(name: string, child: ChildProcessByStdio<null, Readable, Readable>) {
    this.#name = name;
    this.#child = child;
    createInterface({ input: child.stdout }).on("line", (line) => this.#printed(line));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#complaint = `${this.#complaint}${chunk.toString()}`.slice(-COMPLAINT_LENGTH);
    });
    this.ended = new Promise((resolve, reject) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ENOENT" ? new MissingTool(`${name} is not installed`) : error);
      });
      child.once("close", resolve);
    });
    this.ended.catch(() => undefined);
  }

  get printed(): string {
    return this.#lines.join("\n");
  }

  /** The end of what it wrote to standard error. */
  get complaint(): string {
    return this.#complaint;
  }

  /** The first line that begins so, without its beginning. */
  async line(begins: string, deadlineMillis: number): Promise<string> {
    const known = this.#lines.find((line) => line.startsWith(begins));
    if (known !== undefined) return known.slice(begins.length).trim();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiters.add({ begins, found: resolve });
    void this.ended.then((code) => {
      reject(new Error(`${this.#name} ended with ${String(code)}: ${this.#complaint}`));
    }, reject);
    const line = await byDeadline(
      promise,
      deadlineMillis,
      () => `${this.#name} has not printed "${begins}": ${this.printed.slice(-500)} ${this.#complaint}`,
    );
    return line.slice(begins.length).trim();
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.ended;
  }

  killNow(): void {
    this.#child.kill("SIGKILL");
  }

  #printed(line: string): void {
    this.#lines.push(line);
    for (const waiter of this.#waiters)
      if (line.startsWith(waiter.begins)) {
        this.#waiters.delete(waiter);
        waiter.found(line);
      }
  }
}
