// Publishes the points of watched owners that any node of a cluster stores, in the order of the log, each once. A series that
// another node has just begun is not known here: its owner is looked up, and what comes meanwhile waits. A node on which
// nobody watches only counts.
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { PointBatch } from "./point-batch.ts";
import type { PointWatch } from "./point-watch.ts";
import type { SeriesDirectory } from "./series-directory.ts";
import type { PointChanges, PointListener } from "./telemetry-store.ts";
import type { Point } from "./telemetry.ts";

/** Points that wait for a lookup; beyond it they are dropped, and what is watched is read again. */
const WAITING_POINTS_MAX = 1_000_000;

export interface PointsOfAllNodesDeps {
  readonly changes: PointChanges;
  readonly watch: PointWatch;
  readonly series: Pick<SeriesDirectory, "named">;
  readonly bus: MessageBus;
  readonly log: Logger;
}

interface Waiting {
  readonly points: number;
  /** Series whose owners are not known. */
  readonly unknown: readonly SeriesNumber[];
  readonly publish: () => void;
}

export class PointsOfAllNodes implements PointListener {
  readonly #deps: PointsOfAllNodesDeps;
  #waiting: Waiting[] = [];
  #waitingPoints = 0;
  #publishing: Promise<void> | undefined;
  #subscription: Subscription | undefined;

  constructor(deps: PointsOfAllNodesDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#subscription = this.#deps.changes.follow(this);
  }

  /** What waits for a lookup is published nevertheless. May be called twice. */
  stop(): void {
    this.#subscription?.cancel();
  }

  /** Resolves when everything that was acknowledged before the call has been published. */
  async settled(): Promise<void> {
    await this.#deps.changes.reached();
    await this.#publishing;
  }

  stored(batch: PointBatch, isNew: (series: number) => boolean): void {
    const { watch } = this.#deps;
    if (watch.isIdle) return;
    const unknown = new Set<number>();
    for (let row = 0; row < batch.count; row++) {
      const number = batch.series[row] ?? 0;
      if (!watch.has(number) && isNew(number)) unknown.add(number);
    }
    this.#publish({
      points: batch.count,
      unknown: [...unknown] as SeriesNumber[],
      publish: () => watch.stored(batch),
    });
  }

  deleted(series: readonly number[], latestOf: (series: number) => Point | undefined): void {
    const { watch } = this.#deps;
    if (watch.isIdle) return;
    const latest = new Map(series.map((number) => [number, latestOf(number)]));
    this.#publish({
      points: latest.size,
      unknown: [],
      publish: () => watch.deletedOf(series, (number) => latest.get(number)),
    });
  }

  missed(): void {
    this.#waiting = [];
    this.#waitingPoints = 0;
    this.#deps.bus.publish({ kind: "points-missed" });
  }

  #publish(next: Waiting): void {
    if (this.#publishing === undefined && next.unknown.length === 0) {
      next.publish();
      return;
    }
    this.#waiting.push(next);
    this.#waitingPoints += next.points;
    if (this.#waitingPoints > WAITING_POINTS_MAX) this.missed();
    else this.#publishing ??= this.#publishWaiting();
  }

  /** Begins with a lookup, so it has not ended when its promise is kept. */
  async #publishWaiting(): Promise<void> {
    const { series, watch, log } = this.#deps;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        const named = next.unknown.length === 0 ? [] : await series.named(next.unknown);
        for (const { ownerId, key, series: number } of named) watch.add(ownerId, key, number);
      } catch (error) {
        log.warn("the owners of new series are not known", { series: next.unknown.length, error });
        this.missed();
      }
      // What was dropped meanwhile is read again.
      if (this.#waiting[0] !== next) continue;
      this.#waiting.shift();
      this.#waitingPoints -= next.points;
      next.publish();
    }
    this.#publishing = undefined;
  }
}
