// The port behind which device profiles are kept. Every write is one transaction; a read sees each write that resolved.
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceProfileId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { DeviceProfile, JsonObject, TransportType } from "./device.ts";

export type ProfileSortProperty = "createdTime" | "name" | "type" | "transportType" | "description" | "isDefault";

/** The fields of a profile that a save may change; which one is the default changes by `makeDefault` alone. */
export type ProfileFields = Omit<DeviceProfile, "id" | "createdAt" | "tenantId" | "isDefault" | "version">;

export interface DefaultChange {
  readonly profile: DeviceProfile;
  /** The default before; null where there was none. */
  readonly formerId: DeviceProfileId | null;
}

/** The packages that a device may have of its own. */
export type PackageKind = "FIRMWARE" | "SOFTWARE";

export type NamedProfile = Pick<DeviceProfile, "id" | "name">;

export interface ProfileStore {
  /**
   * Throws `invalid` where the name, the provision key or the place of the default is taken, and where the images of the
   * tenant's profiles would have more than PROFILE_IMAGES_BYTES_MAX bytes together.
   */
  create(profile: DeviceProfile): Promise<void>;
  /**
   * Throws `not-found`, `conflict` for a stale version (null overwrites), `invalid` where the name or the provision key is
   * taken, where the transport type would change while devices use the profile, and for the images as `create`.
   */
  update(
    tenantId: TenantId,
    id: DeviceProfileId,
    fields: ProfileFields,
    expectedVersion: number | null,
  ): Promise<DeviceProfile>;
  /** Throws `not-found`, and `invalid` for the default profile and for one that devices use. */
  delete(tenantId: TenantId, id: DeviceProfileId): Promise<void>;
  /** Throws `not-found`. */
  makeDefault(tenantId: TenantId, id: DeviceProfileId): Promise<DefaultChange>;
  /** The profile `default`, created under this id where the tenant has none of that name. */
  ensureDefault(tenantId: TenantId, newId: DeviceProfileId, now: EpochMillis): Promise<DeviceProfile>;
  deleteAllOf(tenantId: TenantId): Promise<void>;
  /** Whose profile it is; for edges that answer differently for a profile of another tenant and one that does not exist. */
  tenantOf(id: DeviceProfileId): Promise<TenantId | undefined>;
  find(tenantId: TenantId, id: DeviceProfileId): Promise<DeviceProfile | undefined>;
  /** Only the `profileData`, with null for the provisioning secret. */
  findData(tenantId: TenantId, id: DeviceProfileId): Promise<JsonObject | undefined>;
  findMany(tenantId: TenantId, ids: readonly DeviceProfileId[]): Promise<readonly DeviceProfile[]>;
  findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined>;
  findByProvisionKey(key: string): Promise<DeviceProfile | undefined>;
  list(
    tenantId: TenantId,
    transportType: TransportType | null,
    page: PageRequest<ProfileSortProperty>,
  ): Promise<FoundPage<DeviceProfile>>;
  /** In order of name. `inUse`: only those that devices have. */
  names(tenantId: TenantId, inUse: boolean): Promise<readonly NamedProfile[]>;
  /** Devices of the profile that have no package of this kind of their own; of one customer, or with null of all. */
  countWithoutPackage(
    tenantId: TenantId,
    customerId: CustomerId | null,
    id: DeviceProfileId,
    kind: PackageKind,
  ): Promise<number>;
}
