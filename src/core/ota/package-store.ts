// The port behind which packages are kept, without their bytes. Every write is one transaction, in which what devices and
// profiles refer to is checked as well; a read sees each write that has resolved.
import type { PackageKind } from "../devices/profile-store.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, DeviceProfileId, PackageId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { FileContent, OtaPackage, UrlContent } from "./ota-package.ts";

export type PackageSortProperty =
  "createdTime" | "type" | "title" | "version" | "tag" | "url" | "fileName" | "dataSize" | "checksum";

/** What a save may change of a package that exists. */
export interface PackageChange extends Pick<OtaPackage, "additionalInfo" | "externalId"> {
  /** Null leaves the content as it is. */
  readonly url: UrlContent | null;
}

/** Which packages a list shows; null leaves a condition out. */
export interface PackageFilter {
  readonly tenantId: TenantId;
  /** Only those of this profile and kind that have a content, so that they can be assigned. */
  readonly assignable: { readonly profileId: DeviceProfileId; readonly kind: PackageKind } | null;
}

export interface PackageStore {
  /** Throws `invalid` for a taken title and version, and for a profile that the tenant does not have. */
  create(created: OtaPackage): Promise<void>;
  /** Throws `not-found`, and `invalid` for a url where the package has a content. */
  update(tenantId: TenantId, id: PackageId, change: PackageChange): Promise<OtaPackage>;
  /**
   * Throws `not-found`, `invalid` where the package has a content, and `limit-exceeded` where the files of the tenant would
   * have more than `tenantBytesMax` bytes (0: no limit).
   */
  attachFile(tenantId: TenantId, id: PackageId, file: FileContent, tenantBytesMax: number): Promise<OtaPackage>;
  /** Throws `not-found`, and `invalid` while a device or a profile refers to it. */
  delete(tenantId: TenantId, id: PackageId): Promise<OtaPackage>;
  /** The packages there were. */
  deleteAllOf(tenantId: TenantId): Promise<readonly PackageId[]>;

  /** The package that the device is to have: its own, or that of its profile. */
  assignedTo(tenantId: TenantId, deviceId: DeviceId, kind: PackageKind): Promise<OtaPackage | undefined>;
  /** Devices routed through the gateway that are to have a package with a content, their own or that of their profile. */
  assignedBehind(tenantId: TenantId, gatewayId: DeviceId): Promise<readonly DeviceId[]>;
  find(tenantId: TenantId, id: PackageId): Promise<OtaPackage | undefined>;
  /** Whose package it is; for edges that answer differently for one of another tenant and one that does not exist. */
  tenantOf(id: PackageId): Promise<TenantId | undefined>;
  /** The search text is looked for in title, version and tag. */
  list(filter: PackageFilter, page: PageRequest<PackageSortProperty>): Promise<FoundPage<OtaPackage>>;
  /** Of all files of the tenant. */
  fileBytes(tenantId: TenantId): Promise<number>;
  /** Which of these packages have a file. */
  withFile(ids: readonly PackageId[]): Promise<readonly PackageId[]>;
}

/** `bytes`: what the tenant would have, as far as that is known. */
export function packageLimitExceeded(bytesMax: number, bytes: number): DomainError {
  return new DomainError(
    "limit-exceeded",
    `the files of all packages of the tenant may have ${String(bytesMax)} bytes together, and would have ${String(bytes)} or more`,
    { limit: { name: "maxOtaPackagesInBytes", value: bytesMax }, entityType: "OTA_PACKAGE" },
  );
}
