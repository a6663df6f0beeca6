// Monitoring: figures for the overview, gateways with their connections, the history of a device's connections, and the
// state of the installation.
import { Type, type Static } from "typebox";
import { permitMember, permitRole } from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import {
  type ConnectionHistory,
  CONNECTION_EVENTS,
  type ShownConnectionEvent,
} from "../../../core/devices/connection-history.ts";
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import {
  GATEWAY_SORTS,
  ROUTED_DEVICE_SORTS,
  type Gateway,
  type GatewayDetails,
  type RoutedDevice,
} from "../../../core/monitoring/gateways.ts";
import type { GatewayService } from "../../../core/monitoring/gateway-service.ts";
import type { OverviewService } from "../../../core/monitoring/overview-service.ts";
import { DeviceAccess, type DeviceLookup } from "../device-access.ts";
import { HealthDetailsSchema, type HealthDetails } from "../health-wire.ts";
import { OverviewSchema, showOverview, EXAMPLE_TRAFFIC, showTraffic, TrafficSchema } from "../overview-wire.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { ALL_AUTHORITIES, MEMBERS, SYSTEM, TENANT, resource, type RestRoute } from "../route.ts";
import { SESSION_ENDS, sessionEndWords, type SessionEnd } from "../../../core/devices/session-end.ts";
import { entityRef, entityRefOrNull, EntityRefSchema } from "../entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf, TextOrNull } from "../nullable.ts";
import { EntityRefOrNull, named, part } from "../wire.ts";

const Count = Type.Integer();
const TimeOrNull = nullable(Type.Integer());

const EndSchema = named("ConnectionEnd", {
  reason: [oneOf(SESSION_ENDS), "CONNECTION_LOST"],
  text: [Type.String({ description: "The reason in words." }), sessionEndWords("CONNECTION_LOST")],
});

function showEnd(end: SessionEnd): Static<typeof EndSchema> {
  return { reason: end, text: sessionEndWords(end) };
}

const [Connection, EXAMPLE_CONNECTION] = part({
  since: [Type.Integer(), EXAMPLE_TIME],
  protocol: [oneOf(["MQTT 3.1", "MQTT 3.1.1", "MQTT 5"]), "MQTT 3.1.1"],
  transport: [oneOf(["TCP", "TLS", "WEBSOCKET"]), "TLS"],
  remoteAddress: [Type.String(), "192.0.2.17"],
});

const GATEWAY = {
  id: [EntityRefSchema, EXAMPLE_REFS.device],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  name: [Type.String(), "gateway-1"],
  label: [TextOrNull, "Hall 3"],
  type: [Type.String({ description: "The name of the device profile." }), "default"],
  customerId: [EntityRefOrNull, null],
  customerTitle: [TextOrNull, null],
  active: [Type.Boolean(), true],
  online: [Type.Boolean({ description: "Whether it has a connection now." }), true],
  connection: [nullable(Connection), EXAMPLE_CONNECTION],
  sessions: [Type.Integer({ description: "Connections that are open now." }), 1],
  devices: [Type.Integer({ description: "Devices that are routed through it." }), 20],
  lastMinute: part({ messages: [Count, 1200], points: [Count, 3600], refused: [Count, 2] }),
  lastHour: part(
    {
      refused: [Type.Integer({ description: "Messages that were refused, wholly or in part." }), 5],
      reason: [
        nullable(Type.String({ description: "The most frequent reason, as `invalid`; null if nothing was refused." })),
        "invalid",
      ],
      reasons: [
        Type.Array(Type.Object({ reason: Type.String(), refused: Count }), {
          description: "The most frequent one first.",
        }),
        [
          { reason: "invalid", refused: 4 },
          { reason: "rate-limited", refused: 1 },
        ],
      ],
    },
    { description: "Kept over a restart, like the traffic of the last hour." },
  ),
  lastActivityTime: [TimeOrNull, EXAMPLE_TIME],
  lastConnectTime: [TimeOrNull, EXAMPLE_TIME],
  lastDisconnectTime: [TimeOrNull, EXAMPLE_TIME - 60_000],
  lastEnd: [nullable(EndSchema), showEnd("KEEP_ALIVE_MISSED")],
} as const;
const GatewaySchema = named("Gateway", GATEWAY);

function showGateway(gateway: Gateway): Static<typeof GatewaySchema> {
  return {
    id: entityRef("DEVICE", gateway.id),
    createdTime: gateway.createdAt,
    name: gateway.name,
    label: gateway.label,
    type: gateway.profileName,
    customerId: entityRefOrNull("CUSTOMER", gateway.customerId),
    customerTitle: gateway.customerTitle,
    active: gateway.active,
    online: gateway.online,
    connection: gateway.connection === null ? null : { ...gateway.connection },
    sessions: gateway.sessions,
    devices: gateway.devices,
    lastMinute: { ...gateway.lastMinute },
    lastHour: { ...gateway.lastHour, reasons: gateway.lastHour.reasons.map((reason) => ({ ...reason })) },
    lastActivityTime: gateway.lastActivityAt,
    lastConnectTime: gateway.lastConnectAt,
    lastDisconnectTime: gateway.lastDisconnectAt,
    lastEnd: gateway.lastEnd === null ? null : showEnd(gateway.lastEnd),
  };
}

const [Acknowledgements, EXAMPLE_ACKNOWLEDGEMENTS] = part(
  {
    samples: [Count, 240],
    meanMillis: [Type.Number(), 2.5],
    p50Millis: [Type.Number(), 2],
    p99Millis: [Type.Number(), 9],
    maxMillis: [Type.Number(), 14],
  },
  { description: "From the receipt of a message to its acknowledgement, by samples of the last minute." },
);

const GatewayDetailsSchema = named("GatewayDetails", {
  ...GATEWAY,
  connectOnUplink: [
    Type.Boolean({
      description: "Whether what it sends of a device connects that device, by its additionalInfo or by the setting.",
    }),
    false,
  ],
  traffic: [TrafficSchema, EXAMPLE_TRAFFIC],
  acknowledgements: [nullable(Acknowledgements), EXAMPLE_ACKNOWLEDGEMENTS],
});

function showGatewayDetails(details: GatewayDetails): Static<typeof GatewayDetailsSchema> {
  const { acknowledgements } = details;
  return {
    ...showGateway(details),
    connectOnUplink: details.connectsOnUplink,
    traffic: showTraffic(details.traffic),
    acknowledgements: acknowledgements === null ? null : { ...acknowledgements },
  };
}

const RoutedDeviceSchema = named("RoutedDevice", {
  id: [EntityRefSchema, EXAMPLE_REFS.device],
  name: [Type.String(), "boiler-7"],
  label: [TextOrNull, null],
  type: [Type.String(), "default"],
  active: [Type.Boolean(), true],
  connected: [
    Type.Boolean({ description: "Whether it is routed through the gateway, and the gateway is online." }),
    true,
  ],
  routedSince: [
    nullable(Type.Integer({ description: "Null where it came through this gateway last, but has no route now." })),
    EXAMPLE_TIME,
  ],
  neverConnected: [
    Type.Boolean({
      description:
        "Whether it is known only by what was sent of it, so that calls and shared attributes do not reach it.",
    }),
    false,
  ],
  lastActivityTime: [TimeOrNull, EXAMPLE_TIME],
});

function showRoutedDevice(device: RoutedDevice): Static<typeof RoutedDeviceSchema> {
  const { id, name, label, profileName, active, connected, routedSince, neverConnected, lastActivityAt } = device;
  return {
    id: entityRef("DEVICE", id),
    name,
    label,
    type: profileName,
    active,
    connected,
    routedSince,
    neverConnected,
    lastActivityTime: lastActivityAt,
  };
}

const ConnectionEventSchema = named("ConnectionEvent", {
  ts: [Type.Integer(), EXAMPLE_TIME],
  event: [oneOf(CONNECTION_EVENTS), "DISCONNECTED"],
  end: [nullable(EndSchema), showEnd("CONNECTION_LOST")],
  gateway: [
    nullable(
      Type.Object(
        { id: EntityRefSchema, name: TextOrNull },
        { description: "The gateway it came or went through; its name is null where it is not the caller's to see." },
      ),
    ),
    null,
  ],
});

/** Hides from customers the names of gateways that are not theirs. */
function showConnectionEvent(
  event: ShownConnectionEvent,
  { customerId }: Pick<Principal, "customerId">,
): Static<typeof ConnectionEventSchema> {
  const { at, kind, end, gatewayId, gatewayCustomerId } = event;
  const name = customerId === null || gatewayCustomerId === customerId ? event.gatewayName : null;
  return {
    ts: at,
    event: kind,
    end: end === null ? null : showEnd(end),
    gateway: gatewayId === null ? null : { id: entityRef("DEVICE", gatewayId), name },
  };
}

const api = resource("monitoring", TENANT);

export interface MonitoringRouteDeps {
  readonly devices: DeviceLookup;
  readonly overview: Pick<OverviewService, "of">;
  readonly gateways: Pick<GatewayService, "list" | "details" | "devices">;
  readonly history: ConnectionHistory;
  readonly health: () => Promise<HealthDetails>;
  readonly pageRowsMax: number;
}

export function monitoringRoutes(deps: MonitoringRouteDeps): readonly RestRoute[] {
  const { overview, gateways, history, health, pageRowsMax } = deps;
  const access = new DeviceAccess(deps.devices);
  const requireGateway = (principal: Principal, id: string): Promise<KnownDevice> =>
    access.requireGateway(principal, id, "read-connections");
  return [
    api.get("/api/overview", "getOverview", {
      summary: "Devices, traffic of the last hour, refusals, reports and storage at a glance",
      access: ALL_AUTHORITIES,
      description:
        "For a system administrator of the whole installation, with what is stored; for a tenant administrator of the tenant, with its month; for a customer user counts of the customer's devices. What is counted by minute is stored each minute and at a stop, so that a crash loses the last minute of it.",
      answer: OverviewSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "OVERVIEW");
        return showOverview(await overview.of(principal));
      },
    }),
    api.get("/api/gateways", "getGateways", {
      summary: "Gateways of the tenant with their connections",
      description: `Sorted by ${GATEWAY_SORTS.join(", ")} or id; searched in name and label.`,
      query: pageQuery(GATEWAY_SORTS, {
        online: Type.Optional(Type.Boolean()),
        refused: Type.Optional(
          Type.Boolean({
            description: "Only those of which messages were refused in the last hour, or only the others.",
          }),
        ),
      }),
      answer: pageOf(GatewaySchema),
      async handle({ principal, query }) {
        permitMember(principal, "list", "DEVICE");
        const page = parsePage(query, GATEWAY_SORTS, pageRowsMax);
        const filter = { online: query.online ?? null, refused: query.refused ?? null };
        return toPage(await gateways.list(principal.tenantId, filter, page), page, showGateway);
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
      query: pageQuery(ROUTED_DEVICE_SORTS, {}),
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
      query: pageQuery(["ts"], {}),
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
