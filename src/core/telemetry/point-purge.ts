// Deletes the points of deleted devices and other deleted owners in the background, a bounded number of series at a
// time. What is left at a stop is continued after the next start.
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { SeriesStore } from "./series-directory.ts";
import type { TelemetryStore } from "./telemetry-store.ts";

export interface PointPurgeOptions {
  /** Series deleted in one transaction. */
  readonly seriesPerRun: number;
  /** Delay between a deletion and the next run, so that many deletions share one run. */
  readonly delaySeconds: number;
}

export interface PointPurgeDeps {
  readonly series: Pick<SeriesStore, "retired" | "purged">;
  readonly points: Pick<TelemetryStore, "delete">;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export class PointPurge {
  readonly #deps: PointPurgeDeps;
  readonly #options: PointPurgeOptions;
  #subscriptions: Subscription[] = [];
  #timer: Timer | undefined;
  /** Runs are sequential, however long they take. */
  #running: Promise<void> = Promise.resolve();

  constructor(deps: PointPurgeDeps, options: PointPurgeOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    const kinds = ["device-deleted", "user-deleted", "customer-deleted", "tenant-deleted"] as const;
    this.#subscriptions = kinds.map((kind) => this.#deps.bus.subscribe(kind, () => this.#schedule()));
    this.#schedule();
  }

  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#running;
  }

  #schedule(): void {
    this.#timer ??= this.#deps.clock.after(this.#options.delaySeconds * SECOND_MILLIS, () => {
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    if (this.#subscriptions.length === 0) return;
    const { series, points, log } = this.#deps;
    try {
      const retired = await series.retired(this.#options.seriesPerRun);
      if (retired.length === 0) return;
      await points.delete(retired, { window: undefined, deleteLatest: true, rewriteLatest: false });
      await series.purged(retired);
      log.info("points of deleted owners purged", { series: retired.length });
    } catch (error) {
      log.warn("points of deleted owners not purged", { error });
    }
    // There may be more, or the same ones again after a failure.
    if (this.#subscriptions.length > 0) this.#schedule();
  }
}
