// The topics on which a device speaks for itself, each in its long and its short forms. Source: MQTT contract 6.1.
import type { Handled } from "../../core/acknowledgement.ts";
import type { Route, RoutedMessage } from "../mqtt/routed-message.ts";
import type { DeviceAttributes } from "./attributes.ts";
import type { DeviceClaims } from "./claims.ts";
import { forDevices, type Client, type DeviceClient } from "./client.ts";
import type { DeviceRpc } from "./rpc.ts";

type Message = RoutedMessage<DeviceClient>;

export interface OwnApi {
  readonly telemetry: { receive(message: Message): Handled };
  readonly attributes: DeviceAttributes;
  readonly rpc: DeviceRpc;
  readonly claims: DeviceClaims;
}

/** An answer goes out in the form in which it was asked for. */
export function deviceRoutes(api: OwnApi): readonly Route<Client>[] {
  const telemetry = (message: Message): Handled => api.telemetry.receive(message);
  const attributes = (message: Message): Handled => api.attributes.receive(message);
  const reply = (message: Message): Handled => api.rpc.receiveReply(message);
  const claim = (message: Message): Handled => api.claims.receive(message);
  const routes: readonly Route<DeviceClient>[] = [
    { topic: "v1/devices/me/telemetry", handle: telemetry },
    { topic: "v2/t", handle: telemetry },
    { topic: "v2/t/j", handle: telemetry },
    { topic: "v1/devices/me/attributes", handle: attributes },
    { topic: "v2/a", handle: attributes },
    { topic: "v2/a/j", handle: attributes },
    {
      topic: "v1/devices/me/attributes/request/{id}",
      handle: (message) => api.attributes.answer(message, "v1/devices/me/attributes/response/+"),
    },
    { topic: "v2/a/req/{id}", handle: (message) => api.attributes.answer(message, "v2/a/res/+") },
    { topic: "v2/a/req/j/{id}", handle: (message) => api.attributes.answer(message, "v2/a/res/j/+") },
    { topic: "v1/devices/me/rpc/response/{id}", handle: reply },
    { topic: "v2/r/res/{id}", handle: reply },
    { topic: "v2/r/res/j/{id}", handle: reply },
    {
      topic: "v1/devices/me/rpc/request/{id}",
      handle: (message) => api.rpc.answer(message, "v1/devices/me/rpc/response/+"),
    },
    { topic: "v2/r/req/{id}", handle: (message) => api.rpc.answer(message, "v2/r/res/+") },
    { topic: "v2/r/req/j/{id}", handle: (message) => api.rpc.answer(message, "v2/r/res/j/+") },
    { topic: "v1/devices/me/claim", handle: claim },
    { topic: "v2/c", handle: claim },
  ];
  return routes.map(forDevices);
}
