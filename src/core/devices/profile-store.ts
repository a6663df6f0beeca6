// The port to the store of device profiles. Every write is one transaction; a read sees every write that has resolved.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceProfileId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { DeviceProfile, JsonObject, TransportType } from "./device.ts";

export type ProfileSortProperty = "createdTime" | "name" | "type" | "transportType" | "description" | "isDefault";

/** The fields of a profile that a save may change; which one is the default changes only through `makeDefault`. */
export type ProfileFields = Omit<DeviceProfile, "id" | "createdAt" | "tenantId" | "isDefault" | "version">;

export interface DefaultChange {
  readonly profile: DeviceProfile;
  /** The previous default; null if there was none. */
  readonly formerId: DeviceProfileId | null;
}

/** The packages that can be assigned to a single device. */
export type PackageKind = "FIRMWARE" | "SOFTWARE";

export type NamedProfile = Pick<DeviceProfile, "id" | "name">;

export interface ProfileStore {
  /**
   * Throws `invalid` if the name, the provision key or the default is already taken, and if the images of the tenant's
   * profiles would exceed PROFILE_IMAGES_BYTES_MAX bytes in total; `not-found` for the tenant.
   */
  create(profile: DeviceProfile): Promise<void>;
  /**
   * Throws `not-found`, `conflict` for a stale version (null overwrites), `invalid` if the name or provision key is
   * taken, if the transport type would change while devices use the profile, and for the images like `create`.
   */
  update(
    tenantId: TenantId,
    id: DeviceProfileId,
    fields: ProfileFields,
    expectedVersion: number | null,
  ): Promise<DeviceProfile>;
  /** Throws `not-found`, and `invalid` for the default profile and for one in use. */
  delete(tenantId: TenantId, id: DeviceProfileId): Promise<void>;
  /** Throws `not-found`. */
  makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DefaultChange>;
  /** The profile `default`, created under this id if the tenant has none of that name. Throws `not-found` for the tenant. */
  ensureDefault(tenantId: TenantId, newId: DeviceProfileId, now: EpochMillis): Promise<DeviceProfile>;
  /** Except those that devices use. */
  deleteAllOf(tenantId: TenantId): Promise<void>;
  /** The tenant of the profile; for edges that distinguish a profile of another tenant from one that does not exist. */
  tenantOf(id: DeviceProfileId): Promise<TenantId | undefined>;
  find(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile | undefined>;
  /** Only the `profileData`, with the provisioning secret replaced by null. */
  findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined>;
  findMany(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<readonly DeviceProfile[]>;
  findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined>;
  findByProvisionKey(key: string): Promise<DeviceProfile | undefined>;
  list(
    tenantId: TenantId,
    transportType: TransportType | null,
    page: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>>;
  /** Ordered by name. `inUse`: only profiles with devices. */
  names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]>;
  /**
   * The number of devices of the profile without a package of this kind of their own: those of one customer or, with
   * null, all.
   */
  countWithoutPackage(
    tenantId: TenantId,
    customerId: CustomerId | null,
    id: DeviceProfileId,
    kind: PackageKind,
  ): Promise<number>;
}
