// What the devices of a profile have: names of telemetry and attributes, for those who fill in forms, and how many they
// are. Source: REST contract 7 and 8.
import { Type } from "typebox";
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { TenantMember } from "../../../core/access/principal.ts";
import type { DeviceProfileService } from "../../../core/devices/device-profile-service.ts";
import type { ValueKind } from "../../../core/devices/profile-store.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type DeviceProfileId } from "../../../core/ids.ts";
import { UuidParam } from "../entity-ids.ts";
import { oneOf } from "../nullable.ts";
import { MEMBERS, TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("device profiles", TENANT);
const devices = resource("devices", MEMBERS);

export interface DeviceProfileUseRouteParts {
  readonly profiles: Pick<DeviceProfileService, "keysInUse" | "countWithoutPackage" | "tenantOf">;
  /** Names that one answer gives; more are refused. */
  readonly keysMax: number;
}
const Names = Type.Array(Type.String(), { examples: [["humidity", "temperature"]] });

export function deviceProfileUseRoutes({ profiles, keysMax }: DeviceProfileUseRouteParts): readonly RestRoute[] {
  /** A profile of another tenant is forbidden, one that does not exist at all is not found. */
  const requireProfile = async (
    principal: TenantMember,
    text: string,
    operation: "read" | "read-info",
  ): Promise<DeviceProfileId> => {
    const id = parseId<DeviceProfileId>(text, "deviceProfileId");
    const tenantId = await profiles.tenantOf(id);
    if (tenantId === undefined) throw new DomainError("not-found", `device profile ${id} does not exist`);
    permit<"DEVICE_PROFILE">(principal, operation, { kind: "DEVICE_PROFILE", tenantId });
    return id;
  };

  const keys = (kind: ValueKind, operationId: string, summary: string): RestRoute =>
    api.get(`/api/deviceProfile/devices/keys/${kind}`, operationId, {
      summary,
      query: Type.Object({
        deviceProfileId: Type.Optional(Type.String({ description: "Without it: of devices of all profiles." })),
      }),
      answer: Names,
      async handle({ principal, query: { deviceProfileId = "" } }) {
        permitMember(principal, "read", "DEVICE_PROFILE");
        const profileId = deviceProfileId === "" ? null : await requireProfile(principal, deviceProfileId, "read");
        return [...(await profiles.keysInUse(principal.tenantId, profileId, kind, keysMax))];
      },
    });

  return [
    keys("timeseries", "getTimeseriesKeysOfProfile", "Names of the telemetry that devices of a profile have"),
    keys("attributes", "getAttributesKeysOfProfile", "Names of the attributes that devices of a profile have"),
    devices.get("/api/devices/count/:packageType/:deviceProfileId", "countByDeviceProfileAndEmptyPackage", {
      summary: "How many devices of a profile have no firmware or software package of their own",
      description: "Its own is what `firmwareId` or `softwareId` of the device names; the others follow the profile.",
      params: Type.Object({ packageType: oneOf(["FIRMWARE", "SOFTWARE"]), deviceProfileId: UuidParam }),
      answer: Type.Integer({ examples: [42] }),
      async handle({ principal, params }) {
        permitMember(principal, "read-info", "DEVICE_PROFILE");
        const id = await requireProfile(principal, params.deviceProfileId, "read-info");
        // A customer's user counts the devices that he sees.
        const { tenantId, customerId } = principal;
        return await profiles.countWithoutPackage(tenantId, customerId, id, params.packageType);
      },
    }),
  ];
}
