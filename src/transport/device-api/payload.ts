// What every topic does with its payload and its acknowledgement: JSON in, one settled slot out.
import { DEFERRED, refusedWhole, type Refusal } from "../../core/acknowledgement.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { decodeUtf8, JsonError, jsonKind, parseJson } from "../../lib/json.ts";
import { readLeniently } from "../../lib/lenient-json.ts";
import { withQuotingHint } from "../json-hint.ts";
import type { Qos, RoutedMessage } from "../mqtt/routed-message.ts";

/** The members of a JSON object; a map, because names such as `__proto__` are ordinary. */
export type Members = ReadonlyMap<string, unknown>;

export interface PayloadJson {
  readonly json: unknown;
  /** Strict JSON. */
  readonly text: string;
}

/** Throws `invalid` for what is not JSON in UTF-8, with the leniency of MQTT contract 5.1. */
export function readPayload(payload: Buffer): PayloadJson {
  if (payload.length === 0) throw invalid("the payload is empty; it must be JSON");
  try {
    return readLeniently(decodeUtf8(payload), parseJson);
  } catch (error) {
    throw asInvalid(error);
  }
}

export function parsePayload(payload: Buffer): unknown {
  return readPayload(payload).json;
}

/** The same for a payload that has been decoded. */
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

export function parseObject(payload: Buffer): object {
  return requireObject(parsePayload(payload), "the payload");
}

/** `what` names the thing in the error. */
export function requireObject(json: unknown, what: string): object {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  throw invalid(`${what} must be a JSON object, got ${jsonKind(json)}`);
}

export function membersOf(json: object): Members {
  return new Map(Object.entries(json));
}

/** Settles the message now, and not when a promise resolves: for answers that are to follow their PUBACK. */
export function settle<Client>({ session, slot }: RoutedMessage<Client>, refusal?: Refusal): typeof DEFERRED {
  session.settle(slot, refusal);
  session.flush();
  return DEFERRED;
}

/** Settles the message as refused. What is no `DomainError` is a fault of ours and is thrown on. */
export function refuse<Client>(message: RoutedMessage<Client>, error: unknown, device?: string): typeof DEFERRED {
  if (!(error instanceof DomainError)) throw error;
  return settle(message, device === undefined ? refusedWhole(error) : { entries: [{ device, error }], partly: false });
}

/** Answers go to the client that asked, at QoS 1 unless a subscription says otherwise (MQTT contract 2.3). */
export function publishAnswer<Client>(
  { session }: RoutedMessage<Client>,
  filter: string,
  topic: string,
  payload: string,
): void {
  const qos: Qos = session.subscribedQos(filter) ?? 1;
  session.publish(topic, payload, qos);
}
