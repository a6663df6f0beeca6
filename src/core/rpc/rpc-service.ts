// Server-side RPC as the edges use it: calls, replies, and the records of persistent calls. Delivery is in
// pending-calls.ts (calls held in memory) and persistent-calls.ts (calls held in the store). Source: MQTT contract 7.
import { traced, type Tracer } from "../../lib/tracer.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { DeviceChannel, ReceivedReply } from "../devices/device-channel.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { PendingCalls, type PendingCallOptions } from "./pending-calls.ts";
import { type PersistentCallDeps, type PersistentCallOptions, PersistentCalls } from "./persistent-calls.ts";
import { RequestIds, type RequestIdOptions } from "./request-ids.ts";
import { RpcExpiration, type CallTerms, type RpcExpirationOptions } from "./rpc-expiration.ts";
import {
  REQUEST_ID_MAX,
  REQUEST_ID_MIN,
  type PersistentRpc,
  type PersistentRpcRequest,
  type RpcOutcome,
  type RpcRequest,
  type RpcSortField,
  type RpcStatus,
} from "./rpc.ts";

export interface RpcDeps extends Omit<PersistentCallDeps, "ids"> {
  /** How long each tenant keeps finished calls. */
  readonly terms: CallTerms;
  readonly channel: DeviceChannel;
  readonly tracer: Tracer;
}

export interface RpcOptions extends PendingCallOptions, PersistentCallOptions, RequestIdOptions, RpcExpirationOptions {}

export class RpcService {
  readonly #deps: RpcDeps;
  readonly #ids: RequestIds;
  readonly #pending: PendingCalls;
  readonly #persistent: PersistentCalls;
  readonly #expiration: RpcExpiration;
  #subscription: Subscription | undefined;

  constructor(deps: RpcDeps, options: RpcOptions) {
    const ids = new RequestIds(deps.store, options);
    this.#deps = deps;
    this.#ids = ids;
    this.#pending = new PendingCalls({ ...deps, ids }, options);
    this.#persistent = new PersistentCalls({ ...deps, ids }, options);
    this.#expiration = new RpcExpiration(deps, options);
  }

  async start(): Promise<void> {
    this.#pending.start();
    this.#persistent.start();
    this.#subscription = this.#deps.bus.subscribe("device-deleted", ({ deviceId }) => {
      this.#ids.forget(deviceId);
    });
    await this.#expiration.start();
  }

  /** Pending calls end with `unavailable`; persistent ones stay in the store. May be called twice. */
  async stop(): Promise<void> {
    await this.#expiration.stop();
    this.#subscription?.cancel();
    this.#subscription = undefined;
    await this.#persistent.stop();
    this.#pending.stop();
    try {
      await this.#ids.giveBack();
    } catch (error) {
      // A gap in the ids is harmless; see RequestIds.
      this.#deps.log.warn("request ids not given back", { error });
    }
  }

  /** Non-persistent calls that wait for their device to become reachable or to reply. */
  get pendingCount(): number {
    return this.#pending.count;
  }

  /**
   * Makes a non-persistent call. Resolves as `sent` (one-way, as soon as a session has taken it) or `replied`. Rejects
   * with `timeout` (with reason "no-active-connection" if it could not be sent, and with `gatewayId` if that gateway
   * has never connected the device), `too-large`, `rate-limited`, `not-found`, and `unavailable` when `signal` ends the
   * wait.
   */
  call(device: KnownDevice, request: RpcRequest, signal: AbortSignal): Promise<RpcOutcome> {
    const { id, tenantId } = device;
    const attributes = { "rpc.method": request.method, "bridgehead.tenant.id": tenantId, "bridgehead.device.id": id };
    return traced(this.#deps.tracer, { name: "rpc", kind: "client", attributes }, () =>
      this.#pending.call(device, request, signal),
    );
  }

  /**
   * Makes a persistent call. Resolves with its record as soon as it is stored. Rejects with `too-large`,
   * `limit-exceeded`, `not-found` and `unavailable`.
   */
  async callPersistent(device: KnownDevice, request: PersistentRpcRequest): Promise<PersistentRpc> {
    const call = await this.#persistent.accept(device, request);
    if (call.status === "QUEUED") this.#expiration.expect(call.expirationTime);
    return call;
  }

  /**
   * Handles a reply for a device that arrived from its own client or from its gateway's. Resolves when its effect is
   * durable; a reply that no call waits for is ignored (MQTT contract 4.8).
   */
  async reply(received: ReceivedReply): Promise<void> {
    // No call has such an id, and a store may not be able to look for it.
    if (received.requestId < REQUEST_ID_MIN || received.requestId > REQUEST_ID_MAX) return;
    if (!this.#deps.channel.reply(received)) await this.#persistent.reply(received);
  }

  /** Throws `not-found` if the tenant has no such call. */
  async find(tenantId: TenantId, id: RpcId): Promise<PersistentRpc> {
    const call = await this.#deps.store.find(tenantId, id);
    if (call === undefined) throw unknownCall(id);
    return call;
  }

  /** The persistent calls of a device, either with one status or all. */
  list(
    tenantId: TenantId,
    deviceId: DeviceId,
    status: RpcStatus | null,
    page: PageRequest<RpcSortField>,
  ): Promise<FoundPage<PersistentRpc>> {
    return this.#deps.store.list(tenantId, deviceId, status, page);
  }

  /** Deletes a persistent call; nothing more of it is sent. Throws `not-found`. */
  async delete(tenantId: TenantId, id: RpcId): Promise<void> {
    if (!(await this.#deps.store.delete(tenantId, id))) throw unknownCall(id);
  }
}

function unknownCall(id: RpcId): DomainError {
  return new DomainError("not-found", `there is no persistent call ${id}`);
}
