// A device's own remote calls: its replies to calls from the platform, and the calls it makes itself. Source: MQTT
// contract 6.4.
import { DEFERRED } from "../../core/acknowledgement.ts";
import type { ReceivedReply, RpcReply } from "../../core/devices/device-channel.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { hasNaN } from "../../lib/json.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { membersOf, parseObject, publishAnswer, readPayload, settle } from "./payload.ts";
import { writeSessionLimits, type SessionLimits } from "./session-limits.ts";

/** The part of the RPC service that the topic APIs need. */
export interface RpcReplies {
  /** Ignores a reply that no call is waiting for. Resolves when the effect is durable. */
  reply(received: ReceivedReply): Promise<void>;
}

export class DeviceRpc {
  readonly #replies: RpcReplies;
  readonly #activity: Activity;
  readonly #limits: SessionLimits;

  constructor(replies: RpcReplies, activity: Activity, limits: SessionLimits) {
    this.#replies = replies;
    this.#activity = activity;
    this.#limits = limits;
  }

  async receiveReply(message: RoutedMessage<DeviceClient>, parse = parseReply): Promise<void> {
    const { client, id, receivedAt } = message;
    this.#activity.ofClient(client, receivedAt);
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    const deviceId = client.device.id;
    await this.#replies.reply({ throughDeviceId: deviceId, deviceId, requestId: id, reply: parse(message) });
  }

  /** Answers a call of the device on `answerFilter`, with the request id in place of its `+`. */
  async answer(
    message: RoutedMessage<DeviceClient>,
    answerFilter: string,
    write: (json: string) => string | Uint8Array = asItIs,
  ): Promise<typeof DEFERRED> {
    const { client, receivedAt, session } = message;
    this.#activity.ofClient(client, receivedAt);
    const method = parseMethod(parseObject(message));
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    // The PUBACK is sent before the answer, but after those of earlier messages.
    await session.settled();
    settle(message);
    const answer = answerTo(method, client, this.#limits);
    publishAnswer(message, answerFilter, answerFilter.replace("+", String(message.id)), write(answer));
    return DEFERRED;
  }
}

function asItIs(json: string): string {
  return json;
}

/** The platform's answer to a device's own call, as JSON text. */
export function answerTo(
  method: string,
  client: Pick<DeviceClient, "isGateway" | "traffic">,
  limits: SessionLimits,
): string {
  return method === "getSessionLimits" ? writeSessionLimits(client, limits) : `{"error":"unsupported method"}`;
}

/** The method of a device's own call. Throws `invalid` if there is none. */
export function parseMethod(call: object): string {
  const method = membersOf(call).get("method");
  if (typeof method !== "string")
    throw invalid(`"method" must be a string, got ${method === undefined ? "nothing" : typeof method}`);
  return method;
}

/** Passes the text on as sent, an empty one as null. The caller gets a reply that is not JSON as an error result. */
export function parseReply(message: RoutedMessage<DeviceClient>): RpcReply {
  if (message.payload.length === 0) return { kind: "json", json: "null" };
  try {
    const { json, text } = readPayload(message);
    if (hasNaN(json)) throw invalid("it has NaN or an infinity, which are no numbers of JSON");
    return { kind: "json", json: text.trim() };
  } catch (error) {
    return unreadableReply(error);
  }
}

/** The result for the caller if the reply cannot be read. */
export function unreadableReply(error: unknown): RpcReply {
  if (!(error instanceof DomainError)) throw error;
  return { kind: "error", message: `the device's reply cannot be read: ${error.message}` };
}
