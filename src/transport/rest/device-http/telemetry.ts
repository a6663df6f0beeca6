// Telemetry of a device over HTTP: read into columns, charged, and answered when the batch that took it is durable. Nothing
// of a body is stored unless all of it is valid. Source: REST contract 14 and 9.3.
import { DEFERRED, Receipt } from "../../../core/acknowledgement.ts";
import { parseLabel } from "../../../core/entity-text.ts";
import { invalid } from "../../../core/errors.ts";
import { Readings } from "../../../core/telemetry/readings.ts";
import type { TelemetryService } from "../../../core/telemetry/telemetry-service.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { jsonKind } from "../../../lib/json.ts";
import { isRecord, TelemetryJson, type TelemetryJsonOptions } from "../../telemetry-json.ts";
import type { DeviceCaller } from "./caller.ts";

export class DeviceHttpTelemetry {
  readonly #telemetry: Pick<TelemetryService, "record">;
  readonly #json: TelemetryJson;
  /** Serves request after request; one that has to wait keeps it and leaves a new one here. */
  #readings = new Readings();

  constructor(telemetry: Pick<TelemetryService, "record">, options: TelemetryJsonOptions) {
    this.#telemetry = telemetry;
    this.#json = new TelemetryJson({ ...options, requireKey: requirePlainKey });
  }

  /** Resolves when the points are stored and synced. Throws `invalid` and `rate-limited`. */
  async receive({ device, traffic }: DeviceCaller, text: string, now: EpochMillis): Promise<void> {
    if (text === "") throw invalid("the payload is empty; it must be JSON");
    const document = this.#json.openText(text);
    this.#parse(device, document, now);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) this.#parse(device, exact, now);
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

  #parse(device: DeviceCaller["device"], document: unknown, now: EpochMillis): void {
    const readings = this.#readings;
    readings.clear();
    readings.openEntry(device.name, device);
    if (Array.isArray(document))
      for (const entry of document as readonly unknown[]) this.#json.addRestEntry(readings, entry, device.series, now);
    else if (isRecord(document)) this.#json.addRestEntry(readings, document, device.series, now);
    else throw invalid(`telemetry must be an object or an array of objects, got ${jsonKind(document)}`);
    readings.closeEntry();
  }
}

/** What the REST contract forbids in keys besides the rules for every key: section 1.4. */
export function requirePlainKey(key: string): void {
  parseLabel(key, `the key "${key.slice(0, 32)}"`);
}
