// Notifies a v5 gateway which of its devices hit a rate limit, as a message on `v1/gateway/disconnect` with reason 150, on
// which gateway clients back off. The device's route stays. Source: MQTT contract 4.9, 11.
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";

const DISCONNECT_TOPIC = "v1/gateway/disconnect";
const RATE_LIMIT_REACHED = 150;
const WINDOW_MILLIS = 1000;

export class RateNotices {
  readonly #clock: Clock;
  readonly #perSecondMax: number;

  /** `perSecondMax`: notices a second and session; further ones are left out, as the PUBACKs say the same. */
  constructor(clock: Clock, perSecondMax: number) {
    this.#clock = clock;
    this.#perSecondMax = perSecondMax;
  }

  /** A message about `device` was refused by a rate limit. The notice follows when its PUBACK has been written. */
  breached({ client, session }: RoutedMessage<DeviceClient>, device: Pick<KnownDevice, "name">): void {
    if (session.protocol !== 5 || device.name === client.device.name) return;
    if (client.breached.size < this.#perSecondMax) client.breached.add(device.name);
  }

  /** Charges a message about the device of that name. Throws the breach of a rate limit, whose notice follows. */
  charge(message: RoutedMessage<DeviceClient>, name: string): void {
    const { client, receivedAt } = message;
    this.require(message, name, client.traffic.message(name !== client.device.name, receivedAt));
  }

  /** Throws the breach of a rate limit by a message about the device of that name, if there is one. */
  require(message: RoutedMessage<DeviceClient>, name: string, breach: DomainError | null): void {
    if (breach === null) return;
    this.breached(message, { name });
    throw breach;
  }

  /** To be called when a message has been refused: its PUBACK leaves in this turn of the event loop, notices in the next. */
  sendSoon(client: DeviceClient): void {
    if (client.breached.size > 0)
      setImmediate(() => {
        this.#send(client);
      });
  }

  /** Notices need no subscription, and at QoS 0 they never wait behind messages that the client has not acknowledged. */
  #send(client: DeviceClient): void {
    const mqtt = client.session?.mqtt;
    for (const name of client.breached)
      if (this.#mayPublish(client))
        mqtt?.publish(DISCONNECT_TOPIC, writeJson({ device: name, reason: RATE_LIMIT_REACHED }), 0);
    client.breached.clear();
  }

  #mayPublish({ rateBudget }: DeviceClient): boolean {
    const now = this.#clock.now();
    if (Math.abs(now - rateBudget.startedAt) >= WINDOW_MILLIS) {
      rateBudget.startedAt = now;
      rateBudget.sent = 0;
    }
    if (rateBudget.sent >= this.#perSecondMax) return false;
    rateBudget.sent++;
    return true;
  }
}
