// The port to the rows behind dimensions of devices: each call reads for many owners at once and gives parallel columns.
// More than a thousand rows are asked for in several calls.
import type { StoredValue } from "../../attributes/attribute.ts";
import type { AttributeScope } from "../../bus/events.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../ids.ts";

/** The devices that a reader may see: those of the tenant, or those of one customer of it. */
export interface Audience {
  readonly tenantId: TenantId;
  /** Null for all devices of the tenant. */
  readonly customerId: CustomerId | null;
}

/** By which attributes and activity of an entity are found; 0 stands for an entity that has none. */
export type OwnerNumber = number;

/** Parallel columns, ordered by device id. */
export interface DeviceRows {
  readonly ids: DeviceId[];
  readonly names: string[];
  readonly labels: (string | null)[];
  readonly profileIds: DeviceProfileId[];
  readonly customerIds: (CustomerId | null)[];
  /** The gateway it was last connected through. */
  readonly gatewayIds: (DeviceId | null)[];
  readonly createdAt: number[];
  readonly owners: OwnerNumber[];
}

export interface CustomerRow {
  readonly title: string;
  readonly createdAt: number;
  readonly owner: OwnerNumber;
}

/** How many devices have a value of this key and kind, and one such value for an example. */
export interface AttributeSummary {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly type: "number" | "text" | "boolean" | "json";
  readonly count: number;
  readonly lastTs: number;
  /** The newest of them; of a text one character more than `SAMPLE_LENGTH_MAX` at most, so that its length shows. */
  readonly sample: StoredValue;
}

/** Characters of a value that is shown as an example. */
export const SAMPLE_LENGTH_MAX = 100;

export interface DimensionRowStore {
  /** The next devices in the order of their ids, at most `max`. */
  devices(audience: Audience, after: DeviceId | null, max: number): Promise<DeviceRows>;
  /** Those of these ids that the audience may see. */
  devicesOf(audience: Audience, ids: readonly DeviceId[]): Promise<DeviceRows>;
  /** Names by id, of profiles of the tenant. */
  profiles(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<ReadonlyMap<DeviceProfileId, string>>;
  /** Ids by name, of profiles of the tenant. */
  profilesNamed(tenantId: TenantId, names: readonly string[]): Promise<ReadonlyMap<string, DeviceProfileId>>;
  /** Those of these ids that are customers of the tenant. */
  customers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, CustomerRow>>;
  /** The next customers of the tenant in the order of their ids, at most `max`. */
  customerIds(tenantId: TenantId, after: CustomerId | null, max: number): Promise<readonly CustomerId[]>;
  /** In the order of `owners`, as stored; 0 for a device that was never heard of. */
  activity(
    owners: readonly OwnerNumber[],
  ): Promise<{ readonly active: readonly boolean[]; readonly lastActivityTime: readonly number[] }>;
  /** In the order of `owners`; fewer than asked for once their texts have `charsMax` characters. */
  attributes(
    owners: readonly OwnerNumber[],
    scope: AttributeScope,
    key: string,
    charsMax: number,
  ): Promise<readonly (StoredValue | null)[]>;
  /** In the order of `ownerIds`; 0 for one that has no such series. */
  series(ownerIds: readonly (DeviceId | CustomerId)[], key: string): Promise<readonly SeriesNumber[]>;
  /** All series of these devices, by key; null where there are more than `max`. */
  keys(deviceIds: readonly DeviceId[], max: number): Promise<ReadonlyMap<string, readonly SeriesNumber[]> | null>;
  /** All attributes of these owners, one entry for each scope, key and kind; null where there are more than `max`. */
  attributeKeys(owners: readonly OwnerNumber[], max: number): Promise<readonly AttributeSummary[] | null>;
}

export function noRows(): DeviceRows {
  return {
    ids: [],
    names: [],
    labels: [],
    profileIds: [],
    customerIds: [],
    gatewayIds: [],
    createdAt: [],
    owners: [],
  };
}
