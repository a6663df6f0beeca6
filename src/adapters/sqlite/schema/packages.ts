// The table of firmware and software packages; created by migration 0150.
import type { ChecksumAlgorithm } from "../../../core/ota/checksum.ts";
import type { OtaPackage } from "../../../core/ota/ota-package.ts";
import type { RowOf } from "../stored-as.ts";

export interface PackageTables {
  ota_package: PackageTable;
}

export interface PackageTable extends RowOf<Omit<OtaPackage, "content">> {
  /** Not null where the platform has the file. */
  file_name: string | null;
  /** Not null where devices load it from there. */
  url: string | null;
  content_type: string | null;
  size_bytes: number | null;
  checksum_algorithm: ChecksumAlgorithm | null;
  checksum: string | null;
  /** Title, version and tag in lower case. */
  search_text: string;
}
