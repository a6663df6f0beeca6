// Work that comes round again and again, as a sweep does. One round at a time: the next is due some time after the last
// has ended, so that a slow store is not asked for more. A round that fails is reported, and the next one takes over.
import type { Clock, Timer } from "./clock.ts";

export interface RoundWork {
  /** `signal` is aborted when the rounds stop; work of many steps looks at it between two. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** What `run` rejected with. */
  readonly failed: (error: unknown) => void;
}

export class Rounds {
  readonly #clock: Clock;
  readonly #everyMillis: number;
  readonly #work: RoundWork;
  #running: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  #stopping = new AbortController();

  constructor(clock: Clock, everyMillis: number, work: RoundWork) {
    this.#clock = clock;
    this.#everyMillis = everyMillis;
    this.#work = work;
  }

  /** The first round comes after `firstMillis`, or as late as every other one. Started twice, they come round once. */
  start(firstMillis = this.#everyMillis): void {
    if (this.#timer !== undefined) return;
    this.#stopping = new AbortController();
    this.#schedule(firstMillis, this.#stopping.signal);
  }

  /** Resolves when a round that runs has ended. May be called twice. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#running;
  }

  #schedule(delayMillis: number, signal: AbortSignal): void {
    this.#timer = this.#clock.after(delayMillis, () => {
      this.#running = this.#round(signal);
    });
  }

  async #round(signal: AbortSignal): Promise<void> {
    try {
      await this.#work.run(signal);
    } catch (error) {
      this.#work.failed(error);
    }
    if (!signal.aborted) this.#schedule(this.#everyMillis, signal);
  }
}
