// The owners of telemetry: mostly devices, which are in the registry's cache; tenants, customers and users have some
// too.
import type { SeriesNumber } from "../devices/known-device.ts";
import type { CustomerId, DeviceId, TenantId, UserId } from "../ids.ts";

export type OtherOwnerId = TenantId | CustomerId | UserId;
export type SeriesOwnerId = DeviceId | OtherOwnerId;

/** The data of an owner that telemetry needs; a `KnownDevice` is one. */
export interface SeriesOwner {
  readonly id: SeriesOwnerId;
  /** Used in messages. */
  readonly name: string;
  /** Set for devices; all other owners share one share of what is limited per tenant. */
  readonly tenantId?: TenantId;
  /** The keys known so far; filled by the series directory. */
  readonly series: Map<string, SeriesNumber>;
  /** Whether texts that spell a number are stored as that number; absent or null applies the platform's setting. */
  readonly castsStrings?: boolean | null;
}

/**
 * An owner that is not a device, for the duration of one request: series numbers are assigned by id, so the objects
 * need not be shared.
 */
export function otherOwner(id: OtherOwnerId, name: string): SeriesOwner {
  return { id, name, series: new Map() };
}
