// The body of an RPC call, and the REST form of a persistent call's record. Source: REST contract 10.
import type { JsonObject } from "../../core/devices/device.ts";
import { invalid, wrong } from "../../core/errors.ts";
import { parseFreeJson } from "../../core/entity-text.ts";
import type { PersistentRpc, PersistentRpcRequest } from "../../core/rpc/rpc.ts";
import { TS_ABS_MAX } from "../../core/telemetry/telemetry.ts";
import { millis } from "../../lib/clock.ts";
import { jsonKind, parseExactly, writeJson } from "../../lib/json.ts";
import { memberText } from "../../lib/json-text.ts";
import { entityRef } from "./entity-ids.ts";
import { parseJsonObject } from "./json-body.ts";

export interface SentCall {
  readonly isPersistent: boolean;
  readonly request: PersistentRpcRequest;
}

/** Longest method name, in characters. */
const METHOD_LENGTH_MAX = 255;

/**
 * Parses a call. `params` is the text that was sent, or `{}` if absent, because gateways expect an object (MQTT
 * contract 4.8). Throws `invalid`.
 */
export function parseRpcBody(text: string, oneWay: boolean): SentCall {
  const members = parseJsonObject(text);
  const timeout = parseCount(members.get("timeout"), "timeout");
  const expirationTime = parseCount(members.get("expirationTime"), "expirationTime");
  return {
    isPersistent: parseFlag(members.get("persistent"), "persistent"),
    request: {
      method: parseMethod(members.get("method")),
      params: detached(memberText(text, "params") ?? "{}"),
      oneWay,
      timeoutMillis: timeout,
      expirationTime: expirationTime === undefined ? undefined : millis(expirationTime),
      retries: parseCount(members.get("retries"), "retries"),
      additionalInfo: parseInfo(members.get("additionalInfo"), text),
    },
  };
}

/** Copies the text: a substring would keep the whole body in memory while the call waits. */
function detached(part: string): string {
  return Buffer.from(part).toString();
}

function parseMethod(value: unknown): string {
  if (typeof value !== "string")
    throw invalid(`method must be a string, got ${value === undefined ? "nothing" : jsonKind(value)}`);
  if (value.trim() === "") throw wrong("blank", { field: "method" });
  if (value.length > METHOD_LENGTH_MAX)
    throw wrong("too-long", { field: "method", max: METHOD_LENGTH_MAX, found: value.length });
  return value;
}

/** An integer from 0; undefined if missing or null. */
function parseCount(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > TS_ABS_MAX)
    throw invalid(
      `${field} must be a whole number from 0 to ${String(TS_ABS_MAX)}, got ${typeof value === "number" ? String(value) : jsonKind(value)}`,
    );
  return value;
}

function parseFlag(value: unknown, field: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw invalid(`${field} must be true or false, got ${jsonKind(value)}`);
  return value;
}

/** Free information that travels with the call. */
function parseInfo(value: unknown, text: string): JsonObject | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object" || Array.isArray(value))
    throw invalid(`additionalInfo must be an object, got ${jsonKind(value)}`);
  return parseFreeJson(
    parseExactly(memberText(text, "additionalInfo") ?? "null") as JsonObject | null,
    "additionalInfo",
  );
}

/** The record as JSON text; the device's answer in it is passed on as it came. */
export function rpcText(call: PersistentRpc): string {
  const tenantId = entityRef("TENANT", call.tenantId);
  const deviceId = entityRef("DEVICE", call.deviceId);
  const { oneWay: oneway, expirationTime, retries, status, additionalInfo } = call;
  const head = JSON.stringify({
    id: entityRef("RPC", call.id),
    createdTime: call.createdAt,
    tenantId,
    deviceId,
    expirationTime,
    request: {
      id: call.id,
      tenantId,
      deviceId,
      oneway,
      expirationTime,
      body: { method: call.method, params: call.params },
      persisted: true,
      retries,
    },
  });
  const tail = writeJson({ status, additionalInfo });
  return `${head.slice(0, -1)},"response":${call.response ?? "null"},${tail.slice(1)}`;
}
