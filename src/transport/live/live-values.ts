// Carries out commands: finds the entity that a command names, for a caller who may read its values, and subscribes or
// reads. Permission is checked for every command, before anything is read. Source: REST contract 15 and 1.7.
import { isPermitted } from "../../core/access/permissions.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { invalid } from "../../core/errors.ts";
import type {
  LiveSubscription,
  Sample,
  Subscriber,
  Update,
  WatchedOwner,
  SubscriptionRequest,
} from "../../core/subscriptions/subscription.ts";
import type { Subscriptions } from "../../core/subscriptions/subscriptions.ts";
import type { SeriesOwner } from "../../core/telemetry/series-owner.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { millis } from "../../lib/clock.ts";
import { evenBounds, middleOf } from "../rest/bucket-bounds.ts";
import { seriesOwner, type ValueOwner, type ValueOwners } from "../rest/value-owner.ts";
import { stringValue } from "../rest/value-text.ts";
import type { Command, Keys, NamedEntity, WindowTerms } from "./command.ts";

export interface LiveValueOptions {
  /** Most keys whose points one command may read. */
  readonly windowKeysMax: number;
  /** Most buckets of one aggregating command. */
  readonly bucketsMax: number;
  /** Most points of one key, whatever limit is requested. */
  readonly pointsMax: number;
  readonly answerBytesMax: number;
}

export interface LiveValueDeps {
  readonly owners: Pick<ValueOwners, "require">;
  readonly subscriptions: Pick<Subscriptions, "subscribe">;
  readonly telemetry: Pick<TelemetryService, "keys" | "range" | "aggregate">;
  readonly limits: LiveValueOptions;
}

export type SubscribingCommand = Extract<Command, { kind: "latest" | "window" | "attributes" }>;
export type HistoryCommand = Extract<Command, { kind: "history" }>;

/** Points of a key if no limit is requested. Source: REST contract 9.2. */
const POINTS_DEFAULT = 100;
/** Characters of a time, brackets and commas. */
const SAMPLE_CHARS = 20;

export class LiveValues {
  readonly #deps: LiveValueDeps;

  constructor(deps: LiveValueDeps) {
    this.#deps = deps;
  }

  /**
   * Throws `invalid`, `unsupported`, `forbidden` or `not-found` for what cannot be watched, and `unavailable` if it
   * cannot be watched now.
   */
  async subscribe(
    principal: Principal,
    command: SubscribingCommand,
    watcher: Pick<Subscriber, "updated" | "ended">,
    signal: AbortSignal,
  ): Promise<LiveSubscription> {
    const owner = await this.#requireOwner(principal, command.entity);
    const subscriber: Subscriber = {
      mayRead: (device) => mayRead(principal, device),
      updated: (update) => {
        watcher.updated(update);
      },
      ended: (reason) => {
        watcher.ended(reason);
      },
    };
    const series = seriesOwner(owner);
    const watched: WatchedOwner =
      owner.kind === "device" ? { kind: "device", device: owner.device } : { kind: "other", holder: series };
    return await this.#deps.subscriptions.subscribe(watched, this.#requestOf(command, series, signal), subscriber);
  }

  /** Returns the points of a window, once. Throws like `subscribe`. */
  async history(principal: Principal, { entity, keys, terms }: HistoryCommand, signal: AbortSignal): Promise<Update> {
    return await this.#points(seriesOwner(await this.#requireOwner(principal, entity)), keys, terms, signal);
  }

  #requireOwner(principal: Principal, { entityType, entityId }: NamedEntity): Promise<ValueOwner> {
    return this.#deps.owners.require(principal, entityType, entityId, "read-values");
  }

  #requestOf(command: SubscribingCommand, owner: SeriesOwner, signal: AbortSignal): SubscriptionRequest {
    switch (command.kind) {
      case "latest":
        return { kind: "latest", keys: command.keys };
      case "attributes":
        return { kind: "attributes", scope: command.scope, keys: command.keys };
      case "window": {
        const { keys, terms } = command;
        return {
          kind: "points-from",
          keys,
          startTs: terms.startTs,
          read: () => this.#points(owner, keys, terms, signal),
        };
      }
    }
  }

  /** Reads one key after the other, so that no more is read than may be answered. */
  async #points(owner: SeriesOwner, keys: Keys, terms: WindowTerms, signal: AbortSignal): Promise<Update> {
    const { windowKeysMax, answerBytesMax } = this.#deps.limits;
    const named = keys === "all" ? await this.#deps.telemetry.keys(owner) : keys;
    if (named.length > windowKeysMax)
      throw invalid(
        `one command may read the points of ${String(windowKeysMax)} keys, these are ${String(named.length)}`,
      );
    const update = new Map<string, readonly Sample[]>();
    let chars = 0;
    for (const key of named) {
      const samples = await this.#pointsOf(owner, key, terms, signal);
      for (const { value } of samples) chars += SAMPLE_CHARS + (value === null ? 0 : stringValue(value).length);
      if (chars > answerBytesMax)
        throw invalid(
          `an answer may have ${String(answerBytesMax)} bytes, these points have more; read fewer keys, a shorter window or a smaller limit`,
        );
      if (samples.length > 0) update.set(key, samples);
    }
    return update;
  }

  async #pointsOf(
    owner: SeriesOwner,
    key: string,
    { startTs, endTs, limit, buckets }: WindowTerms,
    signal: AbortSignal,
  ): Promise<readonly Sample[]> {
    const { telemetry, limits } = this.#deps;
    const window = { startTs, endTs };
    if (startTs >= endTs) return [];
    if (buckets === undefined) {
      const query = { ...window, limit: Math.min(limit ?? POINTS_DEFAULT, limits.pointsMax), order: "DESC" } as const;
      return (await telemetry.range(owner, [key], query, signal)).get(key) ?? [];
    }
    const { aggregation, intervalMillis } = buckets;
    const bounds = evenBounds(window, intervalMillis, limits.bucketsMax);
    const found = (await telemetry.aggregate(owner, [key], { aggregation, bounds }, signal)).get(key) ?? [];
    return found.map(({ index, value }) => ({ ts: millis(middleOf(bounds, index)), value }));
  }
}

function mayRead(principal: Principal, { id, tenantId, customerId }: KnownDevice): boolean {
  return isPermitted<"DEVICE">(principal, "read-values", { kind: "DEVICE", deviceId: id, tenantId, customerId });
}
