// Telemetry of a device over HTTP: read into columns, charged, and answered when its batch is durable. Nothing is
// stored unless the whole body is valid. Source: REST contract 14 and 9.3.
import { DEFERRED, Receipt } from "../../../core/acknowledgement.ts";
import { invalid } from "../../../core/errors.ts";
import { Readings } from "../../../core/telemetry/readings.ts";
import type { DeviceTraffic } from "../../../core/tenants/traffic-meter.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { TelemetryJson } from "../../telemetry-json.ts";
import type { BodyReaders } from "../large-bodies/body-readers.ts";
import type { LargeBody, SentValues } from "../large-bodies/large-body.ts";
import { recordLarge, type LargeTelemetry } from "../large-bodies/record-large.ts";
import type { ValueBodyOptions } from "../value-body.ts";
import type { DeviceCaller } from "./caller.ts";
import { readTelemetry, requirePlainKey } from "./telemetry-text.ts";

export class DeviceHttpTelemetry {
  readonly #telemetry: LargeTelemetry;
  readonly #bodies: BodyReaders;
  readonly #values: ValueBodyOptions;
  readonly #json: TelemetryJson;
  /** Reused from request to request. A request that has to wait keeps the object, and a new one takes its place. */
  #readings = new Readings();

  constructor(telemetry: LargeTelemetry, bodies: BodyReaders, values: ValueBodyOptions) {
    this.#telemetry = telemetry;
    this.#bodies = bodies;
    this.#values = values;
    this.#json = new TelemetryJson({ ...values, requireKey: requirePlainKey });
  }

  /** Resolves when the points are stored and synced. Throws `invalid` and `rate-limited`. */
  async receive(caller: DeviceCaller, sent: SentValues, now: EpochMillis): Promise<void> {
    if (sent === "") throw invalid("the payload is empty; it must be JSON");
    if (typeof sent !== "string") {
      await this.#receiveLarge(caller, sent, now);
      return;
    }
    const { device, traffic } = caller;
    readTelemetry(this.#json, sent, { readings: this.#readings, device, now });
    const readings = this.#readings;
    const breach = traffic.telemetry(false, readings.count, now);
    if (breach !== null) throw breach;
    const receipt = new Receipt();
    const handled = this.#telemetry.record(readings, receipt, 0);
    if (handled !== DEFERRED) {
      this.#readings = new Readings();
      await handled;
    }
    await receipt.durable;
  }

  async #receiveLarge({ device, traffic }: DeviceCaller, { bytes }: LargeBody, now: EpochMillis): Promise<void> {
    requireRoom(traffic, now);
    const body = { form: "device-telemetry", bytes, now, values: this.#values } as const;
    const { durable } = await this.#bodies.read(body, device.tenantId, async (read) => {
      const breach = traffic.telemetry(false, read.rows, now);
      if (breach !== null) throw breach;
      return await recordLarge(this.#telemetry, device, read);
    });
    await durable;
  }
}

/** A body sent beyond a rate limit is not read at all. Throws `rate-limited`. */
export function requireRoom(traffic: DeviceTraffic, now: EpochMillis): void {
  const breach = traffic.lacksRoom(false, now);
  if (breach !== null) throw breach;
}
