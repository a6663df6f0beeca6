// A device's own messages in the Protobuf schema of its profile. They become JSON text at the edge, so that only one
// path reads and charges values.
import type { ProtobufPayloads } from "../../core/devices/mqtt-profile.ts";
import type { PayloadSchema } from "../../core/devices/payload-schema.ts";
import { DomainError } from "../../core/errors.ts";
import { JsonError, parseJson } from "../../lib/json.ts";
import { readLeniently } from "../../lib/lenient-json.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { DeviceAttributes } from "./attributes.ts";
import type { DeviceClient } from "./client.ts";
import type { ProtobufMessages } from "./protobuf-messages.ts";
import type { OwnApi, OwnHandlers } from "./routes.ts";
import { parseReply, unreadableReply, type DeviceRpc } from "./rpc.ts";

type Message = RoutedMessage<DeviceClient>;

export type ProtobufForm = Pick<ProtobufPayloads, "takesJson" | "sendsJson">;

export function protobufHandlers(
  api: OwnApi,
  { payloads, messages }: { readonly payloads: ProtobufPayloads; readonly messages: ProtobufMessages },
  { takesJson, sendsJson }: ProtobufForm,
): OwnHandlers {
  const read = (message: Message, schema: PayloadSchema): Message => {
    const payload = jsonOf(message.payload, schema, takesJson);
    return payload === message.payload ? message : { ...message, payload };
  };
  const answerAttributes: DeviceAttributes["answer"] = sendsJson
    ? (message, answerFilter) => api.attributes.answer(message, answerFilter)
    : (message, answerFilter) =>
        api.attributes.answer(message, answerFilter, (found, query) =>
          messages.attributesAnswer(message.id, found, query),
        );
  const answerCall: DeviceRpc["answer"] = sendsJson
    ? (message, answerFilter) => api.rpc.answer(message, answerFilter)
    : (message, answerFilter) =>
        api.rpc.answer(message, answerFilter, (answer) => messages.callAnswer(message.id, answer));
  return {
    telemetry: (message) => api.telemetry.receive(read(message, payloads.telemetry)),
    attributes: (message) => api.attributes.receive(read(message, payloads.attributes)),
    attributesRequest: (message, answerFilter) =>
      answerAttributes(read(message, messages.attributesRequest), answerFilter),
    reply: (message) =>
      api.rpc.receiveReply(message, (reply) => {
        try {
          return parseReply(read(reply, payloads.rpcResponse));
        } catch (error) {
          return unreadableReply(error);
        }
      }),
    call: (message, answerFilter) => answerCall(read(message, messages.call), answerFilter),
    claim: (message) => api.claims.receive(read(message, messages.claim)),
  };
}

/** The payload as JSON text; unchanged if it is JSON already and the profile accepts JSON. Throws `invalid`. */
function jsonOf(payload: Buffer, schema: PayloadSchema, takesJson: boolean): Buffer {
  try {
    return Buffer.from(schema.toJson(payload));
  } catch (error) {
    if (takesJson && error instanceof DomainError && isJson(payload)) return payload;
    throw error;
  }
}

function isJson(payload: Buffer): boolean {
  try {
    readLeniently(payload.toString("utf8"), parseJson);
    return true;
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}
