// Between the check of a client's credentials and the opening of its session some time passes, in which the credentials
// may be changed or the device deleted. A ticket notices that, so that no session opens on what is no longer true.
import type { MessageBus, Subscription } from "../../core/bus/message-bus.ts";
import type { DeviceId } from "../../core/ids.ts";

export interface AdmissionTicket {
  readonly deviceId: DeviceId;
  readonly isRevoked: boolean;
}

interface HeldTicket {
  readonly deviceId: DeviceId;
  isRevoked: boolean;
}

export class AdmissionTickets {
  readonly #bus: MessageBus;
  readonly #held = new Set<HeldTicket>();
  #subscriptions: Subscription[] = [];

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  start(): void {
    const revoke = ({ deviceId }: { readonly deviceId: DeviceId }): void => {
      for (const ticket of this.#held) if (ticket.deviceId === deviceId) ticket.isRevoked = true;
    };
    this.#subscriptions = [this.#bus.subscribe("credentials-changed", revoke), this.#bus.subscribe("device-deleted", revoke)];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
  }

  /** To be taken as soon as the device is known. Ends by itself when the connection does. */
  take(deviceId: DeviceId, signal: AbortSignal): AdmissionTicket {
    const ticket: HeldTicket = { deviceId, isRevoked: false };
    if (signal.aborted) return ticket;
    this.#held.add(ticket);
    signal.addEventListener("abort", () => { this.#held.delete(ticket); }, { once: true });
    return ticket;
  }

  /** How many are held: those of connections that are open or being checked. */
  get count(): number {
    return this.#held.size;
  }
}
