// Where pending calls are found: by their device, and by the gateway through which their device is routed. An event of a
// device that is no gateway looks at its own calls and at nothing else, however many wait for others.
import type { KnownDevice } from "../devices/known-device.ts";
import type { DeviceId } from "../ids.ts";

interface IndexedCall {
  readonly device: KnownDevice;
  readonly requestId: number;
}

interface CallsOfDevice<Call> {
  readonly byRequestId: Map<number, Call>;
  /** Under which gateway the device is indexed; null where it has no route. */
  gatewayId: DeviceId | null;
}

export class PendingCallIndex<Call extends IndexedCall> {
  readonly #devices = new Map<DeviceId, CallsOfDevice<Call>>();
  /** Devices with calls, by the gateway of their route. */
  readonly #routed = new Map<DeviceId, Set<DeviceId>>();

  add(call: Call): void {
    const { device, requestId } = call;
    const calls = this.#devices.get(device.id) ?? { byRequestId: new Map<number, Call>(), gatewayId: null };
    this.#devices.set(device.id, calls);
    calls.byRequestId.set(requestId, call);
    this.routeChanged(device.id, device.route?.gatewayId ?? null);
  }

  remove({ device, requestId }: Call): void {
    const calls = this.#devices.get(device.id);
    if (calls?.byRequestId.delete(requestId) !== true || calls.byRequestId.size > 0) return;
    this.routeChanged(device.id, null);
    this.#devices.delete(device.id);
  }

  find(deviceId: DeviceId, requestId: number): Call | undefined {
    return this.#devices.get(deviceId)?.byRequestId.get(requestId);
  }

  /** Those of the device, as they are now: calls may end while the result is walked through. */
  of(deviceId: DeviceId): readonly Call[] {
    const calls = this.#devices.get(deviceId);
    return calls === undefined ? [] : [...calls.byRequestId.values()];
  }

  /** Those of the devices that are routed through the gateway, likewise. */
  routedThrough(gatewayId: DeviceId): readonly Call[] {
    const devices = this.#routed.get(gatewayId);
    return devices === undefined ? [] : [...devices].flatMap((deviceId) => this.of(deviceId));
  }

  all(): readonly Call[] {
    return [...this.#devices.keys()].flatMap((deviceId) => this.of(deviceId));
  }

  /** To be told of every change of a route, also of devices without calls. */
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
