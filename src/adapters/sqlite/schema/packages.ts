// The table of firmware and software packages; created by migration 0150.

export interface PackageTables {
  ota_package: PackageTable;
}

export interface PackageTable {
  id: string;
  created_at: number;
  tenant_id: string;
  profile_id: string;
  kind: string;
  title: string;
  version: string;
  tag: string | null;
  /** Not null where the platform has the file. */
  file_name: string | null;
  /** Not null where devices load it from there. */
  url: string | null;
  content_type: string | null;
  size_bytes: number | null;
  checksum_algorithm: string | null;
  checksum: string | null;
  /** JSON. */
  additional_info: string | null;
  external_id: string | null;
  /** Title, version and tag in lower case. */
  search_text: string;
}
