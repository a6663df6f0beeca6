// The content of a large body of values as columns. It is parsed in a thread of its own and handed over in pieces, so
// that neither parsing nor handing over delays others.
import { Readings } from "../../../core/telemetry/readings.ts";
import { columnsOf, ValueKind } from "../../../core/telemetry/telemetry.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { parseAttributeValues } from "../../device-api/value-text.ts";
import { parseText } from "../../device-api/payload.ts";
import { TelemetryJson } from "../../telemetry-json.ts";
import { readTelemetry, requirePlainKey } from "../device-http/telemetry-text.ts";
import { parseAttributesBody, parseTelemetryBody, type NamedValue, type ValueBodyOptions } from "../value-body.ts";
import type { JsonBounds } from "../../../lib/json-bounds.ts";
import { freeBytes } from "../../../lib/free-bytes.ts";
import { requireBounds } from "../body-bounds.ts";
import { textOf } from "../json-body.ts";

/** The forms of REST contract 9, and those for devices, 14. */
export type BodyForm = "telemetry" | "attributes" | "device-telemetry" | "device-attributes";

export interface BodyBytes {
  readonly form: BodyForm;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The time for entries without one. */
  readonly now: EpochMillis;
  readonly values: ValueBodyOptions;
}

/** A run of rows in the order of the body. */
export interface BodyPiece {
  /** Indexes into the list of keys. */
  readonly keys: Uint32Array;
  readonly ts: Float64Array;
  readonly kinds: Uint8Array;
  readonly nums: Float64Array;
  /** The texts of the rows whose kind has one, in order. */
  readonly texts: readonly string[];
}

/** Most rows of a piece; it ends earlier at the same number of characters of text. */
const PIECE_ROWS = 5000;
const PIECE_CHARS = 262_144;

export class BodyColumns {
  /** Each key once. */
  readonly keys: readonly string[];
  readonly rows: number;
  readonly #readings: Readings;
  readonly #places = new Map<string, number>();
  #next = 0;

  constructor(readings: Readings) {
    this.#readings = readings;
    this.rows = readings.count;
    for (let row = 0; row < this.rows; row++) {
      const key = readings.keys[row] ?? "";
      if (!this.#places.has(key)) this.#places.set(key, this.#places.size);
    }
    this.keys = [...this.#places.keys()];
  }

  /** Undefined after the last piece. */
  next(): BodyPiece | undefined {
    const { keys, ts, kinds, nums, texts } = this.#readings;
    const start = this.#next;
    if (start >= this.rows) return undefined;
    const taken: string[] = [];
    let chars = 0;
    let end = start;
    for (; end < this.rows && end - start < PIECE_ROWS && chars < PIECE_CHARS; end++) {
      if ((kinds[end] ?? 0) < ValueKind.STRING) continue;
      const text = texts[end] ?? "";
      taken.push(text);
      chars += text.length;
    }
    this.#next = end;
    return {
      keys: Uint32Array.from(keys.slice(start, end), (key) => this.#places.get(key) ?? 0),
      ts: Float64Array.from(ts.slice(start, end)),
      kinds: Uint8Array.from(kinds.slice(start, end)),
      nums: Float64Array.from(nums.slice(start, end)),
      texts: taken,
    };
  }
}

/** Throws the errors of the handler for small bodies, and `too-large` for the first bound that is exceeded. */
export function readBody({ bytes, ...body }: BodyBytes, bounds: JsonBounds): BodyColumns {
  const isOfDevice = body.form === "device-telemetry" || body.form === "device-attributes";
  const text = textOf(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    isOfDevice ? "the payload" : "the body",
  );
  freeBytes(bytes);
  requireBounds(text, bounds);
  return new BodyColumns(readingsOf(text, body));
}

function readingsOf(text: string, { form, now, values }: Omit<BodyBytes, "bytes">): Readings {
  const readings = new Readings();
  switch (form) {
    case "telemetry":
      for (const point of parseTelemetryBody(text, now, values)) addAll(readings, point.values, point.ts);
      break;
    case "attributes":
      addAll(readings, parseAttributesBody(text, values), now);
      break;
    case "device-attributes": {
      const written = parseAttributeValues(parseText(text), "the payload", values);
      for (const [key] of written) requirePlainKey(key);
      addAll(readings, written, now);
      break;
    }
    case "device-telemetry":
      readTelemetry(new TelemetryJson({ ...values, requireKey: requirePlainKey }), text, { readings, now });
  }
  return readings;
}

function addAll(readings: Readings, values: readonly NamedValue[], ts: number): void {
  for (const [key, value] of values) readings.addColumns(key, undefined, ts, columnsOf(value));
}
