// A job in the background that runs on one node of a cluster at a time. For some seconds, while the lease changes hands, it may
// run on two: then it is done twice, and must bear that.
import type { Subscription } from "../bus/message-bus.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Lease } from "./lease.ts";

/** It can be started again after a stop. */
export interface Duty {
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** The duty, running while this node has the lease; without one there is no cluster, and it runs from its start to its stop. */
export function onDuty(duty: Duty, lease: Lease | undefined, log: Logger): Duty {
  return lease === undefined ? duty : new LeasedDuty(duty, lease, log);
}

class LeasedDuty implements Duty {
  readonly #duty: Duty;
  readonly #lease: Lease;
  readonly #log: Logger;
  #subscription: Subscription | undefined;
  #isRunning = false;
  /** A start and a stop of the duty come one after another. */
  #changing: Promise<void> = Promise.resolve();

  constructor(duty: Duty, lease: Lease, log: Logger) {
    this.#duty = duty;
    this.#lease = lease;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#subscription ??= this.#lease.onChange(() => void this.#change());
    await this.#change();
  }

  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#subscription = undefined;
    await this.#change();
  }

  async #change(): Promise<void> {
    await (this.#changing = this.#changing.then(() => this.#settle()));
  }

  async #settle(): Promise<void> {
    const isWanted = this.#subscription !== undefined && this.#lease.isHeld;
    if (isWanted === this.#isRunning) return;
    this.#isRunning = isWanted;
    try {
      if (isWanted) await this.#duty.start();
      else await this.#duty.stop();
    } catch (error) {
      this.#log.error("a job of the cluster could not be started or stopped", { error });
    }
  }
}
