// Firmware and software packages over REST. Source: REST contract 7 and 8, docs/decisions/0112-packages-as-files.md.
import { Type } from "typebox";
import { permit, permitMember, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../../core/access/principal.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId, type DeviceProfileId, type PackageId } from "../../../core/ids.ts";
import { CHECKSUM_ALGORITHMS, parseChecksumAlgorithm } from "../../../core/ota/checksum.ts";
import { noSuchPackage, PACKAGE_KINDS, type OtaPackage } from "../../../core/ota/ota-package.ts";
import type { PackageService } from "../../../core/ota/package-service.ts";
import type { PackageFilter } from "../../../core/ota/package-store.ts";
import type { Clock } from "../../../lib/clock.ts";
import { auditSave } from "../audit-rule.ts";
import { sendsAttachment } from "../attachment.ts";
import { parseRef, UuidParam } from "../entity-ids.ts";
import { takeFormFile } from "../form-file.ts";
import type { LastingCalls } from "../lasting-calls.ts";
import { oneOf, wordOf } from "../nullable.ts";
import { PackageBody, PackageInfoSchema, PackageSchema, parsePackageBody, showPackageInfo } from "../package-wire.ts";
import { pageOf, pageQuery, parsePage, toPage, type PageQuery } from "../paging.ts";
import { MEMBERS, TENANT, resource, streamed, type RestRoute } from "../route.ts";
import { uploadBytes, type UploadPace } from "../upload-bytes.ts";

const api = resource("firmware", TENANT);

export interface PackageRouteDeps {
  readonly packages: PackageService;
  readonly lasting: LastingCalls;
  readonly clock: Clock;
  readonly uploads: UploadPace;
  /** How long a caller may take to receive a file. */
  readonly downloadMillisMax: number;
  readonly pageRowsMax: number;
}

const SORTABLE = [
  ...(["createdTime", "type", "title", "version", "tag", "url", "fileName", "dataSize", "checksum"] as const),
];

const OCTETS = "application/octet-stream";
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const FILE_PART = "file";

const ABOUT_UPLOAD = `The part \`${FILE_PART}\` of a form holds the file, which is stored and synced before the answer comes. The
checksum is computed on the way: one that is sent must be the same. A package gets a file once; it never changes.`;

export function packageRoutes(deps: PackageRouteDeps): readonly RestRoute[] {
  const { packages, lasting, clock, uploads, downloadMillisMax, pageRowsMax } = deps;
  /** A package of another tenant is forbidden; one that does not exist is not found. */
  const requireId = async (
    principal: TenantMember,
    id: PackageId,
    operation: OperationOn<"OTA_PACKAGE">,
  ): Promise<PackageId> => {
    const tenantId = await packages.tenantOf(id);
    if (tenantId === undefined) throw noSuchPackage(id);
    permit<"OTA_PACKAGE">(principal, operation, { kind: "OTA_PACKAGE", tenantId });
    return id;
  };

  const require = async (
    principal: Principal,
    text: string,
    operation: OperationOn<"OTA_PACKAGE">,
  ): Promise<OtaPackage> => {
    permitMember(principal, operation, "OTA_PACKAGE");
    const id = await requireId(principal, parseId<PackageId>(text, "otaPackageId"), operation);
    return await packages.require(principal.tenantId, id);
  };

  const list = async (principal: Principal, query: PageQuery, assignable: PackageFilter["assignable"]) => {
    permitMember(principal, "list-infos", "OTA_PACKAGE");
    const page = parsePage(query, SORTABLE, pageRowsMax);
    return toPage(await packages.list({ tenantId: principal.tenantId, assignable }, page), page, showPackageInfo);
  };

  return [
    api.post("/api/otaPackage", "saveOtaPackageInfo", {
      summary: "Create or update a package",
      description:
        "Title, version, type, profile and tag are fixed by the first save; an update may leave them out of what it changes, but not change them. A url can be set as long as the package has no file.",
      body: PackageBody,
      answer: PackageInfoSchema,
      audit: auditSave("OTA_PACKAGE"),
      async handle({ principal, body }) {
        permitMember(principal, "write", "OTA_PACKAGE");
        const { tenantId } = principal;
        const id = parseRef<PackageId>(body.id, "OTA_PACKAGE", "id");
        const sent = parsePackageBody(body);
        if (id === null) return showPackageInfo(await packages.create(tenantId, sent));
        return showPackageInfo(await packages.update(tenantId, await requireId(principal, id, "write"), sent));
      },
    }),
    api.post("/api/otaPackage/:otaPackageId", "saveOtaPackageData", {
      summary: "Upload the file of a package",
      description: ABOUT_UPLOAD,
      errors: [408, 409, 413],
      errorCodes: [41],
      query: Type.Object({
        checksum: Type.Optional(
          Type.String({ description: "What the file must have; left out, what it has is taken." }),
        ),
        checksumAlgorithm: Type.Optional(wordOf(CHECKSUM_ALGORITHMS, { description: "SHA256 when left out." })),
      }),
      body: "upload",
      bodyTypes: ["multipart/form-data"],
      bodyDescribes: Type.Object(
        { [FILE_PART]: Type.String({ format: "binary" }) },
        { title: "OtaPackageUpload", examples: [{ [FILE_PART]: "…" }] },
      ),
      answer: PackageInfoSchema,
      audit: {
        action: "UPDATED",
        entity: ({ params }) => ({ type: "OTA_PACKAGE", id: params.otaPackageId }),
        data: (_request, saved) => (saved === undefined ? {} : { entity: saved }),
      },
      async handle({ principal, params, query, body, headers }, reply) {
        const { id, tenantId } = await require(principal, params.otaPackageId, "write");
        const algorithm = parseChecksumAlgorithm(query.checksumAlgorithm ?? "SHA256");
        if (body === undefined) throw invalid(`the body is empty: send a form with the part "${FILE_PART}"`);
        const lockout = await lasting.lockoutOf(principal, reply);
        const form = {
          open: (signal: AbortSignal) => {
            const either = AbortSignal.any([signal, lockout]);
            return uploadBytes(body, { ...uploads, name: "upload", limits: "ota.upload", signal: either }, clock);
          },
          contentType: headers["content-type"] ?? "",
        };
        try {
          const saved = await takeFormFile(FILE_PART, form, ({ name, contentType, bytes }) =>
            packages.upload(tenantId, id, {
              fileName: name === "" ? "file" : name,
              contentType: MEDIA_TYPE.test(contentType) ? contentType : OCTETS,
              pieces: bytes,
              checksum: query.checksum === undefined || query.checksum.trim() === "" ? null : query.checksum,
              algorithm,
            }),
          );
          return showPackageInfo(saved);
        } catch (error) {
          // The rest of the body is not read, so the connection cannot be reused.
          reply.header("connection", "close");
          throw error;
        }
      },
    }),
    api.get("/api/otaPackage/:otaPackageId", "getOtaPackageById", {
      summary: "A package",
      description: "As its info; the bytes of the file are downloaded.",
      answer: PackageSchema,
      async handle({ principal, params }) {
        return { ...showPackageInfo(await require(principal, params.otaPackageId, "read")), data: null };
      },
    }),
    api.get("/api/otaPackage/info/:otaPackageId", "getOtaPackageInfoById", {
      summary: "What is known of a package",
      access: MEMBERS,
      answer: PackageInfoSchema,
      async handle({ principal, params }) {
        return showPackageInfo(await require(principal, params.otaPackageId, "read-info"));
      },
    }),
    api.get("/api/otaPackage/:otaPackageId/download", "downloadOtaPackage", {
      summary: "The file of a package",
      description: "With the media type that it was uploaded with. A package with a url has no file: 400.",
      answer: streamed([OCTETS], Type.Unsafe<unknown>({ description: "The bytes.", examples: ["…"] })),
      async handle({ principal, params }, reply) {
        const { id, tenantId } = await require(principal, params.otaPackageId, "read");
        const caller = await lasting.signalOf(principal, reply);
        const { file, bytes } = await packages.download(tenantId, id);
        sendsAttachment(reply, file, { clock, millisMax: downloadMillisMax, caller });
        return bytes;
      },
    }),
    api.get("/api/otaPackages", "getOtaPackages", {
      summary: "Packages of the tenant",
      access: MEMBERS,
      query: pageQuery(SORTABLE, {}),
      answer: pageOf(PackageInfoSchema),
      handle: ({ principal, query }) => list(principal, query, null),
    }),
    api.get("/api/otaPackages/:deviceProfileId/:type", "getOtaPackagesByDeviceProfileAndType", {
      summary: "Packages that devices of a profile can be given",
      description: "Those of the profile and the type that have a file or a url.",
      access: MEMBERS,
      params: Type.Object({ deviceProfileId: UuidParam, type: oneOf(PACKAGE_KINDS) }),
      query: pageQuery(SORTABLE, {}),
      answer: pageOf(PackageInfoSchema),
      handle: ({ principal, params, query }) =>
        list(principal, query, {
          profileId: parseId<DeviceProfileId>(params.deviceProfileId, "deviceProfileId"),
          kind: params.type,
        }),
    }),
    api.delete("/api/otaPackage/:otaPackageId", "deleteOtaPackage", {
      summary: "Delete a package that neither a device nor a profile refers to",
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "OTA_PACKAGE", id: params.otaPackageId }) },
      async handle({ principal, params }) {
        const { id, tenantId } = await require(principal, params.otaPackageId, "delete");
        await packages.delete(tenantId, id);
      },
    }),
  ];
}
