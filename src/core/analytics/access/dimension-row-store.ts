// The port to the rows that dimensions of devices are read from: each call reads many owners and returns parallel
// columns. A call takes at most a thousand rows.
import type { StoredValue } from "../../attributes/attribute.ts";
import type { AttributeScope } from "../../bus/events.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../ids.ts";

/** The devices that a reader may see: all of the tenant, or those of one customer. */
export interface Audience {
  readonly tenantId: TenantId;
  /** Null for all devices of the tenant. */
  readonly customerId: CustomerId | null;
}

/** The key of an entity's attributes and activity; 0 for an entity that has none. */
export type OwnerNumber = number;

/** Parallel columns, ordered by device id. */
export interface DeviceRows {
  readonly ids: DeviceId[];
  readonly names: string[];
  readonly labels: (string | null)[];
  readonly profileIds: DeviceProfileId[];
  readonly customerIds: (CustomerId | null)[];
  /** The gateway that the device was last connected through. */
  readonly gatewayIds: (DeviceId | null)[];
  readonly createdAt: number[];
  readonly owners: OwnerNumber[];
}

export interface CustomerRow {
  readonly title: string;
  readonly createdAt: number;
  readonly owner: OwnerNumber;
}

/** The number of devices that have a value of this key and type, with one such value as a sample. */
export interface AttributeSummary {
  readonly scope: AttributeScope;
  readonly key: string;
  readonly type: "number" | "text" | "boolean" | "json";
  readonly count: number;
  readonly lastTs: number;
  /** The newest value; a text is cut to `SAMPLE_LENGTH_MAX` + 1 characters, so that it can be seen to be too long. */
  readonly sample: StoredValue;
}

/** Most characters of a sample value. */
export const SAMPLE_LENGTH_MAX = 100;

export interface DimensionRowStore {
  /** The next devices in the order of their ids, at most `max`. */
  devices(audience: Audience, after: DeviceId | null, max: number): Promise<DeviceRows>;
  /** Those of these ids that the audience may see. */
  devicesOf(audience: Audience, ids: readonly DeviceId[]): Promise<DeviceRows>;
  /** Names of the tenant's profiles, by id. */
  profiles(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<ReadonlyMap<DeviceProfileId, string>>;
  /** Ids of the tenant's profiles, by name. */
  profilesNamed(tenantId: TenantId, names: readonly string[]): Promise<ReadonlyMap<string, DeviceProfileId>>;
  /** Those of these ids that belong to customers of the tenant. */
  customers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, CustomerRow>>;
  /** The next customers of the tenant in the order of their ids, at most `max`. */
  customerIds(tenantId: TenantId, after: CustomerId | null, max: number): Promise<readonly CustomerId[]>;
  /** In the order of `owners`, as stored; 0 for a device that has never been active. */
  activity(
    owners: readonly OwnerNumber[],
  ): Promise<{ readonly active: readonly boolean[]; readonly lastActivityTime: readonly number[] }>;
  /** In the order of `owners`; stops early once the texts have `charsMax` characters. */
  attributes(
    owners: readonly OwnerNumber[],
    scope: AttributeScope,
    key: string,
    charsMax: number,
  ): Promise<readonly (StoredValue | null)[]>;
  /** In the order of `ownerIds`; 0 for an owner without such a series. */
  series(ownerIds: readonly (DeviceId | CustomerId)[], key: string): Promise<readonly SeriesNumber[]>;
  /** All series of these devices, by key; null if there are more than `max`. */
  keys(deviceIds: readonly DeviceId[], max: number): Promise<ReadonlyMap<string, readonly SeriesNumber[]> | null>;
  /** All attributes of these owners, one entry for each scope, key and type; null if there are more than `max`. */
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
