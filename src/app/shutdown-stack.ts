// The stop steps of what has been started, run in reverse order.
import type { Logger } from "../lib/logger.ts";

export type StopStep = () => Promise<void> | void;

export class ShutdownStack {
  readonly #steps: StopStep[] = [];
  #stopping: Promise<void> | undefined;

  /** Starts a part and registers its stop. */
  async start(part: { start(): Promise<void> | void; stop(): Promise<void> | void }): Promise<void> {
    await part.start();
    this.#steps.push(() => part.stop());
  }

  onStop(step: StopStep): void {
    this.#steps.push(step);
  }

  /** Runs every step, even after one has failed; rejects with the first failure. May be called more than once. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** After a failed start, whose reason the caller reports: what fails now may be a consequence of it, and is only logged. */
  async stopAfter(reason: unknown, log: Logger): Promise<void> {
    await this.stop().catch((error: unknown) => {
      log.warn("not everything could be stopped after a failed start", { error, reason });
    });
  }

  async #stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
