// Deletes the snapshot of an upgrade after some time: it takes as much disk space as the folder did, and a late
// rollback loses more than it gains.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import { findSnapshots, readNote, removeSnapshot } from "./snapshot.ts";

export interface SnapshotExpiryDeps {
  /** Absolute path of the data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export class SnapshotExpiry {
  readonly #deps: SnapshotExpiryDeps;
  readonly #keepMillis: number;
  readonly #rounds: Rounds;

  constructor(deps: SnapshotExpiryDeps, keepMillis: number) {
    this.#deps = deps;
    this.#keepMillis = keepMillis;
    this.#rounds = new Rounds(deps.clock, DAY_MILLIS, {
      run: () => this.#look(),
      failed: (error) => {
        deps.log.warn("the snapshot from before the upgrade could not be removed", { error });
      },
    });
  }

  start(): void {
    this.#rounds.start(0);
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #look(): Promise<void> {
    const { folder, clock, log } = this.#deps;
    for (const snapshot of await findSnapshots(folder)) {
      if (snapshot.stage !== "kept") continue;
      const { from, at } = await readNote(snapshot);
      if (Date.parse(at) + this.#keepMillis > clock.now()) continue;
      await removeSnapshot(folder, snapshot);
      log.info("the snapshot from before the upgrade has been removed", { from, at });
    }
  }
}
