// Rows of packages, and the columns by which devices and profiles refer to them.
import type { Selectable } from "kysely";
import type { JsonObject } from "../../core/devices/device.ts";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import type { DeviceProfileId, PackageId, TenantId } from "../../core/ids.ts";
import type { ChecksumAlgorithm } from "../../core/ota/checksum.ts";
import type { OtaPackage, PackageContent } from "../../core/ota/ota-package.ts";
import { millis } from "../../lib/clock.ts";
import { parseExactly } from "../../lib/json.ts";
import type { PackageTable } from "./schema/packages.ts";

/** Of devices and of profiles. */
export const PACKAGE_COLUMNS: Readonly<Record<PackageKind, "firmware_id" | "software_id">> = {
  FIRMWARE: "firmware_id",
  SOFTWARE: "software_id",
};

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
