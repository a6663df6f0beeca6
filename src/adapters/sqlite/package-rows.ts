// Rows of packages, and the columns by which devices and profiles refer to them.
import type { Selectable } from "kysely";
import type { JsonObject } from "../../core/devices/device.ts";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import type { DeviceReferences } from "../../core/devices/references.ts";
import { invalid } from "../../core/errors.ts";
import type { DeviceProfileId, PackageId, TenantId } from "../../core/ids.ts";
import type { ChecksumAlgorithm } from "../../core/ota/checksum.ts";
import { packageName, type OtaPackage, type PackageContent } from "../../core/ota/ota-package.ts";
import { millis } from "../../lib/clock.ts";
import { parseExactly } from "../../lib/json.ts";
import type { SqliteConnection } from "./connection.ts";
import type { PackageTable } from "./schema/packages.ts";

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

/** The row was written by us from checked values, so this is the parser of our own format. */
export function packageOf(row: Selectable<PackageTable>): OtaPackage {
  return {
    id: row.id as PackageId,
    createdAt: millis(row.created_at),
    tenantId: row.tenant_id as TenantId,
    profileId: row.profile_id as DeviceProfileId,
    kind: row.kind as PackageKind,
    title: row.title,
    version: row.version,
    tag: row.tag,
    content: contentOf(row),
    additionalInfo: row.additional_info === null ? null : (parseExactly(row.additional_info) as JsonObject),
    externalId: row.external_id as PackageId | null,
  };
}

function contentOf(row: Selectable<PackageTable>): PackageContent {
  const { file_name: fileName, content_type: contentType, url, size_bytes: bytes } = row;
  const checksum =
    row.checksum === null ? null : { algorithm: row.checksum_algorithm as ChecksumAlgorithm, value: row.checksum };
  if (fileName !== null && contentType !== null && bytes !== null && checksum !== null)
    return { kind: "file", fileName, contentType, bytes, checksum };
  return url === null ? { kind: "none" } : { kind: "url", url, bytes, checksum };
}
