// Server-side RPC as the edges use it: calls, answers, and the records of persistent calls. How calls travel is the
// business of pending-calls.ts (held in memory) and persistent-calls.ts (held in the store). Source: MQTT contract 7.
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { DeviceDirectory } from "../devices/device-directory.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSessions } from "../devices/live-sessions.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, RpcId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { CallSender } from "./call-sender.ts";
import { PendingCalls } from "./pending-calls.ts";
import type { PendingCallSetting } from "./pending-calls.ts";
import { PersistentCalls } from "./persistent-calls.ts";
import type { PersistentCallSetting } from "./persistent-calls.ts";
import { RequestIds } from "./request-ids.ts";
import type { RequestIdSetting } from "./request-ids.ts";
import { RpcExpiration } from "./rpc-expiration.ts";
import type { RpcExpirationSetting } from "./rpc-expiration.ts";
import type {
  PersistentRpc,
  PersistentRpcRequest,
  RpcOutcome,
  RpcReply,
  RpcRequest,
  RpcSortField,
  RpcStatus,
} from "./rpc.ts";
import type { RpcStore } from "./rpc-store.ts";

export interface RpcSetting extends PendingCallSetting, PersistentCallSetting, RequestIdSetting, RpcExpirationSetting {}

export class RpcService {
  readonly #store: RpcStore;
  readonly #bus: MessageBus;
  readonly #ids: RequestIds;
  readonly #pending: PendingCalls;
  readonly #sender: CallSender;
  readonly #persistent: PersistentCalls;
  readonly #expiration: RpcExpiration;
  readonly #log: Logger;
  #subscription: Subscription | undefined;

  constructor(
    store: RpcStore,
    sessions: LiveSessions,
    devices: DeviceDirectory,
    bus: MessageBus,
    clock: Clock,
    setting: RpcSetting,
    log: Logger,
  ) {
    this.#store = store;
    this.#bus = bus;
    this.#log = log;
    this.#ids = new RequestIds(store, setting);
    this.#pending = new PendingCalls(this.#ids, bus, clock, setting);
    this.#sender = new CallSender(sessions, devices, bus, log);
    this.#persistent = new PersistentCalls(store, this.#ids, sessions, devices, bus, clock, setting, log);
    this.#expiration = new RpcExpiration(store, clock, setting, log);
  }

  async start(): Promise<void> {
    this.#sender.start();
    this.#pending.start();
    this.#persistent.start();
    this.#subscription = this.#bus.subscribe("device-deleted", ({ deviceId }) => {
      this.#ids.forget(deviceId);
    });
    await this.#expiration.start();
  }

  /** Pending calls end as `unavailable`; persistent ones stay in the store. May be called twice. */
  async stop(): Promise<void> {
    await this.#expiration.stop();
    this.#subscription?.cancel();
    this.#subscription = undefined;
    await this.#persistent.stop();
    this.#pending.stop();
    this.#sender.stop();
    try {
      await this.#ids.giveBack();
    } catch (error) {
      // A gap in the ids is harmless; see RequestIds.
      this.#log.warn("request ids not given back", { error });
    }
  }

  /** Non-persistent calls that wait for their device or its answer. */
  get pendingCount(): number {
    return this.#pending.count;
  }

  /**
   * A non-persistent call. Resolves as `sent` (one-way, as soon as it is handed to a session) or `replied`. Rejects with
   * `timeout` (reason "no-active-connection" where it could not be sent), `too-large`, `rate-limited`, `not-found`, and
   * `unavailable` when `signal` ends the wait.
   */
  call(device: KnownDevice, request: RpcRequest, signal: AbortSignal): Promise<RpcOutcome> {
    return this.#pending.call(device, request, signal);
  }

  /**
   * A persistent call. Resolves with its record as soon as it is stored. Rejects with `too-large`, `limit-exceeded`,
   * `not-found` and `unavailable`.
   */
  async callPersistent(device: KnownDevice, request: PersistentRpcRequest): Promise<PersistentRpc> {
    const call = await this.#persistent.accept(device, request);
    if (call.status === "QUEUED") this.#expiration.expect(call.expirationTime);
    return call;
  }

  /**
   * An answer that came for `deviceId` from the client `throughDeviceId`, the device itself or a gateway. Resolves when its
   * effect is durable; an answer that nothing waits for is ignored (MQTT contract 4.8).
   */
  async reply(throughDeviceId: DeviceId, deviceId: DeviceId, requestId: number, reply: RpcReply): Promise<void> {
    if (this.#pending.reply(throughDeviceId, deviceId, requestId, reply)) return;
    const isError = reply.kind === "error";
    this.#bus.publish({
      kind: "rpc-replied",
      deviceId,
      requestId,
      throughDeviceId,
      reply: isError ? reply.message : reply.json,
      isError,
    });
    await this.#persistent.reply(throughDeviceId, deviceId, requestId, reply);
  }

  /**
   * To be called when calls for the device may have become sendable: after the PUBACK of a connect message that named it,
   * and after the SUBACK of an RPC filter, which on a gateway's session stands for all devices routed through it.
   */
  reachable(deviceId: DeviceId): void {
    this.#bus.publish({ kind: "rpc-reachable", deviceId });
  }

  /** Throws `not-found` where the tenant has no such call. */
  async find(tenantId: TenantId, id: RpcId): Promise<PersistentRpc> {
    const call = await this.#store.find(tenantId, id);
    if (call === undefined) throw unknownCall(id);
    return call;
  }

  /** The persistent calls of a device, those of one status or all. */
  list(
    tenantId: TenantId,
    deviceId: DeviceId,
    status: RpcStatus | null,
    page: PageRequest<RpcSortField>,
  ): Promise<FoundPage<PersistentRpc>> {
    return this.#store.list(tenantId, deviceId, status, page);
  }

  /** Removes a persistent call; nothing further is sent of it. Throws `not-found`. */
  async delete(tenantId: TenantId, id: RpcId): Promise<void> {
    if (!(await this.#store.delete(tenantId, id))) throw unknownCall(id);
  }
}

function unknownCall(id: RpcId): DomainError {
  return new DomainError("not-found", `there is no persistent call ${id}`);
}
