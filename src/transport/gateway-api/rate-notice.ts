// Tells a v5 gateway which of its devices hit a rate limit, by a message on `v1/gateway/disconnect` with reason 150, on
// which gateway clients back off. The device's route stays. Source: MQTT contract 4.9, 11.
import type { Clock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RefusedPublish } from "../mqtt/mqtt-api.ts";

const DISCONNECT_TOPIC = "v1/gateway/disconnect";
const RATE_LIMIT_REACHED = 150;
const WINDOW_MILLIS = 1000;

export class RateNotices {
  readonly #clock: Clock;
  readonly #perSecondMax: number;

  /**
   * `perSecondMax` bounds the notices per second and session; further ones are dropped, as the PUBACKs say the same.
   */
  constructor(clock: Clock, perSecondMax: number) {
    this.#clock = clock;
    this.#perSecondMax = perSecondMax;
  }

  /**
   * Must be called when a message has been refused. Its PUBACK leaves in this turn of the event loop, the notices in
   * the next. At QoS 0 nothing but the report on the errors topic is sent (MQTT contract 3.2).
   */
  refused(client: DeviceClient, { packetId, refusal }: RefusedPublish): void {
    if (packetId === undefined || client.session?.mqtt.protocol !== 5) return;
    for (const { device, error } of refusal.entries)
      if (error.kind === "rate-limited" && device !== undefined && device !== client.device.name)
        if (client.breached.size < this.#perSecondMax) client.breached.add(device);
    if (client.breached.size > 0)
      setImmediate(() => {
        this.#send(client);
      });
  }

  /**
   * Notices need no subscription. They are sent at QoS 0, so they do not wait for the client to acknowledge earlier
   * messages.
   */
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
