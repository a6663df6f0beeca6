// v1/gateway/telemetry: one message with the readings of many devices. Each device entry stands for itself: a bad one is
// refused by name while the others are stored. Source: MQTT contract 4.7 and 3.3.
import { OWED, type Handled, type RefusedEntry } from "../../core/acknowledgement.ts";
import type { DeviceRegistry } from "../../core/devices/device-registry.ts";
import type { ConnectivityService } from "../../core/devices/connectivity-service.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { Readings } from "../../core/telemetry/readings.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import type { DeviceClient } from "../device-api/client.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { NO_SERIES, TelemetryJson, isRecord, nameOf, type JsonRecord, type TelemetryJsonOptions } from "../telemetry-json.ts";
import type { GatewayMetrics } from "./gateway-metrics.ts";
import type { RateNotices } from "./rate-notice.ts";

type Message = RoutedMessage<DeviceClient>;

export class GatewayTelemetry {
  readonly #registry: DeviceRegistry;
  readonly #connectivity: ConnectivityService;
  readonly #telemetry: TelemetryService;
  readonly #metrics: GatewayMetrics;
  readonly #notices: RateNotices;
  readonly #json: TelemetryJson;
  /** Serves message after message; one that has to wait keeps it and leaves a new one here. */
  #readings = new Readings();
  /** Entries of the present message that are refused, in the order of the message as far as it is parsed. */
  #refused: RefusedEntry[] = [];

  constructor(
    registry: DeviceRegistry,
    connectivity: ConnectivityService,
    telemetry: TelemetryService,
    metrics: GatewayMetrics,
    notices: RateNotices,
    options: TelemetryJsonOptions,
  ) {
    this.#registry = registry;
    this.#connectivity = connectivity;
    this.#telemetry = telemetry;
    this.#metrics = metrics;
    this.#notices = notices;
    this.#json = new TelemetryJson(options);
  }

  receive(message: Message): Handled {
    this.#refused = [];
    const { text, document } = this.#json.open(message.payload);
    let hasUnknownDevice = this.#parse(message, document);
    const exact = this.#json.exactIfNeeded(text);
    if (exact !== undefined) {
      this.#refused = [];
      hasUnknownDevice = this.#parse(message, exact);
    }
    this.#connectivity.touch(message.client.device, message.receivedAt);
    const refused = this.#refused;
    if (refused.length > 1) sortByPlace(refused, text);
    if (hasUnknownDevice) return this.#createThenRecord(message, this.#detach(), refused);
    return this.#record(message, this.#readings, refused);
  }

  /** Reads the document into the readings; true when it names devices this node does not know. */
  #parse(message: Message, document: unknown): boolean {
    if (!isRecord(document)) throw invalid(`the payload must map device names to arrays, got ${nameOf(document)}`);
    const readings = this.#readings;
    readings.clear();
    let hasUnknownDevice = false;
    let isEmpty = true;
    for (const name in document) {
      isEmpty = false;
      if (!this.#parseDevice(message, readings, name, document)) hasUnknownDevice = true;
    }
    if (isEmpty) throw invalid("the payload names no device");
    return hasUnknownDevice;
  }

  /** Reads one device's entry, wholly or not at all; false when the device is not known. */
  #parseDevice(message: Message, readings: Readings, name: string, document: JsonRecord): boolean {
    const { client, receivedAt } = message;
    const device = this.#registry.find(client.device.tenantId, name);
    readings.openEntry(name, device);
    try {
      const elements = document[name];
      if (!Array.isArray(elements)) throw invalid(`the telemetry of a device must be an array, got ${nameOf(elements)}`);
      const series = device?.series ?? NO_SERIES;
      for (const element of elements as readonly unknown[]) {
        const timing = this.#json.addEntry(readings, element, series, receivedAt);
        if (timing !== undefined) this.#metrics.record(client.device, timing, receivedAt);
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      readings.dropEntry();
      this.#refused.push({ device: name, error });
      return true;
    }
    readings.closeEntry();
    return device !== undefined;
  }

  async #createThenRecord(message: Message, readings: Readings, refused: RefusedEntry[]): Promise<typeof OWED | void> {
    const { device: gateway } = message.client;
    const unknown: number[] = [];
    for (let entry = 0; entry < readings.entries; entry++) if (readings.devices[entry] === undefined) unknown.push(entry);
    const names = unknown.map((entry) => readings.names[entry] ?? "");
    const found = await this.#registry.findOrCreateAll(gateway, names);
    found.forEach((device, index) => {
      const entry = unknown[index] ?? 0;
      if (device instanceof DomainError) {
        readings.emptyEntry(entry);
        refused.push({ device: names[index] ?? "", error: device });
      } else readings.devices[entry] = device;
    });
    return await this.#record(message, readings, refused);
  }

  #record(message: Message, readings: Readings, refused: RefusedEntry[]): Handled {
    const { client, receivedAt, session, slot } = message;
    let accepted = 0;
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device === undefined) continue;
      this.#connectivity.touch(device, receivedAt);
      const breach = client.traffic.telemetry(device, readings.rowsOf(entry), receivedAt);
      if (breach === null) {
        accepted++;
        continue;
      }
      readings.emptyEntry(entry);
      refused.push({ device: device.name, error: breach });
      this.#notices.breached(message, device);
    }
    const [first, ...others] = refused;
    const refusal = first === undefined ? undefined : { entries: [first, ...others] as const, partly: accepted > 0 };
    if (accepted === 0 && refusal !== undefined) {
      session.settle(slot, refusal);
      session.flush();
      return OWED;
    }
    const handled = this.#telemetry.record(readings, session, slot, refusal);
    if (handled !== OWED && readings === this.#readings) this.#detach();
    return handled;
  }

  #detach(): Readings {
    const readings = this.#readings;
    this.#readings = new Readings();
    return readings;
  }
}

/**
 * Refused entries in the order of the payload. Parsed members come in that order except names that look like array
 * indices, which come first; their place in the text puts them right.
 */
function sortByPlace(refused: RefusedEntry[], text: string): void {
  if (!refused.some(({ device }) => device !== undefined && /^[0-9]+$/.test(device))) return;
  const place = new Map(refused.map(({ device }) => [device, text.indexOf(`${JSON.stringify(device)}`)]));
  refused.sort((a, b) => (place.get(a.device) ?? 0) - (place.get(b.device) ?? 0));
}
