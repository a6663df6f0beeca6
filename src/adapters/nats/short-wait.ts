// Waiting for other machines, which is over within milliseconds while they answer. Where it takes too long, callers go on without it, and
// nobody waits until it is over.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";

export interface ShortWaitDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ShortWaitOptions {
  /** Longer than it takes while they answer. */
  readonly millisMax: number;
  /** What is logged when nobody waits any more. */
  readonly givenUp: string;
}

export class ShortWait {
  readonly #deps: ShortWaitDeps;
  readonly #options: ShortWaitOptions;
  #isGivenUp = false;
  /** Begun and not over, whether somebody still waits or not. */
  #underWay = 0;

  constructor(deps: ShortWaitDeps, options: ShortWaitOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Resolves when `work` is over, or is not in time, and goes on alone. Does not reject. */
  async until(work: () => Promise<void>): Promise<void> {
    const isGivenUp = this.#isGivenUp;
    // More of it would pile up, and not be over sooner.
    if (isGivenUp && this.#underWay > 0) return;
    const { clock, log } = this.#deps;
    const late = Promise.withResolvers<undefined>();
    const giveUp = (error?: unknown): void => {
      if (!this.#isGivenUp) log.warn(this.#options.givenUp, { error });
      this.#isGivenUp = true;
      late.resolve(undefined);
    };
    this.#underWay++;
    const done = work()
      .finally(() => this.#underWay--)
      .then(() => {
        if (this.#underWay === 0) this.#isGivenUp = false;
      }, giveUp);
    if (isGivenUp) return;
    const timer = clock.after(this.#options.millisMax, giveUp);
    await Promise.race([done, late.promise]);
    timer.cancel();
  }
}
