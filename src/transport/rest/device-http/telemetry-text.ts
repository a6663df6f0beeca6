// Reads the text of a device's telemetry over HTTP into columns. Source: REST contract 14 and 9.3.
import type { KnownDevice } from "../../../core/devices/known-device.ts";
import { parseLabel } from "../../../core/entity-text.ts";
import { invalid } from "../../../core/errors.ts";
import type { Readings } from "../../../core/telemetry/readings.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { jsonKind } from "../../../lib/json.ts";
import { NO_SERIES, type TelemetryJson } from "../../telemetry-json.ts";
import { isObject } from "../../../lib/members.ts";

interface TelemetryTarget {
  readonly readings: Readings;
  readonly device?: KnownDevice;
  /** The time for entries without one. */
  readonly now: EpochMillis;
}

/** Reads a body as one entry. Throws `invalid`. */
export function readTelemetry(json: TelemetryJson, text: string, { readings, device, now }: TelemetryTarget): void {
  const add = (document: unknown): void => {
    const series = device?.series ?? NO_SERIES;
    readings.clear();
    readings.openEntry(device?.name ?? "", device);
    if (Array.isArray(document))
      for (const entry of document as readonly unknown[]) json.addRestEntry(readings, entry, series, now);
    else if (isObject(document)) json.addRestEntry(readings, document, series, now);
    else throw invalid(`telemetry must be an object or an array of objects, got ${jsonKind(document)}`);
    readings.closeEntry();
  };
  const document = json.openText(text);
  add(document);
  const exact = json.exactIfNeeded(text, document);
  if (exact !== undefined) add(exact);
}

/** The REST contract's rules for keys beyond those for every key: section 1.4. */
export function requirePlainKey(key: string): void {
  parseLabel(key, `the key "${key.slice(0, 32)}"`);
}
