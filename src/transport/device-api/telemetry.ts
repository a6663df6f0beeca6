// v1/devices/me/telemetry and v2/t: readings of the session's own device, as one entry or an array of entries in any
// mix of the forms of MQTT contract 4.7. Nothing is stored unless the whole message is valid. Source: 6.2.
import { DEFERRED, refusedPart, type Handled } from "../../core/acknowledgement.ts";
import { invalid } from "../../core/errors.ts";
import { Readings } from "../../core/telemetry/readings.ts";
import type { TelemetryService } from "../../core/telemetry/telemetry-service.ts";
import { jsonKind } from "../../lib/json.ts";
import type { RoutedMessage } from "../mqtt/routed-message.ts";
import { TelemetryJson, type TelemetryJsonOptions } from "../telemetry-json.ts";
import type { Activity } from "./activity.ts";
import type { DeviceClient } from "./client.ts";
import { isObject } from "../../lib/members.ts";

export class DeviceTelemetry {
  readonly #activity: Activity;
  readonly #telemetry: TelemetryService;
  readonly #json: TelemetryJson;
  /** Reused from message to message. A message that has to wait keeps the object, and a new one takes its place. */
  #readings = new Readings();

  constructor(activity: Activity, telemetry: TelemetryService, options: TelemetryJsonOptions) {
    this.#activity = activity;
    this.#telemetry = telemetry;
    this.#json = new TelemetryJson(options);
  }

  receive(message: RoutedMessage<DeviceClient>): Handled {
    const { client, receivedAt, session, ack } = message;
    this.#activity.ofClient(client, receivedAt);
    const { text, document } = this.#json.open(message);
    this.#parse(message, document);
    const exact = this.#json.exactIfNeeded(text, document);
    if (exact !== undefined) this.#parse(message, exact);
    const readings = this.#readings;
    const breach = client.traffic.telemetry(false, readings.count, receivedAt);
    if (breach !== null) throw breach;
    const leftOut = this.#json.takeLeftOut();
    const refusal = leftOut === undefined ? undefined : refusedPart(leftOut, readings.count > 0);
    const handled = this.#telemetry.record(readings, session, ack, refusal);
    if (handled !== DEFERRED) this.#readings = new Readings();
    return handled;
  }

  #parse({ client, receivedAt }: RoutedMessage<DeviceClient>, document: unknown): void {
    const readings = this.#readings;
    const { device } = client;
    readings.clear();
    readings.openEntry(device.name, device);
    if (Array.isArray(document))
      for (const entry of document as readonly unknown[])
        this.#json.addEntry(readings, entry, device.series, receivedAt);
    else if (isObject(document)) this.#json.addEntry(readings, document, device.series, receivedAt);
    else throw invalid(`telemetry must be an object or an array of objects, got ${jsonKind(document)}`);
    readings.closeEntry();
  }
}
