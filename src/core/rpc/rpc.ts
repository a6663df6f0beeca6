// Server-side RPC: what is asked for and its limits, how it ends, the record of a persistent call, and the port behind which
// such records are kept. Source: MQTT contract 7.
import { millis, type EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { RpcReply } from "../devices/device-channel.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";

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
  /** Stored with the call for its caller. */
  readonly additionalInfo: JsonObject | null;
}

/** How a non-persistent call ended: handed to a session (one-way), or answered (two-way). */
export type RpcOutcome = { readonly kind: "sent" } | { readonly kind: "replied"; readonly reply: RpcReply };

export interface RpcTerms {
  /** The wait of a call that names none. */
  readonly defaultTimeoutMillis: number;
  /** A shorter timeout is raised to it; an expiration time is not. */
  readonly minTimeoutMillis: number;
  /** Bytes of method and params together; a call beyond it is refused as `too-large`. */
  readonly payloadBytesMax: number;
}

/** When the call ends without an answer. */
export function deadlineOf(request: RpcRequest, now: EpochMillis, terms: RpcTerms): EpochMillis {
  if (request.expirationTime !== undefined) return request.expirationTime;
  return millis(now + Math.max(request.timeoutMillis ?? terms.defaultTimeoutMillis, terms.minTimeoutMillis));
}

/** Throws `too-large` for a call that is beyond the limit. */
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

/** The next state of a call; absent members stay as they are. */
export interface RpcChange {
  readonly id: RpcId;
  readonly status: RpcStatus;
  readonly sentThrough?: DeviceId;
  readonly timeouts?: number;
  readonly response?: string;
}

/** Writes take effect, and resolve, in the order in which they were called; a read sees every write that has resolved. */
export interface RpcStore {
  /**
   * The first of `count` ids of this device, given to no one else. Ids ascend from 1 and start again at 1 after
   * int32. Undefined when there is no such device.
   */
  reserveRequestIds(deviceId: DeviceId, count: number): Promise<number | undefined>;
  /** Gives back the ids from `firstUnused` to the end of a reserved block, unless later ones have been reserved since. */
  returnRequestIds(
    blocks: readonly { readonly deviceId: DeviceId; readonly firstUnused: number; readonly end: number }[],
  ): Promise<void>;

  /**
   * Throws `limit-exceeded` when the device has `unfinishedMax` unfinished calls already, `not-found` when the device
   * does not exist.
   */
  insert(call: PersistentRpc, unfinishedMax: number): Promise<void>;
  /** Changes calls that are not final yet; calls that are, or are gone, are left as they are. */
  update(changes: readonly RpcChange[]): Promise<void>;
  /** False when there is no such call in the tenant. */
  delete(tenantId: TenantId, id: RpcId): Promise<boolean>;
  /** Ends up to `limit` calls that are not final and whose time has come, as EXPIRED. Gives their ids. */
  expire(now: EpochMillis, limit: number): Promise<readonly RpcId[]>;
  /** Removes up to `limit` final calls created before `before`. Gives how many there were. */
  purge(before: EpochMillis, limit: number): Promise<number>;
  /** The same of one tenant. */
  purgeOf(tenantId: TenantId, before: EpochMillis, limit: number): Promise<number>;

  /** The earliest expiration of a call that is not final. */
  nextExpiration(): Promise<EpochMillis | undefined>;
  find(tenantId: TenantId, id: RpcId): Promise<PersistentRpc | undefined>;
  list(
    tenantId: TenantId,
    deviceId: DeviceId,
    status: RpcStatus | null,
    query: PageRequest<RpcSortField>,
  ): Promise<FoundPage<PersistentRpc>>;
  /** The oldest call created after `after` that is still to be sent, or to be acknowledged: not final and not delivered. */
  nextUnsent(deviceId: DeviceId, after: RpcId | null): Promise<PersistentRpc | undefined>;
  /** Devices that have such calls, among `throughId` itself and those routed through it. */
  devicesWithUnsent(throughId: DeviceId): Promise<readonly DeviceId[]>;
  /** The two-way call of this id that waits for its answer: sent or delivered, not expired. */
  awaitingReply(deviceId: DeviceId, requestId: number): Promise<PersistentRpc | undefined>;
}
