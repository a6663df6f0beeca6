// The port to the store of packages, without their bytes. Every write is one transaction, in which references from
// devices and profiles are checked too; a read sees every write that has resolved.
import type { PackageKind } from "../devices/profile-store.ts";
import { DomainError } from "../errors.ts";
import type { ContentId, DeviceId, DeviceProfileId, PackageId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { FileContent, OtaPackage, UrlContent } from "./ota-package.ts";

export type PackageSortProperty =
  "createdTime" | "type" | "title" | "version" | "tag" | "url" | "fileName" | "dataSize" | "checksum";

/** The fields of an existing package that a save may change. */
export interface PackageChange extends Pick<OtaPackage, "additionalInfo" | "externalId"> {
  /** Null leaves the content unchanged. */
  readonly url: UrlContent | null;
}

/** Selects the packages of a list; null omits a condition. */
export interface PackageFilter {
  readonly tenantId: TenantId;
  /** Only those of this profile and kind that have content, so that they can be assigned. */
  readonly assignable: { readonly profileId: DeviceProfileId; readonly kind: PackageKind } | null;
}

export interface PackageStore {
  /** Throws `invalid` for a taken title and version, and for a profile that the tenant does not have. */
  create(created: OtaPackage): Promise<void>;
  /** Throws `not-found`, and `invalid` for a url if the package has content. */
  update(tenantId: TenantId, id: PackageId, change: PackageChange): Promise<OtaPackage>;
  /**
   * Throws `not-found`, `invalid` if the package has content, and `limit-exceeded` if the tenant's files would exceed
   * `tenantBytesMax` bytes (0: no limit).
   */
  attachFile(tenantId: TenantId, id: PackageId, file: FileContent, tenantBytesMax: number): Promise<OtaPackage>;
  /** Throws `not-found`, and `invalid` while a device or profile refers to it. */
  delete(tenantId: TenantId, id: PackageId): Promise<OtaPackage>;
  /** Returns the contents of the deleted packages. */
  deleteAllOf(tenantId: TenantId): Promise<readonly ContentId[]>;

  /** The package assigned to the device: its own, or that of its profile. */
  assignedTo(tenantId: TenantId, deviceId: DeviceId, kind: PackageKind): Promise<OtaPackage | undefined>;
  /**
   * Devices routed through the gateway that have a package with content assigned, their own or that of their profile.
   */
  assignedBehind(tenantId: TenantId, gatewayId: DeviceId): Promise<readonly DeviceId[]>;
  find(tenantId: TenantId, id: PackageId): Promise<OtaPackage | undefined>;
  /** The tenant of the package; for edges that distinguish a package of another tenant from one that does not exist. */
  tenantOf(id: PackageId): Promise<TenantId | undefined>;
  /** The text search covers title, version and tag. */
  list(filter: PackageFilter, page: PageRequest<PackageSortProperty>): Promise<FoundPage<OtaPackage>>;
  /** Total size of the tenant's files. */
  fileBytes(tenantId: TenantId): Promise<number>;
  /** Those that a package names. */
  knownContents(ids: readonly ContentId[]): Promise<readonly ContentId[]>;
}

/** `bytes`: the tenant's total after the upload, as far as known. */
export function packageLimitExceeded(bytesMax: number, bytes: number): DomainError {
  return new DomainError(
    "limit-exceeded",
    `the files of all packages of the tenant may have ${String(bytesMax)} bytes together, and would have ${String(bytes)} or more`,
    { limit: { name: "maxOtaPackagesInBytes", value: bytesMax }, entityType: "OTA_PACKAGE" },
  );
}
