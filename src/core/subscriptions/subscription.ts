// The types of live subscriptions: what can be watched, what a subscriber gets, and where the values come from.
// Independent of sockets and frames.
import type { AttributeScope } from "../bus/events.ts";
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";
import type { Value } from "../values.ts";

export type OwnerId = DeviceId | TenantId | CustomerId | UserId;

/** The owner of watched values; a `KnownDevice` is one. */
export interface ValueHolder {
  readonly id: OwnerId;
  readonly name: string;
  readonly series: Map<string, SeriesNumber>;
}

export type WatchedOwner =
  { readonly kind: "device"; readonly device: KnownDevice } | { readonly kind: "other"; readonly holder: ValueHolder };

/** A value with its time, in milliseconds since the epoch. Null means that there is no value, or no longer. */
export interface Sample {
  readonly ts: number;
  readonly value: Value | null;
}

/**
 * One update, by key, with the newest sample of each key first. Shared by many subscribers, so it must not be modified.
 */
export type Update = ReadonlyMap<string, readonly Sample[]>;

/** "all" includes keys that appear later. */
export type WatchedKeys = readonly string[] | "all";

export type SubscriptionRequest =
  /** The latest point of each key, then each point that becomes the latest. */
  | { readonly kind: "latest"; readonly keys: WatchedKeys }
  /** The points returned by `read`, then every stored point with a time from `startTs` on. */
  | {
      readonly kind: "points-from";
      readonly keys: WatchedKeys;
      readonly startTs: number;
      readonly read: () => Promise<Update>;
    }
  /** The attributes of one or any scope, then each change. */
  | { readonly kind: "attributes"; readonly scope: AttributeScope | "any"; readonly keys: WatchedKeys };

export interface Subscriber {
  /**
   * Whether the subscriber may still read this device. Called after every change of the device, because its owner may
   * have changed.
   */
  mayRead(device: KnownDevice): boolean;
  /** First the present state, then changes in order of storage. */
  updated(update: Update): void;
  /** No updates follow: the owner no longer exists, or the subscriber may no longer read it. */
  ended(reason: DomainError): void;
}

export interface LiveSubscription {
  /** The present state, for a subscriber that has missed changes; undefined if it is not kept (`points-from`). */
  present(): Update | undefined;
  /** May be called twice. */
  cancel(): void;
}

/** Telemetry as needed by subscriptions. While an owner is watched, its changes are published on the bus. */
export interface TelemetrySource {
  /** Every point stored after the promise has resolved is published on the bus. */
  watch(owner: ValueHolder): Promise<void>;
  unwatch(ownerId: OwnerId): void;
  latest(owner: ValueHolder, keys: WatchedKeys): Promise<ReadonlyMap<string, Sample>>;
  /** Resolves once everything stored at the time of the call has been published on the bus. */
  settled(): Promise<void>;
}

export interface ReadAttribute {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly value: Value;
  readonly lastUpdateTs: number;
}

/** The tenant of a device; null for every other owner. */
export interface AttributeHolder {
  readonly id: OwnerId;
  readonly tenantId: TenantId | null;
}

/** Attributes as needed by subscriptions. While an owner is watched, all changes are published on the bus. */
export interface AttributeSource {
  /** Every change made after the promise has resolved is published. */
  watch(owner: AttributeHolder): Promise<void> | void;
  unwatch(owner: AttributeHolder): void;
  readInTurns(
    owner: AttributeHolder,
    selection: { readonly scope: AttributeScope | "all"; readonly keys: WatchedKeys },
  ): Promise<readonly ReadAttribute[]>;
  settled(): Promise<void>;
}

export interface PresentDevices {
  /** Resolves once every change of the device published on the bus so far is in the shared object. */
  refreshed(id: DeviceId): Promise<void>;
}
