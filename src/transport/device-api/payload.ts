// What every topic does with its payload and acknowledgement: parse JSON, settle one ack.
import { isUtf8 } from "node:buffer";
import { DEFERRED, refusedMessage, type Refusal } from "../../core/acknowledgement.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { JsonError, jsonKind, parseJson } from "../../lib/json.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { readLeniently } from "../../lib/lenient-json.ts";
import { withQuotingHint } from "../json-hint.ts";
import type { Qos, RoutedMessage } from "../mqtt/routed-message.ts";
import { isObject } from "../../lib/members.ts";

/** The members of a JSON object, as a map because names such as `__proto__` are ordinary names. */
export type Members = ReadonlyMap<string, unknown>;

export interface PayloadJson {
  readonly json: unknown;
  /** The payload as strict JSON. */
  readonly text: string;
}

/**
 * Reads JSON with the leniency of MQTT contract 5.1. Throws `invalid` for other payloads; invalid UTF-8 is reported to
 * the sender.
 */
export function readPayload<Client>(message: RoutedMessage<Client>): PayloadJson {
  const { payload } = message;
  if (payload.length === 0) throw invalid("the payload is empty; it must be JSON");
  const text = payload.toString("utf8");
  try {
    const read = readLeniently(text, parseJson);
    remarkInvalidUtf8(message, text, read.json);
    return read;
  } catch (error) {
    throw asInvalid(error);
  }
}

export function strictText(payload: Buffer): string {
  // Only checks strictness: parsing with every digit would take twenty times as long.
  return readLeniently(payload.toString("utf8"), parseNamed).text;
}

/** Invalid UTF-8 was decoded to replacement characters; tells the sender, once per message. */
export function remarkInvalidUtf8<Client>(
  { payload, session, ack, topic }: RoutedMessage<Client>,
  text: string,
  json: unknown,
): void {
  if (!text.includes("\ufffd") || isUtf8(payload)) return;
  const message = "the payload is not valid UTF-8: each invalid part was taken as U+FFFD";
  session.remark(ack, { error: "invalid-utf8", topic, device: deviceNamedIn(topic, json), message });
}

/** The device that a gateway's message names, if it names exactly one. */
function deviceNamedIn(topic: string, json: unknown): string | undefined {
  if (!topic.startsWith("v1/gateway/") || typeof json !== "object" || json === null) return undefined;
  const device = new Map(Object.entries(json)).get("device") as unknown;
  if (typeof device === "string") return device;
  // In a message about several devices each member is a device, whose value is an object or an array.
  const [only, ...others] = Object.entries(json) as [string, unknown][];
  return others.length === 0 && typeof only?.[1] === "object" ? only[0] : undefined;
}

export function parsePayload<Client>(message: RoutedMessage<Client>): unknown {
  return readPayload(message).json;
}

/** Like `parsePayload`, for a payload that is already text. */
export function parseText(text: string): unknown {
  if (text === "") throw invalid("the payload is empty; it must be JSON");
  try {
    return parseJson(text);
  } catch (error) {
    throw asInvalid(error);
  }
}

function asInvalid(error: unknown): unknown {
  if (!(error instanceof JsonError)) return error;
  return new DomainError("invalid", withQuotingHint(error.message), { cause: error });
}

export function parseObject<Client>(message: RoutedMessage<Client>): object {
  return requireObject(parsePayload(message), "the payload");
}

/** `what` names the value in the error. */
export function requireObject(json: unknown, what: string): object {
  if (isObject(json)) return json;
  throw invalid(`${what} must be a JSON object, got ${jsonKind(json)}`);
}

export function membersOf(json: object): Members {
  return new Map(Object.entries(json));
}

/** Settles the message now instead of when a promise resolves, for answers that must follow their PUBACK. */
export function settle<Client>({ session, ack }: RoutedMessage<Client>, refusal?: Refusal): typeof DEFERRED {
  session.settle(ack, refusal);
  session.flush();
  return DEFERRED;
}

/** Settles the message as refused. An error that is not a `DomainError` is a bug and is rethrown. */
export function refuse<Client>(message: RoutedMessage<Client>, error: unknown, device?: string): typeof DEFERRED {
  if (!(error instanceof DomainError)) throw error;
  return settle(message, refusedMessage(error, message.payload, device));
}

/** Answers only the requesting client, at QoS 1 unless its subscription says otherwise (MQTT contract 2.3). */
export function publishAnswer<Client>(
  { session }: RoutedMessage<Client>,
  filter: string,
  topic: string,
  payload: string | Uint8Array,
): void {
  const qos: Qos = session.subscribedQos(filter) ?? 1;
  session.publish(topic, payload, qos);
}
