// Firmware and software packages: how their pages read and save them.
import { SIGNED_IN } from "../../api/caller.ts";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { uploadFile, type UploadOptions } from "../../api/upload.ts";
import { choices } from "../../components/choices.ts";
import { orNull } from "../../components/form.tsx";
import { saveFile } from "../../components/save-file.ts";
import { download } from "../view/download.ts";
import { words } from "../../words/words.ts";

export type PackageInfo = Schema<"OtaPackageInfo">;
export type PackageType = PackageInfo["type"];
type ChecksumAlgorithm = NonNullable<Schema<"OtaPackageInput">["checksumAlgorithm"]>;

export const PACKAGE_TYPES = choices<PackageType>(words.packages.types);

export const CHECKSUM_ALGORITHMS = choices<ChecksumAlgorithm>({
  SHA256: "SHA-256",
  SHA384: "SHA-384",
  SHA512: "SHA-512",
  MD5: "MD5",
  CRC32: "CRC-32",
});

export interface PackageFields {
  readonly title: string;
  readonly version: string;
  readonly type: PackageType;
  /** Null means the default profile. */
  readonly profileId: string | null;
  readonly tag: string;
  readonly source: "file" | "url";
  readonly url: string;
  readonly checksum: string;
  readonly checksumAlgorithm: ChecksumAlgorithm;
}

/** The name for people: `boiler 1.2`. */
export function packageName({ title, version }: Pick<PackageInfo, "title" | "version">): string {
  return `${title} ${version}`;
}

/** The form in which devices and profiles refer to a package. */
export function packageRef(id: string | null) {
  return id === null ? null : { entityType: "OTA_PACKAGE" as const, id };
}

/** Creates a package without content, except a url. */
export async function createPackage(fields: PackageFields, profileId: string): Promise<PackageInfo> {
  const { type, title, version, tag } = fields;
  const deviceProfileId = { entityType: "DEVICE_PROFILE" as const, id: profileId };
  const body = { type, title: title.trim(), version: version.trim(), tag: orNull(tag), deviceProfileId };
  return await ask(
    api.POST("/api/otaPackage", { body: { ...body, ...(fields.source === "url" ? urlOf(fields) : {}) } }),
  );
}

/** Sets the url of a package that has no content yet. */
export async function setUrl(present: PackageInfo, fields: PackageFields): Promise<PackageInfo> {
  const { checksumAlgorithm: _algorithm, ...kept } = present;
  return await ask(api.POST("/api/otaPackage", { body: { ...kept, ...urlOf(fields) } }));
}

function urlOf({ url, checksum, checksumAlgorithm }: PackageFields) {
  return { url: orNull(url), usesUrl: true, checksum: orNull(checksum), checksumAlgorithm };
}

export async function uploadPackage(
  { id }: PackageInfo,
  file: File,
  { checksum, checksumAlgorithm, ...options }: Pick<PackageFields, "checksum" | "checksumAlgorithm"> & UploadOptions,
): Promise<void> {
  const query = new URLSearchParams({ checksumAlgorithm, ...(checksum.trim() === "" ? {} : { checksum }) });
  const form = new FormData();
  form.append("file", file);
  await uploadFile(`/api/otaPackage/${id.id}?${query.toString()}`, form, options);
}

/** Saves the file of a package for the viewer. */
export async function downloadPackage({ id, fileName, title }: PackageInfo): Promise<void> {
  const { signal } = new AbortController();
  const { blob, name } = await download(SIGNED_IN, `/api/otaPackage/${id.id}/download`, {
    name: fileName ?? title,
    signal,
  });
  saveFile(blob, name);
}

export async function deletePackage(otaPackageId: string): Promise<void> {
  await ask(api.DELETE("/api/otaPackage/{otaPackageId}", { params: { path: { otaPackageId } } }));
}
