// A log of changes in memory, for tests of what follows one. It can be made to hold back what it has.
import { randomUUID } from "node:crypto";
import { FramesGone, type BoundedLog, type LoggedFrame } from "../../src/core/telemetry/change-log.ts";

export class MemoryLog implements BoundedLog {
  readonly id = randomUUID();
  readonly isAnswering = true;
  readonly #frames: LoggedFrame[] = [];
  #first = 1;
  #added = Promise.withResolvers<undefined>();
  /** As it says: it has no bound. */
  taken = 0;
  /** Followers get no frames behind this position. */
  #shown = Infinity;

  append(kind: number, content: readonly Uint8Array[]): Promise<number> {
    const position = this.#frames.length + 1;
    this.#frames.push({ position, kind, content: Buffer.concat(content) });
    this.#wake();
    return Promise.resolve(position);
  }

  last(): Promise<number> {
    return Promise.resolve(this.#frames.length);
  }

  get first(): number {
    return this.#first;
  }

  holdBack(): void {
    this.#shown = this.#frames.length;
  }

  /** One frame of those that are held back. */
  showNext(): void {
    this.#shown++;
    this.#wake();
  }

  showAll(): void {
    this.#shown = Infinity;
    this.#wake();
  }

  async follow(after: number, use: (frame: LoggedFrame) => Promise<void>, signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    for (let next = after + 1; !isOver();) {
      if (next < this.#first) throw new FramesGone(`the log begins with ${String(this.#first)}`);
      const frame = next <= this.#shown ? this.#frames[next - 1] : undefined;
      if (frame === undefined) await Promise.race([this.#added.promise, aborted]);
      else {
        await use(frame);
        next++;
      }
    }
  }

  fullness(): Promise<number> {
    return Promise.resolve(this.taken);
  }

  trim(position: number): Promise<void> {
    this.#first = Math.max(this.#first, position + 1);
    return Promise.resolve();
  }

  #wake(): void {
    this.#added.resolve(undefined);
    this.#added = Promise.withResolvers();
  }
}
