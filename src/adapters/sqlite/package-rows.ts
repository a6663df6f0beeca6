// Rows of packages, and the columns by which devices and profiles refer to them.
import type { Selectable } from "kysely";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import type { DeviceReferences } from "../../core/devices/references.ts";
import { invalid } from "../../core/errors.ts";
import type { DeviceProfileId, TenantId } from "../../core/ids.ts";
import { packageName, type OtaPackage, type PackageContent } from "../../core/ota/ota-package.ts";
import type { SqliteConnection } from "./connection.ts";
import type { PackageTable } from "./schema/packages.ts";
import { JSON_TEXT, storedAs } from "./stored-as.ts";

/** Of devices and of profiles. */
export const PACKAGE_COLUMNS: Readonly<Record<PackageKind, "firmware_id" | "software_id">> = {
  FIRMWARE: "firmware_id",
  SOFTWARE: "software_id",
};

type References = Pick<DeviceReferences, "firmwareId" | "softwareId">;

/**
 * Throws `invalid` where a device or a profile names a package that it cannot have: one that does not exist, is of the other
 * kind, has no content, or is for another profile. What `present` has already stays as it is: a version that did not
 * check may have stored it.
 */
export function requirePackages(
  connection: SqliteConnection,
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

export function packageOf(row: Selectable<PackageTable>): OtaPackage {
  return { ...PACKAGE.entity(row), content: contentOf(row) };
}

function contentOf(row: Selectable<PackageTable>): PackageContent {
  const { file_name: fileName, content_type: contentType, url, size_bytes: bytes, checksum_algorithm: algorithm } = row;
  const checksum = row.checksum === null || algorithm === null ? null : { algorithm, value: row.checksum };
  if (fileName !== null && contentType !== null && bytes !== null && checksum !== null)
    return { kind: "file", fileName, contentType, bytes, checksum };
  return url === null ? { kind: "none" } : { kind: "url", url, bytes, checksum };
}
