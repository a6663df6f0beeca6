// The topics on which gateways publish. A client that did not connect as a gateway is refused on each of them. Source:
// MQTT contract 4.
import type { Handled } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import { forDevices, type Client, type DeviceClient } from "../device-api/client.ts";
import { refuse } from "../device-api/payload.ts";
import type { Route, RoutedMessage } from "../mqtt/routed-message.ts";
import type { GatewayAttributeRequests } from "./attribute-answer.ts";
import type { GatewayAttributes } from "./attributes.ts";
import type { GatewayClaims } from "./claims.ts";
import type { GatewayConnect } from "./connect.ts";
import type { GatewayPackages } from "./packages.ts";
import type { GatewayRpc } from "./rpc.ts";

export const GATEWAY_TELEMETRY_TOPIC = "v1/gateway/telemetry";

export interface GatewayApi {
  readonly connect: GatewayConnect;
  readonly attributes: GatewayAttributes;
  readonly attributeRequests: GatewayAttributeRequests;
  readonly rpc: GatewayRpc;
  readonly claims: GatewayClaims;
  readonly packages: GatewayPackages;
  readonly telemetry: { receive(message: RoutedMessage<DeviceClient>): Handled };
}

export function gatewayRoutes(api: GatewayApi): readonly Route<Client>[] {
  const routes: readonly Route<DeviceClient>[] = [
    { topic: "v1/gateway/connect", handle: (message) => api.connect.connect(message) },
    { topic: "v1/gateway/disconnect", handle: (message) => api.connect.disconnect(message) },
    { topic: GATEWAY_TELEMETRY_TOPIC, handle: (message) => api.telemetry.receive(message) },
    { topic: "v1/gateway/attributes", handle: (message) => api.attributes.receive(message) },
    { topic: "v1/gateway/attributes/request", handle: (message) => api.attributeRequests.answer(message) },
    { topic: "v1/gateway/rpc", handle: (message) => api.rpc.receiveReply(message) },
    { topic: "v1/gateway/claim", handle: (message) => api.claims.receive(message) },
    { topic: "v1/gateway/ota/request/{id}/chunk/{part}", handle: (message) => api.packages.answer(message) },
  ];
  return routes.map((route) => forDevices(forGateways(route)));
}

function forGateways(route: Route<DeviceClient>): Route<DeviceClient> {
  const { topic } = route;
  return {
    topic,
    handle: (message) =>
      message.client.isGateway
        ? route.handle(message)
        : refuse(
            message,
            new DomainError(
              "forbidden",
              `${topic} is for gateways, and the device of this session was none when it connected`,
            ),
          ),
  };
}
