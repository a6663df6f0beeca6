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
import { EntityRefOrNull, named, part } from "./wire.ts";

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
  lastActivityTime: [TimeOrNull, EXAMPLE_TIME],
  lastConnectTime: [TimeOrNull, EXAMPLE_TIME],
  lastDisconnectTime: [TimeOrNull, EXAMPLE_TIME - 60_000],
  lastEnd: [nullable(EndSchema), showEnd("KEEP_ALIVE_MISSED")],
} as const;
export const GatewaySchema = named("Gateway", GATEWAY);

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

export const GatewayDetailsSchema = named("GatewayDetails", {
  ...GATEWAY,
  traffic: [TrafficSchema, EXAMPLE_TRAFFIC],
  acknowledgements: [nullable(Acknowledgements), EXAMPLE_ACKNOWLEDGEMENTS],
});

export function showGatewayDetails(details: GatewayDetails): Static<typeof GatewayDetailsSchema> {
  const { acknowledgements } = details;
  return {
    ...showGateway(details),
    traffic: showTraffic(details.traffic),
    acknowledgements: acknowledgements === null ? null : { ...acknowledgements },
  };
}

export const RoutedDeviceSchema = named("RoutedDevice", {
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
  lastActivityTime: [TimeOrNull, EXAMPLE_TIME],
});

export function showRoutedDevice(device: RoutedDevice): Static<typeof RoutedDeviceSchema> {
  const { id, name, label, profileName, active, connected, routedSince, lastActivityAt } = device;
  return {
    id: entityRef("DEVICE", id),
    name,
    label,
    type: profileName,
    active,
    connected,
    routedSince,
    lastActivityTime: lastActivityAt,
  };
}

export const ConnectionEventSchema = named("ConnectionEvent", {
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

/** Customers do not see the names of gateways that are not theirs. */
export function showConnectionEvent(
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
