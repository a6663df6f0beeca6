// A package: firmware or software for devices of one profile, with its description. Its bytes are elsewhere: see
// package-contents.ts. Source: MQTT contract 6.5, REST contract 8.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import { DomainError, invalid } from "../errors.ts";
import type { ContentId, DeviceProfileId, PackageId, TenantId } from "../ids.ts";
import type { Checksum } from "./checksum.ts";

export const PACKAGE_KINDS = ["FIRMWARE", "SOFTWARE"] as const satisfies readonly PackageKind[];

/** What a device installs, or nothing before it is set. It can be set once. */
export type PackageContent =
  | { readonly kind: "none" }
  /** The platform holds the bytes. */
  | {
      readonly kind: "file";
      readonly contentId: ContentId;
      readonly fileName: string;
      readonly contentType: string;
      readonly bytes: number;
      readonly checksum: Checksum;
    }
  /** Devices download it from this url themselves. */
  | {
      readonly kind: "url";
      readonly url: string;
      readonly bytes: number | null;
      readonly checksum: Checksum | null;
    };

export type FileContent = Extract<PackageContent, { kind: "file" }>;
export type UrlContent = Extract<PackageContent, { kind: "url" }>;

export interface OtaPackage {
  readonly id: PackageId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  /** The profile whose devices may have the package. */
  readonly profileId: DeviceProfileId;
  readonly kind: PackageKind;
  readonly title: string;
  /** The version of the software, as given by its makers; unique together with kind and title. */
  readonly version: string;
  readonly tag: string | null;
  readonly content: PackageContent;
  readonly additionalInfo: JsonObject | null;
  readonly externalId: PackageId | null;
}

/** As shown in errors: `firmware "boiler" 1.2`. */
export function packageName({ kind, title, version }: Pick<OtaPackage, "kind" | "title" | "version">): string {
  return `${kind.toLowerCase()} "${title}" ${version}`;
}

export function noSuchPackage(id: PackageId): DomainError {
  return new DomainError("not-found", `package ${id} does not exist`);
}

/** Throws `invalid` if the package already has content. */
export function requireNoContent({ id, content }: Pick<OtaPackage, "id" | "content">): void {
  if (content.kind === "none") return;
  const what = content.kind === "file" ? "its file" : "a url";
  throw invalid(`package ${id} has ${what} already, which cannot change: create another package`);
}

export function fileMissing(id: PackageId): DomainError {
  return new DomainError("not-found", `the file of package ${id} has been lost: upload it as another one`);
}
