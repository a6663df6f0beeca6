// The words of live subscriptions: what can be watched, what a subscriber gets, and where the values come from. Knows
// neither sockets nor frames.
import type { AttributeScope } from "../bus/events.ts";
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";
import type { Value } from "../values.ts";

export type OwnerId = DeviceId | TenantId | CustomerId | UserId;

/** Whose values are watched; a `KnownDevice` is one. */
export interface ValueHolder {
  readonly id: OwnerId;
  readonly name: string;
  readonly series: Map<string, SeriesNumber>;
}

export type WatchedOwner =
  { readonly kind: "device"; readonly device: KnownDevice } | { readonly kind: "other"; readonly holder: ValueHolder };

/** A value with its time, in milliseconds since the epoch. Null: there is no value, or none any more. */
export interface Sample {
  readonly ts: number;
  readonly value: Value | null;
}

/** One update, by key; of each key the newest sample first. Shared by many subscribers, so it is never changed. */
export type Update = ReadonlyMap<string, readonly Sample[]>;

/** No key at all stands for every key, also those that come later. */
export type WatchedKeys = readonly string[] | "all";

export type SubscriptionRequest =
  /** The latest point of each key, then each point that becomes the latest one. */
  | { readonly kind: "latest"; readonly keys: WatchedKeys }
  /** What `read` gives, then every point that is stored with a time from `startTs` on. */
  | {
      readonly kind: "points-from";
      readonly keys: WatchedKeys;
      readonly startTs: number;
      readonly read: () => Promise<Update>;
    }
  /** The attributes of one scope or of any, then each change. */
  | { readonly kind: "attributes"; readonly scope: AttributeScope | "any"; readonly keys: WatchedKeys };

export interface Subscriber {
  /** Whether the subscriber may still read this device; asked whenever it has changed, as it may have changed hands. */
  mayRead(device: KnownDevice): boolean;
  /** First the present state, then changes, in the order in which they were stored. */
  updated(update: Update): void;
  /** Nothing follows: the owner is gone, or is not the subscriber's to read any more. */
  ended(reason: DomainError): void;
}

export interface LiveSubscription {
  /** What holds now, for a subscriber who has missed changes; undefined where that is not kept (`points-from`). */
  present(): Update | undefined;
  /** May be called twice. */
  cancel(): void;
}

/** Telemetry as subscriptions need it. While an owner is watched its changes are on the bus. */
export interface TelemetrySource {
  /** Every point that is stored after the promise has resolved is on the bus. */
  watch(owner: ValueHolder): Promise<void>;
  unwatch(ownerId: OwnerId): void;
  latest(owner: ValueHolder, keys: WatchedKeys): Promise<ReadonlyMap<string, Sample>>;
  /** Resolves once all that the store held when it was called has been on the bus. */
  settled(): Promise<void>;
}

export interface ReadAttribute {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly value: Value;
  readonly lastUpdateTs: number;
}

/** The same for attributes. Changes that do not come from a device itself are on the bus in any case. */
export interface AttributeSource {
  watch(device: KnownDevice): void;
  unwatch(deviceId: DeviceId): void;
  readInTurns(
    owner: { readonly id: OwnerId; readonly tenantId: TenantId | null },
    selection: { readonly scope: AttributeScope | "all"; readonly keys: WatchedKeys },
  ): Promise<readonly ReadAttribute[]>;
  settled(): Promise<void>;
}

export interface PresentDevices {
  /** Resolves once a change of the device that was on the bus is in the shared object. */
  refreshed(id: DeviceId): Promise<void>;
}
