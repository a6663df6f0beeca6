// Lists of devices: of the tenant, of a customer, by name and by ids. Source: REST contract 7.
import { Type, type Static } from "typebox";
import { permit, permitMember } from "../../../core/access/permissions.ts";
import type { TenantMember } from "../../../core/access/principal.ts";
import type { CustomerService } from "../../../core/customers/customer-service.ts";
import type { DeviceService } from "../../../core/devices/device-service.ts";
import type { DeviceFilter } from "../../../core/devices/device-store.ts";
import type { DeviceProfileService } from "../../../core/devices/device-profile-service.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type CustomerId, type DeviceId, type DeviceProfileId, type TenantId } from "../../../core/ids.ts";
import { writeJson } from "../../../lib/json.ts";
import { DeviceInfoSchema, DeviceSchema, showDevice, showDeviceInfo, type ShownDevice } from "../device-wire.ts";
import { entityRef, EntityRefSchema, IdList, parseIdList } from "../entity-ids.ts";
import { EXAMPLE_REFS } from "../example-values.ts";
import { PAGE_OR_IDS, requirePage, pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { MEMBERS, TENANT, jsonText, resource, type RestRoute } from "../route.ts";
import { named } from "../wire.ts";
import { oneOf, uuidText } from "../nullable.ts";

const api = resource("devices", MEMBERS);

export interface DeviceListRouteDeps {
  readonly devices: DeviceService;
  readonly customers: Pick<CustomerService, "require">;
  readonly profiles: Pick<DeviceProfileService, "names">;
  readonly pageRowsMax: number;
}

const SORTABLE = ["createdTime", "name", "type", "label"] as const;
const INFOS_SORTABLE = ["createdTime", "name", "deviceProfileName", "label", "customerTitle"] as const;

const DeviceType = named("DeviceType", {
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  entityType: [oneOf(["DEVICE"]), "DEVICE"],
  type: [Type.String(), "default"],
});
const NameQuery = Type.Object({ deviceName: Type.String() });
const ListQuery = pageQuery(SORTABLE, { type: Type.Optional(Type.String()) });
const InfosQuery = pageQuery(INFOS_SORTABLE, {
  type: Type.Optional(Type.String()),
  deviceProfileId: Type.Optional(uuidText()),
  active: Type.Optional(Type.Boolean()),
  gateway: Type.Optional(Type.Boolean({ description: "Only gateways, or only devices that are none." })),
});

export function deviceListRoutes({
  devices,
  customers,
  profiles,
  pageRowsMax,
}: DeviceListRouteDeps): readonly RestRoute[] {
  const requireByName = async (tenantId: TenantId, name: string): Promise<ShownDevice> => {
    const device = await devices.findByName(tenantId, name);
    if (device === undefined) throw new DomainError("not-found", `there is no device named "${name.slice(0, 255)}"`);
    return showDevice(device);
  };

  const list = async (filter: DeviceFilter, query: Static<typeof ListQuery>) => {
    const page = parsePage(query, SORTABLE, pageRowsMax);
    return toPage(await devices.list(filter, page), page, showDevice);
  };

  const listInfos = async (filter: DeviceFilter, query: Static<typeof InfosQuery>) => {
    const page = parsePage(query, INFOS_SORTABLE, pageRowsMax);
    return toPage(await devices.listInfos(filter, page), page, showDeviceInfo);
  };

  /** A customer whose devices the caller may list. */
  const requireCustomer = async (principal: TenantMember, id: string): Promise<CustomerId> => {
    const customer = await customers.require(parseId(id, "customerId"));
    permit<"CUSTOMER">(principal, "read", { kind: "CUSTOMER", tenantId: customer.tenantId, customerId: customer.id });
    return customer.id;
  };

  return [
    api.get("/api/tenant/devices", "getTenantDevices", {
      summary: "Devices of the tenant",
      access: TENANT,
      query: Type.Object({
        ...PAGE_OR_IDS,
        type: Type.Optional(Type.String()),
        deviceName: Type.Optional(Type.String()),
      }),
      queryDescribes: ListQuery,
      answer: jsonText(pageOf(DeviceSchema), DeviceSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        if (query.deviceName !== undefined) return writeJson(await requireByName(principal.tenantId, query.deviceName));
        return writeJson(await list(filterOf(principal.tenantId, null, query), requirePage(query)));
      },
    }),
    api.get("/api/tenant/device", "getTenantDeviceByName", {
      summary: "The device of a name",
      access: TENANT,
      query: NameQuery,
      answer: DeviceSchema,
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        return await requireByName(principal.tenantId, query.deviceName);
      },
    }),
    api.get("/api/tenant/deviceInfos", "getTenantDeviceInfos", {
      summary: "Devices of the tenant with customer, profile and activity",
      access: TENANT,
      query: InfosQuery,
      answer: pageOf(DeviceInfoSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        return await listInfos(filterOf(principal.tenantId, null, query), query);
      },
    }),
    api.get("/api/customer/:customerId/devices", "getCustomerDevices", {
      summary: "Devices of a customer",
      query: ListQuery,
      answer: pageOf(DeviceSchema),
      async handle({ principal, params, query }) {
        permitMember(principal, "list", "DEVICE");
        const customerId = await requireCustomer(principal, params.customerId);
        return await list(filterOf(principal.tenantId, customerId, query), query);
      },
    }),
    api.get("/api/customer/:customerId/deviceInfos", "getCustomerDeviceInfos", {
      summary: "Devices of a customer with profile and activity",
      query: InfosQuery,
      answer: pageOf(DeviceInfoSchema),
      async handle({ principal, params, query }) {
        permitMember(principal, "list", "DEVICE");
        const customerId = await requireCustomer(principal, params.customerId);
        return await listInfos(filterOf(principal.tenantId, customerId, query), query);
      },
    }),
    api.get("/api/devices", "getDevicesByIds", {
      summary: "Devices by their ids; those that the caller may not see are left out",
      query: Type.Object({ deviceIds: IdList }),
      answer: Type.Array(DeviceSchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        const ids = parseIdList<DeviceId>(query.deviceIds, "deviceIds");
        return (await devices.findMany(principal.tenantId, principal.customerId, ids)).map(showDevice);
      },
    }),
    api.get("/api/device/types", "getDeviceTypes", {
      summary: "The types that devices may have: the names of the device profiles",
      answer: Type.Array(DeviceType),
      async handle({ principal }) {
        permitMember(principal, "list-infos", "DEVICE_PROFILE");
        const tenantId = entityRef("TENANT", principal.tenantId);
        return (await profiles.names(principal.tenantId, false)).map(({ name }) => ({
          tenantId,
          entityType: "DEVICE" as const,
          type: name,
        }));
      },
    }),
  ];
}

interface SentFilter {
  readonly type?: string;
  readonly deviceProfileId?: string;
  readonly active?: boolean;
  readonly gateway?: boolean;
}

/** A type takes precedence over a profile id; empty texts count as absent. */
function filterOf(tenantId: TenantId, customerId: CustomerId | null, sent: SentFilter): DeviceFilter {
  const type = sent.type === undefined || sent.type === "" ? null : sent.type;
  const profile =
    type !== null || sent.deviceProfileId === undefined || sent.deviceProfileId === "" ? null : sent.deviceProfileId;
  return {
    tenantId,
    customerId,
    type,
    profileId: profile === null ? null : parseId<DeviceProfileId>(profile, "deviceProfileId"),
    active: sent.active ?? null,
    gateway: sent.gateway ?? null,
  };
}
