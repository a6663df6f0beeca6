// The pace of a backup beside a platform that runs: it rests for as long as it has worked, in turns of some
// milliseconds, so that the platform finds a free processor and a free disk at most that much later. Where nothing is
// disturbed, it does not rest.
import type { Clock } from "../../lib/clock.ts";

export interface PaceDeps {
  readonly clock: Pick<Clock, "now">;
  readonly pause: (millis: number) => Promise<unknown>;
  /** Whether the platform has stored anything since the last call. */
  readonly isPlatformBusy: () => Promise<boolean>;
}

/** Work between two rests. */
const TURN_MILLIS = 4;
/** A turn that took longer, as when processors are scarce, is followed by no longer rest. */
const REST_MILLIS_MAX = 250;
/** How often to look whether there is anything to rest for. */
const LOOK_MILLIS = 250;

export class Pace {
  readonly #deps: PaceDeps;
  #turnAt: number;
  #lookedAt = 0;
  #isBusy = false;
  #isHurried = false;

  constructor(deps: PaceDeps) {
    this.#deps = deps;
    this.#turnAt = deps.clock.now();
  }

  /** Whether work should be done one thing at a time. */
  get isGentle(): boolean {
    return this.#isBusy && !this.#isHurried;
  }

  /** Does not rest any more, until `calm`: the platform waits for the backup. */
  hurry(): void {
    this.#isHurried = true;
  }

  calm(): void {
    this.#isHurried = false;
    this.#turnAt = this.#deps.clock.now();
  }

  /** Call it between two small pieces of work. */
  async rest(): Promise<void> {
    if (this.#isHurried) return;
    const { clock, pause, isPlatformBusy } = this.#deps;
    const worked = clock.now() - this.#turnAt;
    if (worked < TURN_MILLIS) return;
    if (clock.now() - this.#lookedAt >= LOOK_MILLIS) {
      this.#isBusy = await isPlatformBusy();
      this.#lookedAt = clock.now();
    }
    if (this.#isBusy) await pause(Math.min(worked, REST_MILLIS_MAX));
    this.#turnAt = clock.now();
  }
}
