// v1/devices/me/telemetry and v2/t: readings of the session's own device, as one entry or an array of entries in any
// mix of the forms of MQTT contract 4.7. Nothing is stored unless the whole message is valid. Source: 6.2.
import { DEFERRED, refusedPart, type Handled } from "../../core/acknowledgement.ts";
import { invalid } from "../../core/errors.ts";
import { Readings } from "../../core/telemetry/readings.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { jsonKind } from "../../lib/json.ts";
import { Turns } from "../../lib/next-turn.ts";
import { isLong, VALUES_OF_A_STEP } from "../long-message.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { TelemetryJson, type TelemetryJsonOptions } from "../telemetry-json.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { isObject } from "../../lib/members.ts";

type Message = RoutedMessage<DeviceClient>;

export class DeviceTelemetry {
  readonly #activity: Activity;
  readonly #telemetry: TelemetryService;
  readonly #options: TelemetryJsonOptions;
  readonly #json: TelemetryJson;
  /** Reused from message to message. A message that has to wait keeps the object, and a new one takes its place. */
  #readings = new Readings();

  constructor(activity: Activity, telemetry: TelemetryService, options: TelemetryJsonOptions) {
    this.#activity = activity;
    this.#telemetry = telemetry;
    this.#options = options;
    this.#json = new TelemetryJson(options);
  }

  receive(message: Message): Handled {
    this.#activity.ofClient(message.client, message.receivedAt);
    // Others are read between its steps, so it has a reader of its own.
    if (isLong(message)) {
      const own = new DeviceTelemetry(this.#activity, this.#telemetry, this.#options);
      return message.session.inSteps(own.#receiveInSteps(message));
    }
    const { text, document } = this.#json.open(message);
    this.#parse(message, document);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) this.#parse(message, exact);
    return this.#record(message);
  }

  *#receiveInSteps(message: Message): Generator<void, Handled, void> {
    const { text, document } = this.#json.open(message);
    yield;
    yield* this.#parseInSteps(message, document);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) {
      yield;
      yield* this.#parseInSteps(message, exact);
    }
    yield;
    return this.#record(message);
  }

  #record({ client, receivedAt, session, ack, payload }: Message): Handled {
    const readings = this.#readings;
    const breach = client.traffic.telemetry(false, readings.count, receivedAt);
    if (breach !== null) throw breach;
    const leftOut = this.#json.takeLeftOut();
    const refusal = leftOut === undefined ? undefined : refusedPart(leftOut, readings.count > 0, payload);
    const handled = this.#telemetry.record(readings, session, ack, refusal);
    if (handled !== DEFERRED) this.#readings = new Readings();
    return handled;
  }

  #parse({ client: { device }, receivedAt }: Message, document: unknown): void {
    const readings = this.#readings;
    readings.clear();
    readings.openEntry(device.name, device);
    if (Array.isArray(document))
      for (const entry of document as readonly unknown[])
        this.#json.addEntry(readings, entry, device.series, receivedAt);
    else this.#json.addEntry(readings, requireEntry(document), device.series, receivedAt);
    readings.closeEntry();
  }

  /** The same in steps. */
  *#parseInSteps({ client: { device }, receivedAt }: Message, document: unknown): Generator<void, void, void> {
    const readings = this.#readings;
    const steps = new Turns(VALUES_OF_A_STEP);
    readings.clear();
    readings.openEntry(device.name, device);
    for (const entry of Array.isArray(document) ? (document as readonly unknown[]) : [requireEntry(document)]) {
      const before = readings.count;
      this.#json.addEntry(readings, entry, device.series, receivedAt);
      if (steps.isDue(1 + readings.count - before)) yield;
    }
    readings.closeEntry();
  }
}

function requireEntry(document: unknown): object {
  if (isObject(document)) return document;
  throw invalid(`telemetry must be an object or an array of objects, got ${jsonKind(document)}`);
}
