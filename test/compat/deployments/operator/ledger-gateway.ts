// A gateway that publishes as long as it runs, over MQTT and TLS at QoS 1: readings with the numbers 1, 2, 3 and so on, each when the
// one before it has been acknowledged. So one number says all that was acknowledged, and the next reading is the only one in doubt.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type MqttClient } from "mqtt";
import { eventually } from "../../../support/deadline.ts";
import type { TestTenant } from "../../../support/tenant.ts";
import type { ProxyAddress } from "../through-proxy.ts";

const PAUSE_MILLIS = 50;
const RECONNECT_MILLIS = 500;
const AGAIN_MILLIS_MAX = 60_000;
const DEVICE = "Boiler";
const KEY = "number";
const FIRST_TS = 1_700_000_000_000;
/** Shown of each kind of problem. */
const SHOWN_MAX = 5;

/** What a reading has to be at the moment of a comparison. */
export type Fate = "stored" | "in doubt" | "gone";

export class LedgerGateway {
  readonly #client: MqttClient;
  #acknowledged = 0;
  readonly #stopping = Promise.withResolvers<false>();
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor({ host, port, servername, ca }: ProxyAddress, token: string) {
    this.#client = connect({
      protocol: "mqtts",
      host,
      port,
      servername,
      ca,
      username: token,
      clientId: "ledger-gateway",
      protocolVersion: 5,
      reconnectPeriod: RECONNECT_MILLIS,
    });
    // It connects again by itself; what was on its way is published again.
    this.#client.on("error", () => undefined);
    this.#ended = this.#publish();
  }

  /** All readings up to this one. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Resolves when it has got more acknowledged than it has now. */
  async getsOn(): Promise<void> {
    const before = this.#acknowledged;
    await eventually(
      () => Promise.resolve(this.#acknowledged),
      (now) => now > before + 1,
      AGAIN_MILLIS_MAX,
      (now) => `the gateway has ${String(now)} readings acknowledged and gets no further`,
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.resolve(false);
    this.#client.end(true);
    await this.#ended;
  }

  async #publish(): Promise<void> {
    while (!this.#isStopped) {
      if (await this.#isAcknowledged(this.#acknowledged + 1)) this.#acknowledged++;
      await pause(PAUSE_MILLIS);
    }
  }

  async #isAcknowledged(number: number): Promise<boolean> {
    if (!this.#client.connected) return false;
    const readings = { [DEVICE]: [{ ts: FIRST_TS + number, values: { [KEY]: number } }] };
    const published = this.#client.publishAsync("v1/gateway/telemetry", JSON.stringify(readings), { qos: 1 });
    const isTaken = published.then(
      () => true,
      () => false,
    );
    // While the platform is away, the library keeps what was on its way, and a stop must not wait for that.
    return await Promise.race([isTaken, this.#stopping.promise]);
  }
}

/** Where the history of the readings is read. */
export async function historyPath(tenant: TestTenant): Promise<string> {
  const { id } = await tenant.existing(DEVICE);
  const range = "startTs=0&endTs=8640000000000000&limit=50000&orderBy=ASC&useStrictDataTypes=true";
  return `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=${KEY}&${range}`;
}

/** Each reading is stored once or not at all, as its fate says, and nothing else is. `history` is the answer of `historyPath`. */
export function compare(history: string, lastSent: number, fateOf: (number: number) => Fate): void {
  const { [KEY]: points = [] } = JSON.parse(history) as Record<string, { ts: number; value: number }[]>;
  const stored = new Set(points.map(({ value }) => value));
  const numbers = Array.from({ length: lastSent }, (_, index) => index + 1);
  const problems = {
    "stored twice or otherwise than sent": points.length - stored.size,
    "with the time of another": points.filter(({ ts, value }) => ts !== FIRST_TS + value).length,
    "never sent": points.filter(({ value }) => value > lastSent).length,
    "acknowledged and missing": shown(numbers.filter((number) => fateOf(number) === "stored" && !stored.has(number))),
    "stored that has to be gone": shown(numbers.filter((number) => fateOf(number) === "gone" && stored.has(number))),
  };
  assert.deepEqual(problems, {
    "stored twice or otherwise than sent": 0,
    "with the time of another": 0,
    "never sent": 0,
    "acknowledged and missing": "none",
    "stored that has to be gone": "none",
  });
}

function shown(numbers: readonly number[]): string {
  return numbers.length === 0 ? "none" : `${String(numbers.length)}, as ${numbers.slice(0, SHOWN_MAX).join(", ")}`;
}
