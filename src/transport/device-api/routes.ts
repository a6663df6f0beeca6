// The topics of a device's own messages, in their long and short forms. Source: MQTT contract 6.1.
import type { Handled } from "../../core/acknowledgement.ts";
import type { Route, RoutedMessage } from "../mqtt/routed-message.ts";
import type { DeviceAttributes } from "./attributes.ts";
import type { DeviceClaims } from "./claims.ts";
import { forDevices, type Client, type DeviceClient } from "./client.ts";
import type { DevicePackages } from "./packages.ts";
import type { DeviceRpc } from "./rpc.ts";

type Message = RoutedMessage<DeviceClient>;

export interface OwnApi {
  readonly telemetry: { receive(message: Message): Handled };
  readonly attributes: DeviceAttributes;
  readonly rpc: DeviceRpc;
  readonly claims: DeviceClaims;
  readonly packages: DevicePackages;
}

/** Handlers for one form of payload. An answer is sent on `filter`, with the request id in place of its `+`. */
export interface OwnHandlers {
  readonly telemetry: (message: Message) => Handled;
  readonly attributes: (message: Message) => Handled;
  readonly attributesRequest: (message: Message, filter: string) => Handled;
  readonly reply: (message: Message) => Handled;
  readonly call: (message: Message, filter: string) => Handled;
  readonly claim: (message: Message) => Handled;
}

export function jsonHandlers(api: OwnApi): OwnHandlers {
  return {
    telemetry: (message) => api.telemetry.receive(message),
    attributes: (message) => api.attributes.receive(message),
    attributesRequest: (message, filter) => api.attributes.answer(message, filter),
    reply: (message) => api.rpc.receiveReply(message),
    call: (message, filter) => api.rpc.answer(message, filter),
    claim: (message) => api.claims.receive(message),
  };
}

/** The payload forms and their topics. */
export interface TopicForms {
  readonly long: OwnHandlers;
  readonly short: OwnHandlers;
  /** Handles short topics with `j`. */
  readonly json: OwnHandlers;
}

/** An answer has the same form as its request. */
export function deviceRoutes(api: OwnApi, forms?: TopicForms): readonly Route<Client>[] {
  const usual = jsonHandlers(api);
  const { long, short, json } = forms ?? { long: usual, short: usual, json: usual };
  const routes: readonly Route<DeviceClient>[] = [
    { topic: "v1/devices/me/telemetry", handle: long.telemetry },
    { topic: "v2/t", handle: short.telemetry },
    { topic: "v2/t/j", handle: json.telemetry },
    { topic: "v1/devices/me/attributes", handle: long.attributes },
    { topic: "v2/a", handle: short.attributes },
    { topic: "v2/a/j", handle: json.attributes },
    {
      topic: "v1/devices/me/attributes/request/{id}",
      handle: (message) => long.attributesRequest(message, "v1/devices/me/attributes/response/+"),
    },
    { topic: "v2/a/req/{id}", handle: (message) => short.attributesRequest(message, "v2/a/res/+") },
    { topic: "v2/a/req/j/{id}", handle: (message) => json.attributesRequest(message, "v2/a/res/j/+") },
    { topic: "v1/devices/me/rpc/response/{id}", handle: long.reply },
    { topic: "v2/r/res/{id}", handle: short.reply },
    { topic: "v2/r/res/j/{id}", handle: json.reply },
    {
      topic: "v1/devices/me/rpc/request/{id}",
      handle: (message) => long.call(message, "v1/devices/me/rpc/response/+"),
    },
    { topic: "v2/r/req/{id}", handle: (message) => short.call(message, "v2/r/res/+") },
    { topic: "v2/r/req/j/{id}", handle: (message) => json.call(message, "v2/r/res/j/+") },
    { topic: "v1/devices/me/claim", handle: long.claim },
    { topic: "v2/c", handle: short.claim },
    // Chunks are bytes, whatever the form of other payloads.
    { topic: "v2/fw/request/{id}/chunk/{part}", handle: (message) => api.packages.answer(message, "FIRMWARE") },
    { topic: "v2/sw/request/{id}/chunk/{part}", handle: (message) => api.packages.answer(message, "SOFTWARE") },
  ];
  return routes.map(forDevices);
}

/** The short topics with `p`, for profiles with schemas. */
export function protobufRoutes(protobuf: OwnHandlers): readonly Route<Client>[] {
  const routes: readonly Route<DeviceClient>[] = [
    { topic: "v2/t/p", handle: protobuf.telemetry },
    { topic: "v2/a/p", handle: protobuf.attributes },
    { topic: "v2/a/req/p/{id}", handle: (message) => protobuf.attributesRequest(message, "v2/a/res/p/+") },
    { topic: "v2/r/res/p/{id}", handle: protobuf.reply },
    { topic: "v2/r/req/p/{id}", handle: (message) => protobuf.call(message, "v2/r/res/p/+") },
  ];
  return routes.map(forDevices);
}
