// The non-persistent calls that this node has accepted and not yet answered. They live in memory only: held until their
// device can be reached, then, if two-way, until the reply comes or the deadline passes (MQTT contract 7.3).
import { millis } from "../../lib/clock.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { EventOf } from "../bus/events.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import { PendingCallIndex } from "./pending-call-index.ts";
import type { RequestIds } from "./request-ids.ts";
import type { RpcOutcome, RpcReply, RpcRequest } from "./rpc.ts";
import { deadlineOf, requireSendable } from "./rpc-terms.ts";
import type { RpcTerms } from "./rpc-terms.ts";

export interface PendingCallSetting extends RpcTerms {
  /** The longest a caller is kept waiting, whatever it asked for. */
  readonly waitMillisMax: number;
  /** Unanswered calls of all tenants; one more is refused as `rate-limited`. */
  readonly pendingMax: number;
  /** Unanswered calls of one tenant; one more is refused as `rate-limited`. */
  readonly tenantPendingMax: number;
}

interface PendingCall {
  readonly device: KnownDevice;
  readonly requestId: number;
  readonly oneWay: boolean;
  readonly method: string;
  readonly params: string;
  readonly end: (outcome: RpcOutcome | DomainError) => void;
  /** The client it went to; null while it is held. */
  sentThrough: DeviceId | null;
}

export class PendingCalls {
  readonly #ids: RequestIds;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #setting: PendingCallSetting;
  readonly #calls = new PendingCallIndex<PendingCall>();
  readonly #countOfTenant = new Map<TenantId, number>();
  #count = 0;
  #stopped = false;
  #subscriptions: Subscription[] = [];

  constructor(ids: RequestIds, bus: MessageBus, clock: Clock, setting: PendingCallSetting) {
    this.#ids = ids;
    this.#bus = bus;
    this.#clock = clock;
    this.#setting = setting;
  }

  start(): void {
    this.#stopped = false;
    this.#subscriptions = [
      this.#bus.subscribe("rpc-sent", (event) => {
        this.#sent(event);
      }),
      this.#bus.subscribe("rpc-refused", ({ deviceId, requestId, reason }) => {
        this.#calls.find(deviceId, requestId)?.end(new DomainError("too-large", reason));
      }),
      this.#bus.subscribe("rpc-replied", ({ deviceId, requestId, throughDeviceId, reply, isError }) => {
        this.reply(
          throughDeviceId,
          deviceId,
          requestId,
          isError ? { kind: "error", message: reply } : { kind: "json", json: reply },
        );
      }),
      this.#bus.subscribe("rpc-reachable", ({ deviceId }) => {
        // The device itself can be reached again, or as a gateway those behind it.
        this.#offerHeld(this.#calls.of(deviceId));
        this.#offerHeld(this.#calls.routedThrough(deviceId));
      }),
      // When the later of a device's own connection and its route ends, the other one receives its calls again.
      this.#bus.subscribe("session-closed", ({ deviceId }) => {
        this.#offerHeld(this.#calls.of(deviceId));
      }),
      this.#bus.subscribe("route-changed", ({ deviceId, gatewayId }) => {
        this.#calls.routeChanged(deviceId, gatewayId);
        if (gatewayId === null) this.#offerHeld(this.#calls.of(deviceId));
      }),
      this.#bus.subscribe("device-deleted", ({ deviceId, name }) => {
        for (const call of this.#calls.of(deviceId))
          call.end(new DomainError("not-found", `the device "${name}" was deleted`));
      }),
    ];
  }

  /** Ends what is still pending, as `unavailable`. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    for (const call of this.#calls.all()) call.end(stopping());
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Resolves as `sent` (one-way) or `replied` (two-way). Rejects with `timeout`, whose reason is "no-active-connection"
   * where the call could not be sent; with `too-large`, `rate-limited`, `not-found`; and with `unavailable` when `signal`
   * ends the wait.
   */
  async call(device: KnownDevice, request: RpcRequest, signal: AbortSignal): Promise<RpcOutcome> {
    requireSendable(request, this.#setting);
    const now = this.#clock.now();
    const deadline = Math.min(deadlineOf(request, now, this.#setting), now + this.#setting.waitMillisMax);
    if (deadline <= now) throw new DomainError("timeout", "the call had expired when it was received");
    this.#admit(device.tenantId);
    try {
      const requestId = this.#ids.take(device.id) ?? (await this.#ids.takeAfterDrawing(device.id));
      return await this.#outcome(device, requestId, request, millis(deadline), signal);
    } finally {
      this.#release(device.tenantId);
    }
  }

  /** False where no call of this node waits for it. An answer from elsewhere than where the call was sent is ignored. */
  reply(throughDeviceId: DeviceId, deviceId: DeviceId, requestId: number, reply: RpcReply): boolean {
    const call = this.#calls.find(deviceId, requestId);
    if (call === undefined) return false;
    if (call.sentThrough === throughDeviceId) call.end({ kind: "replied", reply });
    return true;
  }

  #outcome(
    device: KnownDevice,
    requestId: number,
    request: RpcRequest,
    deadline: EpochMillis,
    signal: AbortSignal,
  ): Promise<RpcOutcome> {
    return new Promise((resolve, reject) => {
      const end = (outcome: RpcOutcome | DomainError): void => {
        timer.cancel();
        signal.removeEventListener("abort", cancelled);
        this.#calls.remove(call);
        if (outcome instanceof DomainError) reject(outcome);
        else resolve(outcome);
      };
      const cancelled = (): void => {
        end(new DomainError("unavailable", "the caller has given up"));
      };
      const { method, params, oneWay } = request;
      const call: PendingCall = { device, requestId, oneWay, method, params, end, sentThrough: null };
      const timer = this.#clock.after(deadline - this.#clock.now(), () => {
        end(timeoutOf(call));
      });
      this.#calls.add(call);
      signal.addEventListener("abort", cancelled);
      if (this.#stopped) end(stopping());
      else if (signal.aborted) cancelled();
      else this.#offer(call);
    });
  }

  #sent({ deviceId, requestId, throughDeviceId }: EventOf<"rpc-sent">): void {
    const call = this.#calls.find(deviceId, requestId);
    if (call === undefined) return;
    call.sentThrough = throughDeviceId;
    if (call.oneWay) call.end({ kind: "sent" });
  }

  #offerHeld(calls: readonly PendingCall[]): void {
    for (const call of calls) if (call.sentThrough === null) this.#offer(call);
  }

  #offer({ device, requestId, method, params }: PendingCall): void {
    this.#bus.publish({ kind: "rpc-offered", deviceId: device.id, requestId, method, params });
  }

  #admit(tenantId: TenantId): void {
    const ofTenant = this.#countOfTenant.get(tenantId) ?? 0;
    const { pendingMax, tenantPendingMax } = this.#setting;
    if (ofTenant >= tenantPendingMax) throw tooMany("rpc.tenantPendingMax", tenantPendingMax, "of the tenant ");
    if (this.#count >= pendingMax) throw tooMany("rpc.pendingMax", pendingMax, "");
    this.#countOfTenant.set(tenantId, ofTenant + 1);
    this.#count++;
  }

  #release(tenantId: TenantId): void {
    this.#count--;
    const ofTenant = (this.#countOfTenant.get(tenantId) ?? 1) - 1;
    if (ofTenant === 0) this.#countOfTenant.delete(tenantId);
    else this.#countOfTenant.set(tenantId, ofTenant);
  }
}

function timeoutOf({ sentThrough, device }: PendingCall): DomainError {
  return sentThrough === null
    ? new DomainError("timeout", `"${device.name}" could not be reached in time`, { reason: "no-active-connection" })
    : new DomainError("timeout", `"${device.name}" did not answer in time`);
}

function stopping(): DomainError {
  return new DomainError("unavailable", "the platform is stopping");
}

function tooMany(setting: string, value: number, whose: string): DomainError {
  return new DomainError("rate-limited", `${String(value)} calls ${whose}wait for their devices already`, {
    limit: { name: setting, value },
  });
}
