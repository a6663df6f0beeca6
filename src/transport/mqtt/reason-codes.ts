// Error kind -> MQTT code, in one place: answers to a refused CONNECT, PUBLISH or SUBSCRIBE, the codes for closing a
// session (MQTT contract 1.3, 1.6, 2.2, 3.2 and 3.3), and the reason texts for v5 clients.
import type { Refusal } from "../../core/acknowledgement.ts";
import type { ErrorKind } from "../../core/errors.ts";
import type { ClosedReason, ConnectRefusal } from "./mqtt-api.ts";

/** Written in the format of 3.1.1, whatever version the client speaks. */
export const CONNACK_UNSUPPORTED_LEVEL = 0x01;
/** v5: the client takes no packet that is large enough for CONNACK. */
export const CONNACK_IMPLEMENTATION_SPECIFIC = 0x83;
/** v5: the client sent too many packets before CONNACK. */
export const CONNACK_QUOTA_EXCEEDED = 0x97;

interface ConnackCodes {
  readonly v3: number;
  readonly v5: number;
}

const CONNACK_CODES: Readonly<Record<ConnectRefusal, ConnackCodes>> = {
  "bad-credentials": { v3: 0x05, v5: 0x86 },
  "bad-client-id": { v3: 0x02, v5: 0x85 },
  "not-authorized": { v3: 0x05, v5: 0x87 },
  unavailable: { v3: 0x03, v5: 0x88 },
  "rate-limited": { v3: 0x03, v5: 0x9f },
};

export function connackCode(protocol: 3 | 4 | 5, refusal: ConnectRefusal): number {
  const codes = CONNACK_CODES[refusal];
  return protocol === 5 ? codes.v5 : codes.v3;
}

interface PublishCodes {
  readonly v5: number;
  /**
   * A PUBACK of MQTT 3 cannot refuse, and MQTT 3 clients resend unacknowledged messages at every reconnect. So a
   * message that can never succeed is acknowledged, and only one that may succeed later closes the connection.
   */
  readonly v3: "acknowledge" | "close";
}

const PUBLISH_CODES: Readonly<Record<ErrorKind, PublishCodes>> = {
  invalid: { v5: 0x99, v3: "acknowledge" },
  "too-large": { v5: 0x99, v3: "acknowledge" },
  forbidden: { v5: 0x87, v3: "acknowledge" },
  unsupported: { v5: 0x90, v3: "acknowledge" },
  "limit-exceeded": { v5: 0x97, v3: "acknowledge" },
  "rate-limited": { v5: 0x97, v3: "close" },
  // The remaining kinds are failures of the platform.
  unauthenticated: { v5: 0x80, v3: "close" },
  "not-found": { v5: 0x80, v3: "close" },
  conflict: { v5: 0x80, v3: "close" },
  timeout: { v5: 0x80, v3: "close" },
  unavailable: { v5: 0x80, v3: "close" },
};

/** Code for an unexpected error: PUBACK 0x83, then DISCONNECT 0x83. */
export const FAULT_CODE = 0x83;

/** The v5 reason code for a PUBLISH refused with this kind of error. */
export function errorCode(kind: ErrorKind): number {
  return PUBLISH_CODES[kind].v5;
}

/** The v5 reason code of a refused PUBLISH: the one of its first refused entry. */
export function publishCode(refusal: Refusal): number {
  return errorCode(refusal.entries[0].error.kind);
}

/**
 * What a client gets for its refused PUBLISH.
 * - `acknowledge`: a PUBACK as for success; nothing at QoS 0
 * - `refuse`: a PUBACK with the reason code, v5 only
 * - `close`: the connection ends without a PUBACK
 */
export type PublishOutcome = "acknowledge" | "refuse" | "close";

export function publishOutcome(protocol: 3 | 4 | 5, qos: 0 | 1, { entries, partly }: Refusal): PublishOutcome {
  if (qos === 0) return "acknowledge";
  if (protocol === 5) return "refuse";
  // Keep valid data flowing: a message that was processed in part is acknowledged (MQTT contract 3.3).
  const mayPass = entries.some(
    ({ error }) => PUBLISH_CODES[error.kind].v3 === "close" && error.details.reason !== "beyond-limit",
  );
  return mayPass && !partly ? "close" : "acknowledge";
}

export const SUBACK_REFUSED_V3 = 0x80;
export const SUBACK_REFUSED = 0x8f;
export const SUBACK_QUOTA_EXCEEDED = 0x97;
export const SUBACK_SHARED = 0x9e;
export const UNSUBACK_SUCCESS = 0x00;
export const UNSUBACK_NO_SUBSCRIPTION = 0x11;

/** The v5 DISCONNECT code for a session that the server closes; undefined if no DISCONNECT is sent. */
export const DISCONNECT_CODES: Readonly<Record<ClosedReason, number | undefined>> = {
  "taken-over": 0x8e,
  administrative: 0x98,
  shutdown: 0x8b,
  "provisioning-topic": 0x90,
  provisioned: 0x98,
  fault: FAULT_CODE,
  "client-disconnected": undefined,
  "connection-lost": undefined,
  "keep-alive-expired": 0x8d,
  idle: 0xa0,
  "slow-reader": undefined, // the client reads nothing
  overflow: 0x97,
  "protocol-violation": 0x82, // unless the violation has its own code
  "refused-publish": undefined, // MQTT 3 only
};

/**
 * Reason texts for ends that come without a message of their own. Several client libraries show the code only together
 * with a text.
 */
export const DISCONNECT_REASONS: Readonly<Partial<Record<ClosedReason, string>>> = {
  "taken-over": "another connection of the same device has taken over",
  administrative: "the device has been deleted, or its credentials have changed",
  shutdown: "the server is shutting down",
  "keep-alive-expired": "no packet came within one and a half times the keep alive",
  idle: "no packet came for too long, and the client asked for no keep alive",
};

const REASON_LENGTH_MAX = 512;

/**
 * Returns undefined if the client does not want a reason. MQTT text may contain neither U+0000 nor unpaired surrogates.
 */
export function reasonString(message: string, isWanted: boolean): string | undefined {
  if (!isWanted || message === "") return undefined;
  return message.slice(0, REASON_LENGTH_MAX).toWellFormed().replaceAll("\0", "\ufffd");
}
