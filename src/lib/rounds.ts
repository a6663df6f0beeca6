// Periodic work, such as a sweep. One round runs at a time, and the next starts some time after the last has ended, so
// that a slow store is not overloaded. A failed round is reported, and the next one is run as usual.
import type { Clock, Timer } from "./clock.ts";

export interface RoundWork {
  /** `signal` is aborted when the rounds stop; work of many steps checks it between steps. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Called with what `run` rejected with. */
  readonly failed: (error: unknown) => void;
}

export class Rounds {
  readonly #clock: Clock;
  readonly #everyMillis: number | (() => number);
  readonly #work: RoundWork;
  #running: Promise<void> = Promise.resolve();
  #timer: Timer | undefined;
  #stopping = new AbortController();

  /** A function is asked after each round. */
  constructor(clock: Clock, everyMillis: number | (() => number), work: RoundWork) {
    this.#clock = clock;
    this.#everyMillis = everyMillis;
    this.#work = work;
  }

  /** The first round starts after `firstMillis`, by default the normal period. Calling it again has no effect. */
  start(firstMillis = this.#pauseMillis): void {
    if (this.#timer !== undefined) return;
    this.#stopping = new AbortController();
    this.#schedule(firstMillis, this.#stopping.signal);
  }

  /** Resolves when a running round has ended. May be called more than once. */
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
    if (!signal.aborted) this.#schedule(this.#pauseMillis, signal);
  }

  get #pauseMillis(): number {
    return typeof this.#everyMillis === "number" ? this.#everyMillis : this.#everyMillis();
  }
}
