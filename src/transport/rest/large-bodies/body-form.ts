// What a large body of values says, as columns: read in a thread of its own and handed over piece by piece, so that neither
// the reading nor the handing over holds up anybody else.
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

/** The forms of REST contract 9, and those of devices, 14. */
export type BodyForm = "telemetry" | "attributes" | "device-telemetry" | "device-attributes";

export interface BodyBytes {
  readonly form: BodyForm;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The time of what has none. */
  readonly now: EpochMillis;
  readonly values: ValueBodyOptions;
}

/** A run of rows, as they stand in the body. */
export interface BodyPiece {
  /** By their places in the list of keys. */
  readonly keys: Uint32Array;
  readonly ts: Float64Array;
  readonly kinds: Uint8Array;
  readonly nums: Float64Array;
  /** Of the rows whose kind has a text, in their order. */
  readonly texts: readonly string[];
}

/** Rows of a piece; as many characters of text end one early. */
const PIECE_ROWS = 5000;
const PIECE_CHARS = 262_144;

export class BodyColumns {
  /** Each once. */
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

  /** Undefined behind the last. */
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

/** Throws what the handler of a small body would, and `too-large` for the first bound that is crossed. */
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
