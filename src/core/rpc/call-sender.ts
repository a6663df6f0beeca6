// Sends offered calls on the sessions of this node. An offer can reach a node twice, when the device became reachable
// while the first one was on its way; the call must run once.
import type { EventOf } from "../bus/events.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { DeviceDirectory } from "../devices/device-directory.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { LiveSessions } from "../devices/live-sessions.ts";
import type { Logger } from "../../lib/logger.ts";

/** Calls sent lately, by which a repeated offer is known; an offer is repeated within moments or not at all. */
const SENT_KEPT_MAX = 10_000;

export class CallSender {
  readonly #sessions: LiveSessions;
  readonly #devices: DeviceDirectory;
  readonly #bus: MessageBus;
  readonly #log: Logger;
  readonly #sent = new Set<string>();
  #subscription: Subscription | undefined;

  constructor(sessions: LiveSessions, devices: DeviceDirectory, bus: MessageBus, log: Logger) {
    this.#sessions = sessions;
    this.#devices = devices;
    this.#bus = bus;
    this.#log = log;
  }

  start(): void {
    this.#subscription = this.#bus.subscribe("rpc-offered", (offer) => {
      this.#offered(offer);
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    this.#subscription = undefined;
  }

  #offered(offer: EventOf<"rpc-offered">): void {
    if (this.#sessions.count === 0) return;
    const device = this.#devices.inMemory(offer.deviceId);
    if (device !== undefined) this.#send(device, offer);
    else void this.#sendAfterLoading(offer);
  }

  async #sendAfterLoading(offer: EventOf<"rpc-offered">): Promise<void> {
    try {
      const device = await this.#devices.loadById(offer.deviceId);
      if (device !== undefined) this.#send(device, offer);
    } catch (error) {
      // The call stays held where it was accepted, and ends there at its deadline.
      this.#log.warn("call not sent", { deviceId: offer.deviceId, error });
    }
  }

  #send(device: KnownDevice, { deviceId, requestId, method, params }: EventOf<"rpc-offered">): void {
    const session = this.#sessions.holderFor(device, "rpc");
    if (session === undefined) return;
    const key = `${deviceId}/${String(requestId)}`;
    if (this.#sent.has(key)) return;
    const delivery = session.deliver({ kind: "rpc", device, requestId, method, params, delivered: nothing });
    switch (delivery) {
      case "sent":
        this.#remember(key);
        this.#bus.publish({ kind: "rpc-sent", deviceId, requestId, throughDeviceId: session.device.id });
        break;
      case "refused":
        this.#bus.publish({
          kind: "rpc-refused",
          deviceId,
          requestId,
          reason: `the call is larger than the client of "${device.name}" accepts`,
        });
        break;
      case "not-subscribed":
        break;
    }
  }

  #remember(key: string): void {
    this.#sent.add(key);
    if (this.#sent.size <= SENT_KEPT_MAX) return;
    const oldest = this.#sent.values().next();
    if (oldest.done !== true) this.#sent.delete(oldest.value);
  }
}

/** Nobody waits for the acknowledgement of a non-persistent call. */
function nothing(): void {
  // Its reply, or the deadline, ends it.
}
