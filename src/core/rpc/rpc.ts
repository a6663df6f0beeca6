// Server-side RPC: requests and their limits, outcomes, the record of a persistent call, and the port to the store of
// such records. Source: MQTT contract 7.
import { millis, type EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { RpcReply } from "../devices/device-channel.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";

/** A call as requested on the platform side. */
export interface RpcRequest {
  readonly method: string;
  /** JSON text, passed on unchanged. */
  readonly params: string;
  readonly oneWay: boolean;
  /** Milliseconds; defaults to the configured timeout and is raised to the configured minimum. */
  readonly timeoutMillis?: number | undefined;
  /** Takes precedence over `timeoutMillis` and has no minimum. */
  readonly expirationTime?: EpochMillis | undefined;
}

/** Additional fields of a persistent call. */
export interface PersistentRpcRequest extends RpcRequest {
  /** How often an unacknowledged call is sent again; the configured maximum is both the default and the upper bound. */
  readonly retries?: number | undefined;
  /** Stored with the call on behalf of its caller. */
  readonly additionalInfo: JsonObject | null;
}

/** The outcome of a non-persistent call: taken by a session (one-way) or replied to (two-way). */
export type RpcOutcome = { readonly kind: "sent" } | { readonly kind: "replied"; readonly reply: RpcReply };

export interface RpcTerms {
  /** Timeout of a call that does not state one. */
  readonly defaultTimeoutMillis: number;
  /** Shorter timeouts are raised to this value; expiration times are not. */
  readonly minTimeoutMillis: number;
  /** Bytes of method and params together; a larger call is refused as `too-large`. */
  readonly payloadBytesMax: number;
}

/** The time at which the call ends without a reply. */
export function deadlineOf(request: RpcRequest, now: EpochMillis, terms: RpcTerms): EpochMillis {
  if (request.expirationTime !== undefined) return request.expirationTime;
  return millis(now + Math.max(request.timeoutMillis ?? terms.defaultTimeoutMillis, terms.minTimeoutMillis));
}

/** Throws `too-large` if the call exceeds the limit. */
export function requireSendable({ method, params }: RpcRequest, { payloadBytesMax }: RpcTerms): void {
  const bytes = Buffer.byteLength(method) + Buffer.byteLength(params);
  if (bytes > payloadBytesMax)
    throw new DomainError(
      "too-large",
      `method and params of a call may have ${String(payloadBytesMax)} bytes together, got ${String(bytes)}`,
      {
        limit: { name: "rpc.payloadBytesMax", value: payloadBytesMax },
      },
    );
}

/** Source: MQTT contract 7.4. A deleted call has no record, hence no status. */
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
  /** The integer by which the device identifies the call. */
  readonly requestId: number;
  readonly method: string;
  /** JSON text. */
  readonly params: string;
  readonly oneWay: boolean;
  readonly expirationTime: EpochMillis;
  readonly retries: number;
  readonly additionalInfo: JsonObject | null;
  readonly status: RpcStatus;
  /** The client through which it was last sent: the device itself or its gateway. Only that client may reply. */
  readonly sentThrough: DeviceId | null;
  /** How many times no acknowledgement came in time. */
  readonly timeouts: number;
  /** JSON text of the reply or of `{"error":…}`; null until there is one. */
  readonly response: string | null;
}

export type RpcSortField = "createdTime" | "expirationTime" | "request" | "response";

/** The range of request ids: positive int32. 0 is excluded because some clients treat it as "no id". */
export const REQUEST_ID_MIN = 1;
export const REQUEST_ID_MAX = 2_147_483_647;

/** A state change of a call; absent members keep their values. */
export interface RpcChange {
  readonly id: RpcId;
  readonly status: RpcStatus;
  readonly sentThrough?: DeviceId;
  readonly timeouts?: number;
  readonly response?: string;
}

/** Writes take effect and resolve in call order; a read sees every write that has resolved. */
export interface RpcStore {
  /**
   * Reserves `count` ids of this device and returns the first. Ids ascend from 1 and restart at 1 after the int32
   * maximum. Undefined if there is no such device.
   */
  reserveRequestIds(deviceId: DeviceId, count: number): Promise<number | undefined>;
  /** Returns the ids from `firstUnused` to the end of a reserved block, unless later ones have been reserved since. */
  returnRequestIds(
    blocks: readonly { readonly deviceId: DeviceId; readonly firstUnused: number; readonly end: number }[],
  ): Promise<void>;

  /**
   * Throws `limit-exceeded` if the device already has `unfinishedMax` unfinished calls, `not-found` if the device does
   * not exist.
   */
  insert(call: PersistentRpc, unfinishedMax: number): Promise<void>;
  /**
   * Updates calls that are not final yet; final or deleted ones are left unchanged. So are delivered ones by what comes too late, from
   * a session on another node that the device has left: that the call was sent, or that an acknowledgement did not come.
   */
  update(change: RpcChange): Promise<void>;
  /** False if the tenant has no such call. */
  delete(tenantId: TenantId, id: RpcId): Promise<boolean>;
  /** Sets up to `limit` non-final calls that have reached their expiration time to EXPIRED. Returns their ids. */
  expire(now: EpochMillis, limit: number): Promise<readonly RpcId[]>;
  /** Deletes up to `limit` final calls created before `before`. Returns how many were deleted. */
  purge(before: EpochMillis, limit: number): Promise<number>;
  /** As `purge`, for one tenant. */
  purgeOf(tenantId: TenantId, before: EpochMillis, limit: number): Promise<number>;

  /** The earliest expiration time of a non-final call. */
  nextExpiration(): Promise<EpochMillis | undefined>;
  find(tenantId: TenantId, id: RpcId): Promise<PersistentRpc | undefined>;
  list(
    tenantId: TenantId,
    deviceId: DeviceId,
    status: RpcStatus | null,
    query: PageRequest<RpcSortField>,
  ): Promise<FoundPage<PersistentRpc>>;
  /** The oldest call created after `after` that still has to be sent or acknowledged: neither final nor delivered. */
  nextUnsent(deviceId: DeviceId, after: RpcId | null): Promise<PersistentRpc | undefined>;
  /** Devices with such calls: `throughId` itself and those routed through it. */
  devicesWithUnsent(throughId: DeviceId): Promise<readonly DeviceId[]>;
  /** The two-way call with this id that waits for its reply: sent or delivered, not expired. */
  awaitingReply(deviceId: DeviceId, requestId: number): Promise<PersistentRpc | undefined>;
}
