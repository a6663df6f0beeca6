// Credentials may be changed, or the device deleted, between the check of a client's credentials and the opening of its
// session. A ticket records that, so that no session opens on outdated facts.
import type { MessageBus, Subscription } from "../../core/bus/message-bus.ts";
import type { DeviceId } from "../../core/ids.ts";

export class AdmissionTicket {
  readonly deviceId: DeviceId;
  isRevoked = false;

  constructor(deviceId: DeviceId) {
    this.deviceId = deviceId;
  }
}

export class AdmissionTickets {
  readonly #bus: MessageBus;
  readonly #held = new Set<AdmissionTicket>();
  #subscriptions: Subscription[] = [];

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  start(): void {
    const revoke = ({ deviceId }: { readonly deviceId: DeviceId }): void => {
      for (const ticket of this.#held) if (ticket.deviceId === deviceId) ticket.isRevoked = true;
    };
    this.#subscriptions = [
      this.#bus.subscribe("credentials-changed", revoke),
      this.#bus.subscribe("device-deleted", revoke),
    ];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
  }

  /** Must be taken as soon as the device is known. Returned when the session opens, or when the connection ends. */
  take(deviceId: DeviceId, signal: AbortSignal): AdmissionTicket {
    const ticket = new AdmissionTicket(deviceId);
    if (signal.aborted) return ticket;
    this.#held.add(ticket);
    signal.addEventListener(
      "abort",
      () => {
        this.#held.delete(ticket);
      },
      { once: true },
    );
    return ticket;
  }

  giveBack(ticket: AdmissionTicket): void {
    this.#held.delete(ticket);
  }

  get count(): number {
    return this.#held.size;
  }
}
