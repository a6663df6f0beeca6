// Wire forms of firmware and software packages. Source: REST contract 7, 8.
import { Type, type Static } from "typebox";
import { CHECKSUM_ALGORITHMS } from "../../core/ota/checksum.ts";
import { PACKAGE_KINDS, type OtaPackage } from "../../core/ota/ota-package.ts";
import type { SentPackage } from "../../core/ota/sent-package.ts";
import { entityRef, entityRefOrNull, EntityRefSchema, parseRef, requireRef, SentRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { FreeObjectOrNull, nullable, oneOf, TextOrNull, wordOf } from "./nullable.ts";
import { EntityRefOrNull, named, orNull, SentCount, SentFlag, SentInfo, SentReference, SentText } from "./wire.ts";

const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const INFO = {
  id: [EntityRefSchema, EXAMPLE_REFS.package],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  deviceProfileId: [EntityRefSchema, EXAMPLE_REFS.deviceProfile],
  type: [oneOf(PACKAGE_KINDS), "FIRMWARE"],
  name: [Type.String({ description: "The same as the title." }), "boiler"],
  title: [Type.String(), "boiler"],
  version: [Type.String({ description: "Of the firmware or software." }), "2.5.0"],
  tag: [TextOrNull, "boiler 2.5.0"],
  url: [nullable(Type.String({ description: "From where devices download it, instead of a file." })), null],
  hasData: [Type.Boolean({ description: "Whether it has a file or a url, so that it can be assigned." }), true],
  fileName: [TextOrNull, "boiler-2.5.0.bin"],
  contentType: [TextOrNull, "application/octet-stream"],
  checksumAlgorithm: [nullable(wordOf(CHECKSUM_ALGORITHMS)), "SHA256"],
  checksum: [
    nullable(Type.String({ description: "In lower-case hex; CRC32 with its lowest byte first." })),
    SHA256_OF_NOTHING,
  ],
  dataSize: [nullable(Type.Integer({ description: "In bytes." })), 262_144],
  externalId: [EntityRefOrNull, null],
  additionalInfo: [FreeObjectOrNull, { description: "" }],
} as const;

export const PackageInfoSchema = named("OtaPackageInfo", INFO);
export const PackageSchema = named("OtaPackage", {
  ...INFO,
  data: [nullable(Type.String({ description: "Always null: the bytes are downloaded." })), null],
});

export function showPackageInfo(found: OtaPackage): Static<typeof PackageInfoSchema> {
  const { content } = found;
  const file = content.kind === "file" ? content : null;
  const checksum = content.kind === "none" ? null : content.checksum;
  return {
    id: entityRef("OTA_PACKAGE", found.id),
    createdTime: found.createdAt,
    tenantId: entityRef("TENANT", found.tenantId),
    deviceProfileId: entityRef("DEVICE_PROFILE", found.profileId),
    type: found.kind,
    name: found.title,
    title: found.title,
    version: found.version,
    tag: found.tag,
    url: content.kind === "url" ? content.url : null,
    hasData: content.kind !== "none",
    fileName: file?.fileName ?? null,
    contentType: file?.contentType ?? null,
    checksumAlgorithm: checksum?.algorithm ?? null,
    checksum: checksum?.value ?? null,
    dataSize: content.kind === "none" ? null : content.bytes,
    externalId: entityRefOrNull("OTA_PACKAGE", found.externalId),
    additionalInfo: found.additionalInfo,
  };
}

/** A package as a client sends it; unknown members are ignored. */
export const PackageBody = Type.Object(
  {
    id: SentReference,
    type: oneOf(PACKAGE_KINDS),
    title: Type.String(),
    version: Type.String(),
    tag: SentText,
    deviceProfileId: SentRefSchema,
    url: SentText,
    usesUrl: SentFlag,
    isURL: SentFlag,
    checksumAlgorithm: Type.Optional(nullable(wordOf(CHECKSUM_ALGORITHMS))),
    checksum: SentText,
    dataSize: SentCount,
    externalId: SentReference,
    additionalInfo: SentInfo,
  },
  {
    title: "OtaPackageInput",
    examples: [
      {
        ...{ type: "FIRMWARE", title: "boiler", version: "2.5.0", tag: "boiler 2.5.0" },
        deviceProfileId: EXAMPLE_REFS.deviceProfile,
      },
    ],
  },
);

/** Throws `invalid` for an invalid reference. */
export function parsePackageBody(body: Static<typeof PackageBody>): SentPackage {
  const { tag, url, checksumAlgorithm, checksum, dataSize, additionalInfo } = orNull(body, [
    ...(["tag", "url", "checksumAlgorithm", "checksum", "dataSize", "additionalInfo"] as const),
  ]);
  return {
    kind: body.type,
    title: body.title,
    version: body.version,
    tag,
    profileId: requireRef(body.deviceProfileId, "DEVICE_PROFILE", "deviceProfileId"),
    url,
    usesUrl: body.usesUrl === true || body.isURL === true,
    checksumAlgorithm,
    checksum,
    bytes: dataSize,
    additionalInfo,
    externalId: parseRef(body.externalId, "OTA_PACKAGE", "externalId"),
  };
}
