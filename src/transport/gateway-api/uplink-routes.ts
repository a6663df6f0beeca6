// Routes for gateways that do not send connect again for devices they remember. If the gateway or the platform has
// enabled it, a message about a device connects it. Source: MQTT contract 4.1.
import type { MessageBus } from "../../core/bus/message-bus.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DeviceId } from "../../core/ids.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { DueRoutes, GatewayRoutes, RouteWitness } from "./gateway-devices.ts";

export interface UplinkRouteDeps {
  readonly devices: GatewayRoutes;
  readonly sessions: { isOnline(deviceId: DeviceId): boolean };
  readonly witness: RouteWitness;
  readonly bus: MessageBus;
}

export class UplinkRoutes implements DueRoutes {
  readonly #deps: UplinkRouteDeps;

  constructor(deps: UplinkRouteDeps) {
    this.#deps = deps;
  }

  isDue({ device: gateway }: DeviceClient, device: KnownDevice): boolean {
    if (!gateway.connectsOnUplink || device.id === gateway.id) return false;
    const { route } = device;
    if (route !== null && (route.gatewayId === gateway.id || this.#deps.sessions.isOnline(route.gatewayId)))
      return false;
    return !device.disconnectedBy.includes(gateway.id);
  }

  async connectDue(
    { client, receivedAt }: RoutedMessage<DeviceClient>,
    devices: readonly KnownDevice[],
  ): Promise<void> {
    const due = devices.filter((device) => this.isDue(client, device));
    if (due.length === 0) return;
    const { bus, devices: routes, witness } = this.#deps;
    await routes.connectRoutes(client.device, due, receivedAt);
    for (const device of due) {
      witness.routeConnected(device, receivedAt);
      bus.publish({ kind: "rpc-reachable", deviceId: device.id });
    }
  }
}
