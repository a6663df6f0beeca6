// Whose telemetry it is. Devices mostly, which live in the registry's cache; tenants, customers and users have some too.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";

export type OtherOwnerId = TenantId | CustomerId | UserId;
export type SeriesOwnerId = DeviceId | OtherOwnerId;

/** What telemetry needs to know of an owner; a `KnownDevice` is one. */
export interface SeriesOwner {
  readonly id: SeriesOwnerId;
  /** For messages. */
  readonly name: string;
  /** Of a device; all other owners have one share of what is bounded by tenant. */
  readonly tenantId?: TenantId;
  /** The keys known so far; the series directory fills it. */
  readonly series: Map<string, SeriesNumber>;
  /** Whether texts that spell a number are stored as that number; left out or null, as the setting of the platform says. */
  readonly castsStrings?: boolean | null;
}

/** An owner that is not a device, for the length of one request: numbers are given by id, so owners need not be shared. */
export function otherOwner(id: OtherOwnerId, name: string): SeriesOwner {
  return { id, name, series: new Map() };
}
