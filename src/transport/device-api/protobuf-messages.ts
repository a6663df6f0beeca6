// Protobuf messages that are the same for every profile: a device's requests, and what the platform sends besides
// calls. Field numbers follow the existing server, which generated code in devices depends on.
import type { StoredAttribute } from "../../core/attributes/attribute.ts";
import type { Downlink, RpcDownlink } from "../../core/devices/live-session.ts";
import type { PayloadSchema, PayloadSchemas } from "../../core/devices/payload-schema.ts";
import { JsonText, type Value } from "../../core/values.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { AttributeQuery } from "./attribute-query.ts";
import type { FoundAttributes } from "./attributes.ts";

const PROTO3 = 'syntax = "proto3";';
const VALUES = `
  enum KeyValueType { BOOLEAN_V = 0; LONG_V = 1; DOUBLE_V = 2; STRING_V = 3; JSON_V = 4; }
  message KeyValueProto {
    string key = 1; KeyValueType type = 2;
    bool bool_v = 3; int64 long_v = 4; double double_v = 5; string string_v = 6; string json_v = 7;
  }
  message TsKvProto { int64 ts = 1; KeyValueProto kv = 2; }`;

export class ProtobufMessages {
  readonly attributesRequest: PayloadSchema;
  readonly call: PayloadSchema;
  readonly claim: PayloadSchema;
  readonly #attributesAnswer: PayloadSchema;
  readonly #callAnswer: PayloadSchema;
  readonly #updates: PayloadSchema;

  constructor(schemas: PayloadSchemas) {
    const compile = (text: string): PayloadSchema => schemas.compile(PROTO3 + text);
    // A member absent from the message must not look as if it had been requested.
    this.attributesRequest = compile(
      "message AttributesRequest { optional string clientKeys = 1; optional string sharedKeys = 2; }",
    );
    this.call = compile("message RpcRequest { optional string method = 1; optional string params = 2; }");
    this.claim = compile("message ClaimDevice { optional string secretKey = 1; optional int64 durationMs = 2; }");
    this.#attributesAnswer = compile(
      `${VALUES} message GetAttributeResponseMsg {
        int32 requestId = 1; repeated TsKvProto clientAttributeList = 2; repeated TsKvProto sharedAttributeList = 3;
        bool isMultipleAttributesRequest = 4; string error = 5; bool sharedStateMsg = 6;
      }`,
    );
    this.#callAnswer = compile(
      "message ToServerRpcResponseMsg { int32 requestId = 1; string payload = 2; string error = 3; }",
    );
    this.#updates = compile(
      `${VALUES} message AttributeUpdateNotificationMsg { repeated TsKvProto sharedUpdated = 1; repeated string sharedDeleted = 2; }`,
    );
  }

  attributesAnswer(requestId: number, found: FoundAttributes, query: AttributeQuery): Uint8Array {
    const entriesOf = (attributes: readonly StoredAttribute[] = []): object[] =>
      attributes.map(({ key, value, lastUpdateTs }) => entryOf(key, value, lastUpdateTs));
    return this.#attributesAnswer.fromJson({
      requestId,
      clientAttributeList: entriesOf(found.client),
      sharedAttributeList: entriesOf(found.shared),
      isMultipleAttributesRequest: countOf(query.client) + countOf(query.shared) > 1,
    });
  }

  /** `answer` is JSON text. */
  callAnswer(requestId: number, answer: string): Uint8Array {
    return this.#callAnswer.fromJson({ requestId, payload: answer });
  }

  updates(downlink: Exclude<Downlink, RpcDownlink>, now: EpochMillis): Uint8Array {
    return this.#updates.fromJson(
      downlink.kind === "attributes-deleted"
        ? { sharedDeleted: downlink.keys }
        : { sharedUpdated: downlink.values.map(([key, value]) => entryOf(key, value, now)) },
    );
  }
}

function countOf(keys: AttributeQuery["client"]): number {
  return typeof keys === "string" ? 0 : keys.length;
}

function entryOf(key: string, value: Value, ts: EpochMillis): object {
  return { ts, kv: { key, ...typedOf(value) } };
}

function typedOf(value: Value): object {
  if (value instanceof JsonText) return { type: "JSON_V", json_v: value.text };
  if (typeof value === "boolean") return { type: "BOOLEAN_V", bool_v: value };
  if (typeof value === "string") return { type: "STRING_V", string_v: value };
  const isInteger = typeof value === "bigint" || Number.isSafeInteger(value);
  return isInteger ? { type: "LONG_V", long_v: value } : { type: "DOUBLE_V", double_v: value };
}
