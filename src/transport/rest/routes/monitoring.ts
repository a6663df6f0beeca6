// What is going on: figures for the overview, gateways with their connections, the history of a device's connections, and
// the state of the installation.
import { Type } from "typebox";
import { permitMember, permitRole } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { ConnectionHistory } from "../../../core/devices/connection-history.ts";
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import { DomainError } from "../../../core/errors.ts";
import {
  GATEWAY_SORTS,
  ROUTED_DEVICE_SORTS,
  type Gateway,
  type GatewayDetails,
  type GatewaySort,
  type RoutedDevice,
  type RoutedDeviceSort,
} from "../../../core/monitoring/gateways.ts";
import type { Overview } from "../../../core/monitoring/overview.ts";
import type { TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { DeviceAccess, type DeviceLookup } from "../device-access.ts";
import {
  ConnectionEventSchema,
  GatewayDetailsSchema,
  GatewaySchema,
  RoutedDeviceSchema,
  showConnectionEvent,
  showGateway,
  showGatewayDetails,
  showRoutedDevice,
} from "../gateway-wire.ts";
import { HealthDetailsSchema, type HealthDetails } from "../health-wire.ts";
import { OverviewSchema, showOverview } from "../overview-wire.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { ANYBODY, MEMBERS, SYSTEM, TENANT, resource, type RestRoute } from "../route.ts";

const api = resource("monitoring", TENANT);

export interface MonitoringRouteDeps {
  readonly devices: DeviceLookup;
  readonly overview: { of(caller: Principal): Promise<Overview> };
  readonly gateways: {
    list(tenantId: TenantId, online: boolean | null, page: PageRequest<GatewaySort>): Promise<FoundPage<Gateway>>;
    details(gateway: KnownDevice): Promise<GatewayDetails>;
    devices(gateway: KnownDevice, page: PageRequest<RoutedDeviceSort>): Promise<FoundPage<RoutedDevice>>;
  };
  readonly history: ConnectionHistory;
  readonly health: () => Promise<HealthDetails>;
  readonly pageRowsMax: number;
}

export function monitoringRoutes(parts: MonitoringRouteDeps): readonly RestRoute[] {
  const { overview, gateways, history, health, pageRowsMax } = parts;
  const access = new DeviceAccess(parts.devices);
  const requireGateway = async (principal: Principal, id: string): Promise<KnownDevice> => {
    const device = await access.require(principal, id, "read-connections");
    if (!device.isGateway) throw new DomainError("not-found", `device ${device.id} is no gateway`);
    return device;
  };
  return [
    api.get("/api/overview", "getOverview", {
      summary: "Devices, traffic of the last hour, refusals, reports and storage at a glance",
      access: ANYBODY,
      description:
        "For a system administrator of the whole installation, with what is stored; for a tenant administrator of the tenant, with its month; for a customer user counts of the customer's devices. What is counted by minute is kept in memory and starts again with the server.",
      answer: OverviewSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "OVERVIEW");
        return showOverview(await overview.of(principal));
      },
    }),
    api.get("/api/gateways", "getGateways", {
      summary: "Gateways of the tenant with their connections",
      description: `Sorted by ${GATEWAY_SORTS.join(", ")} or id; searched in name and label.`,
      query: pageQuery({ online: Type.Optional(Type.Boolean()) }),
      answer: pageOf(GatewaySchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        const page = parsePage(query, GATEWAY_SORTS, pageRowsMax);
        return toPage(await gateways.list(principal.tenantId, query.online ?? null, page), page, showGateway);
      },
    }),
    api.get("/api/gateways/:deviceId", "getGateway", {
      summary: "A gateway with its traffic of the last hour and the times of its acknowledgements",
      answer: GatewayDetailsSchema,
      async handle({ principal, params }) {
        return showGatewayDetails(await gateways.details(await requireGateway(principal, params.deviceId)));
      },
    }),
    api.get("/api/gateways/:deviceId/devices", "getGatewayDevices", {
      summary: "Devices that are connected through a gateway, or were last",
      description: `Sorted by ${ROUTED_DEVICE_SORTS.join(", ")} or id; searched in name and label.`,
      query: pageQuery({}),
      answer: pageOf(RoutedDeviceSchema),
      async handle({ principal, params, query }) {
        const gateway = await requireGateway(principal, params.deviceId);
        const page = parsePage(query, ROUTED_DEVICE_SORTS, pageRowsMax);
        return toPage(await gateways.devices(gateway, page), page, showRoutedDevice);
      },
    }),
    api.get("/api/devices/:deviceId/connectivity", "getDeviceConnectivity", {
      summary: "When a device connected, disconnected and why, and when it became active and inactive",
      access: MEMBERS,
      description:
        "The newest first. Kept by number and by age: `device.connections.max` and `device.connections.days`.",
      query: pageQuery({}),
      answer: pageOf(ConnectionEventSchema),
      async handle({ principal, params, query }) {
        const device = await access.require(principal, params.deviceId, "read-connections");
        const page = parsePage(query, ["ts"], pageRowsMax);
        return toPage(await history.list(device.id, page), page, (event) => showConnectionEvent(event, principal));
      },
    }),
    api.get("/api/health/details", "getHealthDetails", {
      summary: "The state of the installation: stores, memory, disk, connections and queues",
      access: SYSTEM,
      answer: HealthDetailsSchema,
      handle({ principal }) {
        permitRole(principal, "read", "ADMIN_SETTINGS");
        return health();
      },
    }),
  ];
}
