// Brings changes of shared attributes from the bus to the sessions of this node that subscribe to them. Nothing is queued
// for devices that cannot be reached: they read the present values when they are back (MQTT contract 8).
import type { Logger } from "../../lib/logger.ts";
import type { EventOf } from "../bus/events.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { DeviceDirectory } from "../devices/device-directory.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSessions } from "../devices/live-sessions.ts";
import type { DeviceId } from "../ids.ts";

type SharedChange = EventOf<"attributes-saved"> | EventOf<"attributes-deleted">;

export class AttributeDownlinks {
  readonly #sessions: LiveSessions;
  readonly #devices: DeviceDirectory;
  readonly #bus: MessageBus;
  readonly #log: Logger;
  /** Changes of devices that are being loaded, in order. */
  readonly #loading = new Map<DeviceId, SharedChange[]>();
  #subscriptions: Subscription[] = [];

  constructor(sessions: LiveSessions, devices: DeviceDirectory, bus: MessageBus, log: Logger) {
    this.#sessions = sessions;
    this.#devices = devices;
    this.#bus = bus;
    this.#log = log;
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe("attributes-saved", (event) => {
        this.#changed(event);
      }),
      this.#bus.subscribe("attributes-deleted", (event) => {
        this.#changed(event);
      }),
    ];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
  }

  #changed(change: SharedChange): void {
    if (change.scope !== "SHARED_SCOPE" || this.#sessions.count === 0) return;
    const waiting = this.#loading.get(change.deviceId);
    if (waiting !== undefined) {
      waiting.push(change);
      return;
    }
    const device = this.#devices.inMemory(change.deviceId);
    if (device !== undefined) this.#deliver(device, change);
    else void this.#deliverAfterLoading(change);
  }

  async #deliverAfterLoading(change: SharedChange): Promise<void> {
    const { deviceId } = change;
    const waiting = [change];
    this.#loading.set(deviceId, waiting);
    try {
      const device = await this.#devices.loadById(deviceId);
      if (device !== undefined) for (const each of waiting) this.#deliver(device, each);
    } catch (error) {
      this.#log.warn("shared attributes not announced", { deviceId, changes: waiting.length, error });
    } finally {
      this.#loading.delete(deviceId);
    }
  }

  #deliver(device: KnownDevice, change: SharedChange): void {
    const downlink =
      change.kind === "attributes-saved"
        ? ({ kind: "attributes-updated", device, values: change.values } as const)
        : ({ kind: "attributes-deleted", device, keys: change.keys } as const);
    for (const session of this.#sessions.holdersFor(device, "attributes")) session.deliver(downlink);
  }
}
