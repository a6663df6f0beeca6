// The words of server-side RPC: what is asked for, how it ends, and the record of a persistent call.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";

/** A call as the platform side asks for it. */
export interface RpcRequest {
  readonly method: string;
  /** JSON text, passed on unchanged. */
  readonly params: string;
  readonly oneWay: boolean;
  /** Milliseconds; the configured default where absent, raised to the configured minimum. */
  readonly timeoutMillis?: number | undefined;
  /** Goes before `timeoutMillis`, without a minimum. */
  readonly expirationTime?: EpochMillis | undefined;
}

/** What a persistent call adds. */
export interface PersistentRpcRequest extends RpcRequest {
  /** How often it is sent again without an acknowledgement; the configured maximum by default and at most. */
  readonly retries?: number | undefined;
  /** Kept beside the call for whoever asked. */
  readonly additionalInfo: JsonObject | null;
}

/** What a device answered. `json` is its text, unchanged; an answer that is not JSON is an error (MQTT contract 6.4). */
export type RpcReply =
  { readonly kind: "json"; readonly json: string } | { readonly kind: "error"; readonly message: string };

/** How a non-persistent call ended: handed to a session (one-way), or answered (two-way). */
export type RpcOutcome = { readonly kind: "sent" } | { readonly kind: "replied"; readonly reply: RpcReply };

/** Source: MQTT contract 7.4. A deleted call has no record any more. */
export type RpcStatus = "QUEUED" | "SENT" | "DELIVERED" | "SUCCESSFUL" | "TIMEOUT" | "FAILED" | "EXPIRED";

export const RPC_STATUSES: readonly RpcStatus[] = [
  "QUEUED",
  "SENT",
  "DELIVERED",
  "SUCCESSFUL",
  "TIMEOUT",
  "FAILED",
  "EXPIRED",
];

export interface PersistentRpc {
  readonly id: RpcId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  /** The integer by which the device knows it. */
  readonly requestId: number;
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  readonly oneWay: boolean;
  readonly expirationTime: EpochMillis;
  readonly retries: number;
  readonly additionalInfo: JsonObject | null;
  readonly status: RpcStatus;
  /** The client it was sent through last: the device itself or its gateway. Only that one may answer. */
  readonly sentThrough: DeviceId | null;
  /** How often no acknowledgement came in time. */
  readonly timeouts: number;
  /** JSON text of the reply or of `{"error":…}`; null as long as there is neither. */
  readonly response: string | null;
}

export type RpcSortField = "createdTime" | "expirationTime" | "request" | "response";

/** Smallest and largest id of a request: int32, and 0 is left out because some clients take it for none. */
export const REQUEST_ID_MIN = 1;
export const REQUEST_ID_MAX = 2_147_483_647;
