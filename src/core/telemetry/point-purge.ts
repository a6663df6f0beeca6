// Deletes the points of deleted devices, and of other deleted owners, in the background, a bounded number of series at a
// time. What is left when the platform stops is taken up by the next start.
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { SeriesStore } from "./series-store.ts";
import type { TelemetryStore } from "./telemetry-store.ts";

export interface PointPurgeSettings {
  /** Series deleted in one transaction. */
  readonly seriesPerRun: number;
  /** A run follows this long after a deletion, so that many deletions share it. */
  readonly delaySeconds: number;
}

export class PointPurge {
  readonly #series: Pick<SeriesStore, "retired" | "purged">;
  readonly #points: Pick<TelemetryStore, "delete">;
  readonly #bus: MessageBus;
  readonly #settings: PointPurgeSettings;
  readonly #clock: Clock;
  readonly #log: Logger;
  #subscriptions: Subscription[] = [];
  #timer: Timer | undefined;
  /** Runs follow each other, however long they take. */
  #running: Promise<void> = Promise.resolve();

  constructor(
    series: Pick<SeriesStore, "retired" | "purged">,
    points: Pick<TelemetryStore, "delete">,
    bus: MessageBus,
    settings: PointPurgeSettings,
    clock: Clock,
    log: Logger,
  ) {
    this.#series = series;
    this.#points = points;
    this.#bus = bus;
    this.#settings = settings;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    const schedule = (): void => {
      this.#schedule();
    };
    this.#subscriptions = [
      this.#bus.subscribe("device-deleted", schedule),
      this.#bus.subscribe("user-deleted", schedule),
      this.#bus.subscribe("customer-deleted", schedule),
      this.#bus.subscribe("tenant-deleted", schedule),
    ];
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
    this.#timer ??= this.#clock.after(this.#settings.delaySeconds * SECOND_MILLIS, () => {
      this.#timer = undefined;
      this.#running = this.#running.then(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    if (this.#subscriptions.length === 0) return;
    try {
      const series = await this.#series.retired(this.#settings.seriesPerRun);
      if (series.length === 0) return;
      await this.#points.delete(series, { window: undefined, deleteLatest: true, rewriteLatest: false });
      await this.#series.purged(series);
      this.#log.info("points of deleted owners purged", { series: series.length });
    } catch (error) {
      this.#log.warn("points of deleted owners not purged", { error });
    }
    // There may be more, or the same again after a failure.
    if (this.#subscriptions.length > 0) this.#schedule();
  }
}
