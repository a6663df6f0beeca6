// A device's own remote calls: its answers to calls from the platform, and the calls it makes itself.
// Source: MQTT contract 6.4.
import { OWED, type Handled } from "../../core/acknowledgement.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { invalid } from "../../core/errors.ts";
import type { RpcReply } from "../../core/rpc/rpc.ts";
import { decodeUtf8, JsonError, parseJson, writeJson } from "../../lib/json.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { membersOf, parseObject, publishAnswer, refuse, settle } from "./payload.ts";
import { writeSessionLimits, type SessionLimits } from "./session-limits.ts";

/** What the two topic APIs need of the RPC service. */
export interface RpcReplies {
  /** `through` is the session's device it came by. A reply nobody waits for is ignored. Resolves when it is durable. */
  reply(through: KnownDevice, device: KnownDevice, requestId: number, reply: RpcReply): Promise<void>;
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

  async receiveReply(message: RoutedMessage<DeviceClient>): Promise<void> {
    const { client, id, payload, receivedAt } = message;
    this.#activity.ofClient(client, receivedAt);
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) throw breach;
    await this.#replies.reply(client.device, client.device, id, parseReply(payload));
  }

  /** Answers a call of the device on `answerFilter`, with the id of the request in the place of its `+`. */
  answer(message: RoutedMessage<DeviceClient>, answerFilter: string): Handled {
    const { client, receivedAt } = message;
    this.#activity.ofClient(client, receivedAt);
    let method: string;
    try {
      method = parseMethod(message.payload);
    } catch (error) {
      return refuse(message, error);
    }
    const breach = client.traffic.message(false, receivedAt);
    if (breach !== null) return refuse(message, breach);
    settle(message);
    const answer = method === "getSessionLimits" ? writeSessionLimits(client, this.#limits) : `{"error":"unsupported method"}`;
    publishAnswer(message, answerFilter, answerFilter.replace("+", String(message.id)), answer);
    return OWED;
  }
}

function parseMethod(payload: Buffer): string {
  const method = membersOf(parseObject(payload)).get("method");
  if (typeof method !== "string") throw invalid(`"method" must be a string, got ${method === undefined ? "nothing" : typeof method}`);
  return method;
}

/** A reply that is not JSON reaches the caller as an error result. */
function parseReply(payload: Buffer): RpcReply {
  try {
    return { kind: "json", json: writeJson(parseJson(decodeUtf8(payload))) };
  } catch (error) {
    if (error instanceof JsonError) return { kind: "error", message: `the device's reply cannot be read: ${error.message}` };
    throw error;
  }
}
