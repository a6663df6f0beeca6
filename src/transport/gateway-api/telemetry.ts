// Gateway telemetry: one message with the readings of many devices. Each device's entry is processed independently: a
// bad entry is refused under its device name while the others are stored. Source: MQTT contract 4.7 and 3.3.
import { DEFERRED, type Handled } from "../../core/acknowledgement.ts";
import { parseDeviceName } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { Readings } from "../../core/telemetry/readings.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { jsonKind } from "../../lib/json.ts";
import { Turns } from "../../lib/next-turn.ts";
import type { DeviceClient } from "../device-api/client.ts";
import { settle } from "../device-api/payload.ts";
import { isLong, VALUES_OF_A_STEP } from "../long-message.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { NO_SERIES, TelemetryJson, type JsonRecord, type TelemetryJsonOptions } from "../telemetry-json.ts";
import { RefusedEntries, WrongTypes } from "./entries.ts";
import type { UplinkDeps } from "./gateway-devices.ts";
import type { GatewayMetrics } from "./gateway-metrics.ts";
import { isObject } from "../../lib/members.ts";

type Message = RoutedMessage<DeviceClient>;

export interface GatewayTelemetryDeps extends UplinkDeps {
  readonly telemetry: Pick<TelemetryService, "record">;
  readonly metrics: Pick<GatewayMetrics, "record">;
}

export class GatewayTelemetry {
  readonly #deps: GatewayTelemetryDeps;
  readonly #options: TelemetryJsonOptions;
  readonly #json: TelemetryJson;
  /** Reused from message to message. A message that has to wait keeps the object, and a new one takes its place. */
  #readings = new Readings();
  readonly #wrongTypes = new WrongTypes("the telemetry of a device must be an array");
  /** Refused entries of the current message; created only if needed. */
  #refused: RefusedEntries | undefined;

  constructor(deps: GatewayTelemetryDeps, options: TelemetryJsonOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#json = new TelemetryJson(options);
  }

  receive(message: Message): Handled {
    this.#deps.activity.ofClient(message.client, message.receivedAt);
    // Others are read between its steps, so it has a reader of its own.
    if (isLong(message))
      return message.session.inSteps(new GatewayTelemetry(this.#deps, this.#options).#receiveInSteps(message));
    const { text, document } = this.#json.open(message);
    let isReady = this.#parse(message, document);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) isReady = this.#parse(message, exact);
    if (!isReady) return this.#prepareThenRecord(message, this.#detach(), this.#refused);
    return this.#record(message, this.#readings, this.#refused);
  }

  *#receiveInSteps(message: Message): Generator<void, Handled, void> {
    const { text, document } = this.#json.open(message);
    yield;
    let isReady = yield* this.#parseInSteps(message, document);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) {
      yield;
      isReady = yield* this.#parseInSteps(message, exact);
    }
    yield;
    if (this.#refused !== undefined) {
      this.#refused.find(text);
      yield;
    }
    if (!isReady) return this.#prepareThenRecord(message, this.#readings, this.#refused);
    return this.#record(message, this.#readings, this.#refused);
  }

  /** Reads the document into the readings. Returns false if some devices must be found, created or connected first. */
  #parse(message: Message, document: unknown): boolean {
    const entries = this.#begin(document);
    const readings = this.#readings;
    let isReady = true;
    for (const name in entries) {
      const device = this.#openEntry(message, name);
      const error = this.#addEntries(message, readings, device ?? name, entries[name]);
      if (!this.#closeEntry(message, name, device, error)) isReady = false;
    }
    this.#requireNames();
    return isReady;
  }

  /** The same in steps: an entry may go over several. */
  *#parseInSteps(message: Message, document: unknown): Generator<void, boolean, void> {
    const entries = this.#begin(document);
    const readings = this.#readings;
    const steps = new Turns(VALUES_OF_A_STEP);
    let isReady = true;
    for (const name in entries) {
      const device = this.#openEntry(message, name);
      let error: DomainError | undefined;
      for (const part of partsOf(entries[name])) {
        const before = readings.count;
        error = this.#addEntries(message, readings, device ?? name, part);
        if (error !== undefined) break;
        if (steps.isDue(1 + readings.count - before)) yield;
      }
      if (!this.#closeEntry(message, name, device, error)) isReady = false;
      if (error !== undefined && steps.isDue()) yield;
    }
    this.#requireNames();
    return isReady;
  }

  #begin(document: unknown): JsonRecord {
    if (!isObject(document)) throw invalid(`the payload must map device names to arrays, got ${jsonKind(document)}`);
    this.#readings.clear();
    this.#refused = undefined;
    return document;
  }

  /** Each name has an entry, or is refused. */
  #requireNames(): void {
    if (this.#readings.entries === 0 && this.#refused === undefined) throw invalid("the payload names no device");
  }

  #openEntry({ client }: Message, name: string): KnownDevice | undefined {
    const device = this.#deps.devices.find(client.device.tenantId, name);
    this.#readings.openEntry(name, device);
    return device;
  }

  /**
   * Ends the entry of a device, which counts in whole or not at all. Returns false if the device must be found, created or
   * connected first.
   */
  #closeEntry(
    message: Message,
    name: string,
    device: KnownDevice | undefined,
    error: DomainError | undefined,
  ): boolean {
    const leftOut = this.#json.takeLeftOut();
    if (error !== undefined) {
      this.#readings.dropEntry();
      // A device counts as active even if its readings are refused.
      if (device !== undefined) this.#deps.activity.about(device, message);
      (this.#refused ??= new RefusedEntries(message.payload)).add(name, error);
      return true;
    }
    this.#readings.closeEntry();
    if (leftOut !== undefined) (this.#refused ??= new RefusedEntries(message.payload)).add(name, leftOut);
    return device !== undefined && !this.#deps.routes.isDue(message.client, device);
  }

  /**
   * Returns why the entry is refused. An error that may occur in thousands of entries of one message is returned
   * instead of thrown: throwing it would take as long as all the other work.
   */
  #addEntries(
    { client, receivedAt }: Message,
    readings: Readings,
    device: KnownDevice | string,
    elements: unknown,
  ): DomainError | undefined {
    try {
      if (typeof device === "string") parseDeviceName(device);
      if (!Array.isArray(elements)) return this.#wrongTypes.refusalOf(elements);
      const series = typeof device === "string" ? NO_SERIES : device.series;
      for (const element of elements as readonly unknown[]) {
        const timing = this.#json.addEntry(readings, element, series, receivedAt);
        if (timing !== undefined) this.#deps.metrics.record(client.device, timing, receivedAt);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error;
    }
  }

  async #prepareThenRecord(
    message: Message,
    readings: Readings,
    refused: RefusedEntries | undefined,
  ): Promise<typeof DEFERRED | void> {
    const unknown: number[] = [];
    for (let entry = 0; entry < readings.entries; entry++)
      if (readings.devices[entry] === undefined) unknown.push(entry);
    const names = unknown.map((entry) => readings.names[entry] ?? "");
    const found = await this.#deps.devices.findOrCreateAll(message.client.device, names);
    let refusals = refused;
    found.forEach((device, index) => {
      const entry = unknown[index] ?? 0;
      if (device instanceof DomainError) {
        readings.emptyEntry(entry);
        (refusals ??= new RefusedEntries(message.payload)).add(names[index] ?? "", device);
      } else readings.devices[entry] = device;
    });
    await this.#deps.routes.connectDue(
      message,
      readings.devices.filter((device) => device !== undefined),
    );
    return await this.#record(message, readings, refusals);
  }

  #record(message: Message, readings: Readings, refused: RefusedEntries | undefined): Handled {
    const { client, receivedAt, session, ack } = message;
    let refusals = refused;
    let accepted = 0;
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device === undefined) continue;
      this.#deps.activity.about(device, message);
      const breach = client.traffic.telemetry(device !== client.device, readings.rowsOf(entry), receivedAt);
      if (breach === null) {
        accepted++;
        continue;
      }
      readings.emptyEntry(entry);
      (refusals ??= new RefusedEntries(message.payload)).add(device.name, breach);
    }
    const refusal = refusals?.refusal(accepted > 0);
    if (accepted === 0) return settle(message, refusal);
    const handled = this.#deps.telemetry.record(readings, session, ack, refusal);
    if (handled !== DEFERRED && readings === this.#readings) this.#detach();
    return handled;
  }

  #detach(): Readings {
    const readings = this.#readings;
    this.#readings = new Readings();
    return readings;
  }
}

/** The elements of an array, each in an array of its own; anything else is one part, which is refused. */
function partsOf(elements: unknown): readonly unknown[] {
  return Array.isArray(elements) && elements.length > 0 ? elements.map((element: unknown) => [element]) : [elements];
}
