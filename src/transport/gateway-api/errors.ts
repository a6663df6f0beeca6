// `v1/gateway/errors`: tells a subscribed gateway, on every protocol version, what was refused and why, in one message
// per refusal. Other notes for the gateway have code 0. Beyond a bound per second, one message gives the number of
// those left out. Source: MQTT contract 4.9.
import type { Remark } from "../../core/acknowledgement.ts";
import type { ErrorKind } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RefusedPublish } from "../mqtt/mqtt-api.ts";
import type { Qos } from "../mqtt/routed-message.ts";

export const ERRORS_TOPIC = "v1/gateway/errors";

/** The v5 reason code and the error word for each kind. The code equals the PUBACK's, which a test checks. */
export const MEANING: Readonly<Record<ErrorKind, readonly [code: number, error: string]>> = {
  invalid: [0x99, "invalid-payload"],
  "too-large": [0x99, "invalid-payload"],
  "limit-exceeded": [0x97, "device-limit"],
  "rate-limited": [0x97, "rate-limit"],
  forbidden: [0x87, "not-a-gateway"],
  unsupported: [0x90, "unknown-topic"],
  unauthenticated: [0x80, "storage"],
  "not-found": [0x80, "storage"],
  conflict: [0x80, "storage"],
  timeout: [0x80, "storage"],
  unavailable: [0x80, "storage"],
};

const WINDOW_MILLIS = 1000;

export class ErrorNotices {
  readonly #clock: Clock;
  readonly #perSecondMax: number;

  /** `perSecondMax` bounds the messages per second and session. */
  constructor(clock: Clock, perSecondMax: number) {
    this.#clock = clock;
    this.#perSecondMax = perSecondMax;
  }

  /** Sends nothing without a subscription. */
  publish(client: DeviceClient, { topic, packetId, refusal }: RefusedPublish): void {
    if (qosOf(client) === undefined) return;
    const ts = this.#clock.now();
    for (const { device, error } of refusal.entries) {
      if (!this.#mayPublish(client, ts)) continue;
      const [code, word] = MEANING[error.kind];
      const { limit } = error.details;
      this.#send(client, { ts, topic, device, packetId, code, error: word, message: error.message, limit });
    }
  }

  /** Sends a note about a message that was not refused, within the same bound. */
  remark(client: DeviceClient, remark: Remark): void {
    const ts = this.#clock.now();
    if (qosOf(client) === undefined || !this.#mayPublish(client, ts)) return;
    this.#send(client, { ts, code: 0, ...remark });
  }

  /** Must be called when the session has ended. */
  closed({ errorBudget }: DeviceClient): void {
    errorBudget.summary?.cancel();
    errorBudget.summary = null;
  }

  #mayPublish(client: DeviceClient, now: number): boolean {
    const budget = client.errorBudget;
    // While a summary is due, only its timer starts a new second, so that the number left out is reported first.
    if (budget.summary === null && Math.abs(now - budget.startedAt) >= WINDOW_MILLIS) {
      budget.startedAt = this.#clock.now();
      budget.sent = 0;
    }
    if (budget.sent < this.#perSecondMax) {
      budget.sent++;
      return true;
    }
    budget.omitted++;
    budget.summary ??= this.#clock.after(budget.startedAt + WINDOW_MILLIS - now, () => {
      this.#summarize(client);
    });
    return false;
  }

  #summarize(client: DeviceClient): void {
    const budget = client.errorBudget;
    const { omitted } = budget;
    const ts = this.#clock.now();
    Object.assign(budget, { startedAt: ts, sent: 1, omitted: 0, summary: null });
    const limit = { name: "mqtt.errorNoticesPerSecond", value: this.#perSecondMax };
    const message = `${String(omitted)} further refusals were left out of this topic within a second`;
    this.#send(client, { ts, code: 0x97, error: "rate-limit", message, omitted, limit });
  }

  /** Undefined members are omitted. */
  #send(client: DeviceClient, notice: object): void {
    const qos = qosOf(client);
    if (qos !== undefined) client.session?.mqtt.publish(ERRORS_TOPIC, writeJson(notice), qos);
  }
}

/** Undefined if nothing is to be sent: the client is not a gateway or has not subscribed. */
function qosOf({ isGateway, session }: DeviceClient): Qos | undefined {
  return isGateway ? session?.mqtt.subscribedQos(ERRORS_TOPIC) : undefined;
}
