// Rows of packages, and the columns with which devices and profiles refer to them.
import type { PackageKind } from "../../../core/devices/profile-store.ts";
import type { DeviceReferences } from "../../../core/devices/references.ts";
import { invalid } from "../../../core/errors.ts";
import type { ContentId, DeviceProfileId, TenantId } from "../../../core/ids.ts";
import type { ChecksumAlgorithm } from "../../../core/ota/checksum.ts";
import { packageName, type OtaPackage, type PackageContent } from "../../../core/ota/ota-package.ts";
import type { StoreConnection } from "../store-connection.ts";
import { JSON_TEXT, storedAs, type ColumnValues, type Row } from "./stored-as.ts";

/** Columns of devices and profiles. */
export const PACKAGE_COLUMNS: Readonly<Record<PackageKind, "firmware_id" | "software_id">> = {
  FIRMWARE: "firmware_id",
  SOFTWARE: "software_id",
};

type References = Pick<DeviceReferences, "firmwareId" | "softwareId">;

/**
 * Throws `invalid` if a device or profile refers to a package that it cannot have: one that does not exist, is of the
 * other kind, has no content, or is for another profile. References already in `present` are accepted: a version
 * without this check may have stored them.
 */
export function requirePackages(
  connection: StoreConnection,
  wanted: References & { readonly tenantId: TenantId; readonly profileId: DeviceProfileId },
  present: (References & { readonly profileId: DeviceProfileId }) | null,
): void {
  for (const [field, kind] of REFERENCES) {
    const id = wanted[field];
    if (id === null || (present?.[field] === id && present.profileId === wanted.profileId)) continue;
    const row = connection.get(
      "SELECT kind, profile_id, title, version, file_name, url FROM ota_package WHERE id = ? AND tenant_id = ?",
      id,
      wanted.tenantId,
    );
    if (row === undefined) throw invalid(`${field}: package ${id} does not exist`);
    const name = packageName({
      kind: row["kind"] as PackageKind,
      title: String(row["title"]),
      version: String(row["version"]),
    });
    if (row["kind"] !== kind) throw invalid(`${field} must be ${kind.toLowerCase()}, got ${name}`);
    if (row["file_name"] === null && row["url"] === null)
      throw invalid(`${field}: ${name} has neither a file nor a url yet`);
    if (row["profile_id"] !== wanted.profileId) throw invalid(`${field}: ${name} is for devices of another profile`);
  }
}

const REFERENCES = [
  ["firmwareId", "FIRMWARE"],
  ["softwareId", "SOFTWARE"],
] as const;

/** A package without its content, which is several columns or none. */
export const PACKAGE = storedAs<Omit<OtaPackage, "content">>()(
  "id, created_at, tenant_id, profile_id, kind, title, version, tag, additional_info, external_id",
  { additionalInfo: JSON_TEXT },
);

interface ContentColumns {
  readonly contentId: ContentId | null;
  readonly fileName: string | null;
  readonly contentType: string | null;
  readonly url: string | null;
  readonly sizeBytes: number | null;
  readonly checksumAlgorithm: ChecksumAlgorithm | null;
  readonly checksum: string | null;
}

const CONTENT = storedAs<ContentColumns>()(
  "content_id, file_name, content_type, url, size_bytes, checksum_algorithm, checksum",
);

export function packageOf(row: Row): OtaPackage {
  return { ...PACKAGE.entity(row), content: contentOf(CONTENT.entity(row)) };
}

function contentOf(columns: ContentColumns): PackageContent {
  const { contentId, fileName, contentType, url, sizeBytes: bytes } = columns;
  const { checksumAlgorithm: algorithm, checksum: value } = columns;
  const checksum = value === null || algorithm === null ? null : { algorithm, value };
  if (contentId !== null && fileName !== null && contentType !== null && bytes !== null && checksum !== null)
    return { kind: "file", contentId, fileName, contentType, bytes, checksum };
  return url === null ? { kind: "none" } : { kind: "url", url, bytes, checksum };
}

export function contentColumns(content: PackageContent): ColumnValues {
  const isFile = content.kind === "file";
  const checksum = content.kind === "none" ? null : content.checksum;
  return CONTENT.row({
    contentId: isFile ? content.contentId : null,
    fileName: isFile ? content.fileName : null,
    contentType: isFile ? content.contentType : null,
    url: content.kind === "url" ? content.url : null,
    sizeBytes: content.kind === "none" ? null : content.bytes,
    checksumAlgorithm: checksum?.algorithm ?? null,
    checksum: checksum?.value ?? null,
  });
}
