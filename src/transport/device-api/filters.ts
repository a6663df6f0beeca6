// The filters that clients may subscribe to, compared as literal strings, never as patterns. Source: MQTT contract 2.1.
import type { DownlinkKind } from "../../core/devices/live-session.ts";

export const DEVICE_FILTERS: ReadonlySet<string> = new Set([
  "v1/gateway/attributes",
  "v1/gateway/attributes/response",
  "v1/gateway/rpc",
  "v1/gateway/errors",
  "v1/gateway/disconnect",
  "v1/gateway/ota/offer",
  "v1/gateway/ota/response/+/chunk/+",
  "v1/devices/me/attributes",
  "v1/devices/me/attributes/response/+",
  "v1/devices/me/rpc/request/+",
  "v1/devices/me/rpc/response/+",
  "v2/a",
  "v2/a/j",
  "v2/a/res/+",
  "v2/a/res/j/+",
  "v2/r/req/+",
  "v2/r/req/j/+",
  "v2/r/res/+",
  "v2/r/res/j/+",
  "v2/fw/response/+",
  "v2/fw/response/+/chunk/+",
  "v2/fw/error",
  "v2/sw/response/+",
  "v2/sw/response/+/chunk/+",
  "v2/sw/error",
]);

/** Filters for a device's own downlinks; the one subscribed to last determines the topic. */
export const OWN_FILTERS: ReadonlyMap<string, DownlinkKind> = new Map([
  ["v1/devices/me/attributes", "attributes"],
  ["v2/a", "attributes"],
  ["v2/a/j", "attributes"],
  ["v1/devices/me/rpc/request/+", "rpc"],
  ["v2/r/req/+", "rpc"],
  ["v2/r/req/j/+", "rpc"],
]);

/** Further filters of profiles with schemas. */
export const PROTOBUF_FILTERS: ReadonlyMap<string, DownlinkKind | undefined> = new Map([
  ["v2/a/p", "attributes"],
  ["v2/r/req/p/+", "rpc"],
  ["v2/a/res/p/+", undefined],
  ["v2/r/res/p/+", undefined],
]);

export const PROVISIONING_RESPONSE_TOPIC = "/provision/response";
export const PROVISIONING_FILTERS: ReadonlySet<string> = new Set([PROVISIONING_RESPONSE_TOPIC]);
