// `v1/gateway/connect` and `v1/gateway/disconnect`: start and end a device's route through its gateway. Source: MQTT
// contract 4.1, 4.2, 4.3.
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { MessageBus } from "../../core/bus/message-bus.ts";
import { parseDeviceName, parseProfileName, type DeviceName, type ProfileName } from "../../core/devices/device.ts";
import { invalid } from "../../core/errors.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { GATEWAY_RPC_TOPIC } from "../device-api/device-session.ts";
import { membersOf, parseObject, refuse, settle } from "../device-api/payload.ts";
import { asText } from "../../lib/scalars.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import {
  charge,
  type GatewayDeps,
  type GatewayRoutes,
  type ProxiedDevices,
  type RouteWitness,
} from "./gateway-devices.ts";

type Message = RoutedMessage<DeviceClient>;

export interface GatewayConnectDeps extends GatewayDeps {
  readonly devices: ProxiedDevices & GatewayRoutes;
  readonly witness: RouteWitness;
  readonly bus: MessageBus;
}

export class GatewayConnect {
  readonly #deps: GatewayConnectDeps;

  constructor(deps: GatewayConnectDeps) {
    this.#deps = deps;
  }

  /**
   * Settled when the device, its profile and its route are durable. Calls waiting for the device are sent after the
   * PUBACK.
   */
  async connect(message: Message): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    const { activity, bus, devices, witness } = this.#deps;
    const gateway = client.device;
    activity.ofClient(client, receivedAt);
    const { name, profile } = parseConnect(message);
    try {
      charge(message, name);
      const device = await devices.connect(gateway, name, profile, receivedAt);
      activity.about(device, message);
      // A gateway gets its own downlinks without a route.
      if (device.id === gateway.id) return settle(message);
      witness.routeConnected(device, receivedAt);
      return this.#settleForAllNodes(message, () => {
        if (session.subscribedQos(GATEWAY_RPC_TOPIC) !== undefined)
          bus.publish({ kind: "rpc-reachable", deviceId: device.id });
      });
    } catch (error) {
      return refuse(message, error, name);
    }
  }

  /** Accepts, without effect, a device that is unknown or not connected through this gateway. */
  async disconnect(message: Message): Promise<typeof DEFERRED> {
    const { client, receivedAt } = message;
    const { activity, devices, witness } = this.#deps;
    const gateway = client.device;
    activity.ofClient(client, receivedAt);
    const name = parseName(membersOf(parseObject(message)).get("device"));
    try {
      charge(message, name);
      const device = devices.find(gateway.tenantId, name) ?? (await devices.load(gateway.tenantId, name));
      if (device === undefined) return settle(message);
      activity.about(device, message);
      if (await devices.disconnectRoute(gateway, device)) witness.routeDisconnected(device, receivedAt, gateway);
      return this.#settleForAllNodes(message);
    } catch (error) {
      return refuse(message, error, name);
    }
  }

  /**
   * When the other nodes can read what has become of the route: a call that begins after the PUBACK, at whichever node, counts with it.
   * Messages behind this one do not wait.
   */
  #settleForAllNodes(message: Message, andThen: () => void = () => undefined): typeof DEFERRED {
    const settleNow = (): void => {
      settle(message);
      andThen();
    };
    const { shared } = this.#deps.bus;
    if (shared === undefined) settleNow();
    else void shared.published().then(settleNow);
    return DEFERRED;
  }
}

function parseConnect(message: Message): { readonly name: DeviceName; readonly profile: ProfileName | undefined } {
  const members = membersOf(parseObject(message));
  return { name: parseName(members.get("device")), profile: parseType(members.get("type")) };
}

function parseName(value: unknown): DeviceName {
  if (value === undefined) throw invalid(`"device" is required: the name of the device`);
  return parseDeviceName(asText(value));
}

/** Null or blank selects the default profile, as does leaving it out. */
function parseType(value: unknown): ProfileName | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.length <= 255 && value.trim() === "") return undefined;
  return parseProfileName(asText(value));
}
