// The port behind which persistent calls are kept, and from which blocks of request ids are drawn.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { PersistentRpc, RpcSortField, RpcStatus } from "./rpc.ts";

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
   * The first of `count` ids of this device that nobody else will get. Ids ascend from 1 and start again at 1 after
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
