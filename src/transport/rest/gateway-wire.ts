// Gateways, the devices behind them and the history of connections as REST shows them.
import { Type, type Static } from "typebox";
import type { Principal } from "../../core/access/principal.ts";
import { CONNECTION_EVENTS, type ShownConnectionEvent } from "../../core/devices/connection-history.ts";
import { SESSION_ENDS, sessionEndWords, type SessionEnd } from "../../core/devices/session-end.ts";
import type { Gateway, GatewayDetails, RoutedDevice } from "../../core/monitoring/gateways.ts";
import { entityRef, entityRefOrNull, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf, TextOrNull } from "./nullable.ts";
import { EXAMPLE_TRAFFIC, showTraffic, TrafficSchema } from "./overview-wire.ts";

const TimeOrNull = nullable(Type.Integer());

const EndSchema = Type.Object(
  { reason: oneOf(SESSION_ENDS), text: Type.String({ description: "The reason in words." }) },
  { title: "ConnectionEnd", examples: [{ reason: "CONNECTION_LOST", text: sessionEndWords("CONNECTION_LOST") }] },
);

function showEnd(end: SessionEnd | null): Static<typeof EndSchema> | null {
  return end === null ? null : { reason: end, text: sessionEndWords(end) };
}

const GATEWAY = {
  id: EXAMPLE_REFS.device,
  createdTime: EXAMPLE_TIME,
  name: "gateway-1",
  label: "Hall 3",
  type: "default",
  customerId: null,
  customerTitle: null,
  active: true,
  online: true,
  connection: { since: EXAMPLE_TIME, protocol: "MQTT 3.1.1", transport: "TLS", remoteAddress: "192.0.2.17" },
  sessions: 1,
  devices: 20,
  lastMinute: { messages: 1200, points: 3600, refused: 2 },
  lastActivityTime: EXAMPLE_TIME,
  lastConnectTime: EXAMPLE_TIME,
  lastDisconnectTime: EXAMPLE_TIME - 60_000,
  lastEnd: { reason: "KEEP_ALIVE_MISSED", text: sessionEndWords("KEEP_ALIVE_MISSED") },
};

export const GatewaySchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    name: Type.String(),
    label: TextOrNull,
    type: Type.String({ description: "The name of the device profile." }),
    customerId: nullable(EntityRefSchema),
    customerTitle: TextOrNull,
    active: Type.Boolean(),
    online: Type.Boolean({ description: "Whether it has a connection now." }),
    connection: nullable(
      Type.Object({
        since: Type.Integer(),
        protocol: oneOf(["MQTT 3.1", "MQTT 3.1.1", "MQTT 5"]),
        transport: oneOf(["TCP", "TLS", "WEBSOCKET"]),
        remoteAddress: Type.String(),
      }),
    ),
    sessions: Type.Integer({ description: "Connections that are open now." }),
    devices: Type.Integer({ description: "Devices that are routed through it." }),
    lastMinute: Type.Object({ messages: Type.Integer(), points: Type.Integer(), refused: Type.Integer() }),
    lastActivityTime: TimeOrNull,
    lastConnectTime: TimeOrNull,
    lastDisconnectTime: TimeOrNull,
    lastEnd: nullable(EndSchema),
  },
  { title: "Gateway", examples: [GATEWAY] },
);

export function showGateway(gateway: Gateway): Static<typeof GatewaySchema> {
  return {
    id: entityRef("DEVICE", gateway.id),
    createdTime: gateway.createdAt,
    name: gateway.name,
    label: gateway.label,
    type: gateway.profileName,
    customerId: entityRefOrNull("CUSTOMER", gateway.customerId),
    customerTitle: gateway.customerTitle,
    active: gateway.active,
    online: gateway.connection !== null,
    connection: gateway.connection === null ? null : { ...gateway.connection },
    sessions: gateway.sessions,
    devices: gateway.devices,
    lastMinute: { ...gateway.lastMinute },
    lastActivityTime: gateway.lastActivityAt,
    lastConnectTime: gateway.lastConnectAt,
    lastDisconnectTime: gateway.lastDisconnectAt,
    lastEnd: showEnd(gateway.lastEnd),
  };
}

const AcknowledgementsSchema = Type.Object(
  {
    samples: Type.Integer(),
    meanMillis: Type.Number(),
    p50Millis: Type.Number(),
    p99Millis: Type.Number(),
    maxMillis: Type.Number(),
  },
  { description: "From the receipt of a message to its acknowledgement, by samples of the last minute." },
);

export const GatewayDetailsSchema = Type.Object(
  { ...GatewaySchema.properties, traffic: TrafficSchema, acknowledgements: nullable(AcknowledgementsSchema) },
  {
    title: "GatewayDetails",
    examples: [
      {
        ...GATEWAY,
        traffic: EXAMPLE_TRAFFIC,
        acknowledgements: { samples: 240, meanMillis: 2.5, p50Millis: 2, p99Millis: 9, maxMillis: 14 },
      },
    ],
  },
);

export function showGatewayDetails(details: GatewayDetails): Static<typeof GatewayDetailsSchema> {
  const { acknowledgements } = details;
  return {
    ...showGateway(details),
    traffic: showTraffic(details.traffic),
    acknowledgements: acknowledgements === null ? null : { ...acknowledgements },
  };
}

export const RoutedDeviceSchema = Type.Object(
  {
    id: EntityRefSchema,
    name: Type.String(),
    label: TextOrNull,
    type: Type.String(),
    active: Type.Boolean(),
    connected: Type.Boolean({ description: "Whether it is routed through the gateway, and the gateway is online." }),
    routedSince: nullable(
      Type.Integer({ description: "Null where it came through this gateway last, but has no route now." }),
    ),
    lastActivityTime: TimeOrNull,
  },
  {
    title: "RoutedDevice",
    examples: [
      {
        id: EXAMPLE_REFS.device,
        name: "boiler-7",
        label: null,
        type: "default",
        active: true,
        connected: true,
        routedSince: EXAMPLE_TIME,
        lastActivityTime: EXAMPLE_TIME,
      },
    ],
  },
);

export function showRoutedDevice(device: RoutedDevice): Static<typeof RoutedDeviceSchema> {
  return {
    id: entityRef("DEVICE", device.id),
    name: device.name,
    label: device.label,
    type: device.profileName,
    active: device.active,
    connected: device.connected,
    routedSince: device.routedSince,
    lastActivityTime: device.lastActivityAt,
  };
}

export const ConnectionEventSchema = Type.Object(
  {
    ts: Type.Integer(),
    event: oneOf(CONNECTION_EVENTS),
    end: nullable(EndSchema),
    gateway: nullable(
      Type.Object(
        { id: EntityRefSchema, name: TextOrNull },
        { description: "The gateway it came or went through; its name is null where it is not the caller's to see." },
      ),
    ),
  },
  {
    title: "ConnectionEvent",
    examples: [
      {
        ts: EXAMPLE_TIME,
        event: "DISCONNECTED",
        end: { reason: "CONNECTION_LOST", text: sessionEndWords("CONNECTION_LOST") },
        gateway: null,
      },
    ],
  },
);

/** Customers are not told the names of gateways that are not theirs. */
export function showConnectionEvent(
  event: ShownConnectionEvent,
  { customerId }: Pick<Principal, "customerId">,
): Static<typeof ConnectionEventSchema> {
  const { gatewayId, gatewayCustomerId } = event;
  const gatewayName = customerId === null || gatewayCustomerId === customerId ? event.gatewayName : null;
  return {
    ts: event.at,
    event: event.kind,
    end: showEnd(event.end),
    gateway: gatewayId === null ? null : { id: entityRef("DEVICE", gatewayId), name: gatewayName },
  };
}
