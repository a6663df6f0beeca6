// Device profiles over REST, and the keys of their devices. Source: REST contract 7 and 8.
import { Type, type Static } from "typebox";
import { permit, permitMember, type OperationOn } from "../../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../../core/access/principal.ts";
import { TRANSPORT_TYPES, type DeviceProfileService } from "../../../core/devices/device-profile-service.ts";
import type { DeviceProfile } from "../../../core/devices/device.ts";
import type { EntityKeys } from "../../../core/entity-query/entity-query.ts";
import type { EntityQueryService } from "../../../core/entity-query/entity-query-service.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type DeviceProfileId, type TenantId } from "../../../core/ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { auditSave } from "../audit-rule.ts";
import { callerSignal } from "../caller-signal.ts";
import {
  DeviceProfileInfoSchema,
  DeviceProfileSchema,
  parseProfileBody,
  ProfileBody,
  showProfile,
  showProfileInfo,
} from "../device-wire.ts";
import { entityRef, EntityRefSchema, IdList, parseIdList, parseRef, UuidParam } from "../entity-ids.ts";
import { EXAMPLE_REFS } from "../example-values.ts";
import { oneOf, uuidText, wordOf } from "../nullable.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { MEMBERS, TENANT, jsonText, resource, type RestReply, type RestRoute } from "../route.ts";
import { WARNING_HEADER, warn } from "../warning-header.ts";

const api = resource("device profiles", TENANT);
const devices = resource("devices", MEMBERS);

const TRANSPORT = { transportType: Type.Optional(wordOf(TRANSPORT_TYPES)) } as const;

export interface DeviceProfileRouteDeps {
  readonly profiles: DeviceProfileService;
  readonly entityQueries: Pick<EntityQueryService, "keys">;
  /** Most rows of a page, and most names of keys in one answer; more keys are refused. */
  readonly pageRowsMax: number;
}

const SORTABLE = ["createdTime", "name", "type", "transportType", "description", "isDefault"] as const;
const ProfileName = Type.Object(
  { id: EntityRefSchema, name: Type.String() },
  { title: "DeviceProfileName", examples: [{ id: EXAMPLE_REFS.deviceProfile, name: "default" }] },
);
const InfoArray = Type.Array(DeviceProfileInfoSchema);
const ProfileQuery = Type.Object({ inlineImages: Type.Optional(Type.Boolean({ description: "Has no effect." })) });

export function deviceProfileRoutes({
  profiles,
  entityQueries,
  pageRowsMax,
}: DeviceProfileRouteDeps): readonly RestRoute[] {
  /** A profile of another tenant is forbidden; one that does not exist is not found. */
  const requireId = async (principal: TenantMember, id: DeviceProfileId, operation: OperationOn<"DEVICE_PROFILE">) => {
    const tenantId = await profiles.tenantOf(id);
    if (tenantId === undefined) throw new DomainError("not-found", `device profile ${id} does not exist`);
    permit<"DEVICE_PROFILE">(principal, operation, { kind: "DEVICE_PROFILE", tenantId });
    return id;
  };

  const require = async (
    principal: Principal,
    text: string,
    operation: OperationOn<"DEVICE_PROFILE">,
  ): Promise<DeviceProfile> => {
    permitMember(principal, operation, "DEVICE_PROFILE");
    const id = await requireId(principal, parseId<DeviceProfileId>(text, "deviceProfileId"), operation);
    return await profiles.require(principal.tenantId, id);
  };

  /** Leaves out profiles of other tenants. */
  const infosOf = async (principal: Principal, ids: readonly string[]) => {
    permitMember(principal, "list", "DEVICE_PROFILE");
    const wanted = parseIdList<DeviceProfileId>(ids, "deviceProfileIds");
    return (await profiles.findMany(principal.tenantId, wanted)).map(showProfileInfo);
  };

  const save = async (
    tenantId: TenantId,
    principal: TenantMember,
    body: Static<typeof ProfileBody>,
  ): Promise<DeviceProfile> => {
    const id = parseRef<DeviceProfileId>(body.id, "DEVICE_PROFILE", "id");
    const sent = parseProfileBody(body);
    if (id === null) return await profiles.create(tenantId, sent);
    return await profiles.update(tenantId, await requireId(principal, id, "write"), sent, body.version ?? null);
  };

  /** The profile as shown; a header names the parts of it that have no effect. */
  const shown = (profile: DeviceProfile, reply: RestReply): ReturnType<typeof showProfile> => {
    warn(reply, profiles.warningsOf(profile));
    return showProfile(profile);
  };

  /** The keys that devices of the profiles have, for people who fill in forms. */
  const keys = (kind: keyof EntityKeys, operationId: string, summary: string): RestRoute =>
    api.get(`/api/deviceProfile/devices/keys/${kind}`, operationId, {
      summary,
      query: Type.Object({
        deviceProfileId: Type.Optional(uuidText({ description: "Without it: of devices of all profiles." })),
      }),
      answer: Type.Array(Type.String(), { examples: [["humidity", "temperature"]] }),
      async handle({ principal, query: { deviceProfileId = "" } }, reply) {
        permitMember(principal, "read", "DEVICE_PROFILE");
        const deviceTypes = deviceProfileId === "" ? null : [(await require(principal, deviceProfileId, "read")).name];
        const filter = { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes } as const;
        const attributes = kind === "attributes" ? "all" : "none";
        const wanted = { timeseries: kind === "timeseries", attributes, keysMax: pageRowsMax } as const;
        return [...(await entityQueries.keys(principal, filter, wanted, callerSignal(reply)))[kind]];
      },
    });

  return [
    api.post("/api/deviceProfile", "saveDeviceProfile", {
      summary: "Create or update a device profile",
      errors: [409],
      body: ProfileBody,
      answer: DeviceProfileSchema,
      answerHeaders: WARNING_HEADER,
      audit: auditSave("DEVICE_PROFILE"),
      async handle({ principal, body }, reply) {
        permitMember(principal, "write", "DEVICE_PROFILE");
        return shown(await save(principal.tenantId, principal, body), reply);
      },
    }),
    api.get("/api/deviceProfile/:deviceProfileId", "getDeviceProfileById", {
      summary: "A device profile",
      query: ProfileQuery,
      answer: DeviceProfileSchema,
      answerHeaders: WARNING_HEADER,
      async handle({ principal, params }, reply) {
        return shown(await require(principal, params.deviceProfileId, "read"), reply);
      },
    }),
    api.get("/api/deviceProfileInfo/:deviceProfileId", "getDeviceProfileInfoById", {
      summary: "The essentials of a device profile",
      access: MEMBERS,
      answer: DeviceProfileInfoSchema,
      async handle({ principal, params }) {
        return showProfileInfo(await require(principal, params.deviceProfileId, "read-info"));
      },
    }),
    api.get("/api/deviceProfileInfo/default", "getDefaultDeviceProfileInfo", {
      summary: "The essentials of the default profile",
      access: MEMBERS,
      answer: DeviceProfileInfoSchema,
      async handle({ principal }) {
        permitMember(principal, "read-info", "DEVICE_PROFILE");
        return showProfileInfo(await profiles.requireDefault(principal.tenantId));
      },
    }),
    api.delete("/api/deviceProfile/:deviceProfileId", "deleteDeviceProfile", {
      summary: "Delete a device profile that no device has",
      audit: { action: "DELETED", entity: ({ params }) => ({ type: "DEVICE_PROFILE", id: params.deviceProfileId }) },
      async handle({ principal, params }) {
        const profile = await require(principal, params.deviceProfileId, "delete");
        await profiles.delete(profile.tenantId, profile.id);
      },
    }),
    api.post("/api/deviceProfile/:deviceProfileId/default", "setDefaultDeviceProfile", {
      summary: "Make a device profile the default",
      answer: DeviceProfileSchema,
      audit: {
        action: "UPDATED",
        entity: ({ params }) => ({ type: "DEVICE_PROFILE", id: params.deviceProfileId }),
        data: () => ({ default: true }),
      },
      async handle({ principal, params }) {
        const profile = await require(principal, params.deviceProfileId, "write");
        return showProfile(await profiles.makeDefault(profile.tenantId, profile.id));
      },
    }),
    api.get("/api/deviceProfiles", "getDeviceProfiles", {
      summary: "Device profiles of the tenant",
      query: pageQuery(SORTABLE, {}),
      answer: pageOf(DeviceProfileSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE_PROFILE");
        const page = parsePage(query, SORTABLE, pageRowsMax);
        return toPage(await profiles.list(principal.tenantId, null, page), page, showProfile);
      },
    }),
    api.get("/api/deviceProfileInfos", "getDeviceProfileInfos", {
      summary: "The essentials of all device profiles",
      access: MEMBERS,
      query: Type.Object({ ...PAGE_OR_IDS, ...TRANSPORT, deviceProfileIds: Type.Optional(IdList) }),
      queryDescribes: pageQuery(SORTABLE, TRANSPORT),
      answer: jsonText(pageOf(DeviceProfileInfoSchema), InfoArray),
      async handle({ principal, query }) {
        permitMember(principal, "list-infos", "DEVICE_PROFILE");
        if (query.deviceProfileIds !== undefined) return writeJson(await infosOf(principal, query.deviceProfileIds));
        const page = parsePage(requirePage(query), SORTABLE, pageRowsMax);
        const transportType =
          query.transportType === undefined || query.transportType === "" ? null : query.transportType;
        return writeJson(toPage(await profiles.list(principal.tenantId, transportType, page), page, showProfileInfo));
      },
    }),
    api.get("/api/deviceProfileInfos/list", "getDeviceProfileInfosByIds", {
      summary: "Profiles named by id",
      query: Type.Object({ deviceProfileIds: IdList }),
      answer: InfoArray,
      handle: ({ principal, query }) => infosOf(principal, query.deviceProfileIds),
    }),
    api.get("/api/deviceProfile/names", "getDeviceProfileNames", {
      summary: "The names of all device profiles",
      access: MEMBERS,
      query: Type.Object({
        activeOnly: Type.Optional(Type.Boolean({ description: "Only profiles that devices have." })),
      }),
      answer: Type.Array(ProfileName),
      async handle({ principal, query }) {
        permitMember(principal, "list-infos", "DEVICE_PROFILE");
        const names = await profiles.names(principal.tenantId, query.activeOnly ?? false);
        return names.map(({ id, name }) => ({ id: entityRef("DEVICE_PROFILE", id), name }));
      },
    }),
    keys("timeseries", "getDeviceProfileTimeseriesKeys", "Names of the telemetry that devices of a profile have"),
    keys("attributes", "getAttributesKeys", "Names of the attributes that devices of a profile have"),
    devices.get("/api/devices/count/:otaPackageType/:deviceProfileId", "countByDeviceProfileAndEmptyOtaPackage", {
      summary: "How many devices of a profile have no firmware or software package of their own",
      description: "Its own is what `firmwareId` or `softwareId` of the device names; the others follow the profile.",
      params: Type.Object({ otaPackageType: oneOf(["FIRMWARE", "SOFTWARE"]), deviceProfileId: UuidParam }),
      answer: Type.Integer({ examples: [42] }),
      async handle({ principal, params }) {
        permitMember(principal, "read-info", "DEVICE_PROFILE");
        const id = await requireId(principal, parseId(params.deviceProfileId, "deviceProfileId"), "read-info");
        // A customer user counts only the devices visible to it.
        const { tenantId, customerId } = principal;
        return await profiles.countWithoutPackage(tenantId, customerId, id, params.otaPackageType);
      },
    }),
  ];
}
