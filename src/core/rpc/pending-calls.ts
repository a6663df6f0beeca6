// The non-persistent calls that this node has accepted and not yet answered. They exist only in memory: a call is held
// until its device can be reached; a two-way call then waits for the reply or the deadline (MQTT contract 7.3).
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { Delivery, DeviceChannel, NeverConnected } from "../devices/device-channel.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { RpcDownlink } from "../devices/live-session.ts";
import { DomainError, stopping } from "../errors.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { RequestIds } from "./request-ids.ts";
import { deadlineOf, requireSendable, type RpcOutcome, type RpcRequest, type RpcTerms } from "./rpc.ts";

export interface PendingCallOptions extends RpcTerms {
  /** The longest that a caller waits, whatever timeout it asked for. */
  readonly waitMillisMax: number;
  /** Unanswered calls of all tenants; further ones are refused as `rate-limited`. */
  readonly pendingMax: number;
  /** Unanswered calls of one tenant; further ones are refused as `rate-limited`. */
  readonly tenantPendingMax: number;
}

export interface PendingCallDeps {
  readonly ids: RequestIds;
  readonly channel: Pick<DeviceChannel, "deliver">;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

interface PendingCall {
  readonly device: KnownDevice;
  readonly downlink: RpcDownlink;
  /** Aborted when the call has ended. */
  readonly signal: AbortSignal;
  readonly end: (outcome: RpcOutcome | DomainError) => void;
  /** `again`: the device may have become reachable since the current delivery began, so another attempt follows. */
  delivery: "none" | "under-way" | "again";
  /** Why the last attempt could not be sent, if the channel knows. */
  neverConnected: NeverConnected | undefined;
}

export class PendingCalls {
  readonly #deps: PendingCallDeps;
  readonly #options: PendingCallOptions;
  readonly #calls = new PendingCallIndex();
  readonly #countOfTenant = new Map<TenantId, number>();
  #count = 0;
  #stopped = false;
  #subscriptions: Subscription[] = [];

  constructor(deps: PendingCallDeps, options: PendingCallOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    const { bus } = this.#deps;
    this.#stopped = false;
    this.#subscriptions = [
      bus.subscribe("rpc-reachable", ({ deviceId }) => {
        // The device itself can be reached again or, if it is a gateway, the devices behind it.
        this.#deliverAll(this.#calls.of(deviceId));
        this.#deliverAll(this.#calls.routedThrough(deviceId));
      }),
      // When the newer of a device's own connection and its route ends, the older one receives its calls again.
      bus.subscribe("session-closed", ({ deviceId }) => {
        this.#deliverAll(this.#calls.of(deviceId));
      }),
      bus.subscribe("route-changed", ({ deviceId, gatewayId }) => {
        this.#calls.routeChanged(deviceId, gatewayId);
        if (gatewayId === null) this.#deliverAll(this.#calls.of(deviceId));
      }),
      bus.subscribe("device-deleted", ({ deviceId, name }) => {
        for (const call of this.#calls.of(deviceId))
          call.end(new DomainError("not-found", `the device "${name}" was deleted`));
      }),
    ];
  }

  /** Ends all pending calls with `unavailable`. May be called twice. */
  stop(): void {
    this.#stopped = true;
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    for (const call of this.#calls.all()) call.end(stopping());
  }

  get count(): number {
    return this.#count;
  }

  /** See `RpcService.call`. */
  async call(device: KnownDevice, request: RpcRequest, signal: AbortSignal): Promise<RpcOutcome> {
    const { ids, clock } = this.#deps;
    requireSendable(request, this.#options);
    const now = clock.now();
    const deadline = Math.min(deadlineOf(request, now, this.#options), now + this.#options.waitMillisMax);
    if (deadline <= now) throw new DomainError("timeout", "the call had expired when it was received");
    this.#admit(device.tenantId);
    try {
      const requestId = ids.take(device.id) ?? (await ids.takeAfterDrawing(device.id));
      const { method, params, oneWay } = request;
      return await this.#outcome(device, { kind: "rpc", requestId, method, params, oneWay }, millis(deadline), signal);
    } finally {
      this.#release(device.tenantId);
    }
  }

  #outcome(
    device: KnownDevice,
    downlink: RpcDownlink,
    deadline: EpochMillis,
    signal: AbortSignal,
  ): Promise<RpcOutcome> {
    return new Promise((resolve, reject) => {
      const ended = new AbortController();
      const end = (outcome: RpcOutcome | DomainError): void => {
        timer.cancel();
        signal.removeEventListener("abort", cancelled);
        this.#calls.remove(call);
        ended.abort();
        if (outcome instanceof DomainError) reject(outcome);
        else resolve(outcome);
      };
      const cancelled = (): void => {
        end(new DomainError("unavailable", "the caller has given up"));
      };
      const call: PendingCall = {
        device,
        downlink,
        signal: ended.signal,
        end,
        delivery: "none",
        neverConnected: undefined,
      };
      const { clock } = this.#deps;
      const timer = clock.after(deadline - clock.now(), () => {
        end(timeoutOf(call));
      });
      this.#calls.add(call);
      signal.addEventListener("abort", cancelled);
      if (this.#stopped) end(stopping());
      else if (signal.aborted) cancelled();
      else this.#deliver(call);
    });
  }

  #deliverAll(calls: readonly PendingCall[]): void {
    for (const call of calls) this.#deliver(call);
  }

  #deliver(call: PendingCall): void {
    if (call.delivery !== "none") {
      call.delivery = "again";
      return;
    }
    call.delivery = "under-way";
    call.neverConnected = undefined;
    const { device, downlink, signal } = call;
    void this.#deps.channel.deliver(device.id, downlink, signal).then((delivery) => {
      if (!signal.aborted) this.#delivered(call, delivery);
    });
  }

  #delivered(call: PendingCall, delivery: Delivery): void {
    switch (delivery.kind) {
      case "sent":
      case "replied":
        call.end(delivery);
        break;
      case "refused":
        call.end(new DomainError(delivery.error, delivery.message));
        break;
      case "unreachable": {
        call.neverConnected = delivery.neverConnected;
        const isReachable = call.delivery === "again";
        call.delivery = "none";
        if (isReachable) this.#deliver(call);
      }
    }
  }

  #admit(tenantId: TenantId): void {
    const ofTenant = this.#countOfTenant.get(tenantId) ?? 0;
    const { pendingMax, tenantPendingMax } = this.#options;
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

interface CallsOfDevice {
  readonly byRequestId: Map<number, PendingCall>;
  /** The gateway under which the device is indexed; null if it has no route. */
  gatewayId: DeviceId | null;
}

/** Indexes calls by their device and by the gateway of its route, so that no event iterates over unrelated calls. */
class PendingCallIndex {
  readonly #devices = new Map<DeviceId, CallsOfDevice>();
  /** Devices with pending calls, by the gateway of their route. */
  readonly #routed = new Map<DeviceId, Set<DeviceId>>();

  add(call: PendingCall): void {
    const { device, downlink } = call;
    const calls = this.#devices.get(device.id) ?? { byRequestId: new Map<number, PendingCall>(), gatewayId: null };
    this.#devices.set(device.id, calls);
    calls.byRequestId.set(downlink.requestId, call);
    this.routeChanged(device.id, device.route?.gatewayId ?? null);
  }

  remove({ device, downlink }: PendingCall): void {
    const calls = this.#devices.get(device.id);
    if (calls?.byRequestId.delete(downlink.requestId) !== true || calls.byRequestId.size > 0) return;
    this.routeChanged(device.id, null);
    this.#devices.delete(device.id);
  }

  /** Returns a copy, because calls may end while the caller iterates over it. */
  of(deviceId: DeviceId): readonly PendingCall[] {
    const calls = this.#devices.get(deviceId);
    return calls === undefined ? [] : [...calls.byRequestId.values()];
  }

  routedThrough(gatewayId: DeviceId): readonly PendingCall[] {
    const devices = this.#routed.get(gatewayId);
    return devices === undefined ? [] : [...devices].flatMap((deviceId) => this.of(deviceId));
  }

  all(): readonly PendingCall[] {
    return [...this.#devices.keys()].flatMap((deviceId) => this.of(deviceId));
  }

  /** Devices without calls are accepted and ignored. */
  routeChanged(deviceId: DeviceId, gatewayId: DeviceId | null): void {
    const calls = this.#devices.get(deviceId);
    if (calls === undefined || calls.gatewayId === gatewayId) return;
    if (calls.gatewayId !== null) {
      const routed = this.#routed.get(calls.gatewayId);
      if (routed?.delete(deviceId) === true && routed.size === 0) this.#routed.delete(calls.gatewayId);
    }
    calls.gatewayId = gatewayId;
    if (gatewayId === null) return;
    const routed = this.#routed.get(gatewayId) ?? new Set<DeviceId>();
    this.#routed.set(gatewayId, routed.add(deviceId));
  }
}

/** A one-way call whose delivery is still unfinished counts as not sent. */
function timeoutOf({ delivery, device, downlink, neverConnected }: PendingCall): DomainError {
  if (neverConnected !== undefined) {
    const { message, gatewayId } = neverConnected;
    return new DomainError("timeout", message, { reason: "no-active-connection", gatewayId });
  }
  return delivery === "none" || downlink.oneWay
    ? new DomainError("timeout", `"${device.name}" could not be reached in time`, { reason: "no-active-connection" })
    : new DomainError("timeout", `"${device.name}" did not answer in time`);
}

function tooMany(limit: string, value: number, whose: string): DomainError {
  return new DomainError("rate-limited", `${String(value)} calls ${whose}wait for their devices already`, {
    limit: { name: limit, value },
  });
}
